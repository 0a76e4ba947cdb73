//! The binary tree: binned surface area heuristic, the same on one thread and on many.
//!
//! Nodes are numbered depth first. A thread that builds a right half numbers from zero; its nodes are then moved behind
//! those of the left half, into the order of a single thread.

use super::LEAF_SIZE;
use super::bins::{Cut, cut};
use super::costs::{Costs, least_weight};
use super::item::Item;
use super::measure::Measure;
use crate::geometry::Aabb;
use crate::simd::{Baseline, F8, Instructions};
use crate::threads::Builders;
use alloc::vec::Vec;

/// Below this depth (in binary levels) only the median splits, which bounds the depth of the tree.
const HEURISTIC_DEPTH: usize = 48;

/// A node of the binary tree. The left child of an inner node comes right after it.
#[derive(Clone, Copy)]
pub(super) struct BinaryNode {
    pub(super) bounds: Aabb,
    /// Index of the right child; 0 for a leaf.
    pub(super) right: u32,
    /// The last of the subtree's primitives in the order is before this.
    pub(super) end: u32,
    pub(super) costs: Costs,
}

/// The tree, root first, and the order of the primitives.
pub(super) struct BinaryTree {
    pub(super) nodes: Vec<BinaryNode>,
    pub(super) order: Vec<u32>,
}

/// Rule for splitting a set.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Rule {
    /// By the surface area heuristic.
    Area,
    /// Into halves: the tree is balanced.
    Median,
}

/// The tree over these boxes, which are sorted.
pub(super) fn binary_tree(items: &mut [Item], rule: Rule, builders: Builders) -> BinaryTree {
    let count = items.len();
    let mut nodes = Vec::with_capacity(node_count(count));
    if count > 0 {
        let bounds = union(items);
        let depth = if rule == Rule::Area { 0 } else { HEURISTIC_DEPTH };
        let measure = Measure::within(bounds);
        let least_weight = least_weight(bounds.measure(measure), count);
        let instructions = Instructions::best();
        let place = Place { bounds, first: 0, depth, measure, least_weight, builders, instructions };
        build(items, place, &mut nodes);
    }
    BinaryTree { nodes, order: items.iter().map(Item::number).collect() }
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
    measure: Measure,
    /// See [`least_weight`].
    least_weight: f32,
    builders: Builders,
    instructions: Instructions,
}

fn build(items: &mut [Item], place: Place, nodes: &mut Vec<BinaryNode>) {
    let (count, root) = (items.len(), nodes.len());
    let (bounds, end) = (place.bounds.bounds(), (place.first + count) as u32);
    nodes.push(BinaryNode { bounds, right: 0, end, costs: Costs::default() });
    if count <= LEAF_SIZE {
        return;
    }
    let cut = if place.depth < HEURISTIC_DEPTH { cut(items, place.measure, place.instructions) } else { None };
    let cut = cut.unwrap_or_else(|| halves(items));
    let (left, right) = items.split_at_mut(cut.middle);
    let depth = place.depth + 1;
    let left_place = Place { bounds: cut.left, depth, ..place };
    let right_place = Place { bounds: cut.right, first: place.first + cut.middle, depth, ..place };
    if place.builders.share(count) {
        let mut right_nodes = Vec::with_capacity(node_count(right.len()));
        let right = || build(right, right_place, &mut right_nodes);
        place.builders.both(count, || build(left, left_place, nodes), right);
        append(nodes, root, right_nodes);
    } else {
        build(left, left_place, nodes);
        nodes[root].right = nodes.len() as u32;
        build(right, right_place, nodes);
    }
    let (left, right) = (&nodes[root + 1].costs, &nodes[nodes[root].right as usize].costs);
    nodes[root].costs = Costs::new(left, right, place.bounds.measure(place.measure) + place.least_weight);
}

/// Appends the right half, numbered from zero, after the left one.
fn append(nodes: &mut Vec<BinaryNode>, root: usize, right: Vec<BinaryNode>) {
    let offset = nodes.len() as u32;
    nodes[root].right = offset;
    nodes.extend(right.into_iter().map(|node| {
        let right = if node.right == 0 { 0 } else { node.right + offset };
        BinaryNode { right, ..node }
    }));
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
