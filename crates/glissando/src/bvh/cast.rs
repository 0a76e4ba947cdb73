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

/// Room for the maximum number of pending nodes: seven siblings a level, and the root.
const STACK: usize = 7 * MAX_DEPTH + 1;

/// Lower bound of a component of the move, so that its inverse stays finite.
const LEAST_MOVE: f32 = 1e-30;

/// A box of half extents `extents` whose centre moves from `from` by `translation`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxPath {
    /// For each axis: the offsets subtracted from the near and from the far face of a box.
    near: [f32; 3],
    far: [f32; 3],
    inverse: [f32; 3],
    is_backward: [bool; 3],
}

impl BoxPath {
    pub(crate) fn new(from: DVec3, translation: DVec3, extents: DVec3) -> Self {
        let (from, move_by, extents) = (from.to_array(), translation.to_array(), extents.to_array());
        let mut path = Self { near: [0.0; 3], far: [0.0; 3], inverse: [0.0; 3], is_backward: [false; 3] };
        for axis in 0..3 {
            let o = from[axis] as f32;
            let d = move_by[axis] as f32;
            let d = if d.abs() < LEAST_MOVE { LEAST_MOVE } else { d };
            // Rounding of the start, of the extent, and of their sum; and the least move where the component is zero.
            let rounding = 8.0 * F32_ROUNDING * o.abs() + 2.0 * LEAST_MOVE;
            let grown = extents[axis] as f32 * (1.0 + 4.0 * F32_ROUNDING) + rounding;
            path.is_backward[axis] = d < 0.0;
            let (near, far) = if d < 0.0 { (o - grown, o + grown) } else { (o + grown, o - grown) };
            path.near[axis] = near;
            path.far[axis] = far;
            path.inverse[axis] = 1.0 / d;
        }
        path
    }

    /// Earliest entry of the path into each of eight boxes, and a bit mask of those that it may enter by `limit`.
    #[inline(always)]
    pub(crate) fn enter<F: F8>(&self, min: V8<F>, max: V8<F>, limit: f64) -> (F, u8) {
        let mut enter = F::splat(0.0);
        let mut leave = F::splat(round_up(limit));
        let faces = [(min.x, max.x), (min.y, max.y), (min.z, max.z)];
        for (axis, (low, high)) in faces.into_iter().enumerate() {
            let (near, far) = if self.is_backward[axis] { (high, low) } else { (low, high) };
            let inverse = F::splat(self.inverse[axis]);
            enter = enter.max((near - F::splat(self.near[axis])) * inverse);
            leave = leave.min((far - F::splat(self.far[axis])) * inverse);
        }
        let shrunk = enter * F::splat(1.0 - 6.0 * F32_ROUNDING);
        let out = shrunk.greater(leave * F::splat(1.0 + 6.0 * F32_ROUNDING));
        (shrunk, !out)
    }
}

/// A path's traversal of a tree, from leaf to leaf, the near ones first.
pub(crate) struct Walk<'a> {
    nodes: &'a [Node],
    path: &'a BoxPath,
    /// The pending nodes, with the path's entry into each.
    stack: [(f32, u32); STACK],
    waiting: usize,
}

impl Bvh {
    /// The leaves that a path may meet.
    #[inline(always)]
    pub(crate) fn walk<'a>(&'a self, path: &'a BoxPath) -> Walk<'a> {
        // The first pending node is the root.
        let waiting = usize::from(!self.nodes.is_empty());
        Walk { nodes: &self.nodes, path, stack: [(0.0, 0); STACK], waiting }
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
        while self.waiting > 0 {
            self.waiting -= 1;
            let (enter, mut next) = self.stack[self.waiting];
            if enter > bound {
                continue;
            }
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
        let (enters, mut mask) = self.path.enter(V8::<F>::load(&node.min), V8::load(&node.max), limit);
        if mask & mask.wrapping_sub(1) == 0 {
            return if mask == 0 { NONE } else { node.child[mask.trailing_zeros() as usize] };
        }
        let enters = enters.to_array();
        let first = self.waiting;
        let mut nearest = (f32::INFINITY, NONE);
        while mask != 0 {
            let lane = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            let mut other = (enters[lane], node.child[lane]);
            if other.0 < nearest.0 {
                core::mem::swap(&mut other, &mut nearest);
            }
            if other.1 != NONE {
                let mut at = self.waiting;
                while at > first && self.stack[at - 1].0 < other.0 {
                    self.stack[at] = self.stack[at - 1];
                    at -= 1;
                }
                self.stack[at] = other;
                self.waiting += 1;
            }
        }
        nearest.1
    }
}

/// A float not below `limit`.
fn round_up(limit: f64) -> f32 {
    let near = limit as f32;
    near + near * (2.0 * F32_ROUNDING)
}
