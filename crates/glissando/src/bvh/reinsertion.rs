//! The top of the binary tree put together better: its nodes are taken out in turn, and put in again where they add least.
//!
//! A cut is made without regard to those below it and is never taken back, so real levels have a few nodes near the root that
//! hold far too much. Only nodes of the greatest measure are looked at: most questions visit them, and the work is the
//! same for trees of any size. One thread does it, so the tree is the same on any number of threads.
//!
//! ```text
//!      g                 g
//!     / \               / \
//!    p   o      →      s   o'        `node` is taken out with its parent p, whose place its sibling s takes;
//!   / \   \                 \        both are put in again above another node x: where the sum of the
//! node s   x                 p       measures of all inner nodes is least
//!                           / \
//!                          x  node
//! ```
//!
//! Source: Bittner, Hapala & Havran, Fast Insertion-Based Optimization of Bounding Volume Hierarchies, 2013.

use super::build::BinaryTree;
use super::item::Item;
use super::top::{ROOT, Top, TopNode, is_same, ranked, union};
use alloc::vec::Vec;

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

impl Top {
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
        let mut shrinks = true;
        loop {
            let other = self.sibling(below);
            search.at(other, saved);
            below = self.node(below).parent;
            if below == ROOT {
                return search.best;
            }
            let ancestor = self.node(below);
            if shrinks {
                // The box of this ancestor without the node. Where it is the same, so are those of all above.
                rest = union(rest, self.node(other).bounds);
                saved += ancestor.measure - rest.measure(self.measure);
                shrinks = !is_same(rest, ancestor.bounds);
            }
            // With the node above it, the parent has the box that the ancestor had.
            search.offer(below, saved - ancestor.measure);
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
        self.look(node, saved);
        self.finish();
    }

    /// Looks at the places above those below a node.
    fn below(&mut self, node: u32, saved: f32) {
        self.push_children(node, saved, self.joined(node));
        self.finish();
    }

    fn finish(&mut self) {
        while let Some((node, saved)) = self.pending.pop() {
            self.look(node, saved);
        }
    }

    /// Looks at the place above a node, and notes those below it.
    #[inline]
    fn look(&mut self, node: u32, saved: f32) {
        if self.can_be_better(saved) {
            let joined = self.joined(node);
            self.offer(node, saved - joined);
            self.push_children(node, saved, joined);
        }
    }

    /// Those below a node, which grows to this measure.
    fn push_children(&mut self, node: u32, saved: f32, joined: f32) {
        let TopNode { measure, children, .. } = self.top.node(node);
        let saved = saved - (joined - measure);
        if let Some([a, b]) = *children
            && self.can_be_better(saved)
        {
            self.pending.extend([(a, saved), (b, saved)]);
        }
    }

    fn can_be_better(&self, saved: f32) -> bool {
        saved - self.least > self.saved
    }

    /// The measure of the box of this node and the one that is put in.
    fn joined(&self, node: u32) -> f32 {
        union(self.top.node(node).bounds, self.bounds).measure(self.top.measure)
    }
}

#[cfg(test)]
mod tests {
    use super::super::build::{Below, BinaryNode, Rule, binary_tree};
    use super::super::costs::{Costs, Weights};
    use super::*;
    use crate::geometry::Aabb;
    use crate::math::Vec3;
    use crate::random::noise;
    use crate::threads::Builders;

    /// Small boxes in a wide room, one of twenty a long wall or a floor.
    fn room(count: usize, seed: &mut u64) -> Vec<Item> {
        let mut numbers = |scale: f32| Vec3::new(noise(seed), noise(seed), noise(seed)) * scale;
        let mut one = |i: usize| {
            let (from, size) = (numbers(100.0), numbers(1.0));
            let [x, y, z] = size.to_array();
            let size = match i % 40 {
                0 => Vec3::new(60.0 * x, y, z),
                20 => Vec3::new(20.0 * x, 0.0, 20.0 * z),
                _ => size,
            };
            Item::new(Aabb::of(&[from, from + size]), i as u32)
        };
        (0..count).map(&mut one).collect()
    }

    /// The sum of the measures of all inner nodes below a node.
    fn inner(tree: &BinaryTree, node: u32) -> f64 {
        let BinaryNode { bounds, below, .. } = tree.nodes[node as usize];
        match below {
            Below::Nodes(children) => {
                let own = Item::new(bounds, 0).measure(tree.weights.measure);
                f64::from(own) + children.map(|child| inner(tree, child)).iter().sum::<f64>()
            }
            Below::Items(_) => 0.0,
        }
    }

    /// Whether each box is just as large as what it holds; the leaves, which are added to the list, come once each.
    fn is_fitted(tree: &BinaryTree, items: &[Item], node: u32, leaves: &mut Vec<u32>) -> bool {
        let BinaryNode { bounds, below, .. } = tree.nodes[node as usize];
        let held = match below {
            Below::Nodes(children) => {
                let [a, b] = children.map(|child| tree.nodes[child as usize].bounds);
                children.iter().all(|&child| is_fitted(tree, items, child, leaves)).then(|| a.union(b))
            }
            Below::Items([first, end]) => {
                leaves.extend(first..end);
                let items = &items[first as usize..end as usize];
                Some(items.iter().fold(Aabb::EMPTY, |all, item| all.union(item.bounds())))
            }
        };
        held == Some(bounds)
    }

    #[test]
    fn the_nodes_are_smaller_and_hold_the_same() {
        let mut seed = 3;
        for (count, most) in [(1, 1.0), (9, 1.0), (40, 1.0), (300, 1.0), (5000, 0.999), (40_000, 0.99)] {
            let mut items = room(count, &mut seed);
            let mut tree = binary_tree(&mut items, Rule::Measure, Builders::Caller);
            let before = inner(&tree, 0);
            reinsert(&mut tree);
            let share = if before > 0.0 { inner(&tree, 0) / before } else { 1.0 };
            std::println!("{count}: {share:.4} of the sum of measures");
            assert!(share <= most, "{count}: {share}");
            let mut leaves = Vec::new();
            assert!(is_fitted(&tree, &items, 0, &mut leaves), "{count}");
            leaves.sort_unstable();
            assert!(leaves.into_iter().eq(0..count as u32), "{count}");
        }
    }

    #[test]
    fn parted_neighbours_come_together() {
        let at = |place: f32| Aabb::of(&[Vec3::splat(place), Vec3::splat(place + 1.0)]);
        let leaf = |place: f32| (at(place), Below::Items([0, 1]));
        let pair = |from: f32, to: f32, children: [u32; 2]| (at(from).union(at(to)), Below::Nodes(children));
        let nodes = [
            pair(0.0, 99.0, [1, 2]),
            pair(0.0, 52.0, [3, 4]),
            leaf(99.0),
            pair(0.0, 50.0, [5, 6]),
            pair(2.0, 52.0, [7, 8]),
            leaf(0.0),
            leaf(50.0),
            leaf(2.0),
            leaf(52.0),
        ];
        let costs = Costs::default();
        let weights = Weights::within(Item::new(nodes[0].0, 0), 5);
        let nodes = nodes.map(|(bounds, below)| BinaryNode { bounds, below, costs }).to_vec();
        let mut tree = BinaryTree { nodes, weights };
        reinsert(&mut tree);
        let mut pairs: Vec<_> = tree.nodes.iter().map(|node| node.bounds).collect();
        pairs.retain(|bounds| bounds.max.x - bounds.min.x == 3.0);
        pairs.sort_by(|a, b| a.min.x.total_cmp(&b.min.x));
        assert_eq!(pairs, [at(0.0).union(at(2.0)), at(50.0).union(at(52.0))]);
    }
}
