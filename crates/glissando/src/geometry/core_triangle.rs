//! Cores of bodies against triangles: which closed form a core needs.

use super::{closest_on_triangle, closest_to_box, closest_to_segment};
use crate::math::DVec3;

/// Whether a core, given by its half extents, is a segment along Y.
pub(crate) fn is_segment(core: DVec3) -> bool {
    core.x == 0.0 && core.z == 0.0
}

/// Squared distance of a point from the Minkowski sum of a triangle and a core.
pub(crate) fn distance_sq_from_sum(point: DVec3, core: DVec3, corners: &[DVec3; 3]) -> f64 {
    if core == DVec3::ZERO {
        closest_on_triangle(point, corners).distance_sq
    } else if is_segment(core) {
        closest_to_segment(point, core, corners).distance_sq
    } else {
        closest_to_box(point, core, corners).distance_sq
    }
}
