//! A mesh with a place, layers and a material.

use crate::bvh::BoxPath;
use crate::geometry::Aabb;
use crate::math::{DAffine3, DVec3};
use crate::mesh::Mesh;
use alloc::sync::Arc;

/// What is put into a [`World`](crate::World). Plain data; the mesh is shared.
#[derive(Clone, Debug)]
pub struct Body {
    /// The triangles.
    pub mesh: Arc<Mesh>,
    /// World from mesh: any invertible affine map, mirrors and shears too.
    pub pose: DAffine3,
    /// The layers that the body is on, a bit each; see [`Filter`](crate::Filter).
    pub layers: u32,
    /// Material id of the whole body, reported beside the triangle's.
    pub material: u16,
}

impl Body {
    /// A body of this mesh, unmoved, on layer 0 (bit 1), of material 0.
    pub fn new(mesh: impl Into<Arc<Mesh>>) -> Self {
        Self { mesh: mesh.into(), pose: DAffine3::IDENTITY, layers: 1, material: 0 }
    }

    /// The same body at another place.
    #[must_use]
    pub fn at(mut self, pose: DAffine3) -> Self {
        self.pose = pose;
        self
    }

    /// The same body on other layers.
    #[must_use]
    pub fn on_layers(mut self, layers: u32) -> Self {
        self.layers = layers;
        self
    }
}

/// A body in its slot, with what the queries need of its pose.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) body: Body,
    pub(super) mesh_from_world: DAffine3,
    /// World space, rounded outward.
    pub(super) bounds: Aabb,
}

impl Placed {
    pub(super) fn still(mut body: Body, pose: DAffine3, inverse: DAffine3) -> Self {
        body.pose = pose;
        let bounds = world_bounds(&pose, body.mesh.bounds());
        Self { body, mesh_from_world: inverse, bounds }
    }
}

impl Placed {
    /// A point of the world in mesh space. The translation is taken off first: far from the origin the
    /// inverse map's own translation would cancel against the point's image.
    pub(super) fn point_in_mesh(&self, p: DVec3) -> DVec3 {
        self.mesh_from_world.matrix3 * (p - self.body.pose.translation)
    }

    /// A resting box of the world, as the mesh's tree sees it.
    pub(super) fn box_cast(&self, centre: DVec3, extents: DVec3) -> BoxPath {
        let [x, y, z] = self.mesh_from_world.matrix3.rows();
        let along = |row: DVec3| row.abs().dot(extents);
        let extents = DVec3::new(along(x), along(y), along(z));
        BoxPath::new(self.point_in_mesh(centre), DVec3::ZERO, extents)
    }
}

/// The box of a transformed box, grown by more than the transform can round.
fn world_bounds(pose: &DAffine3, bounds: Aabb) -> Aabb {
    let corners = bounds.corners().map(|c| pose.transform_point(c.as_dvec3()));
    let low = corners.iter().fold(corners[0], |m, &c| m.min(c));
    let high = corners.iter().fold(corners[0], |m, &c| m.max(c));
    // A sum is as wrong as its largest term, not as its value.
    let farthest = bounds.min.abs().max(bounds.max.abs()).as_dvec3();
    let [x, y, z] = pose.matrix3.rows().map(|row| row.abs().dot(farthest));
    let slack = (DVec3::new(x, y, z) + pose.translation.abs()) * 1e-14;
    Aabb::outward(low - slack, high + slack)
}
