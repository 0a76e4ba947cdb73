//! Box3D without its world: the mesh's own functions, the shortest way that there is to an answer.

use super::box3d_proxy::Hull;
use super::{Engine, Foreign};
use crate::level::Level;
use crate::questions::{Kind, Question};
use boxddd_sys::ffi::*;
use std::ptr::null_mut;

/// Triangles as Box3D keeps them.
pub struct BoxMesh {
    pub data: *mut b3MeshData,
}

pub fn vector([x, y, z]: [f32; 3]) -> b3Vec3 {
    b3Vec3 { x, y, z }
}

// Safe: no other value has the pointer, and no code writes to the mesh after its construction.
unsafe impl Send for BoxMesh {}

impl BoxMesh {
    pub fn new(level: &Level) -> Self {
        let mut vertices: Vec<b3Vec3> = level.vertices.iter().map(|&v| vector(v)).collect();
        let mut indices: Vec<i32> = level.triangles.iter().flatten().map(|&i| i as i32).collect();
        let definition = b3MeshDef {
            vertices: vertices.as_mut_ptr(),
            indices: indices.as_mut_ptr(),
            materialIndices: null_mut(),
            weldTolerance: 0.0,
            vertexCount: vertices.len() as i32,
            triangleCount: level.triangles.len() as i32,
            weldVertices: false,
            useMedianSplit: false,
            identifyEdges: false,
        };
        // Safe: the arrays are as long as the definition says, and are copied.
        let data = unsafe { b3CreateMesh(&definition, null_mut(), 0) };
        assert!(!data.is_null(), "Box3D refuses {}", level.name);
        Self { data }
    }

    pub fn byte_count(&self) -> usize {
        // Safe: made in `new`.
        unsafe { (*self.data).byteCount as usize }
    }
}

impl Drop for BoxMesh {
    fn drop(&mut self) {
        // Safe: made in `new`, not used any more.
        unsafe { b3DestroyMesh(self.data) }
    }
}

pub struct Box3dMesh {
    mesh: BoxMesh,
}

impl Box3dMesh {
    pub fn new(level: &Level) -> Self {
        Self { mesh: BoxMesh::new(level) }
    }
}

impl Engine for Box3dMesh {
    fn name(&self) -> &'static str {
        "box3d mesh"
    }

    /// It has no cylinder, but prisms.
    fn can(&self, kind: Kind) -> bool {
        !matches!(kind, Kind::Cylinder(_))
    }

    fn ask(&self, kind: Kind, question: &Question) -> Option<f64> {
        let (from, translation) = (vector(question.peer_from), vector(question.peer_translation));
        let mesh = b3Mesh { data: self.mesh.data, scale: vector([1.0; 3]) };
        // Safe: the mesh is alive, and every pointer is to a local that outlives the call.
        let hit = unsafe {
            if let Kind::Ray(_) = kind {
                b3RayCastMesh(&mesh, &b3RayCastInput { origin: from, translation, maxFraction: 1.0 })
            } else {
                let hull = Hull::new(kind).at(from);
                let proxy = hull.proxy();
                b3ShapeCastMesh(
                    &mesh,
                    &b3ShapeCastInput { proxy, translation, maxFraction: 1.0, canEncroach: false },
                )
            }
        };
        hit.hit.then(|| f64::from(hit.fraction))
    }
}

impl Foreign for Box3dMesh {
    fn foreign_bytes(&self) -> usize {
        self.mesh.byte_count()
    }
}
