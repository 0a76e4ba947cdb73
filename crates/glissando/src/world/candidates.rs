//! Traversal of a mesh's tree, packet by packet, to the triangles that a query must examine.
//!
//! The only part of a query that is compiled for each instruction set; the work on a single triangle is plain code.

use crate::bvh::{BoxPath, round_up};
use crate::mesh::{Mesh, Packet};
use crate::simd::{F8, Instructions, Kernel, V8};
use crate::sweep::cull::{Kept, boxes};

/// A path through a mesh that can drop triangles out of its reach.
pub(super) trait Reach {
    /// Data for tests finer than boxes.
    type Prepared;

    /// The box that moves along the path, in mesh space.
    fn cast(&self) -> &BoxPath;

    /// Computed once some triangle's box is met: many paths meet none.
    fn prepare(&self) -> Self::Prepared;

    /// Those of the triangles in `boxed`, whose boxes are entered at `enter`, that may be met. Must always be inlined.
    fn keep<F: F8>(prepared: &Self::Prepared, corners: &[V8<F>; 3], boxed: u8, enter: F) -> Kept;
}

/// Calls `visit(prepared, packet, lane, limit)` for every triangle of the mesh that the path may meet by `limit`, near
/// ones first; `visit` returns the new limit, which never increases. Returns the last limit.
#[inline(always)]
pub(super) fn visit_candidates<R: Reach>(
    instructions: Instructions,
    mesh: &Mesh,
    path: &R,
    limit: f64,
    visit: impl FnMut(&R::Prepared, &Packet, usize, f64) -> f64,
) -> f64 {
    instructions.run(Candidates { mesh, path, limit, visit })
}

struct Candidates<'a, R, V> {
    mesh: &'a Mesh,
    path: &'a R,
    limit: f64,
    visit: V,
}

impl<R: Reach, V: FnMut(&R::Prepared, &Packet, usize, f64) -> f64> Kernel for Candidates<'_, R, V> {
    type Answer = f64;

    #[inline(always)]
    fn run<F: F8>(mut self) -> f64 {
        let mut limit = self.limit;
        let mut prepared = None;
        let cast = self.path.cast();
        let (walk, mut agenda) = (self.mesh.tree().walk(cast), self.mesh.tree().agenda());
        while let Some(leaf) = walk.next::<F>(&mut agenda, round_up(limit)) {
            let packet = &self.mesh.packet(leaf);
            let corners = packet.corners8::<F>();
            let (min, max) = boxes(&corners);
            let (enter, boxed) = cast.enter(min, max, limit);
            let boxed = boxed & packet.lanes;
            if boxed == 0 {
                continue;
            }
            let prepared = prepared.get_or_insert_with(|| self.path.prepare());
            let mut kept = R::keep(prepared, &corners, boxed, enter);
            while let Some(lane) = kept.next(limit) {
                limit = (self.visit)(prepared, packet, lane, limit);
            }
        }
        limit
    }
}
