//! Collapse from two children a node to eight: fewer, wider steps of the traversal.
//!
//! The binary nodes that become wide ones are chosen so that the sum of their measures is least, and with it the number of
//! nodes that a question is expected to visit ([`Costs`](super::costs::Costs)).

use super::build::{Below, BinaryTree, Rule, binary_tree};
use super::costs::divide;
use super::item::Item;
use super::reinsertion::reinsert;
use super::{Bvh, LEAF, Leaves, MAX_DEPTH, Node};
use crate::geometry::Aabb;
use crate::threads::Builders;
use alloc::vec::Vec;

/// Boxes sorted into leaves, under nodes of two children.
pub(crate) struct Sorted {
    items: Vec<Item>,
    tree: BinaryTree,
    builders: Builders,
}

impl Sorted {
    /// Sorts boxes (fewer than 2^29), numbered in their order.
    pub(crate) fn new(mut items: Vec<Item>, builders: Builders) -> Self {
        let tree = binary_tree(&mut items, Rule::Measure, builders);
        Self { items, tree, builders }
    }

    /// The wide tree, and the content of its leaves; balanced if it would otherwise be deeper than the traversal's stack allows.
    pub(crate) fn tree(self) -> (Bvh, Leaves) {
        let mut boxes = Vec::new();
        if cfg!(debug_assertions) {
            boxes.resize(self.items.len(), Aabb::EMPTY);
            self.items.iter().for_each(|item| boxes[item.number() as usize] = item.bounds());
        }
        let (tree, leaves) = self.collapsed();
        debug_assert_eq!(tree.check(boxes.len(), |i| boxes[i], |leaf| leaves.of(leaf)), Ok(()));
        (tree, leaves)
    }

    fn collapsed(self) -> (Bvh, Leaves) {
        let Self { mut items, mut tree, builders } = self;
        reinsert(&mut tree);
        // The improved tree may be too deep, and the one before it as well.
        for rule in [Rule::Measure, Rule::Median] {
            let wide = Collapse::run(&items, &tree, Rule::Measure);
            if wide.depth < MAX_DEPTH {
                return wide.finish();
            }
            tree = binary_tree(&mut items, rule, builders);
        }
        Collapse::run(&items, &tree, Rule::Median).finish()
    }
}

struct Collapse<'a> {
    items: &'a [Item],
    binary: &'a BinaryTree,
    /// By measure nodes are opened as it costs least, else in halves.
    rule: Rule,
    nodes: Vec<Node>,
    leaves: Leaves,
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

impl<'a> Collapse<'a> {
    fn finish(mut self) -> (Bvh, Leaves) {
        self.nodes.shrink_to_fit();
        let bounds = self.binary.nodes.first().map_or(Aabb::EMPTY, |root| root.bounds);
        (Bvh { nodes: self.nodes, leaf_count: self.leaves.ends.len() as u32, bounds }, self.leaves)
    }

    fn run(items: &'a [Item], binary: &'a BinaryTree, rule: Rule) -> Self {
        let leaves = Leaves { order: Vec::with_capacity(items.len()), ends: Vec::new() };
        let mut this = Self { items, binary, rule, nodes: Vec::new(), leaves, depth: 0 };
        if let Some(root) = binary.nodes.first() {
            let mut children = Children::default();
            match root.below {
                Below::Items(_) => children.push(0),
                Below::Nodes(below) => this.open(below, 8, &mut children),
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
            match node.below {
                Below::Items([first, end]) => {
                    let leaf = self.leaves.ends.len() as u32;
                    let items = &self.items[first as usize..end as usize];
                    self.leaves.order.extend(items.iter().map(Item::number));
                    self.leaves.ends.push(self.leaves.order.len() as u32);
                    self.nodes[wide].set(lane, node.bounds, LEAF | leaf);
                }
                Below::Nodes(below) => {
                    let next = self.nodes.len();
                    self.nodes.push(Node::EMPTY);
                    self.nodes[wide].set(lane, node.bounds, next as u32);
                    let mut grandchildren = Children::default();
                    self.open(below, 8, &mut grandchildren);
                    self.fill(next, &grandchildren, depth + 1);
                }
            }
        }
    }

    /// Adds at most `room` (two or more) binary nodes that hold two at the least cost.
    fn open(&self, [left, right]: [u32; 2], room: usize, children: &mut Children) {
        let at = |node: u32| &self.binary.nodes[node as usize];
        let to_left = match self.rule {
            Rule::Measure => divide(&at(left).costs, &at(right).costs, room).0,
            Rule::Median => room / 2,
        };
        for (child, room) in [(left, to_left), (right, room - to_left)] {
            let pays = || self.rule == Rule::Median || at(child).costs.pays_to_open(room);
            match at(child).below {
                Below::Nodes(below) if room > 1 && pays() => self.open(below, room, children),
                _ => children.push(child),
            }
        }
    }
}
