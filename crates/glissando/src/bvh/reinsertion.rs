//! The top of the binary tree put together better: its nodes are taken out in turn, and put in again where they add least.
//!
//! A cut is made without regard to those below it, and cannot be taken back: on real levels a few nodes that hold far too much are
//! near the root. Only the nodes of the greatest measure are looked at. They are the ones that most questions visit, and the
//! work is the same for a tree of any size.
//!
//! Source: Bittner, Hapala & Havran, Fast Insertion-Based Optimization of Bounding Volume Hierarchies, 2013.

use super::build::{Below, BinaryTree};
use super::item::Item;
use super::measure::Measure;
use crate::simd::{Baseline, F8};
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;

/// Maximum number of nodes whose children are looked at. Twice as many let rays visit 1 % fewer nodes, half as many 1 % more.
const TOP: usize = 1024;

/// The root of the top.
const ROOT: u32 = 0;

/// A node of the top.
#[derive(Clone, Copy)]
struct TopNode {
    bounds: Item,
    measure: f32,
    /// Index in the whole tree.
    binary: u32,
    /// That of the root is itself.
    parent: u32,
    /// `None` for the lowest nodes.
    children: Option<[u32; 2]>,
}

/// The top of a tree, the root first.
struct Top {
    nodes: Vec<TopNode>,
    measure: Measure,
}

/// Puts the top of a tree together better.
pub(super) fn reinsert(tree: &mut BinaryTree) {
    if tree.nodes.is_empty() {
        return;
    }
    let mut top = Top::of(tree);
    let mut pending = Vec::new();
    for node in top.worst_first() {
        if let Some(above) = top.best_place(node, &mut pending) {
            top.put(node, above);
        }
    }
    top.write(tree);
}

/// In one number the order of measures, which are not negative but may be -0, and below that a node.
fn ranked(measure: f32, node: u32) -> u64 {
    u64::from(measure.abs().to_bits()) << 32 | u64::from(node)
}

fn union(a: Item, b: Item) -> Item {
    Item::of(a.load::<Baseline>().min(b.load()))
}

impl Top {
    fn of(tree: &BinaryTree) -> Self {
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

    fn node(&self, at: u32) -> &TopNode {
        &self.nodes[at as usize]
    }

    /// Those whose parent is largest beside its children. Of the others few have a better place.
    fn worst_first(&self) -> Vec<u32> {
        let excess = |at: u32| {
            let parent = self.node(self.node(at).parent);
            let [a, b] = parent.children.unwrap_or_default().map(|child| self.node(child).measure);
            // Infinite above a child without measure.
            parent.measure * (parent.measure / (a + b)) * (parent.measure / a.min(b))
        };
        let mut all: Vec<_> = (1..self.nodes.len() as u32).map(|at| ranked(excess(at), at)).collect();
        all.sort_unstable();
        all.into_iter().rev().map(|ranked| ranked as u32).take(self.nodes.len() * 3 / 5).collect()
    }

    fn sibling(&self, node: u32) -> u32 {
        let [a, b] = self.node(self.node(node).parent).children.unwrap_or_default();
        if a == node { b } else { a }
    }

    /// The node above which this one saves most, if it saves anything.
    fn best_place(&self, node: u32, pending: &mut Vec<(u32, f32)>) -> Option<u32> {
        let mut below = self.node(node).parent;
        if below == ROOT {
            return None;
        }
        let TopNode { bounds, measure: least, .. } = *self.node(node);
        let mut search = Search { top: self, bounds, least, best: None, saved: 0.0, pending };
        // The parent is taken out with it.
        let mut saved = self.node(below).measure;
        let mut rest = self.node(self.sibling(node)).bounds;
        search.below(self.sibling(node), saved);
        loop {
            let other = self.sibling(below);
            search.at(other, saved);
            below = self.node(below).parent;
            if below == ROOT {
                return search.best;
            }
            // What this ancestor is without the node, which may be put in above it.
            rest = union(rest, self.node(other).bounds);
            saved += self.node(below).measure - rest.measure(self.measure);
            search.offer(below, saved - union(rest, bounds).measure(self.measure));
        }
    }

    /// Takes a node out with its parent, and puts both in above another one.
    fn put(&mut self, node: u32, above: u32) {
        let parent = self.node(node).parent;
        let (sibling, grandparent) = (self.sibling(node), self.node(parent).parent);
        self.replace(grandparent, parent, sibling);
        self.refit(grandparent);
        self.replace(self.node(above).parent, above, parent);
        self.nodes[parent as usize].children = Some([above, node]);
        self.nodes[above as usize].parent = parent;
        self.refit(parent);
    }

    /// Gives a node another child in place of one.
    fn replace(&mut self, parent: u32, old: u32, new: u32) {
        let children = &mut self.nodes[parent as usize].children;
        *children = children.map(|pair| pair.map(|child| if child == old { new } else { child }));
        self.nodes[new as usize].parent = parent;
    }

    /// Fits the boxes of a node and of all above it.
    fn refit(&mut self, mut at: u32) {
        while at != ROOT {
            if let Some([a, b]) = self.node(at).children {
                let bounds = union(self.node(a).bounds, self.node(b).bounds);
                let fitted = TopNode { bounds, measure: bounds.measure(self.measure), ..*self.node(at) };
                self.nodes[at as usize] = fitted;
            }
            at = self.node(at).parent;
        }
    }

    /// Writes it into the tree.
    fn write(&self, tree: &mut BinaryTree) {
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

/// The search for the best place of a node.
struct Search<'a> {
    top: &'a Top,
    bounds: Item,
    /// The measure of any new parent is no less.
    least: f32,
    /// The node above which most is saved, and how much.
    best: Option<u32>,
    saved: f32,
    /// Nodes to look at, and what is saved before the new parent is put in.
    pending: &'a mut Vec<(u32, f32)>,
}

impl Search<'_> {
    /// A place above a node, which saves so much.
    fn offer(&mut self, above: u32, saved: f32) {
        if saved > self.saved {
            (self.best, self.saved) = (Some(above), saved);
        }
    }

    /// Looks at the places above a node and those below it.
    fn at(&mut self, node: u32, saved: f32) {
        self.offer(node, saved - self.joined(node));
        self.below(node, saved);
    }

    /// Looks at the places above those below a node.
    fn below(&mut self, node: u32, saved: f32) {
        self.push_children(node, saved);
        while let Some((node, saved)) = self.pending.pop() {
            // It may have become too little meanwhile.
            if saved - self.least > self.saved {
                self.offer(node, saved - self.joined(node));
                self.push_children(node, saved);
            }
        }
    }

    fn push_children(&mut self, node: u32, saved: f32) {
        let TopNode { measure, children, .. } = self.top.node(node);
        let saved = saved - (self.joined(node) - measure);
        if let Some([a, b]) = *children
            && saved - self.least > self.saved
        {
            self.pending.extend([(a, saved), (b, saved)]);
        }
    }

    /// The measure of the box of this node and the one that is put in.
    fn joined(&self, node: u32) -> f32 {
        union(self.top.node(node).bounds, self.bounds).measure(self.top.measure)
    }
}
