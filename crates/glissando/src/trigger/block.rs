//! Volumes that are blocks: their triangles lie in the six sides of a box.
//!
//! Within the box is no surface, so the winding number is the same everywhere in it, and six comparisons tell what the
//! lines of `solid.rs` would. Most volumes of levels are blocks, and a character that stays in one is asked about it in
//! every tick.

use super::solid;
use crate::geometry::Aabb;
use crate::math::{DVec3, Vec3};
use crate::mesh::Mesh;

/// The inside of a block, mesh space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    low: DVec3,
    high: DVec3,
}

impl Block {
    /// The block that a closed mesh is; `None` for any other, and for one whose sides cancel.
    pub(super) fn of(mesh: &Mesh) -> Option<Self> {
        let Aabb { min, max } = mesh.bounds();
        let is_side = |[a, b, c]: [Vec3; 3]| {
            let (least, most) = (a.min(b).min(c), a.max(b).max(c));
            let in_side =
                |least: f32, most: f32, low: f32, high: f32| least == most && (most == low || most == high);
            in_side(least.x, most.x, min.x, max.x)
                || in_side(least.y, most.y, min.y, max.y)
                || in_side(least.z, most.z, min.z, max.z)
        };
        let mut triangles = (0..mesh.source_count()).filter_map(|index| mesh.triangle(index));
        if !triangles.all(is_side) {
            return None;
        }
        let (low, high) = (min.as_dvec3(), max.as_dvec3());
        let is_solid = solid::is_inside(mesh, (low + high) * 0.5, 0.0) == Some(true);
        is_solid.then_some(Self { low, high })
    }

    /// Whether `at` is inside; `None` if the surface is within `margin`.
    pub(super) fn is_inside(&self, at: DVec3, margin: f64) -> Option<bool> {
        let beyond = (self.low - at).max(at - self.high);
        let most = beyond.max_element();
        if most <= 0.0 {
            return (-most > margin).then_some(true);
        }
        (beyond.max(DVec3::ZERO).length_sq() > margin * margin).then_some(false)
    }

    /// Whether a point is inside by more than `reach` along every axis.
    pub(super) fn holds(&self, at: DVec3, reach: DVec3) -> bool {
        let room = (at - self.low).min(self.high - at) - reach;
        room.x > 0.0 && room.y > 0.0 && room.z > 0.0
    }
}

#[cfg(test)]
mod tests;
