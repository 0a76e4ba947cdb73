//! Validation and quality of a tree.

use super::{Bvh, LEAF, LEAF_SIZE, MAX_DEPTH, NONE};
use crate::geometry::Aabb;

/// Counts and quality of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct TreeStats {
    /// Inner nodes, of eight children each.
    pub node_count: usize,
    /// Leaves, of eight triangles each at most.
    pub leaf_count: usize,
    /// Nodes on the longest path from the root to a leaf.
    pub depth: usize,
    /// Mean share of the leaves' lanes that hold a triangle, `0..=1`.
    pub leaf_fill: f64,
    /// Expected number of boxes that a random line through the root's box enters (surface area heuristic).
    pub expected_visits: f64,
    /// Bytes on the heap.
    pub byte_count: usize,
}

impl Bvh {
    /// Whether every one of `count` primitives is in exactly one leaf, and in every box above it.
    ///
    /// # Errors
    /// A sentence that describes the first fault.
    pub(crate) fn check<'a>(
        &self,
        count: usize,
        bounds_of: impl Fn(usize) -> Aabb,
        leaf_of: impl Fn(usize) -> &'a [u32],
    ) -> Result<(), &'static str> {
        let mut seen = alloc::vec![false; count];
        let mut leaves = 0;
        if count != 0 {
            self.check_node(0, self.bounds, 0, &mut |leaf, bounds| {
                leaves += 1;
                for &p in leaf_of(leaf) {
                    if seen[p as usize] {
                        return Err("a primitive is in two leaves");
                    }
                    seen[p as usize] = true;
                    if !bounds.contains(bounds_of(p as usize)) {
                        return Err("a leaf's box does not hold its primitive");
                    }
                }
                Ok(())
            })?;
        }
        match (seen.iter().all(|&s| s), leaves == self.leaf_count()) {
            (false, _) => Err("a primitive is in no leaf"),
            (_, false) => Err("a leaf cannot be reached"),
            _ => Ok(()),
        }
    }

    fn check_node(
        &self,
        node: usize,
        outer: Aabb,
        depth: usize,
        on_leaf: &mut impl FnMut(usize, Aabb) -> Result<(), &'static str>,
    ) -> Result<(), &'static str> {
        if depth >= MAX_DEPTH {
            return Err("the tree is deeper than its traversal's stack");
        }
        let n = self.nodes.get(node).ok_or("a child leads nowhere")?;
        for lane in (0..8).filter(|&lane| n.child[lane] != NONE) {
            if !outer.contains(n.bounds(lane)) {
                return Err("a child's box leaves its parent's");
            }
            if n.child[lane] & LEAF != 0 {
                on_leaf((n.child[lane] & !LEAF) as usize, n.bounds(lane))?;
            } else {
                self.check_node(n.child[lane] as usize, n.bounds(lane), depth + 1, on_leaf)?;
            }
        }
        Ok(())
    }

    /// Counts and quality; the leaves hold `count` primitives.
    pub(crate) fn stats(&self, count: usize) -> TreeStats {
        let (mut depth, mut area) = (0, 0.0);
        self.visit_boxes(|bounds, at| {
            depth = depth.max(at + 1);
            area += f64::from(bounds.half_area());
        });
        let root = f64::from(self.bounds.half_area());
        let lanes = (self.leaf_count() * LEAF_SIZE) as f64;
        TreeStats {
            node_count: self.nodes.len(),
            leaf_count: self.leaf_count(),
            depth,
            leaf_fill: if lanes > 0.0 { count as f64 / lanes } else { 0.0 },
            expected_visits: if root > 0.0 { area / root } else { 0.0 },
            byte_count: self.byte_count(),
        }
    }
}
