//! A tree over boxes, eight children a node, independent of triangles.
//!
//! Built top-down as a binary tree, by bins and the [measures](measure) of boxes; its top is improved by
//! [reinsertion], and it is collapsed into the wide tree that is cheapest to search. The leaves hold up to eight
//! primitives.
//!
//! Sources: Wald, On fast Construction of SAH-based Bounding Volume Hierarchies, 2007 (binning);
//! Wald, Benthin & Boulos, Getting Rid of Packets, 2008 (wide nodes).

mod bins;
mod build;
mod cast;
mod check;
mod collapse;
mod costs;
mod item;
mod measure;
mod refit;
mod reinsertion;
#[cfg(test)]
mod tests;
mod top;

pub(crate) use cast::{BoxPath, round_up};
pub use check::TreeStats;
pub(crate) use collapse::Sorted;
pub(crate) use item::Item;

use crate::geometry::Aabb;
use crate::threads::Builders;
use alloc::vec::Vec;

/// Maximum number of primitives in a leaf: as many as a packet has lanes.
pub(crate) const LEAF_SIZE: usize = 8;

/// Maximum depth of a node; sizes the traversal's stack.
pub(crate) const MAX_DEPTH: usize = 16;

/// A missing child.
const NONE: u32 = u32::MAX;
/// Flag of a child that is a leaf.
const LEAF: u32 = 1 << 31;

/// Eight boxes and their children.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub(crate) struct Node {
    /// The low faces of the boxes, axis by axis, and the high ones.
    faces: [[[f32; 8]; 3]; 2],
    /// Index of a node, or of a leaf with [`LEAF`] set, or [`NONE`].
    child: [u32; 8],
}

/// The tree. The builder keeps the content of its leaves.
#[derive(Clone, Debug)]
pub(crate) struct Bvh {
    nodes: Vec<Node>,
    leaf_count: u32,
    bounds: Aabb,
}

/// The primitives in a tree's leaves.
#[derive(Clone, Debug)]
pub(crate) struct Leaves {
    /// Primitives, leaf by leaf.
    order: Vec<u32>,
    /// End of each leaf's primitives in `order`.
    ends: Vec<u32>,
}

impl Leaves {
    /// The primitives of a leaf.
    pub(crate) fn of(&self, leaf: usize) -> &[u32] {
        let start = if leaf == 0 { 0 } else { self.ends[leaf - 1] as usize };
        &self.order[start..self.ends[leaf] as usize]
    }
}

impl Bvh {
    /// A tree over boxes (fewer than 2^29), numbered in their order, and the content of its leaves.
    ///
    /// The same boxes give the same tree, on any number of threads.
    pub(crate) fn build(items: Vec<Item>, builders: Builders) -> (Self, Leaves) {
        Sorted::new(items, builders).tree()
    }

    /// Gives each leaf another number (below 2^31).
    pub(crate) fn number(&mut self, of: impl Fn(usize) -> usize) {
        for child in self.nodes.iter_mut().flat_map(|node| &mut node.child) {
            if *child != NONE && *child & LEAF != 0 {
                *child = LEAF | of((*child & !LEAF) as usize) as u32;
            }
        }
    }

    /// Gives the leaves other numbers (below 2^31), in their order from the first to the last.
    pub(crate) fn renumber(&mut self, mut numbers: impl Iterator<Item = usize>) {
        if !self.nodes.is_empty() {
            self.renumber_node(0, &mut numbers);
        }
    }

    fn renumber_node(&mut self, node: usize, numbers: &mut impl Iterator<Item = usize>) {
        for lane in 0..8 {
            let child = self.nodes[node].child[lane];
            if child == NONE {
                continue;
            }
            if child & LEAF == 0 {
                self.renumber_node(child as usize, numbers);
            } else if let Some(number) = numbers.next() {
                self.nodes[node].child[lane] = LEAF | number as u32;
            }
        }
    }

    pub(crate) fn bounds(&self) -> Aabb {
        self.bounds
    }

    pub(crate) fn leaf_count(&self) -> usize {
        self.leaf_count as usize
    }

    /// Bytes on the heap.
    pub(crate) fn byte_count(&self) -> usize {
        self.nodes.len() * size_of::<Node>()
    }

    /// The box of every node's every child, with its depth: for drawing.
    pub(crate) fn visit_boxes(&self, mut visit: impl FnMut(Aabb, usize)) {
        let mut stack = alloc::vec![(0_u32, 0_usize)];
        while let Some((node, depth)) = stack.pop() {
            let Some(node) = self.nodes.get(node as usize) else { continue };
            for lane in 0..8 {
                if node.child[lane] != NONE {
                    visit(node.bounds(lane), depth);
                    if node.child[lane] & LEAF == 0 {
                        stack.push((node.child[lane], depth + 1));
                    }
                }
            }
        }
    }
}

impl Node {
    const EMPTY: Self =
        Self { faces: [[[f32::INFINITY; 8]; 3], [[f32::NEG_INFINITY; 8]; 3]], child: [NONE; 8] };

    fn set(&mut self, lane: usize, bounds: Aabb, child: u32) {
        for (faces, corner) in self.faces.iter_mut().zip([bounds.min, bounds.max]) {
            for (faces, coordinate) in faces.iter_mut().zip(corner.to_array()) {
                faces[lane] = coordinate;
            }
        }
        self.child[lane] = child;
    }

    fn bounds(&self, lane: usize) -> Aabb {
        let [min, max] = self.faces.map(|faces| faces.map(|face| face[lane]).into());
        Aabb { min, max }
    }
}
