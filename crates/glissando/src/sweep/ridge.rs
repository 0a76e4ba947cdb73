//! The ridge between two one-way triangles, on which a body is entirely before neither plane.
//!
//! A body is above such a floor if a plane separates the two: that of a neighbour which bends down, or the one through the body's
//! closest point, if no part of the neighbours there is in front of it.

use super::separation::{UnitTriangle, WHOLLY_BEFORE};
use crate::collide::Feature;
use crate::math::{DVec3, sqrt_f64};

/// Share of its length by which a corner may be in front of a plane through the ridge: the rounding of `f32` corners.
const IN_PLANE: f64 = 1e-6;

/// The third corners of the one-way triangles beyond the edges, in ellipsoid space.
pub(crate) type UnitBeyond = [Option<DVec3>; 3];

impl UnitTriangle {
    /// This triangle for a body at the origin: no longer a one-way one if the body is above its ridges.
    #[cold]
    #[inline(never)]
    pub(crate) fn with_ridges(self, beyond: &UnitBeyond) -> Self {
        let holds = self.is_behind(DVec3::ZERO) && (self.is_past_ridge(beyond) || self.is_on_ridge(beyond));
        Self { one_way: !holds, ..self }
    }

    /// Whether the body is entirely in front of a neighbour that bends down by less than a right angle.
    fn is_past_ridge(&self, beyond: &UnitBeyond) -> bool {
        let front = self.front();
        (0..3).any(|edge| {
            let [a, b] = self.ends(edge);
            let Some(third) = beyond[edge].filter(|third| front.dot(*third - a) < 0.0) else { return false };
            let (normal, is_flipped) = ((a - b).cross(third - b), self.mirrored);
            let normal = if is_flipped { -normal } else { normal };
            let height = -normal.dot(b) - self.core.extent_along(normal);
            normal.dot(front) > 0.0 && height >= WHOLLY_BEFORE * normal.length()
        })
    }

    /// Whether the body touches a ridge, or hovers over one, from above.
    fn is_on_ridge(&self, beyond: &UnitBeyond) -> bool {
        let closest = self.closest(DVec3::ZERO).closest;
        let radii = sqrt_f64(closest.distance_sq);
        let (away, front) = (-closest.point, self.front());
        if radii < WHOLLY_BEFORE || away.dot(front) <= 0.0 {
            return false;
        }
        // Whether the neighbour bends down, and no part of it is in front of the plane across `away`.
        let is_below = |edge: usize| {
            let [a, _] = self.ends(edge);
            beyond[edge].map(|third| {
                let off = third - a;
                (front.dot(off) < 0.0, away.dot(off) <= IN_PLANE * radii * off.length())
            })
        };
        match closest.feature {
            Feature::Face => false,
            Feature::Edge(edge) => is_below(usize::from(edge)) == Some((true, true)),
            Feature::Vertex(corner) => {
                let (next, last) = (usize::from(corner), (usize::from(corner) + 2) % 3);
                match (is_below(next), is_below(last)) {
                    (Some((a, true)), Some((b, true))) => a || b,
                    // At the end of a ridge nothing lies beyond it, so the body must be across the ridge.
                    (Some((true, true)), None) => self.is_across(next, away),
                    (None, Some((true, true))) => self.is_across(last, away),
                    _ => false,
                }
            }
        }
    }

    /// Whether a direction is across an edge, up to the tolerance of a one-way face.
    fn is_across(&self, edge: usize, direction: DVec3) -> bool {
        let [a, b] = self.ends(edge);
        let along = (b - a) / (b - a).length();
        let across = direction - along * along.dot(direction);
        across.length() >= WHOLLY_BEFORE * direction.length()
    }

    fn ends(&self, edge: usize) -> [DVec3; 2] {
        [self.corners[edge], self.corners[if edge == 2 { 0 } else { edge + 1 }]]
    }
}
