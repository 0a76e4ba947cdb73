//! The binary tree: binned surface area heuristic, the same on one thread and on many.
//!
//! A subtree over `n` primitives owns a fixed stretch of `2n - 1` nodes, so both halves of a split can
//! be built at once, into slices that do not overlap, with nothing depending on who finishes first.

use super::LEAF_SIZE;
use crate::geometry::Aabb;
use crate::math::Vec3;
use alloc::vec::Vec;

const BINS: usize = 16;
/// Below this depth (in binary levels) only the median splits, which bounds the depth of the tree.
const HEURISTIC_DEPTH: usize = 48;
/// Smaller subtrees are not worth a thread.
#[cfg(feature = "parallel")]
const PARALLEL_SIZE: usize = 4096;

/// A primitive on its way into the tree.
#[derive(Clone, Copy)]
struct Primitive {
    bounds: Aabb,
    index: u32,
}

impl Primitive {
    /// Twice the centre of the box, along an axis.
    #[inline(always)]
    fn centre(&self, axis: usize) -> f32 {
        self.bounds.min.to_array()[axis] + self.bounds.max.to_array()[axis]
    }
}

/// A node of the binary tree: inner if `left` is not zero.
#[derive(Clone, Copy)]
pub(super) struct BinaryNode {
    pub(super) bounds: Aabb,
    /// Index of the left child; 0 for a leaf.
    pub(super) left: u32,
    /// Index of the right child of an inner node.
    pub(super) right: u32,
    /// First primitive of a leaf in the order.
    pub(super) first: u32,
    /// Number of primitives in the subtree.
    pub(super) count: u32,
}

/// The tree (root first, some nodes unused) and the order of the primitives.
pub(super) struct BinaryTree {
    pub(super) nodes: Vec<BinaryNode>,
    pub(super) order: Vec<u32>,
}

/// The tree by the surface area heuristic.
pub(super) fn binary_tree(boxes: &[Aabb]) -> BinaryTree {
    build_from_depth(boxes, 0)
}

/// The balanced tree: every split halves.
pub(super) fn balanced_tree(boxes: &[Aabb]) -> BinaryTree {
    build_from_depth(boxes, HEURISTIC_DEPTH)
}

fn build_from_depth(boxes: &[Aabb], depth: usize) -> BinaryTree {
    let unused = BinaryNode { bounds: Aabb::EMPTY, left: 0, right: 0, first: 0, count: 0 };
    let mut nodes = alloc::vec![unused; (2 * boxes.len()).max(2) - 1];
    let mut primitives: Vec<Primitive> =
        boxes.iter().enumerate().map(|(i, &bounds)| Primitive { bounds, index: i as u32 }).collect();
    if !primitives.is_empty() {
        build(&mut primitives, &mut nodes, Place { first: 0, node: 0, depth });
    }
    BinaryTree { nodes, order: primitives.iter().map(|p| p.index).collect() }
}

/// Where a subtree goes.
#[derive(Clone, Copy)]
struct Place {
    /// Its first primitive in the order.
    first: usize,
    /// Its root in the nodes.
    node: usize,
    depth: usize,
}

fn build(primitives: &mut [Primitive], nodes: &mut [BinaryNode], place: Place) {
    let bounds = primitives.iter().fold(Aabb::EMPTY, |b, p| b.union(p.bounds));
    let count = primitives.len();
    let mut node = BinaryNode { bounds, left: 0, right: 0, first: place.first as u32, count: count as u32 };
    if count <= LEAF_SIZE {
        nodes[0] = node;
        return;
    }
    let middle = if place.depth < HEURISTIC_DEPTH { split(primitives) } else { None }
        .unwrap_or_else(|| median(primitives));
    let (left, right) = primitives.split_at_mut(middle);
    let (root, rest) = nodes.split_at_mut(1);
    let (left_nodes, right_nodes) = rest.split_at_mut(2 * middle - 1);
    node.left = place.node as u32 + 1;
    node.right = (place.node + 2 * middle) as u32;
    root[0] = node;
    let depth = place.depth + 1;
    let left_place = Place { first: place.first, node: node.left as usize, depth };
    let right_place = Place { first: place.first + middle, node: node.right as usize, depth };
    both(count, || build(left, left_nodes, left_place), || build(right, right_nodes, right_place));
}

#[cfg(feature = "parallel")]
fn both(count: usize, left: impl FnOnce() + Send, right: impl FnOnce() + Send) {
    if count >= PARALLEL_SIZE {
        rayon::join(left, right);
    } else {
        left();
        right();
    }
}

#[cfg(not(feature = "parallel"))]
fn both(_count: usize, left: impl FnOnce(), right: impl FnOnce()) {
    left();
    right();
}

/// The range of the primitives' centres.
fn centre_bounds(primitives: &[Primitive]) -> Aabb {
    primitives.iter().fold(Aabb::EMPTY, |b, p| {
        let c = p.bounds.min + p.bounds.max;
        b.union(Aabb { min: c, max: c })
    })
}

#[derive(Clone, Copy)]
struct Bin {
    bounds: Aabb,
    count: usize,
}

/// Partitions by the cheapest of the bins' borders on any axis; `None` if all centres coincide.
fn split(primitives: &mut [Primitive]) -> Option<usize> {
    let centres = centre_bounds(primitives);
    let (low, size) = (centres.min.to_array(), (centres.max - centres.min).to_array());
    let mut bins = [[Bin { bounds: Aabb::EMPTY, count: 0 }; BINS]; 3];
    let scale = size.map(|s| if s > 0.0 { BINS as f32 / s } else { 0.0 });
    for p in primitives.iter() {
        for axis in 0..3 {
            let bin = &mut bins[axis][bin_of(p.centre(axis), low[axis], scale[axis])];
            bin.bounds = bin.bounds.union(p.bounds);
            bin.count += 1;
        }
    }
    let mut best: Option<(f32, usize, usize)> = None;
    for axis in 0..3 {
        if scale[axis] > 0.0 && scale[axis].is_finite() {
            let (cost, border) = cheapest_border(&bins[axis]);
            if best.is_none_or(|(least, _, _)| cost < least) {
                best = Some((cost, axis, border));
            }
        }
    }
    let (_, axis, border) = best?;
    let middle = partition(primitives, |p| bin_of(p.centre(axis), low[axis], scale[axis]) < border);
    (middle > 0 && middle < primitives.len()).then_some(middle)
}

#[inline(always)]
fn bin_of(centre: f32, low: f32, scale: f32) -> usize {
    (((centre - low) * scale) as usize).min(BINS - 1)
}

/// The lowest cost of cutting before a bin, and that bin.
fn cheapest_border(bins: &[Bin; BINS]) -> (f32, usize) {
    let mut right_cost = [0.0_f32; BINS];
    let mut right = Bin { bounds: Aabb::EMPTY, count: 0 };
    for i in (1..BINS).rev() {
        right = Bin { bounds: right.bounds.union(bins[i].bounds), count: right.count + bins[i].count };
        right_cost[i] = right.bounds.half_area() * right.count as f32;
    }
    let mut best = (f32::INFINITY, BINS / 2);
    let mut left = Bin { bounds: Aabb::EMPTY, count: 0 };
    let total: usize = bins.iter().map(|b| b.count).sum();
    for i in 1..BINS {
        left = Bin { bounds: left.bounds.union(bins[i - 1].bounds), count: left.count + bins[i - 1].count };
        let cost = left.bounds.half_area() * left.count as f32 + right_cost[i];
        if left.count > 0 && left.count < total && cost < best.0 {
            best = (cost, i);
        }
    }
    best
}

/// Moves those for which `is_left` holds to the front, in place and always the same way.
fn partition(primitives: &mut [Primitive], is_left: impl Fn(&Primitive) -> bool) -> usize {
    let (mut left, mut right) = (0, primitives.len());
    while left < right {
        if is_left(&primitives[left]) {
            left += 1;
        } else {
            right -= 1;
            primitives.swap(left, right);
        }
    }
    left
}

/// Halves by the order of the centres on the longest axis, ties by index.
fn median(primitives: &mut [Primitive]) -> usize {
    let size: Vec3 = {
        let c = centre_bounds(primitives);
        c.max - c.min
    };
    let axis = if size.x >= size.y && size.x >= size.z { 0 } else { 1 + usize::from(size.z > size.y) };
    let middle = primitives.len() / 2;
    primitives.select_nth_unstable_by(middle, |a, b| {
        a.centre(axis).total_cmp(&b.centre(axis)).then(a.index.cmp(&b.index))
    });
    middle
}
