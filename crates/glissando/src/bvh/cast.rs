//! Which leaves does a moving box meet? Nearest first, and never wrongly "none".
//!
//! The slab test against eight boxes at once, each grown by the mover's half extents. Distances are
//! compared with room for their own rounding; a still mover is a move along directions of (almost) no
//! length, so one routine answers casts and overlaps.
//!
//! Source: Ize, Robust BVH Ray Traversal, JCGT 2013 (the few roundings that a slab test can lose).

use super::{Bvh, LEAF, MAX_DEPTH, Node};
use crate::math::DVec3;
use crate::simd::F8;
use crate::tolerance::F32_ROUNDING;

/// Room for every node that can wait at once: seven siblings a level, and the root.
const STACK: usize = 7 * MAX_DEPTH + 1;

/// A component of the move below this counts as this, so that its inverse stays finite.
const LEAST_MOVE: f32 = 1e-30;

/// A box of half extents `extents` whose centre moves from `from` by `translation`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxPath {
    /// For each axis: what is subtracted from the near and from the far face of a box.
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
            // Rounding of the start, of the extent, and of their sum.
            let grown = (extents[axis] as f32 * (1.0 + 4.0 * F32_ROUNDING)) + 8.0 * F32_ROUNDING * o.abs();
            path.is_backward[axis] = d < 0.0;
            let (near, far) = if d < 0.0 { (o - grown, o + grown) } else { (o + grown, o - grown) };
            path.near[axis] = near;
            path.far[axis] = far;
            path.inverse[axis] = 1.0 / d;
        }
        path
    }

    /// When the path enters each of the node's boxes, and a bit for each that it does enter by `limit`.
    #[inline(always)]
    fn enter(&self, node: &Node, limit: F8) -> ([f32; 8], u8) {
        let mut enter = F8::splat(0.0);
        let mut leave = limit;
        for axis in 0..3 {
            let (low, high) = (F8::new(node.min[axis]), F8::new(node.max[axis]));
            let (near, far) = if self.is_backward[axis] { (high, low) } else { (low, high) };
            let inverse = F8::splat(self.inverse[axis]);
            enter = enter.max((near - F8::splat(self.near[axis])) * inverse);
            leave = leave.min((far - F8::splat(self.far[axis])) * inverse);
        }
        let shrunk = enter * F8::splat(1.0 - 4.0 * F32_ROUNDING);
        let out = shrunk.greater(leave * F8::splat(1.0 + 4.0 * F32_ROUNDING));
        (shrunk.to_array(), !out)
    }
}

impl Bvh {
    /// Calls `visit(leaf, limit)` for every leaf that the path may meet by `limit` (a fraction of the move).
    ///
    /// `visit` returns the new limit, at most the old one. Leaves that begin exactly at the limit are
    /// still visited, so that ties can be decided by number. Near leaves come first.
    pub(crate) fn cast(&self, path: &BoxPath, mut limit: f64, mut visit: impl FnMut(usize, f64) -> f64) {
        if self.nodes.is_empty() {
            return;
        }
        let mut stack = [(0.0_f32, 0_u32); STACK];
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let (enter, child) = stack[waiting];
            if f64::from(enter) > limit {
                continue;
            }
            if child & LEAF != 0 {
                limit = visit((child & !LEAF) as usize, limit);
                continue;
            }
            let node = &self.nodes[child as usize];
            let (enters, mut mask) = path.enter(node, F8::splat(round_up(limit)));
            let first = waiting;
            while mask != 0 {
                let lane = mask.trailing_zeros() as usize;
                mask &= mask - 1;
                if node.child[lane] != super::NONE {
                    // Insertion keeps the nearest on top.
                    let mut at = waiting;
                    while at > first && stack[at - 1].0 < enters[lane] {
                        stack[at] = stack[at - 1];
                        at -= 1;
                    }
                    stack[at] = (enters[lane], node.child[lane]);
                    waiting += 1;
                }
            }
        }
    }
}

/// A float not below `limit`.
fn round_up(limit: f64) -> f32 {
    let near = limit as f32;
    near + near * (2.0 * F32_ROUNDING)
}
