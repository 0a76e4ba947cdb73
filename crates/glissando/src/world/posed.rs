//! A body at one moment of its motion, and the way from the world into its mesh space.

use super::body::Placed;
use crate::bvh::BoxPath;
use crate::math::{DAffine3, DMat3, DVec3};
use crate::motion::Motion;
use crate::sweep::unit_space::{UnitFromMesh, UnitSpace};

/// A body's pose at one moment of its motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Posed {
    pub(super) pose: DAffine3,
    /// Mesh space from world space, for displacements.
    pub(super) mesh_from_world: DMat3,
}

/// The same, borrowed.
#[derive(Clone, Copy, Debug)]
pub(super) struct PosedRef<'a> {
    pub(super) pose: &'a DAffine3,
    pub(super) mesh_from_world: &'a DMat3,
}

impl Posed {
    pub(super) const fn as_ref(&self) -> PosedRef<'_> {
        PosedRef { pose: &self.pose, mesh_from_world: &self.mesh_from_world }
    }
}

impl PosedRef<'_> {
    /// A point of the world in mesh space. The translation is subtracted first: far from the origin the inverse map's
    /// own translation would cancel against the point's image.
    pub(super) fn point_in_mesh(&self, p: DVec3) -> DVec3 {
        *self.mesh_from_world * (p - self.pose.translation)
    }
}

impl Placed {
    /// The pose at the start of the tick.
    pub(super) const fn now(&self) -> PosedRef<'_> {
        PosedRef { pose: &self.body.pose, mesh_from_world: &self.mesh_from_world }
    }

    /// The pose at the share `at` of the tick.
    pub(super) fn at(&self, motion: &Motion, at: f64) -> Posed {
        let back = motion.turn_to(-at);
        let turned_back = |axis| self.mesh_from_world * back.apply(axis);
        let columns = [DVec3::X, DVec3::Y, DVec3::Z].map(turned_back);
        let [x, y, z] = columns;
        Posed { pose: motion.pose_at(&self.body.pose, at), mesh_from_world: DMat3::from_cols(x, y, z) }
    }

    /// Whether the contacts of a centre at `at` are to the bit the same now and at the start of the body's motion. The pose at the share
    /// 0 of a motion is the present one but for rounding and the signs of zeros.
    pub(super) fn begins_as_now(&self, space: &UnitSpace, at: DVec3) -> bool {
        let Some(motion) = &self.motion else { return true };
        let start = self.at(motion, 0.0);
        UnitFromMesh::new(space, &start.pose, &start.mesh_from_world, at).is_identical(&UnitFromMesh::new(
            space,
            &self.body.pose,
            &self.mesh_from_world,
            at,
        ))
    }

    /// A point of the world in mesh space, at the start of the tick.
    pub(super) fn point_in_mesh(&self, p: DVec3) -> DVec3 {
        self.now().point_in_mesh(p)
    }

    /// A resting box of the world in mesh space, for the mesh's tree.
    pub(super) fn box_cast(&self, centre: DVec3, extents: DVec3) -> BoxPath {
        let [x, y, z] = self.mesh_from_world.rows();
        let along = |row: DVec3| row.abs().dot(extents);
        let extents = DVec3::new(along(x), along(y), along(z));
        BoxPath::new(self.point_in_mesh(centre), DVec3::ZERO, extents)
    }
}
