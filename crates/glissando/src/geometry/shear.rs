//! Projection along a moving point's path: the path is the origin of a plane, corners are points of that plane.
//!
//! Source: the shear of Woop, Benthin, Wald, *Watertight Ray/Triangle Intersection* (2013). Each corner moves along the
//! path to a coordinate plane by a rule that is independent of the other corners, so shapes that share a corner project
//! it to the same point, to the bit.

use super::products::difference_of_products;
use crate::math::DVec3;

/// Each axis, and the other two in cyclic order.
static CYCLES: [[u8; 3]; 3] = [[0, 1, 2], [1, 2, 0], [2, 0, 1]];

/// Projects points along a direction to the coordinate plane that the direction crosses most steeply.
#[derive(Clone, Copy)]
pub(crate) struct Shear {
    /// The axis of that steepest component, 0, 1 or 2, and the other two in cyclic order.
    axes: [u8; 3],
    /// The direction's component along it.
    pub(crate) step: f64,
    /// The other two components, in cyclic order, in steps.
    slope: [f64; 2],
}

/// A corner projected along the path: the path is the origin.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// Distance along the steepest axis.
    pub(crate) along: f64,
}

impl Shear {
    /// `None` for a direction of zero or with infinite or NaN components.
    #[inline(always)]
    pub(crate) fn along(direction: DVec3) -> Option<Self> {
        let d = direction.to_array();
        let size = direction.abs();
        // Not by branches: which axis it is nobody can guess.
        let not_x = (size.x < size.y) | (size.x < size.z);
        let axis = usize::from(not_x) << usize::from(not_x & (size.y < size.z));
        let step = d[axis];
        if step == 0.0 || !direction.is_finite() {
            return None;
        }
        let axes = CYCLES[axis];
        let [_, next, last] = axes.map(usize::from);
        Some(Self { axes, step, slope: [d[next] / step, d[last] / step] })
    }

    /// The projection of `point`, which is given relative to the path's start.
    #[inline(always)]
    pub(crate) fn apply(&self, point: DVec3) -> Seen {
        // A fourth component, so that no place is outside.
        let p = [point.x, point.y, point.z, 0.0];
        let [axis, next, last] = self.axes;
        let along = p[usize::from(axis & 3)];
        Seen {
            x: without_underflow(p[usize::from(next & 3)] - self.slope[0] * along),
            y: without_underflow(p[usize::from(last & 3)] - self.slope[1] * along),
            along,
        }
    }
}

/// Coordinates below this count as zero: products of smaller ones underflow, and lose their sign.
///
/// For a path that leaves a plane by 5e-324 in a metre, the corners of a plate in that plane would project to arbitrary
/// sides.
const LEAST_SEEN: f64 = 1e-150;

#[inline(always)]
fn without_underflow(coordinate: f64) -> f64 {
    if coordinate.abs() < LEAST_SEEN { 0.0 } else { coordinate }
}

impl Seen {
    /// Twice the signed area of the triangle of the path, this corner and the next.
    ///
    /// Never of the wrong sign, though it may be rounded to zero; exchanging the corners negates it.
    #[inline(always)]
    pub(crate) fn turn(self, next: Self) -> f64 {
        difference_of_products(self.x, next.y, self.y, next.x)
    }
}
