//! Collapse from two children a node to eight: fewer, wider steps of the traversal.
//!
//! The binary nodes that become wide ones are chosen so that the sum of their areas is least, and with it the number of
//! nodes that a random line is expected to visit ([`Costs`](super::costs::Costs)).

use super::build::{BinaryTree, Rule, binary_tree};
use super::costs::divide;
use super::item::Item;
use super::{Bvh, LEAF, Leaves, MAX_DEPTH, Node};
use crate::geometry::Aabb;
use crate::threads::Builders;
use alloc::vec::Vec;

/// The wide tree over `count` boxes; balanced if it would otherwise be deeper than the traversal's stack allows.
pub(super) fn wide_tree(
    count: usize,
    bounds: impl Fn(usize) -> Aabb + Sync,
    builders: Builders,
) -> (Bvh, Leaves) {
    let mut items = builders.each(count, |i| Item::new(bounds(i), i as u32));
    let wide = Collapse::run(binary_tree(&mut items, Rule::Area, builders), Rule::Area);
    if wide.depth < MAX_DEPTH {
        return wide.finish();
    }
    Collapse::run(binary_tree(&mut items, Rule::Median, builders), Rule::Median).finish()
}

struct Collapse {
    binary: BinaryTree,
    /// By area nodes are opened as it costs least, else in halves.
    rule: Rule,
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
        let mut this = Self { binary, rule, nodes: Vec::new(), leaf_ends: Vec::new(), depth: 0 };
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
            let node = &self.binary.nodes[child as usize];
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
        let at = |node: u32| &self.binary.nodes[node as usize];
        let (left, right) = (node + 1, at(node).right);
        let to_left = match self.rule {
            Rule::Area => divide(&at(left).costs, &at(right).costs, room).0,
            Rule::Median => room / 2,
        };
        for (child, room) in [(left, to_left), (right, room - to_left)] {
            let pays = || self.rule == Rule::Median || at(child).costs.pays_to_open(room);
            if at(child).right != 0 && room > 1 && pays() {
                self.open(child, room, children);
            } else {
                children.push(child);
            }
        }
    }
}
