//! The tree over bodies: rebuilt lazily, correct at every moment.
//!
//! A changed body goes to a short list that every query scans; when the list exceeds a share of the whole, the tree is
//! rebuilt. A tree's entry counts only while its body has not changed since, so no body is reported twice or at an old
//! pose.

use crate::bvh::{BoxPath, Bvh, Leaves};
use crate::geometry::Aabb;
use crate::math::DVec3;
use alloc::vec::Vec;

/// Fewer changed bodies than this never cause a rebuild.
const LEAST_WAITING: usize = 16;

#[derive(Clone, Debug, Default)]
pub(super) struct Top {
    entries: Vec<Entry>,
    tree: Option<(Bvh, Leaves)>,
    /// Slot of each primitive of the tree.
    primitives: Vec<u32>,
    /// Slots whose bodies have changed since the tree was built.
    waiting: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    bounds: Aabb,
    place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Nowhere,
    Waiting,
    Tree,
}

impl Top {
    /// Bytes of the heap.
    pub(super) fn byte_count(&self) -> usize {
        let tree = self.tree.as_ref().map_or(0, |(tree, _)| tree.stats(0).byte_count);
        let slots = self.primitives.capacity() + self.waiting.capacity();
        tree + self.entries.capacity() * size_of::<Entry>() + slots * size_of::<u32>()
    }

    /// Records that a body is in this slot, with this box.
    pub(super) fn set(&mut self, slot: u32, bounds: Aabb) {
        let at = slot as usize;
        if self.entries.len() <= at {
            self.entries.resize(at + 1, Entry { bounds: Aabb::EMPTY, place: Place::Nowhere });
        }
        if self.entries[at].place != Place::Waiting {
            self.waiting.push(slot);
        }
        self.entries[at] = Entry { bounds, place: Place::Waiting };
        if self.waiting.len() > LEAST_WAITING.max(self.primitives.len() / 4) {
            self.rebuild();
        }
    }

    /// Records that the slot is empty.
    pub(super) fn clear(&mut self, slot: u32) {
        if let Some(entry) = self.entries.get_mut(slot as usize) {
            entry.place = Place::Nowhere;
            self.waiting.retain(|&w| w != slot);
        }
    }

    fn rebuild(&mut self) {
        self.primitives.clear();
        self.waiting.clear();
        let mut boxes = Vec::new();
        for (slot, entry) in self.entries.iter_mut().enumerate() {
            if entry.place != Place::Nowhere {
                entry.place = Place::Tree;
                self.primitives.push(slot as u32);
                boxes.push(entry.bounds);
            }
        }
        self.tree = Some(Bvh::build(boxes.len(), |i| boxes[i]));
    }

    /// Calls `visit(slot, limit)` for every body, if the moving box may meet its box by `limit`; see [`Bvh::cast`].
    pub(super) fn cast(&self, path: &WorldPath, limit: f64, mut visit: impl FnMut(u32, f64) -> f64) {
        let mut limit = limit;
        for &slot in &self.waiting {
            if path.reaches(self.entries[slot as usize].bounds) {
                limit = visit(slot, limit);
            }
        }
        let Some((tree, leaves)) = &self.tree else { return };
        let cast = BoxPath::new(path.from, path.translation, path.extents);
        tree.cast(&cast, limit, |leaf, mut limit| {
            for &primitive in leaves.of(leaf) {
                let slot = self.primitives[primitive as usize];
                let entry = &self.entries[slot as usize];
                if entry.place == Place::Tree && path.reaches(entry.bounds) {
                    limit = visit(slot, limit);
                }
            }
            limit
        });
    }
}

/// Minimum thickness of a box, in metres.
const LEAST_EXTENT: f64 = 1e-90;

/// A moving box in world space.
#[derive(Clone, Copy, Debug)]
pub(super) struct WorldPath {
    from: DVec3,
    translation: DVec3,
    extents: DVec3,
    /// Lowest and highest corner of the box of the whole path.
    low: DVec3,
    high: DVec3,
}

impl WorldPath {
    pub(super) fn new(from: DVec3, translation: DVec3, extents: DVec3) -> Self {
        let to = from + translation;
        // In the plane of a triangle, products of coordinates underflow: the box gets a thickness.
        let extents = extents + DVec3::splat(LEAST_EXTENT);
        Self { from, translation, extents, low: from.min(to) - extents, high: from.max(to) + extents }
    }

    /// Whether the box of the whole path shares a point with `bounds`.
    pub(super) fn reaches(&self, bounds: Aabb) -> bool {
        let (min, max) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
        let is_beyond = |low: DVec3, high: DVec3| (low.x > high.x) | (low.y > high.y) | (low.z > high.z);
        !(is_beyond(self.low, max) | is_beyond(min, self.high))
    }
}
