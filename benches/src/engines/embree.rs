//! Embree 3: rays alone. One thread; with the feature `parallel`, with which ours builds on all, it does too.

use super::{Engine, Foreign};
use crate::level::Level;
use crate::questions::{Kind, Question};
use std::ffi::c_uint;

/// See `peer_embree_new`.
const THREADS: c_uint = if cfg!(feature = "parallel") { 0 } else { 1 };

/// What `embree.c` keeps.
#[repr(C)]
struct Peer {
    _private: [u8; 0],
}

unsafe extern "C" {
    fn peer_embree_new(
        vertices: *const f32,
        vertex_count: usize,
        indices: *const u32,
        count: usize,
        threads: c_uint,
    ) -> *mut Peer;
    fn peer_embree_ray(peer: *const Peer, from: *const f32, way: *const f32) -> f32;
    fn peer_embree_bytes(peer: *const Peer) -> usize;
    fn peer_embree_free(peer: *mut Peer);
}

pub struct Embree {
    peer: *mut Peer,
}

impl Embree {
    pub fn new(level: &Level) -> Self {
        let (vertices, indices) = (level.vertices.as_flattened(), level.triangles.as_flattened());
        // Safe: the arrays are as long as it says, and are copied.
        let peer = unsafe {
            peer_embree_new(
                vertices.as_ptr(),
                level.vertices.len(),
                indices.as_ptr(),
                level.triangles.len(),
                THREADS,
            )
        };
        assert!(!peer.is_null(), "no memory for Embree");
        Self { peer }
    }
}

impl Drop for Embree {
    fn drop(&mut self) {
        // Safe: made in `new`, not used any more.
        unsafe { peer_embree_free(self.peer) }
    }
}

impl Engine for Embree {
    fn name(&self) -> &'static str {
        "embree"
    }

    fn can(&self, kind: Kind) -> bool {
        matches!(kind, Kind::Ray(_))
    }

    fn ask(&self, _kind: Kind, question: &Question) -> Option<f64> {
        let (from, way) = (question.peer_from.as_ptr(), question.peer_translation.as_ptr());
        // Safe: the scene is alive, and both point to three numbers that outlive the call.
        let free = unsafe { peer_embree_ray(self.peer, from, way) };
        (free >= 0.0).then_some(f64::from(free))
    }
}

impl Foreign for Embree {
    fn foreign_bytes(&self) -> usize {
        // Safe: made in `new`.
        unsafe { peer_embree_bytes(self.peer) }
    }
}
