//! The binary tree: binned surface area heuristic, the same on one thread and on many.
//!
//! Nodes are numbered depth first. A thread that builds a right half numbers from zero; its nodes are then moved behind
//! those of the left half, into the order of a single thread.

use super::LEAF_SIZE;
use super::bins::{Cut, cut};
use super::costs::{Costs, Weights};
use super::item::Item;
use crate::geometry::Aabb;
use crate::simd::{Baseline, F8, Instructions};
use crate::threads::Builders;
use alloc::vec::Vec;

/// Below this depth (in binary levels) only the median splits, which bounds the depth of the tree.
const HEURISTIC_DEPTH: usize = 48;

/// A node of the binary tree.
#[derive(Clone, Copy)]
pub(super) struct BinaryNode {
    pub(super) bounds: Aabb,
    pub(super) below: Below,
    pub(super) costs: Costs,
}

/// The content of a node of the binary tree.
#[derive(Clone, Copy)]
pub(super) enum Below {
    /// Two nodes.
    Nodes([u32; 2]),
    /// A leaf: the boxes from the first to before the second.
    Items([u32; 2]),
}

/// The tree, root first. Its leaves are parts of the sorted boxes.
pub(super) struct BinaryTree {
    pub(super) nodes: Vec<BinaryNode>,
    pub(super) weights: Weights,
}

/// Rule for splitting a set.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Rule {
    /// By the measures of both sides.
    Measure,
    /// Into halves: the tree is balanced.
    Median,
}

/// The tree over these boxes, which are sorted.
pub(super) fn binary_tree(items: &mut [Item], rule: Rule, builders: Builders) -> BinaryTree {
    let count = items.len();
    let mut nodes = Vec::with_capacity(node_count(count));
    let bounds = union(items);
    let weights = Weights::within(bounds, count);
    if count > 0 {
        let depth = if rule == Rule::Measure { 0 } else { HEURISTIC_DEPTH };
        let (least_part, instructions) = (builders.least_part(count), Instructions::best());
        let place = Place { bounds, first: 0, depth, weights, builders, least_part, instructions };
        build(items, place, &mut nodes);
    }
    BinaryTree { nodes, weights }
}

impl BinaryTree {
    /// Gives an inner node other children. The costs of those are known.
    pub(super) fn set_children(&mut self, node: usize, bounds: Item, children: [u32; 2]) {
        let costs = self.weights.costs(bounds, children.map(|child| &self.nodes[child as usize].costs));
        self.nodes[node] = BinaryNode { bounds: bounds.bounds(), below: Below::Nodes(children), costs };
    }
}

/// Number of nodes to expect: leaves are seldom less than three quarters full.
fn node_count(items: usize) -> usize {
    items / 3 + 1
}

/// Properties of a subtree that are known before it is built.
#[derive(Clone, Copy)]
struct Place {
    bounds: Item,
    /// Index of its first primitive in the order.
    first: usize,
    depth: usize,
    weights: Weights,
    builders: Builders,
    /// Fewer primitives have one thread.
    least_part: usize,
    instructions: Instructions,
}

fn build(items: &mut [Item], place: Place, nodes: &mut Vec<BinaryNode>) {
    let (count, root) = (items.len(), nodes.len());
    let below = Below::Items([place.first, place.first + count].map(|at| at as u32));
    nodes.push(BinaryNode { bounds: place.bounds.bounds(), below, costs: Costs::default() });
    if count <= LEAF_SIZE {
        return;
    }
    let is_deep = place.depth >= HEURISTIC_DEPTH;
    let cut = if is_deep { None } else { cut(items, place.weights.measure, place.instructions) };
    let cut = cut.unwrap_or_else(|| halves(items));
    let (left, right) = items.split_at_mut(cut.middle);
    let depth = place.depth + 1;
    let left_place = Place { bounds: cut.left, depth, ..place };
    let right_place = Place { bounds: cut.right, first: place.first + cut.middle, depth, ..place };
    let right_root = if count >= place.least_part {
        let mut right_nodes = Vec::with_capacity(node_count(right.len()));
        let right = || build(right, right_place, &mut right_nodes);
        place.builders.both(count, || build(left, left_place, nodes), right);
        append(nodes, right_nodes)
    } else {
        build(left, left_place, nodes);
        let right_root = nodes.len();
        build(right, right_place, nodes);
        right_root
    };
    let children = [root + 1, right_root];
    let costs = place.weights.costs(place.bounds, children.map(|child| &nodes[child].costs));
    nodes[root].below = Below::Nodes(children.map(|child| child as u32));
    nodes[root].costs = costs;
}

/// Appends the right half, numbered from zero, after the left one; returns its root.
fn append(nodes: &mut Vec<BinaryNode>, right: Vec<BinaryNode>) -> usize {
    let offset = nodes.len();
    nodes.extend(right.into_iter().map(|node| match node.below {
        Below::Nodes(children) => {
            BinaryNode { below: Below::Nodes(children.map(|child| child + offset as u32)), ..node }
        }
        Below::Items(_) => node,
    }));
    offset
}

fn union(items: &[Item]) -> Item {
    let all = items.iter().fold(Item::EMPTY.load::<Baseline>(), |all, item| all.min(item.load()));
    Item::of(all)
}

/// Splits in halves by the order of the centres on the longest axis, ties by index.
fn halves(items: &mut [Item]) -> Cut {
    let centres = items.iter().fold(Aabb::EMPTY, |all, item| {
        let [x, y, z, _] = item.centres().to_array();
        all.union(Aabb::of(&[[x, y, z].into()]))
    });
    let size = centres.max - centres.min;
    let axis = if size.x >= size.y && size.x >= size.z { 0 } else { 1 + usize::from(size.z > size.y) };
    let middle = items.len() / 2;
    items.select_nth_unstable_by(middle, |a, b| {
        a.twice_centre(axis).total_cmp(&b.twice_centre(axis)).then(a.number().cmp(&b.number()))
    });
    Cut { middle, left: union(&items[..middle]), right: union(&items[middle..]) }
}
