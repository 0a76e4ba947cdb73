//! A world in which bodies move, with what a character remembers of it: while it is carried and shoved.
//!
//! Its way through the tick takes several questions about one place. The mobile bodies near that place are listed once, and those at
//! rest are asked through the nearest-triangle cache where it has all that is near. The results are those of `world/during.rs`, to
//! the bit.

use super::mobile::MobileCache;
use super::nearest::NearestCache;
use super::query::CacheQuery;
use crate::collide::{Contact, Filter, Hit, Sweep};
use crate::geometry::{Aabb, Shape};
use crate::handle::BodyId;
use crate::math::DVec3;
use crate::sweep::unit_space::UnitSpace;
use crate::world::World;
use crate::world::body::Placed;
use crate::world::during::MovingSweep;
use crate::world::path::{self, Best, BodyPath};
use crate::world::top::Asked;
use crate::world::world_path::WorldPath;
use alloc::vec::Vec;

/// The mobile bodies near the way of one character in a tick.
#[derive(Clone, Debug, Default)]
pub(crate) struct PassingBodies {
    /// The box that the list is for.
    low: DVec3,
    high: DVec3,
    /// The slots of the bodies whose boxes, of the whole motion, meet that box, and those boxes.
    bodies: Vec<(u32, Aabb)>,
}

/// The list is for a box that is larger on every side by this part of the longest extent of the one that was asked about.
const MORE: f64 = 0.5;

/// A world and the caches of one character for the tick's motions.
pub(crate) struct CachedDuring<'a> {
    world: &'a World,
    shape: &'a Shape,
    filter: Filter,
    space: UnitSpace,
    nearest_cache: &'a NearestCache,
    mobile_cache: &'a mut MobileCache,
    passing: &'a mut PassingBodies,
}

impl<'a> CachedDuring<'a> {
    /// For a shape and a filter; the caches must be theirs, and of this world.
    pub(crate) fn new(
        world: &'a World,
        (shape, filter): (&'a Shape, Filter),
        (nearest_cache, mobile_cache): (&'a NearestCache, &'a mut MobileCache),
        passing: &'a mut PassingBodies,
    ) -> Self {
        passing.bodies.clear();
        (passing.low, passing.high) = (DVec3::splat(f64::INFINITY), DVec3::splat(f64::NEG_INFINITY));
        Self { world, shape, filter, space: UnitSpace::of(shape), nearest_cache, mobile_cache, passing }
    }

    /// [`World::contacts_at_share`], for contacts of which inner edges are left out next: some of those may be missing.
    pub(crate) fn contacts(&mut self, (at, radii): (DVec3, f64), share: f64, found: &mut Vec<Contact>) {
        let path = WorldPath::new(at, DVec3::ZERO, self.space.half_extents(radii));
        if !self.at_rest().contacts((at, radii), &[], true, found) {
            found.clear();
            self.world.visit_asked(Asked::AtRest, &path, self.filter, 1.0, |id, placed, limit| {
                let visit = &mut |contact| found.push(contact);
                placed.touch(self.world.instructions, placed.now(), id, &self.space, (at, radii), visit);
                limit
            });
        }
        self.list(&path);
        for (id, placed) in self.near(&path) {
            placed.touch_during(self.world.instructions, share, id, &self.space, (at, radii), found);
        }
    }

    /// [`World::first_touch_during`], for a sweep of the same body.
    pub(crate) fn first_touch(&mut self, sweep: &Sweep, span: (f64, f64)) -> Option<Hit> {
        debug_assert!(sweep.shape == *self.shape && sweep.filter == self.filter, "it is another body");
        let shell = sweep.shell();
        let path = WorldPath::new(sweep.from, sweep.translation, self.space.half_extents(shell));
        let mut best = None;
        if !self.at_rest().meet(sweep, &[], &mut best) {
            best = self.best_at_rest(sweep, &path);
        }
        self.list(&path);
        let moving = MovingSweep::new(self.world, &self.space, sweep, span);
        for (id, placed) in self.near(&path) {
            match &placed.motion {
                Some(motion) => moving.meet(id, placed, motion, None, &mut best),
                None => self.meet_still(sweep, (id, placed), &mut best),
            }
        }
        best.map(|best| path::world_hit(&self.space, &best, sweep.from, sweep.translation))
    }

    /// Whether the motion of a body comes within `reach` (half extents, metres) of a position.
    pub(crate) fn is_motion_near(&mut self, at: DVec3, reach: DVec3) -> bool {
        let path = WorldPath::new(at, DVec3::ZERO, reach);
        self.list(&path);
        self.near(&path).any(|(_, placed)| placed.motion.is_some())
    }

    /// Whether the contacts within `radii` of a position are to the bit the same now and at the first moment of the tick.
    pub(crate) fn begins_as_now(&mut self, (at, radii): (DVec3, f64)) -> bool {
        let path = WorldPath::new(at, DVec3::ZERO, self.space.half_extents(radii));
        self.list(&path);
        // Its box now has room for the rounding of its pose.
        let mut near = self.near(&path).filter(|(_, placed)| path.reaches(placed.bounds));
        near.all(|(_, placed)| placed.begins_as_now(&self.space, at))
    }

    fn at_rest(&self) -> CacheQuery<'_, NearestCache> {
        CacheQuery { world: self.world, space: &self.space, cache: self.nearest_cache }
    }

    /// The first hit on bodies at rest, by their tree.
    fn best_at_rest(&self, sweep: &Sweep, path: &WorldPath) -> Option<Best> {
        let mut best = None;
        self.world.visit_asked(Asked::AtRest, path, self.filter, 1.0, |id, placed, _| {
            self.meet_still(sweep, (id, placed), &mut best);
            path::limit_of(&best)
        });
        best
    }

    /// Keeps the first hit on a body without a motion, if it is the least.
    fn meet_still(&self, sweep: &Sweep, (id, placed): (BodyId, &Placed), best: &mut Option<Best>) {
        let body = BodyPath::new(&self.space, placed.now(), sweep.from, sweep.translation, sweep.shell());
        body.sweep(self.world.instructions, (id, placed), path::limit_of(best), None, best);
    }

    /// The listed bodies that may meet the box of a path.
    fn near(&self, path: &WorldPath) -> impl Iterator<Item = (BodyId, &'a Placed)> {
        let world = self.world;
        let near = self.passing.bodies.iter().filter(|(_, bounds)| path.reaches(*bounds));
        near.filter_map(move |(slot, _)| world.in_slot(*slot))
    }

    /// Sees to it that all bodies that may meet the box of a path are listed.
    fn list(&mut self, path: &WorldPath) {
        if !path.is_in(self.passing.low, self.passing.high) {
            self.list_anew(path);
        }
    }

    #[inline(never)]
    fn list_anew(&mut self, path: &WorldPath) {
        let (at, reach) = path.about();
        let reach = reach + DVec3::splat(MORE * reach.max_element());
        let (world, passing) = (self.world, &mut *self.passing);
        (passing.low, passing.high) = (at - reach, at + reach);
        passing.bodies.clear();
        if !world.has_mobile() {
            return;
        }
        let region = WorldPath::new(at, DVec3::ZERO, reach);
        let grown = reach + DVec3::splat(world.motion_reach);
        for (slot, placed) in self.mobile_cache.near(world, (at, grown), self.filter) {
            let bounds = placed.motion.as_ref().map_or(placed.bounds, |motion| placed.swept_by(motion));
            if region.reaches(bounds) {
                passing.bodies.push((slot, bounds));
            }
        }
    }
}
