//! The top of a binary tree: the nodes of the greatest measure, which can be taken out and put in elsewhere.

use super::build::{Below, BinaryTree};
use super::item::Item;
use super::measure::Measure;
use crate::simd::{Baseline, F8};
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;

/// Maximum number of nodes whose children are looked at. Twice as many let rays visit 1 % fewer nodes, half as many 1 % more.
const TOP: usize = 1024;

/// The root of the top.
pub(super) const ROOT: u32 = 0;

/// A node of the top.
#[derive(Clone, Copy)]
pub(super) struct TopNode {
    pub(super) bounds: Item,
    pub(super) measure: f32,
    /// Index in the whole tree.
    binary: u32,
    /// That of the root is itself.
    pub(super) parent: u32,
    /// `None` for the lowest nodes.
    pub(super) children: Option<[u32; 2]>,
}

/// The top of a tree, the root first.
pub(super) struct Top {
    pub(super) nodes: Vec<TopNode>,
    pub(super) measure: Measure,
}

/// A number that has the order of measures, and below that a node.
pub(super) fn ranked(measure: f32, node: u32) -> u64 {
    // Bits have that order: of numbers that are not negative, not -0 and not NaN.
    u64::from(measure.max(0.0).abs().to_bits()) << 32 | u64::from(node)
}

#[inline]
pub(super) fn union(a: Item, b: Item) -> Item {
    Item::of(a.load::<Baseline>().min(b.load()))
}

/// Whether two boxes, of items with the same number, are the same.
pub(super) fn is_same(a: Item, b: Item) -> bool {
    a.load::<Baseline>().equal(b.load()) == u8::MAX
}

impl Top {
    /// That of a tree that is not empty.
    pub(super) fn of(tree: &BinaryTree) -> Self {
        let measure = tree.weights.measure;
        let node = |binary: u32, parent: u32| {
            let bounds = Item::new(tree.nodes[binary as usize].bounds, 0);
            TopNode { bounds, measure: bounds.measure(measure), binary, parent, children: None }
        };
        let mut nodes = alloc::vec![node(0, ROOT)];
        let mut greatest = BinaryHeap::from([ranked(0.0, ROOT)]);
        for _ in 0..TOP {
            let Some(at) = greatest.pop().map(|ranked| ranked as u32) else { break };
            let Below::Nodes(below) = tree.nodes[nodes[at as usize].binary as usize].below else { continue };
            let children = below.map(|child| {
                let (number, child) = (nodes.len() as u32, node(child, at));
                greatest.push(ranked(child.measure, number));
                nodes.push(child);
                number
            });
            nodes[at as usize].children = Some(children);
        }
        Self { nodes, measure }
    }

    pub(super) fn node(&self, at: u32) -> &TopNode {
        &self.nodes[at as usize]
    }

    pub(super) fn sibling(&self, node: u32) -> u32 {
        let [a, b] = self.node(self.node(node).parent).children.unwrap_or_default();
        if a == node { b } else { a }
    }

    /// Takes a node out with its parent, and puts both in above another one.
    pub(super) fn put(&mut self, node: u32, above: u32) {
        let parent = self.node(node).parent;
        let (sibling, grandparent) = (self.sibling(node), self.node(parent).parent);
        self.replace(grandparent, parent, sibling);
        self.refit(grandparent);
        let place = self.node(above).parent;
        self.replace(place, above, parent);
        self.nodes[parent as usize].children = Some([above, node]);
        self.nodes[above as usize].parent = parent;
        self.fit(parent);
        self.refit(place);
    }

    /// Gives a node another child in place of one.
    fn replace(&mut self, parent: u32, old: u32, new: u32) {
        let children = &mut self.nodes[parent as usize].children;
        *children = children.map(|pair| pair.map(|child| if child == old { new } else { child }));
        self.nodes[new as usize].parent = parent;
    }

    /// Fits the boxes of a node and of those above it: up to one that stays as it is, as do all above that.
    fn refit(&mut self, mut at: u32) {
        while at != ROOT && self.fit(at) {
            at = self.node(at).parent;
        }
    }

    /// Fits the box of a node with children; whether that changes it.
    fn fit(&mut self, at: u32) -> bool {
        let [a, b] = self.node(at).children.unwrap_or_default();
        let bounds = union(self.node(a).bounds, self.node(b).bounds);
        let node = &mut self.nodes[at as usize];
        if is_same(node.bounds, bounds) {
            return false;
        }
        (node.bounds, node.measure) = (bounds, bounds.measure(self.measure));
        true
    }

    /// Writes it into the tree.
    pub(super) fn write(&self, tree: &mut BinaryTree) {
        let mut downwards = alloc::vec![ROOT];
        let mut done = 0;
        while let Some(&at) = downwards.get(done) {
            downwards.extend(self.node(at).children.into_iter().flatten());
            done += 1;
        }
        for &at in downwards.iter().rev() {
            if let TopNode { bounds, binary, children: Some(children), .. } = *self.node(at) {
                let children = children.map(|child| self.node(child).binary);
                tree.set_children(binary as usize, bounds, children);
            }
        }
    }
}
