//! Projection along a moving point's path: the path is the origin of a plane, corners are points of that plane.
//!
//! Source: the shear of Woop, Benthin, Wald, *Watertight Ray/Triangle Intersection* (2013). Each corner moves along the
//! path to a coordinate plane by a rule that is independent of the other corners, so shapes that share a corner project
//! it to the same point, to the bit.

use super::products::difference_of_products;
use crate::math::DVec3;

/// Projects points along a direction to the coordinate plane that the direction crosses most steeply.
pub(crate) struct Shear {
    /// The axis of that steepest component: 0, 1 or 2.
    axis: usize,
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
    pub(crate) fn along(direction: DVec3) -> Option<Self> {
        let d = direction.to_array();
        let size = direction.abs();
        let axis = if size.x >= size.y && size.x >= size.z {
            0
        } else if size.y >= size.z {
            1
        } else {
            2
        };
        let step = d[axis];
        if step == 0.0 || !direction.is_finite() {
            return None;
        }
        Some(Self { axis, step, slope: [d[(axis + 1) % 3] / step, d[(axis + 2) % 3] / step] })
    }

    /// The projection of `point`, which is given relative to the path's start.
    pub(crate) fn apply(&self, point: DVec3) -> Seen {
        let p = point.to_array();
        let along = p[self.axis];
        Seen {
            x: without_underflow(p[(self.axis + 1) % 3] - self.slope[0] * along),
            y: without_underflow(p[(self.axis + 2) % 3] - self.slope[1] * along),
            along,
        }
    }
}

/// Coordinates below this count as zero: products of smaller ones underflow, and lose their sign.
///
/// For a path that leaves a plane by 5e-324 in a metre, the corners of a plate in that plane would project to arbitrary
/// sides.
const LEAST_SEEN: f64 = 1e-150;

fn without_underflow(coordinate: f64) -> f64 {
    if coordinate.abs() < LEAST_SEEN { 0.0 } else { coordinate }
}

impl Seen {
    /// Twice the signed area of the triangle of the path, this corner and the next.
    ///
    /// Never of the wrong sign, though it may be rounded to zero; exchanging the corners negates it.
    pub(crate) fn turn(self, next: Self) -> f64 {
        difference_of_products(self.x, next.y, self.y, next.x)
    }
}
