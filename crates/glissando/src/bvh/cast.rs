//! Traversal: the leaves that a moving box meets, nearest first, without false negatives.
//!
//! The slab test against eight boxes at once, each grown by the mover's half extents. Distances are compared with a
//! margin for their own rounding; a still mover is a move along directions of (almost) no length, so one routine serves
//! casts and overlaps.
//!
//! Source: Ize, Robust BVH Ray Traversal, JCGT 2013 (the few roundings that a slab test can lose).

use super::{Bvh, LEAF, MAX_DEPTH, NONE, Node};
use crate::math::DVec3;
use crate::simd::{Baseline, F8, V8};
use crate::tolerance::F32_ROUNDING;
use arrayvec::ArrayVec;

/// Room for the maximum number of pending nodes: seven siblings a level, and the root.
const STACK: usize = 7 * MAX_DEPTH + 1;

/// Lower bound of a component of the move, so that its inverse stays finite.
const LEAST_MOVE: f32 = 1e-30;

/// A box of half extents `extents` whose centre moves from `from` by `translation`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxPath {
    /// For each axis: the offsets subtracted from the low and from the high face of a box.
    offsets: [[f32; 3]; 2],
    inverse: [f32; 3],
    /// For each axis which face is near: 0 the low one, 1 the high one.
    near: [u8; 3],
}

impl BoxPath {
    pub(crate) fn new(from: DVec3, translation: DVec3, extents: DVec3) -> Self {
        let (from, move_by, extents) = (from.to_array(), translation.to_array(), extents.to_array());
        let mut path = Self { offsets: [[0.0; 3]; 2], inverse: [0.0; 3], near: [0; 3] };
        for axis in 0..3 {
            let o = from[axis] as f32;
            let d = move_by[axis] as f32;
            let d = if d.abs() < LEAST_MOVE { LEAST_MOVE } else { d };
            // Rounding of the start, of the extent, and of their sum; and the least move where the component is zero.
            let rounding = 8.0 * F32_ROUNDING * o.abs() + 2.0 * LEAST_MOVE;
            let grown = extents[axis] as f32 * (1.0 + 4.0 * F32_ROUNDING) + rounding;
            path.offsets[0][axis] = o + grown;
            path.offsets[1][axis] = o - grown;
            path.inverse[axis] = 1.0 / d;
            path.near[axis] = u8::from(d < 0.0);
        }
        path
    }

    /// Earliest entry of the path into each of eight boxes, none of them empty, and a bit mask of those that it may enter by
    /// `limit`.
    #[inline(always)]
    pub(crate) fn enter<F: F8>(&self, min: V8<F>, max: V8<F>, limit: f64) -> (F, u8) {
        let mut passage = Passage::new(limit);
        for (axis, (low, high)) in [(min.x, max.x), (min.y, max.y), (min.z, max.z)].into_iter().enumerate() {
            let (low, high) = (self.passes(low, 0, axis), self.passes(high, 1, axis));
            // A branch on the direction would be mispredicted from ray to ray, which takes longer than both.
            passage.cut(low.min(high), low.max(high));
        }
        passage.end()
    }

    /// The same for the children of a node.
    #[inline(always)]
    fn enter_children<F: F8>(&self, node: &Node, limit: f64) -> (F, u8) {
        let mut passage = Passage::new(limit);
        for axis in 0..3 {
            let near = usize::from(self.near[axis] & 1);
            let far = near ^ 1;
            let [entry, exit] = [F::load(&node.faces[near][axis]), F::load(&node.faces[far][axis])];
            passage.cut(self.passes(entry, near, axis), self.passes(exit, far, axis));
        }
        passage.end()
    }

    /// When the path passes the low (0) or high (1) faces of boxes.
    #[inline(always)]
    fn passes<F: F8>(&self, faces: F, side: usize, axis: usize) -> F {
        (faces - F::splat(self.offsets[side][axis])) * F::splat(self.inverse[axis])
    }
}

/// From when to when a path is in each of eight boxes.
struct Passage<F> {
    enter: F,
    leave: F,
}

impl<F: F8> Passage<F> {
    #[inline(always)]
    fn new(limit: f64) -> Self {
        Self { enter: F::splat(0.0), leave: F::splat(round_up(limit)) }
    }

    /// Cuts it by when the path passes the near and the far faces of an axis.
    #[inline(always)]
    fn cut(&mut self, near: F, far: F) {
        self.enter = self.enter.max(near);
        self.leave = self.leave.min(far);
    }

    /// The entry, no later than it is, and a bit mask of the boxes that may be entered before they are left.
    #[inline(always)]
    fn end(self) -> (F, u8) {
        let shrunk = self.enter * F::splat(1.0 - 6.0 * F32_ROUNDING);
        let out = shrunk.greater(self.leave * F::splat(1.0 + 6.0 * F32_ROUNDING));
        (shrunk, !out)
    }
}

/// A pending node: in one number the path's entry into it and, below that, its index. The bits of entries that are not negative have
/// their order, so the nodes do; no answer depends on that order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pending(u64);

impl Pending {
    const ROOT: Self = Self(0);

    #[inline(always)]
    fn new(enter: f32, node: u32) -> Self {
        Self(u64::from(enter.to_bits()) << 32 | u64::from(node))
    }

    #[inline(always)]
    fn enter(self) -> f32 {
        f32::from_bits((self.0 >> 32) as u32)
    }

    #[inline(always)]
    fn node(self) -> u32 {
        self.0 as u32
    }
}

/// A path's traversal of a tree, from leaf to leaf, the near ones first.
pub(crate) struct Walk<'a> {
    nodes: &'a [Node],
    path: &'a BoxPath,
    /// The pending nodes. The room for them is not written before it is used: that would take a twentieth of a ray's time.
    pending: ArrayVec<Pending, STACK>,
}

impl Bvh {
    /// The leaves that a path may meet.
    #[inline(always)]
    pub(crate) fn walk<'a>(&'a self, path: &'a BoxPath) -> Walk<'a> {
        // The first pending node is the root.
        let root = (!self.nodes.is_empty()).then_some(Pending::ROOT);
        Walk { nodes: &self.nodes, path, pending: root.into_iter().collect() }
    }

    /// Calls `visit(leaf, limit)` for every leaf that the path may meet by `limit` (a fraction of the move).
    ///
    /// `visit` returns the new limit, at most the old one; see [`Walk::next`].
    pub(crate) fn cast(&self, path: &BoxPath, mut limit: f64, mut visit: impl FnMut(usize, f64) -> f64) {
        let mut walk = self.walk(path);
        while let Some(leaf) = walk.next::<Baseline>(limit) {
            limit = visit(leaf, limit);
        }
    }
}

impl Walk<'_> {
    /// The next leaf that may be met by `limit`, which never increases.
    ///
    /// Leaves that begin exactly at the limit are still visited, so that ties can be decided by index.
    #[inline(always)]
    pub(crate) fn next<F: F8>(&mut self, limit: f64) -> Option<usize> {
        let bound = round_up(limit);
        while let Some(pending) = self.pending.pop() {
            if pending.enter() > bound {
                continue;
            }
            let mut next = pending.node();
            while next & LEAF == 0 {
                next = self.open::<F>(next, limit);
            }
            if next != NONE {
                return Some((next & !LEAF) as usize);
            }
        }
        None
    }

    /// The nearest child of a node that the path may enter, or [`NONE`]; the others are pushed, the nearest on top.
    #[inline(always)]
    fn open<F: F8>(&mut self, node: u32, limit: f64) -> u32 {
        let node = &self.nodes[node as usize];
        let (enters, mut mask) = self.path.enter_children::<F>(node, limit);
        if mask & mask.wrapping_sub(1) == 0 {
            return if mask == 0 { NONE } else { node.child[mask.trailing_zeros() as usize] };
        }
        let enters = enters.to_array();
        let first = self.pending.len();
        let lane = mask.trailing_zeros() as usize;
        let mut nearest = Pending::new(enters[lane], node.child[lane]);
        mask &= mask - 1;
        while mask != 0 {
            let lane = mask.trailing_zeros() as usize;
            let other = Pending::new(enters[lane], node.child[lane]);
            mask &= mask - 1;
            // Without a branch, which would be mispredicted often.
            let later = nearest.max(other);
            nearest = nearest.min(other);
            let mut at = self.pending.len();
            self.pending.push(later);
            while at > first && self.pending[at - 1] < later {
                self.pending.swap(at - 1, at);
                at -= 1;
            }
        }
        nearest.node()
    }
}

/// A float not below `limit`.
fn round_up(limit: f64) -> f32 {
    let near = limit as f32;
    near + near * (2.0 * F32_ROUNDING)
}
