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

/// Factors for the roundings of an entry and of an exit.
const EARLIER: f32 = 1.0 - 6.0 * F32_ROUNDING;
const LATER: f32 = 1.0 + 6.0 * F32_ROUNDING;

/// A box of half extents `extents` whose centre moves from `from` by `translation`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxPath {
    /// For each axis: the offsets subtracted from the low and from the high face of a box.
    offsets: [[f32; 3]; 2],
    /// The same from the near and from the far face.
    by_entry: [[f32; 3]; 2],
    inverse: [f32; 3],
    /// The same for the near and the far face, a little too small and too large: an entry is no later, and an exit no earlier, than it is.
    inverse_by_entry: [[f32; 3]; 2],
    /// For each axis which face is near: 0 the low one, 1 the high one.
    near: [u8; 3],
}

impl BoxPath {
    #[inline]
    pub(crate) fn new(from: DVec3, translation: DVec3, extents: DVec3) -> Self {
        let (from, move_by, extents) = (from.to_array(), translation.to_array(), extents.to_array());
        let mut path = Self {
            offsets: [[0.0; 3]; 2],
            by_entry: [[0.0; 3]; 2],
            inverse: [0.0; 3],
            inverse_by_entry: [[0.0; 3]; 2],
            near: [0; 3],
        };
        for axis in 0..3 {
            let o = from[axis] as f32;
            let d = move_by[axis] as f32;
            let d = if d.abs() < LEAST_MOVE { LEAST_MOVE } else { d };
            // Rounding of the start, of the extent, and of their sum; and the least move where the component is zero.
            let rounding = 8.0 * F32_ROUNDING * o.abs() + 2.0 * LEAST_MOVE;
            let grown = extents[axis] as f32 * (1.0 + 4.0 * F32_ROUNDING) + rounding;
            (path.offsets[0][axis], path.offsets[1][axis]) = (o + grown, o - grown);
            // Not by a branch: which face is near nobody can guess.
            let grown = grown.copysign(d);
            (path.by_entry[0][axis], path.by_entry[1][axis]) = (o + grown, o - grown);
            let inverse = 1.0 / d;
            path.inverse[axis] = inverse;
            path.inverse_by_entry[0][axis] = inverse * EARLIER;
            path.inverse_by_entry[1][axis] = inverse * LATER;
            path.near[axis] = u8::from(d < 0.0);
        }
        path
    }

    /// Earliest entry of the path into each of eight boxes, none of them empty, and a bit mask of those that it may enter by
    /// `limit`.
    #[inline(always)]
    pub(crate) fn enter<F: F8>(&self, min: V8<F>, max: V8<F>, limit: f64) -> (F, u8) {
        let mut passage = Passage::new(round_up(limit));
        for (axis, (low, high)) in [(min.x, max.x), (min.y, max.y), (min.z, max.z)].into_iter().enumerate() {
            let (low, high) = (self.passes(low, 0, axis), self.passes(high, 1, axis));
            // A branch on the direction would be mispredicted from ray to ray, which takes longer than both.
            passage.cut(low.min(high), low.max(high));
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
    fn new(limit: f32) -> Self {
        Self { enter: F::splat(0.0), leave: F::splat(limit) }
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
        let shrunk = self.enter * F::splat(EARLIER);
        (shrunk, shrunk.not_greater(self.leave * F::splat(LATER)))
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

/// The pending nodes of a traversal. The room for them is not written before it is used: that would take a twentieth of a ray's time.
pub(crate) struct Agenda(ArrayVec<Pending, STACK>);

/// A path's traversal of a tree, from leaf to leaf, the near ones first. It is apart from its agenda: what does not change can stay
/// in registers.
#[derive(Clone, Copy)]
pub(crate) struct Walk<'a> {
    nodes: &'a [Node],
    /// What the numbers of leaves are places in, if pending nodes and leaves are to be fetched.
    leaves: &'a [u32],
    /// For each axis: the near side, and what is subtracted from the near and from the far faces.
    near: [usize; 3],
    offsets: [[f32; 3]; 2],
    inverse: [[f32; 3]; 2],
}

impl Bvh {
    /// What a traversal begins with.
    #[inline(always)]
    pub(crate) fn agenda(&self) -> Agenda {
        // The first pending node is the root.
        let root = (!self.nodes.is_empty()).then_some(Pending::ROOT);
        Agenda(root.into_iter().collect())
    }

    /// The leaves that a path may meet.
    #[inline(always)]
    pub(crate) fn walk(&self, path: &BoxPath) -> Walk<'_> {
        let [x, y, z] = path.near;
        let near = [usize::from(x & 1), usize::from(y & 1), usize::from(z & 1)];
        Walk { nodes: &self.nodes, leaves: &[], near, offsets: path.by_entry, inverse: path.inverse_by_entry }
    }

    /// Calls `visit(leaf, limit)` for every leaf that the path may meet by `limit` (a fraction of the move).
    ///
    /// `visit` returns the new limit, at most the old one; see [`Walk::next`].
    pub(crate) fn cast(&self, path: &BoxPath, mut limit: f64, mut visit: impl FnMut(usize, f64) -> f64) {
        let (walk, mut agenda) = (self.walk(path), self.agenda());
        while let Some(leaf) = walk.next::<Baseline>(&mut agenda, round_up(limit)) {
            limit = visit(leaf, limit);
        }
    }
}

impl<'a> Walk<'a> {
    /// The same, which asks the machine early for what it may come to. The number of a leaf is its place among these words.
    #[inline(always)]
    pub(crate) fn fetching(self, leaves: &'a [u32]) -> Self {
        Self { leaves, ..self }
    }

    /// Where a node or leaf is kept.
    #[inline(always)]
    fn place(&self, child: u32) -> *const u8 {
        let node = self.nodes.as_ptr().wrapping_add(child as usize).cast();
        let leaf = self.leaves.as_ptr().wrapping_add((child & !LEAF) as usize).cast();
        if child & LEAF == 0 { node } else { leaf }
    }

    /// The next leaf that may be met by `limit`, which never increases.
    ///
    /// Leaves that begin exactly at the limit are still visited, so that ties can be decided by index.
    #[inline(always)]
    pub(crate) fn next<F: F8>(&self, agenda: &mut Agenda, limit: f32) -> Option<usize> {
        while let Some(pending) = agenda.0.pop() {
            if pending.enter() > limit {
                continue;
            }
            let mut next = pending.node();
            while next & LEAF == 0 {
                next = self.open::<F>(next, limit, agenda);
            }
            if next != NONE {
                return Some((next & !LEAF) as usize);
            }
        }
        None
    }

    /// Earliest entry of the path into each of the boxes of a node, and a bit mask of those that it may enter by `limit`.
    #[inline(always)]
    fn enter<F: F8>(&self, node: &Node, limit: f32) -> (F, u8) {
        let mut passage = Passage::new(limit);
        for axis in 0..3 {
            let near = self.near[axis];
            let [entry, exit] = [F::load(&node.faces[near][axis]), F::load(&node.faces[near ^ 1][axis])];
            passage.cut(self.passes(entry, 0, axis), self.passes(exit, 1, axis));
        }
        // The factors have the roundings.
        let Passage { enter, leave } = passage;
        (enter, enter.not_greater(leave))
    }

    /// When the path passes the near (0) or far (1) faces of boxes.
    #[inline(always)]
    fn passes<F: F8>(&self, faces: F, side: usize, axis: usize) -> F {
        (faces - F::splat(self.offsets[side][axis])) * F::splat(self.inverse[side][axis])
    }

    /// The nearest child of a node that the path may enter, or [`NONE`]; the others are pushed, the nearest on top.
    #[inline(always)]
    fn open<F: F8>(&self, node: u32, limit: f32, Agenda(agenda): &mut Agenda) -> u32 {
        let node = &self.nodes[node as usize];
        let (enters, mut mask) = self.enter::<F>(node, limit);
        if mask & mask.wrapping_sub(1) == 0 {
            return if mask == 0 { NONE } else { node.child[mask.trailing_zeros() as usize] };
        }
        let enters = enters.to_array();
        let first = agenda.len();
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
            let mut at = agenda.len();
            agenda.push(later);
            if !self.leaves.is_empty() {
                F::prefetch(self.place(later.node()));
            }
            while at > first && agenda[at - 1] < later {
                agenda.swap(at - 1, at);
                at -= 1;
            }
        }
        nearest.node()
    }
}

/// A float not below `limit`.
pub(crate) fn round_up(limit: f64) -> f32 {
    let near = limit as f32;
    near + near * (2.0 * F32_ROUNDING)
}
