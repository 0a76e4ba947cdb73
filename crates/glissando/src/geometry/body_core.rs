//! The core of a body: what its rounding goes about.

use super::face::Face;
use super::{
    CoreClosest, CoreDepth, box_to_rim, closest_on_triangle, closest_to_box, closest_to_cylinder,
    closest_to_upright, cylinder_to_rim, depth_in_box, depth_in_cylinder,
};
use crate::math::{DVec3, sqrt_f64};

/// A convex core about its own centre, along the body's own axes: a point, a segment, a box or a cylinder.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Core {
    /// Half extents: 0 for a point, along Y for a segment; of a cylinder its radius, half its height, its radius.
    pub half_extents: DVec3,
    /// Whether it is round about Y: a cylinder.
    pub is_round: bool,
}

impl Core {
    /// The core of an ellipsoid.
    pub const POINT: Self = Self::cuboid(DVec3::ZERO);

    /// A box of these half extents; any of them may be 0.
    pub const fn cuboid(half: DVec3) -> Self {
        Self { half_extents: half, is_round: false }
    }

    /// A cylinder about Y; a segment without a radius.
    pub fn cylinder(radius: f64, half_height: f64) -> Self {
        Self { half_extents: DVec3::new(radius, half_height, radius), is_round: radius > 0.0 }
    }

    /// Whether it is a point.
    pub fn is_point(&self) -> bool {
        self.half_extents == DVec3::ZERO
    }

    /// Whether it is a segment along Y, or a point.
    pub(crate) fn is_segment(&self) -> bool {
        self.half_extents.x == 0.0 && self.half_extents.z == 0.0
    }

    /// The same core, scaled along the axes; the scales of a cylinder's radius are equal.
    pub(crate) fn scaled(&self, scales: DVec3) -> Self {
        Self { half_extents: self.half_extents.scale(scales), ..*self }
    }

    /// Extent from the centre along a direction, which need not be unit (support function).
    pub(crate) fn extent_along(&self, direction: DVec3) -> f64 {
        let DVec3 { x, y, z } = direction;
        if self.is_round {
            sqrt_f64(x * x + z * z) * self.half_extents.x + y.abs() * self.half_extents.y
        } else {
            direction.abs().dot(self.half_extents)
        }
    }

    /// How far it goes from its centre.
    pub(crate) fn farthest(&self) -> f64 {
        let DVec3 { x, y, .. } = self.half_extents;
        if self.is_round { sqrt_f64(x * x + y * y) } else { self.half_extents.length() }
    }

    /// The point of the core that is nearest to a point.
    pub(crate) fn nearest(&self, point: DVec3) -> DVec3 {
        let clamped = point.max(-self.half_extents).min(self.half_extents);
        if !self.is_round {
            return clamped;
        }
        let from_axis = sqrt_f64(point.x * point.x + point.z * point.z);
        if from_axis <= self.half_extents.x {
            return DVec3::new(point.x, clamped.y, point.z);
        }
        let share = self.half_extents.x / from_axis;
        DVec3::new(point.x * share, clamped.y, point.z * share)
    }

    /// The closest pair with a triangle.
    pub(crate) fn closest_to(&self, centre: DVec3, corners: &[DVec3; 3]) -> CoreClosest {
        if self.is_round {
            closest_to_cylinder(centre, self.half_extents.x, self.half_extents.y, corners)
        } else {
            closest_to_box(centre, self.half_extents, corners)
        }
    }

    /// The closest pair with those of a triangle's edges that `which` names; at least one.
    pub(crate) fn closest_to_rim(
        &self,
        centre: DVec3,
        corners: &[DVec3; 3],
        which: [bool; 3],
    ) -> CoreClosest {
        if self.is_round {
            cylinder_to_rim(centre, (self.half_extents.x, self.half_extents.y), corners, which)
        } else {
            box_to_rim(centre, self.half_extents, corners, which)
        }
    }

    /// The way out of a triangle that meets it, given relative to its centre; where two are equal, the one against
    /// `towards`.
    pub(crate) fn depth_in(&self, corners: &[DVec3; 3], towards: DVec3) -> Option<CoreDepth> {
        if self.is_round {
            depth_in_cylinder((self.half_extents.x, self.half_extents.y), corners, towards)
        } else {
            depth_in_box(self.half_extents, corners, towards)
        }
    }

    /// Squared distance of a point from the Minkowski sum of a triangle and the core.
    pub(crate) fn distance_sq_from_sum(&self, point: DVec3, corners: &[DVec3; 3]) -> f64 {
        if self.is_point() {
            closest_on_triangle(point, corners).distance_sq
        } else if self.is_segment() {
            closest_to_upright(point, self.half_extents.y, corners, &Face::of(corners)).distance_sq
        } else {
            self.closest_to(point, corners).distance_sq
        }
    }
}
