//! Refit: the same tree structure over boxes that have moved.
//!
//! Correct for any boxes, and as fast to search as a new tree while neighbours stay neighbours.

use super::{Bvh, LEAF, NONE, Node};
use crate::geometry::Aabb;

impl Bvh {
    /// This tree with new boxes of its leaves.
    pub(crate) fn refit(&self, leaf_bounds: impl Fn(usize) -> Aabb) -> Self {
        let mut tree = self.clone();
        tree.bounds = if tree.nodes.is_empty() { Aabb::EMPTY } else { tree.refit_node(0, &leaf_bounds) };
        tree
    }

    /// Refits a node and its subtree; returns its box. No deeper than [`super::MAX_DEPTH`].
    fn refit_node(&mut self, node: u32, leaf_bounds: &impl Fn(usize) -> Aabb) -> Aabb {
        let children = self.nodes[node as usize].child;
        let mut whole = Aabb::EMPTY;
        let mut fitted = Node::EMPTY;
        for (lane, child) in children.into_iter().enumerate().filter(|(_, child)| *child != NONE) {
            let bounds = match child & LEAF {
                0 => self.refit_node(child, leaf_bounds),
                _ => leaf_bounds((child & !LEAF) as usize),
            };
            fitted.set(lane, bounds, child);
            whole = whole.union(bounds);
        }
        self.nodes[node as usize] = fitted;
        whole
    }
}
