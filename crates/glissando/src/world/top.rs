//! The trees over bodies: one over those at rest, one over the mobile ones; rebuilt lazily, correct at every moment.
//!
//! Every body has a *roomy* box. That of a body that moves has room for its next ticks, so most moves change only the body's own
//! box, which every query checks after the tree's. A body that leaves its roomy box, or is new, gets another and goes to a short list
//! that every query scans; when the list is no longer short, the tree is rebuilt. An entry of a tree counts until its body first
//! leaves that box, so no body is reported twice or at an old pose.

use super::world_path::WorldPath;
use crate::bvh::{Bvh, Item, Leaves};
use crate::geometry::Aabb;
use crate::math::DVec3;
use crate::threads::Builders;
use alloc::vec::Vec;

/// Fewer changed bodies than this never cause a rebuild.
const LEAST_WAITING: usize = 16;

/// So few bodies have no tree.
const FEW: usize = 4;

/// One more changed body may wait for so many in the tree: each query scans all that wait.
const TREE_PER_WAITING: usize = 32;

/// Ticks without another roomy box after which no body waits any longer.
const QUIET: u32 = 64;

/// Room in the tree's box of a moving body, in displacements of its last move. For a fast one no more than [`FAST_ROOM`] of
/// them and the size of its box.
const ROOM: f64 = 64.0;

/// See [`ROOM`].
const FAST_ROOM: f64 = 8.0;

#[derive(Clone, Debug, Default)]
pub(super) struct Top {
    entries: Vec<Entry>,
    /// Of the bodies at rest, and of the mobile ones.
    parts: [Part; 2],
    /// Counts the mobile bodies that got another roomy box.
    changes: u64,
    /// Ticks since a body got another roomy box or left, up to [`QUIET`].
    quiet: u32,
}

/// Some of the bodies.
#[derive(Clone, Debug, Default)]
struct Part {
    tree: Option<(Bvh, Leaves)>,
    /// Slot of each primitive of the tree.
    primitives: Vec<u32>,
    /// How many of them belong to bodies that are gone, or in the other part.
    gone: usize,
    /// Slots whose bodies have changed since the tree was built.
    waiting: Vec<u32>,
}

/// The bodies that a query looks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Asked {
    All,
    AtRest,
    /// The mobile ones, by their roomy boxes.
    MobileByRoom,
}

impl Asked {
    /// All that a query has to look for beside these mobile bodies, if all of those that matter are known.
    pub(super) const fn beside(mobile: Option<&[u32]>) -> Self {
        if mobile.is_some() { Self::AtRest } else { Self::All }
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    bounds: Aabb,
    /// Contains `bounds`; the box of the tree, for a body in it.
    roomy: Aabb,
    /// Room of that box, metres: by how far the body went when it left the last.
    room: f64,
    is_mobile: bool,
    place: Place,
}

impl Entry {
    const EMPTY: Self =
        Self { bounds: Aabb::EMPTY, roomy: Aabb::EMPTY, room: 0.0, is_mobile: false, place: Place::Nowhere };

    /// Records the body's new box; returns whether its roomy box contains it, which else is another.
    #[inline]
    fn put(&mut self, bounds: Aabb) -> bool {
        let is_known = self.place != Place::Nowhere;
        let has_room = is_known && is_in(bounds, self.roomy);
        if !has_room {
            self.room = if is_known { room_for(self.bounds, bounds) } else { 0.0 };
        }
        self.bounds = bounds;
        if !has_room {
            self.make_room();
        }
        has_room
    }

    /// Gives the roomy box room about the present one.
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
        let of_part = |part: &Part| {
            let tree = part.tree.as_ref().map_or(0, |(tree, _)| tree.stats(0).byte_count);
            tree + (part.primitives.capacity() + part.waiting.capacity()) * size_of::<u32>()
        };
        self.parts.iter().map(of_part).sum::<usize>() + self.entries.capacity() * size_of::<Entry>()
    }

    /// How often a mobile body got another roomy box.
    pub(super) const fn changes(&self) -> u64 {
        self.changes
    }

    /// Records that a body, mobile or not, is in this slot, with this box.
    #[inline]
    pub(super) fn set(&mut self, slot: u32, bounds: Aabb, is_mobile: bool) {
        let entry = self.entries.get_mut(slot as usize).filter(|entry| entry.is_mobile == is_mobile);
        if !entry.is_some_and(|entry| entry.put(bounds)) {
            self.set_anew(slot, bounds, is_mobile);
        }
    }

    /// The same for a body that has no roomy box, or has just got another.
    #[inline(never)]
    fn set_anew(&mut self, slot: u32, bounds: Aabb, is_mobile: bool) {
        let at = slot as usize;
        if self.entries.len() <= at {
            self.entries.resize(at + 1, Entry::EMPTY);
        }
        if self.entries[at].is_mobile != is_mobile {
            self.clear(slot);
        }
        let (entry, part) = (&mut self.entries[at], &mut self.parts[usize::from(is_mobile)]);
        self.changes += u64::from(is_mobile);
        self.quiet = 0;
        if entry.place == Place::Nowhere {
            entry.put(bounds);
        }
        if entry.place != Place::Waiting {
            part.gone += usize::from(entry.place == Place::Tree);
            part.waiting.push(slot);
        }
        (entry.place, entry.is_mobile) = (Place::Waiting, is_mobile);
        if part.waiting.len() > LEAST_WAITING + part.primitives.len() / TREE_PER_WAITING {
            self.rebuild(is_mobile);
        }
    }

    /// Records that the slot is empty.
    pub(super) fn clear(&mut self, slot: u32) {
        let Some(entry) = self.entries.get_mut(slot as usize) else { return };
        let is_mobile = entry.is_mobile;
        self.quiet = 0;
        let part = &mut self.parts[usize::from(is_mobile)];
        part.gone += usize::from(entry.place == Place::Tree);
        entry.place = Place::Nowhere;
        part.waiting.retain(|&w| w != slot);
        // As where movers take most bodies out of what is at rest.
        if part.gone * 2 > part.primitives.len() {
            self.rebuild(is_mobile);
        }
    }

    fn rebuild(&mut self, is_mobile: bool) {
        let part = &mut self.parts[usize::from(is_mobile)];
        part.primitives.clear();
        part.waiting.clear();
        part.gone = 0;
        self.changes += u64::from(is_mobile);
        let mut items = Vec::new();
        for (slot, entry) in self.entries.iter_mut().enumerate() {
            if entry.place != Place::Nowhere && entry.is_mobile == is_mobile {
                entry.place = Place::Tree;
                part.primitives.push(slot as u32);
                // All get room at once: bodies that move alike would leave their boxes one after the other.
                items.push(Item::new(entry.make_room(), items.len() as u32));
            }
        }
        if items.len() <= FEW {
            part.primitives.iter().for_each(|&slot| self.entries[slot as usize].place = Place::Waiting);
            core::mem::swap(&mut part.waiting, &mut part.primitives);
            part.tree = None;
            return;
        }
        // A tick and an insertion start no threads by themselves: a pool is the caller's.
        part.tree = Some(Bvh::build(items, Builders::Caller));
    }

    /// Counts a tick. Once some have passed without a change, bodies that wait are put into the trees, if there are more than a few:
    /// changes that come one by one are not worth a tree each.
    pub(super) fn tick(&mut self) {
        if self.quiet < QUIET {
            self.quiet += 1;
            if self.quiet == QUIET {
                self.rebuild_where(|waiting| waiting > FEW);
            }
        }
    }

    /// Rebuilds the trees for which bodies are waiting.
    pub(super) fn optimize(&mut self) {
        self.rebuild_where(|waiting| waiting > 0);
    }

    /// Rebuilds the trees for which so many bodies are waiting.
    fn rebuild_where(&mut self, is_worth: impl Fn(usize) -> bool) {
        for (part, is_mobile) in [false, true].into_iter().enumerate() {
            let Part { waiting, tree, .. } = &self.parts[part];
            if is_worth(waiting.len()) && (tree.is_some() || waiting.len() > FEW) {
                self.rebuild(is_mobile);
            }
        }
    }

    /// The only body that is asked, if it is one at rest.
    fn single(&self, asked: Asked) -> Option<u32> {
        let [at_rest, mobile] = &self.parts;
        let is_asked_alone = match asked {
            Asked::All => mobile.waiting.is_empty() && mobile.tree.is_none(),
            Asked::AtRest => true,
            Asked::MobileByRoom => false,
        };
        match at_rest.waiting[..] {
            [slot] if at_rest.tree.is_none() && is_asked_alone => Some(slot),
            _ => None,
        }
    }

    /// Calls `visit(slot, limit)` for every body, if the moving box may meet its box by `limit`; see [`Bvh::cast`].
    pub(super) fn cast(
        &self,
        asked: Asked,
        path: &WorldPath,
        limit: f64,
        visit: &mut dyn FnMut(u32, f64) -> f64,
    ) {
        // A single body is asked at once: the root of its own tree bounds it, and most queries are within it.
        match self.single(asked) {
            Some(slot) => {
                visit(slot, limit);
            }
            None => self.cast_all(asked, path, limit, visit),
        }
    }

    /// The same for several. Compiled once for all queries; the agenda of a tree takes pages of the stack, which are touched one by one.
    #[inline(never)]
    fn cast_all(
        &self,
        asked: Asked,
        path: &WorldPath,
        mut limit: f64,
        visit: &mut dyn FnMut(u32, f64) -> f64,
    ) {
        let reaches = |entry: &Entry| {
            path.reaches(if asked == Asked::MobileByRoom { entry.roomy } else { entry.bounds })
        };
        let parts = match asked {
            Asked::All => &self.parts[..],
            Asked::AtRest => &self.parts[..1],
            Asked::MobileByRoom => &self.parts[1..],
        };
        for part in parts {
            let is_mobile = core::ptr::eq(part, &raw const self.parts[1]);
            // As of a single body.
            let is_single = !is_mobile && part.waiting.len() == 1 && part.tree.is_none();
            for &slot in &part.waiting {
                if is_single || reaches(&self.entries[slot as usize]) {
                    limit = visit(slot, limit);
                }
            }
            let Some((tree, leaves)) = &part.tree else { continue };
            tree.cast(&path.cast(), limit, |leaf, mut now| {
                for &primitive in leaves.of(leaf) {
                    let slot = part.primitives[primitive as usize];
                    let entry = &self.entries[slot as usize];
                    if entry.place == Place::Tree && entry.is_mobile == is_mobile && reaches(entry) {
                        now = visit(slot, now);
                    }
                }
                limit = now;
                now
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;

    #[test]
    fn bodies_that_come_late_wait_for_64_ticks_without_changes() {
        let mut top = Top::default();
        let put = |top: &mut Top, slots: core::ops::Range<u32>| {
            for slot in slots {
                let low = Vec3::new(slot as f32, 0.0, 0.0);
                top.set(slot, Aabb { min: low, max: low + Vec3::ONE }, false);
            }
        };
        let wait = |top: &mut Top, ticks: u32| {
            (0..ticks).for_each(|_| top.tick());
            top.parts[0].waiting.len()
        };
        put(&mut top, 0..40);
        let waiting = top.parts[0].waiting.len();
        assert!(waiting > FEW && wait(&mut top, QUIET - 1) == waiting);
        put(&mut top, 40..41);
        assert_eq!(wait(&mut top, QUIET - 1), waiting + 1);
        assert_eq!(wait(&mut top, 1), 0);
        put(&mut top, 41..47);
        assert_eq!(wait(&mut top, QUIET - 1), 6);
        top.clear(3);
        assert_eq!((wait(&mut top, QUIET - 1), wait(&mut top, 1)), (6, 0));
        // A few are not worth a tree.
        put(&mut top, 47..51);
        assert_eq!(wait(&mut top, 2 * QUIET), 4);
    }

    #[test]
    fn optimized_trees_leave_no_body_waiting_and_find_all() {
        for count in [1_u32, 4, 5, 17, 300, 1000] {
            let mut top = Top::default();
            for slot in 0..count {
                let low = Vec3::new(slot as f32, 0.0, 0.0);
                top.set(slot, Aabb { min: low, max: low + Vec3::ONE }, slot % 7 == 0);
            }
            let waiting = |top: &Top| top.parts.each_ref().map(|part| part.waiting.len());
            let before = waiting(&top);
            let found = |top: &Top| {
                let all = WorldPath::new(DVec3::ZERO, DVec3::X * 1e4, DVec3::splat(0.5));
                let mut found = Vec::new();
                top.cast(Asked::All, &all, 1.0, &mut |slot, limit| {
                    found.push(slot);
                    limit
                });
                found.sort_unstable();
                found
            };
            let all: Vec<u32> = (0..count).collect();
            assert_eq!(found(&top), all);
            top.optimize();
            assert_eq!(found(&top), all);
            let few = |count: usize| if count > FEW { 0 } else { count };
            assert!(before == [0, 0] || count < 17 || waiting(&top) != before, "{count}");
            let mobile = count.div_ceil(7) as usize;
            assert_eq!(waiting(&top), [few(count as usize - mobile), few(mobile)]);
        }
    }
}
