//! Colliders and triggers from meshes of Bevy.

use crate::{Collider, ColliderMesh};
use bevy_mesh::{Indices, Mesh, PrimitiveTopology, VertexAttributeValues};
use core::fmt;
use glissando::mesh::MeshError;
use glissando::{Soup, Vec3};

/// Why a mesh of Bevy cannot be a collider.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MeshRefusal {
    /// It has no positions of three `f32`, or they are on the GPU alone.
    NoPositions,
    /// It is made of points or lines, or of a number of corners that is no multiple of three.
    NoTriangles,
    /// The triangles are invalid; the error lists every offending vertex and index.
    Triangles(MeshError),
}

impl fmt::Display for MeshRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPositions => f.write_str(
                "the mesh has no positions of three f32 in main memory (RenderAssetUsages::MAIN_WORLD keeps them there)",
            ),
            Self::NoTriangles => f.write_str("the mesh is no list and no strip of triangles"),
            Self::Triangles(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for MeshRefusal {}

impl Collider {
    /// A collider of the triangles of a mesh.
    ///
    /// # Errors
    /// [`MeshRefusal`].
    pub fn from_mesh(mesh: &Mesh) -> Result<Self, MeshRefusal> {
        Ok(ColliderMesh::from_mesh(mesh)?.into())
    }
}

impl ColliderMesh {
    /// The collision mesh of a mesh, for a [`Trigger`](crate::Trigger) or several colliders.
    ///
    /// # Errors
    /// [`MeshRefusal`].
    pub fn from_mesh(mesh: &Mesh) -> Result<Self, MeshRefusal> {
        Self::build(&soup_of(mesh)?).map_err(MeshRefusal::Triangles)
    }

    /// The triangles as a mesh that can be drawn, with flat normals: for greyboxes, and to see what collides.
    ///
    /// Triangles without an area are left out.
    pub fn to_mesh(&self) -> Mesh {
        let (mut corners, mut normals) = (Vec::new(), Vec::new());
        for index in 0..self.shared().source_count() {
            let Some([a, b, c]) = self.shared().triangle(index) else { continue };
            let Some(normal) = normal([a, b, c]) else { continue };
            corners.extend([a, b, c].map(Vec3::to_array));
            normals.extend([normal; 3]);
        }
        Mesh::new(PrimitiveTopology::TriangleList, Default::default())
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, corners)
            .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
    }
}

/// The triangles of a mesh, unchecked.
pub(crate) fn soup_of(mesh: &Mesh) -> Result<Soup, MeshRefusal> {
    let Ok(VertexAttributeValues::Float32x3(vertices)) = mesh.try_attribute(Mesh::ATTRIBUTE_POSITION) else {
        return Err(MeshRefusal::NoPositions);
    };
    let corners: Vec<u32> = match mesh.try_indices() {
        Ok(Indices::U16(indices)) => indices.iter().map(|index| u32::from(*index)).collect(),
        Ok(Indices::U32(indices)) => indices.clone(),
        Err(_) => (0..vertices.len() as u32).collect(),
    };
    let triangles: Vec<[u32; 3]> = match mesh.primitive_topology() {
        PrimitiveTopology::TriangleList if corners.len().is_multiple_of(3) => {
            corners.chunks_exact(3).map(|t| [t[0], t[1], t[2]]).collect()
        }
        // Every other triangle of a strip is turned, so that all have their fronts on one side.
        PrimitiveTopology::TriangleStrip => {
            let turn = |(place, t): (usize, &[u32])| {
                if place.is_multiple_of(2) { [t[0], t[1], t[2]] } else { [t[1], t[0], t[2]] }
            };
            corners.windows(3).enumerate().map(turn).collect()
        }
        _ => return Err(MeshRefusal::NoTriangles),
    };
    Ok(Soup::new(vertices, &triangles))
}

/// The unit normal of a triangle's front; `None` without an area.
fn normal(corners: [Vec3; 3]) -> Option<[f32; 3]> {
    let [a, b, c] = corners.map(|corner| corner.as_dvec3());
    Some((b - a).cross(c - a).try_normalize()?.as_vec3().to_array())
}
