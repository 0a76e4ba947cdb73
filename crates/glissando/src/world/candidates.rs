//! Down a mesh's tree, packet by packet: which triangles are worth a look?
//!
//! The one piece of a query that is compiled for each kind of instructions; what is done with a triangle
//! is plain code.

use crate::bvh::BoxPath;
use crate::mesh::{Mesh, Packet};
use crate::simd::{F8, Instructions, Kernel};
use crate::sweep::cull::Kept;

/// A path through a mesh that can drop what is out of its reach.
pub(super) trait Reach {
    /// The box that moves along the path, in mesh space.
    fn cast(&self) -> &BoxPath;

    /// The packet's triangles that may be met by `limit`. To be inlined always.
    fn keep<F: F8>(&self, packet: &Packet, limit: f64) -> Kept;
}

/// Calls `visit(packet, lane, limit)` for every triangle of the mesh that the path may meet by `limit`, the near
/// ones first; it returns the new limit, which only ever sinks. Returns the last one.
#[inline(always)]
pub(super) fn visit_candidates(
    instructions: Instructions,
    mesh: &Mesh,
    path: &impl Reach,
    limit: f64,
    visit: impl FnMut(&Packet, usize, f64) -> f64,
) -> f64 {
    instructions.run(Candidates { mesh, path, limit, visit })
}

struct Candidates<'a, R, V> {
    mesh: &'a Mesh,
    path: &'a R,
    limit: f64,
    visit: V,
}

impl<R: Reach, V: FnMut(&Packet, usize, f64) -> f64> Kernel for Candidates<'_, R, V> {
    type Answer = f64;

    #[inline(always)]
    fn run<F: F8>(mut self) -> f64 {
        let mut limit = self.limit;
        let mut walk = self.mesh.tree().walk(self.path.cast());
        while let Some(leaf) = walk.next::<F>(limit) {
            let packet = self.mesh.packet(leaf);
            let mut kept = self.path.keep::<F>(packet, limit);
            while let Some(lane) = kept.next(limit) {
                limit = (self.visit)(packet, lane, limit);
            }
        }
        limit
    }
}
