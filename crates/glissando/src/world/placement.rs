//! Poses and motions of bodies, for triggers: bodies near a box, and the placement of each.

use super::World;
use super::world_path::WorldPath;
use crate::collide::Filter;
use crate::handle::BodyId;
use crate::math::{DAffine3, DMat3, DVec3};
use crate::mesh::Mesh;
use crate::motion::Motion;

/// A body's pose at the start of a tick, and its motion in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement<'a> {
    pub(crate) mesh: &'a Mesh,
    pub(crate) pose: DAffine3,
    /// Mesh space from world space, for displacements.
    pub(crate) inverse: DMat3,
    pub(crate) motion: Motion,
}

impl World {
    /// Calls `visit` for every body that `filter` accepts, if its box, or swept box in the tick, meets the box
    /// `low..high`.
    pub(crate) fn visit_box(&self, low: DVec3, high: DVec3, filter: Filter, mut visit: impl FnMut(BodyId)) {
        let path = WorldPath::new((low + high) * 0.5, DVec3::ZERO, (high - low) * 0.5);
        self.visit_still(&path, filter, 1.0, |id, _, limit| {
            visit(id);
            limit
        });
        self.visit_moving(&path, filter, |id, _, _| visit(id));
    }

    /// A body's placement, if it exists and `filter` accepts it.
    pub(crate) fn placement(&self, id: BodyId, filter: Filter) -> Option<Placement<'_>> {
        let placed = self.placed(id).ok().filter(|placed| filter.accepts(placed.body.layers))?;
        let motion = placed.motion.unwrap_or(Motion::STILL);
        let inverse = placed.mesh_from_world;
        Some(Placement { mesh: &placed.body.mesh, pose: placed.body.pose, inverse, motion })
    }
}
