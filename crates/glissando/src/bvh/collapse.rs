//! Collapse from two children a node to eight: fewer, wider steps of the traversal.
//!
//! The binary nodes that become wide ones are chosen so that the sum of their areas is least, and with it the number of
//! nodes that a random line is expected to visit: for every binary node and every number of boxes from one to eight,
//! the least cost of holding its subtree in that many boxes.
//!
//! Source: Ylitie, Karras & Laine, Efficient Incoherent Ray Traversal on GPUs Through Compressed Wide BVHs,
//! 2017 (the dynamic programme).

use super::build::{BinaryTree, Rule, binary_tree};
use super::{Bvh, LEAF, Leaves, MAX_DEPTH, Node};
use crate::geometry::Aabb;
use crate::threads::Builders;
use alloc::vec::Vec;

/// Weight of a node besides its own area, in areas of the root's box divided by the number of primitives.
///
/// This value costs a quarter of a percent of the expected visits and saves a tenth of the nodes (measured).
const NODE_SHARE: f32 = 16.0;

/// Least weight of a node, so that even trees without area are shallow.
const LEAST_WEIGHT: f32 = 1e-30;

/// The wide tree over `count` boxes; balanced if it would otherwise be deeper than the traversal's stack allows.
pub(super) fn wide_tree(
    count: usize,
    bounds: impl Fn(usize) -> Aabb + Sync,
    builders: Builders,
) -> (Bvh, Leaves) {
    let wide = Collapse::run(binary_tree(count, &bounds, (Rule::Area, builders)), Rule::Area);
    if wide.depth < MAX_DEPTH {
        return wide.finish();
    }
    Collapse::run(binary_tree(count, &bounds, (Rule::Median, builders)), Rule::Median).finish()
}

struct Collapse {
    binary: BinaryTree,
    /// For each binary node: the least cost of holding it in at most 1, 2, ... 7 boxes. A box that is a wide node costs
    /// its weight and its subtree, a leaf nothing. Empty if nodes are opened in halves.
    costs: Vec<[f32; 7]>,
    nodes: Vec<Node>,
    leaf_ends: Vec<u32>,
    depth: usize,
}

/// Up to eight binary nodes, left to right.
#[derive(Default)]
struct Children {
    nodes: [u32; 8],
    count: usize,
}

impl Children {
    fn push(&mut self, node: u32) {
        self.nodes[self.count] = node;
        self.count += 1;
    }
}

impl Collapse {
    fn finish(mut self) -> (Bvh, Leaves) {
        self.nodes.shrink_to_fit();
        let bounds = self.binary.nodes.first().map_or(Aabb::EMPTY, |root| root.bounds);
        let leaf_count = self.leaf_ends.len() as u32;
        let leaves = Leaves { order: self.binary.order, ends: self.leaf_ends };
        (Bvh { nodes: self.nodes, leaf_count, bounds }, leaves)
    }

    fn run(binary: BinaryTree, rule: Rule) -> Self {
        let costs = if rule == Rule::Area { costs(&binary) } else { Vec::new() };
        let mut this = Self { binary, costs, nodes: Vec::new(), leaf_ends: Vec::new(), depth: 0 };
        if !this.binary.order.is_empty() {
            let mut children = Children::default();
            if this.binary.nodes[0].right == 0 {
                children.push(0);
            } else {
                this.open(0, 8, &mut children);
            }
            this.nodes.push(Node::EMPTY);
            this.fill(0, &children, 0);
        }
        this
    }

    /// Depth first and left to right, so that leaves are numbered in the order of their primitives.
    fn fill(&mut self, wide: usize, children: &Children, depth: usize) {
        self.depth = self.depth.max(depth);
        for (lane, &child) in children.nodes[..children.count].iter().enumerate() {
            let node = self.binary.nodes[child as usize];
            if node.right == 0 {
                let leaf = self.leaf_ends.len() as u32;
                self.leaf_ends.push(node.end);
                self.nodes[wide].set(lane, node.bounds, LEAF | leaf);
            } else {
                let next = self.nodes.len();
                self.nodes.push(Node::EMPTY);
                self.nodes[wide].set(lane, node.bounds, next as u32);
                let mut grandchildren = Children::default();
                self.open(child, 8, &mut grandchildren);
                self.fill(next, &grandchildren, depth + 1);
            }
        }
    }

    /// Adds at most `room` (two or more) binary nodes that hold an inner one at the least cost.
    fn open(&self, node: u32, room: usize, children: &mut Children) {
        let (left, right) = (node + 1, self.binary.nodes[node as usize].right);
        let to_left = match (self.costs.get(left as usize), self.costs.get(right as usize)) {
            (Some(left), Some(right)) => divide(left, right, room).0,
            _ => room / 2,
        };
        for (child, room) in [(left, to_left), (right, room - to_left)] {
            let is_leaf = self.binary.nodes[child as usize].right == 0;
            let pays = || self.costs.get(child as usize).is_none_or(|costs| costs[room - 1] < costs[0]);
            if !is_leaf && room > 1 && pays() {
                self.open(child, room, children);
            } else {
                children.push(child);
            }
        }
    }
}

/// See [`Collapse::costs`]. Children come after their parents, so the loop runs from the last node to the first.
fn costs(binary: &BinaryTree) -> Vec<[f32; 7]> {
    let mut costs = alloc::vec![[0.0; 7]; binary.nodes.len()];
    let root = binary.nodes.first().map_or(0.0, |root| root.bounds.half_area());
    let least = (NODE_SHARE * root / binary.order.len() as f32).max(LEAST_WEIGHT);
    for (i, node) in binary.nodes.iter().enumerate().rev().filter(|(_, node)| node.right != 0) {
        let (left, right) = (costs[i + 1], costs[node.right as usize]);
        let closed = node.bounds.half_area() + least + divide(&left, &right, 8).1;
        costs[i] = core::array::from_fn(|i| match i {
            0 => closed,
            _ => closed.min(divide(&left, &right, i + 1).1),
        });
    }
    costs
}

/// The best number of `room` boxes to give to the left of two children, and the least cost.
#[inline(always)]
fn divide(left: &[f32; 7], right: &[f32; 7], room: usize) -> (usize, f32) {
    let mut best = (1, left[0] + right[room - 2]);
    for to_left in 2..room {
        let cost = left[to_left - 1] + right[room - to_left - 1];
        if cost < best.1 {
            best = (to_left, cost);
        }
    }
    best
}
