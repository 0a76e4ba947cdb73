//! Box3D: a mesh shape on a static body of a world, by the world's closest ray and its shape cast.

use super::box3d_mesh::{BoxMesh, vector};
use super::box3d_proxy::Hull;
use super::{Engine, Foreign};
use crate::level::Level;
use crate::questions::{Kind, Question};
use boxddd_sys::ffi::*;
use std::ffi::{c_int, c_void};

pub struct Box3d {
    mesh: BoxMesh,
    pub world: b3WorldId,
}

impl Box3d {
    pub fn new(level: &Level) -> Self {
        let mesh = BoxMesh::new(level);
        // Safe: the mesh outlives the world, which `drop` destroys first.
        let world = unsafe {
            let world = b3CreateWorld(&b3DefaultWorldDef());
            let body = b3CreateBody(world, &b3DefaultBodyDef());
            b3CreateMeshShape(body, &b3DefaultShapeDef(), mesh.data, vector([1.0; 3]));
            world
        };
        Self { mesh, world }
    }
}

impl Drop for Box3d {
    fn drop(&mut self) {
        // Safe: made in `new`, not used any more.
        unsafe { b3DestroyWorld(self.world) }
    }
}

unsafe extern "C" fn keep_nearest(
    _shape: b3ShapeId,
    _point: b3Vec3,
    _normal: b3Vec3,
    fraction: f32,
    _material: u64,
    _triangle: c_int,
    _child: c_int,
    context: *mut c_void,
) -> f32 {
    // Safe: `ask` passes the address of a local `Option<f64>`.
    unsafe { *context.cast::<Option<f64>>() = Some(f64::from(fraction)) };
    fraction
}

impl Engine for Box3d {
    fn name(&self) -> &'static str {
        "box3d"
    }

    /// It has no cylinder, but prisms.
    fn can(&self, kind: Kind) -> bool {
        !matches!(kind, Kind::Cylinder(_))
    }

    fn ask(&self, kind: Kind, question: &Question) -> Option<f64> {
        let (from, translation) = (vector(question.peer_from), vector(question.peer_translation));
        // Safe: the world is alive, and every pointer is to a local that outlives the call.
        unsafe {
            let filter = b3DefaultQueryFilter();
            if let Kind::Ray(_) = kind {
                let hit = b3World_CastRayClosest(self.world, from, translation, filter);
                return hit.hit.then(|| f64::from(hit.fraction));
            }
            let hull = Hull::new(kind);
            let proxy = hull.proxy();
            let mut nearest: Option<f64> = None;
            let context = (&raw mut nearest).cast::<c_void>();
            b3World_CastShape(self.world, from, &proxy, translation, filter, Some(keep_nearest), context);
            nearest
        }
    }
}

impl Foreign for Box3d {
    fn foreign_bytes(&self) -> usize {
        self.mesh.byte_count()
    }
}
