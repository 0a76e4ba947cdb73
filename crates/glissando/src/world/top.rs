//! The tree over bodies: rebuilt lazily, correct at every moment.
//!
//! The tree's box of a body that moves has room for its next ticks, so most moves change only the body's own box, which
//! every query checks after the tree's. A body that leaves the tree's box, or is new, goes to a short list that every query
//! scans; when the list is no longer short, the tree is rebuilt. A tree's entry counts only while its body is in that box, so
//! no body is reported twice or at an old pose.

use crate::bvh::{BoxPath, Bvh, Leaves};
use crate::geometry::Aabb;
use crate::math::DVec3;
use crate::threads::Builders;
use alloc::vec::Vec;

/// Fewer changed bodies than this never cause a rebuild.
const LEAST_WAITING: usize = 16;

/// One more changed body may wait for so many in the tree: each query scans all that wait.
const TREE_PER_WAITING: usize = 32;

/// Room in the tree's box of a moving body, in displacements of its last move. For a fast one no more than [`FAST_ROOM`] of
/// them and the size of its box.
const ROOM: f64 = 64.0;

/// See [`ROOM`].
const FAST_ROOM: f64 = 8.0;

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
    /// Contains `bounds`: the box of the tree.
    roomy: Aabb,
    /// Room of the next such box, metres: by how far the body went when it left the last.
    room: f64,
    place: Place,
}

impl Entry {
    const EMPTY: Self = Self { bounds: Aabb::EMPTY, roomy: Aabb::EMPTY, room: 0.0, place: Place::Nowhere };

    /// Records the body's new box; returns whether the box of the tree contains it.
    fn put(&mut self, bounds: Aabb) -> bool {
        let is_in_tree = self.place == Place::Tree && is_in(bounds, self.roomy);
        if !is_in_tree {
            self.room = if self.place == Place::Nowhere { 0.0 } else { room_for(self.bounds, bounds) };
        }
        self.bounds = bounds;
        is_in_tree
    }

    /// Gives the box of the tree room about the present one.
    fn make_room(&mut self) -> Aabb {
        let (low, high) = (self.bounds.min.as_dvec3(), self.bounds.max.as_dvec3());
        let room = DVec3::splat(self.room);
        self.roomy = if self.room > 0.0 { Aabb::outward(low - room, high + room) } else { self.bounds };
        self.roomy
    }
}

/// Whether a box lies in another.
fn is_in(inner: Aabb, outer: Aabb) -> bool {
    let (low, high) = (inner.min, inner.max);
    (low.x >= outer.min.x)
        & (low.y >= outer.min.y)
        & (low.z >= outer.min.z)
        & (high.x <= outer.max.x)
        & (high.y <= outer.max.y)
        & (high.z <= outer.max.z)
}

/// Room for the next moves of a body whose box went from `old` to `new`, metres on each side.
fn room_for(old: Aabb, new: Aabb) -> f64 {
    let (low, high) = (new.min.as_dvec3(), new.max.as_dvec3());
    let displacement = (low - old.min.as_dvec3()).abs().max((high - old.max.as_dvec3()).abs()).max_element();
    let size = (high - low).max_element();
    let (usual, most) = (ROOM * displacement, FAST_ROOM * displacement + size);
    if usual < most { usual } else { most }
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
            self.entries.resize(at + 1, Entry::EMPTY);
        }
        let entry = &mut self.entries[at];
        if entry.put(bounds) {
            return;
        }
        if entry.place != Place::Waiting {
            self.waiting.push(slot);
        }
        entry.place = Place::Waiting;
        if self.waiting.len() > LEAST_WAITING + self.primitives.len() / TREE_PER_WAITING {
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
                // All get room at once: bodies that move alike would leave their boxes one after the other.
                boxes.push(entry.make_room());
            }
        }
        // A tick and an insertion start no threads by themselves: a pool is the caller's.
        self.tree = Some(Bvh::build(boxes.len(), |i| boxes[i], Builders::Caller));
    }

    /// Calls `visit(slot, limit)` for every body, if the moving box may meet its box by `limit`; see [`Bvh::cast`].
    pub(super) fn cast(&self, path: &WorldPath, limit: f64, mut visit: impl FnMut(u32, f64) -> f64) {
        let mut limit = limit;
        // A single body is asked at once: the root of its own tree bounds it, and most queries are within it.
        let is_single = self.waiting.len() == 1 && self.tree.is_none();
        for &slot in &self.waiting {
            if is_single || path.reaches(self.entries[slot as usize].bounds) {
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

    /// The same path of a box that is larger by `more` metres on every side.
    pub(super) fn grown(&self, more: f64) -> Self {
        let more = DVec3::splat(more);
        Self { extents: self.extents + more, low: self.low - more, high: self.high + more, ..*self }
    }

    /// Whether the box of the whole path shares a point with `bounds`.
    pub(super) fn reaches(&self, bounds: Aabb) -> bool {
        let (min, max) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
        let is_beyond = |low: DVec3, high: DVec3| (low.x > high.x) | (low.y > high.y) | (low.z > high.z);
        !(is_beyond(self.low, max) | is_beyond(min, self.high))
    }
}
