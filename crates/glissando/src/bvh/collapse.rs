//! From two children a node to eight: fewer, wider steps on the way down.

use super::build::{BinaryTree, balanced_tree};
use super::{Bvh, LEAF, MAX_DEPTH, Node};
use crate::geometry::Aabb;
use alloc::vec::Vec;

/// The wide tree of a binary one; balanced instead if it would be deeper than the traversal's stack allows.
pub(super) fn collapse(binary: BinaryTree, boxes: &[Aabb]) -> Bvh {
    let wide = Collapse::run(&binary);
    if wide.depth < MAX_DEPTH {
        return wide.finish();
    }
    Collapse::run(&balanced_tree(boxes)).finish()
}

struct Collapse<'a> {
    binary: &'a BinaryTree,
    nodes: Vec<Node>,
    leaf_ends: Vec<u32>,
    depth: usize,
}

impl<'a> Collapse<'a> {
    fn finish(self) -> Bvh {
        let bounds = self.binary.nodes.first().map_or(Aabb::EMPTY, |root| root.bounds);
        Bvh { nodes: self.nodes, order: self.binary.order.clone(), leaf_ends: self.leaf_ends, bounds }
    }

    fn run(binary: &'a BinaryTree) -> Self {
        let mut this = Self { binary, nodes: Vec::new(), leaf_ends: Vec::new(), depth: 0 };
        if !binary.order.is_empty() {
            this.nodes.push(Node::EMPTY);
            let is_one_leaf = binary.nodes[0].left == 0;
            let children = if is_one_leaf { alloc::vec![0] } else { this.eight_children(0) };
            this.fill(0, &children, 0);
        }
        this
    }

    /// Depth first and left to right, so that leaves are numbered in the order of their primitives.
    fn fill(&mut self, wide: usize, children: &[u32], depth: usize) {
        self.depth = self.depth.max(depth);
        for (lane, &child) in children.iter().enumerate() {
            let node = self.binary.nodes[child as usize];
            if node.left == 0 {
                let leaf = self.leaf_ends.len() as u32;
                self.leaf_ends.push(node.first + node.count);
                self.nodes[wide].set(lane, node.bounds, LEAF | leaf);
            } else {
                let next = self.nodes.len();
                self.nodes.push(Node::EMPTY);
                self.nodes[wide].set(lane, node.bounds, next as u32);
                let grandchildren = self.eight_children(child);
                self.fill(next, &grandchildren, depth + 1);
            }
        }
    }

    /// Up to eight descendants that together hold the subtree: the largest is opened first.
    fn eight_children(&self, root: u32) -> Vec<u32> {
        let nodes = &self.binary.nodes;
        let root = nodes[root as usize];
        let mut open = alloc::vec![root.left, root.right];
        while open.len() < 8 {
            let mut largest: Option<(f32, usize)> = None;
            for (at, &child) in open.iter().enumerate() {
                let node = &nodes[child as usize];
                let area = node.bounds.half_area();
                if node.left != 0 && largest.is_none_or(|(most, _)| area > most) {
                    largest = Some((area, at));
                }
            }
            let Some((_, at)) = largest else { break };
            let node = nodes[open[at] as usize];
            open[at] = node.left;
            open.insert(at + 1, node.right);
        }
        open
    }
}
