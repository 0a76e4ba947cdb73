//! Colliders: the triangles of the world.

use crate::StageOrder;
use crate::pose::Pose;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;
use glissando::mesh::MeshError;
use glissando::traction::Traction;
use glissando::world::Conveyor;
use glissando::{Body, Mesh, MeshOptions, Soup};
use std::sync::Arc;

/// Triangles that stop characters and balls, placed by the entity's transform and those above it: any scale but zero, mirrors too.
///
/// A transform that the game changes moves the collider at once, between two ticks, and carries and pushes nothing; for that give
/// the entity a [`Mover`](crate::Mover) as well.
#[derive(Component, Reflect, Clone, Debug)]
#[reflect(Component, Debug, Clone)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
#[require(StageOrder, Transform)]
pub struct Collider {
    /// The triangles, in the entity's own space; shared by all clones.
    pub mesh: ColliderMesh,
    /// Bit mask of the layers that it is on. Default the first.
    pub layers: u32,
    /// Material of the whole collider, reported with contacts. Default 0.
    pub material: u16,
    /// Materials of triangles that act as conveyor belts.
    #[reflect(ignore)]
    pub conveyors: Vec<Conveyor>,
    /// Materials of triangles that change the pace of a character that stands on them: ice, mud.
    #[reflect(ignore)]
    pub tractions: Vec<(u16, Traction)>,
}

/// A collision mesh, shared. Equal if it is the very same mesh.
#[derive(Reflect, Clone, Debug)]
#[reflect(opaque)]
#[reflect(Clone, Debug)]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct ColliderMesh(Arc<Mesh>);

#[cfg(feature = "serialize")]
impl serde::Serialize for ColliderMesh {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

#[cfg(feature = "serialize")]
impl<'de> serde::Deserialize<'de> for ColliderMesh {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Mesh::deserialize(deserializer).map(Self::from)
    }
}

impl PartialEq for ColliderMesh {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl From<Mesh> for ColliderMesh {
    fn from(mesh: Mesh) -> Self {
        Self(Arc::new(mesh))
    }
}

impl From<Arc<Mesh>> for ColliderMesh {
    fn from(mesh: Arc<Mesh>) -> Self {
        Self(mesh)
    }
}

impl ColliderMesh {
    /// The mesh of the library.
    pub const fn shared(&self) -> &Arc<Mesh> {
        &self.0
    }

    /// The mesh of a soup.
    ///
    /// # Errors
    /// An invalid soup: the error lists every offending vertex, index or triangle.
    pub fn build(soup: &Soup) -> Result<Self, MeshError> {
        Self::build_with(soup, &MeshOptions::default())
    }

    /// The mesh of a soup with other options: one-sided materials, welding.
    ///
    /// # Errors
    /// As for [`ColliderMesh::build`].
    pub fn build_with(soup: &Soup, options: &MeshOptions) -> Result<Self, MeshError> {
        Ok(Mesh::build(soup, options)?.0.into())
    }
}

impl<M: Into<ColliderMesh>> From<M> for Collider {
    fn from(mesh: M) -> Self {
        Self { mesh: mesh.into(), layers: 1, material: 0, conveyors: Vec::new(), tractions: Vec::new() }
    }
}

impl Collider {
    /// A collider of vertices, and triangles as three indices each, counter-clockwise seen from the front.
    ///
    /// # Errors
    /// NaN, infinities, coordinates beyond 1e7 m, indices past the last vertex: the error lists all of them.
    pub fn from_triangles(vertices: &[[f32; 3]], triangles: &[[u32; 3]]) -> Result<Self, MeshError> {
        Self::from_soup(&Soup::new(vertices, triangles))
    }

    /// A collider of a soup, which may have a material for each triangle.
    ///
    /// # Errors
    /// As for [`Collider::from_triangles`].
    pub fn from_soup(soup: &Soup) -> Result<Self, MeshError> {
        Ok(ColliderMesh::build(soup)?.into())
    }

    /// One collider of several soups, each placed by a transform: the parts of a lift, which move as one.
    ///
    /// # Errors
    /// As for [`Collider::from_triangles`].
    pub fn from_parts<'a>(parts: impl IntoIterator<Item = (Transform, &'a Soup)>) -> Result<Self, MeshError> {
        let mut whole = Soup::default();
        for (transform, part) in parts {
            let (mut placed, pose) = (part.clone(), Pose::of(&transform).affine);
            for vertex in &mut placed.vertices {
                *vertex = pose.transform_point(vertex.as_dvec3()).as_vec3();
            }
            if transform.scale.x * transform.scale.y * transform.scale.z < 0.0 {
                // A mirrored triangle keeps its front.
                placed.triangles.iter_mut().for_each(|corners| corners.swap(1, 2));
            }
            whole.append(&placed);
        }
        Self::from_soup(&whole)
    }

    /// A box about the origin with these half extents, metres.
    ///
    /// # Errors
    /// Half extents that are not finite, or too large.
    pub fn cuboid(half_extents: Vec3) -> Result<Self, MeshError> {
        Self::from_soup(&Soup::cuboid(glissando::Vec3::ZERO, half_extents.into()))
    }

    /// The same collider on other layers.
    #[must_use]
    pub fn on_layers(mut self, layers: u32) -> Self {
        self.layers = layers;
        self
    }

    /// The body for the library, at the identity pose.
    pub(crate) fn body(&self) -> Body {
        let mut body = Body::new(Arc::clone(self.mesh.shared())).on_layers(self.layers);
        body.material = self.material;
        body.conveyors.clone_from(&self.conveyors);
        body.tractions.clone_from(&self.tractions);
        body
    }
}
