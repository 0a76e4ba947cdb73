//! Working memory of steps, and a character's cache of its surroundings.

use super::event::{Event, LoadedContact};
use super::region;
use crate::collide::Contact;
use crate::math::DVec3;
use crate::path::Waypoint;
use crate::slide::{Mover, SlideBuffer, SlidePlane};
use crate::world::{
    CachedDuring, MobileCache, NearestCache, NeighbourhoodBuffer, PassingBodies, Subject, World,
};
use alloc::vec::Vec;

/// Working memory of [`step`](super::step()).
///
/// Surroundings found by one step are reused by the next, if that begins where this one ended, in the same world,
/// unchanged. So characters are faster with a scratch each, with identical results. For many characters,
/// [`step_many`](crate::many::step_many()) stores less for each.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(super) memory: Memory,
    pub(super) own: Own,
}

/// Boxes about queries are larger by this factor: rounding.
pub(super) const MARGIN: f64 = 1.0 + 1e-9;

/// Working memory that many characters can use in turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    pub(crate) near: Near,
    pub(super) parts: Parts,
}

/// What is near the character at its turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Near {
    /// What is at rest.
    pub(super) buffer: NeighbourhoodBuffer,
    /// The slots of the mobile bodies in the region of its tick.
    pub(super) mobile: Vec<u32>,
}

impl Near {
    /// Whether the contacts at the end of that tick are all with bodies at rest.
    pub(super) fn is_of_rest(
        &self,
        world: &World,
        mover: &Mover,
        (at, most): (DVec3, DVec3),
        end: DVec3,
    ) -> bool {
        // The listed bodies are those in the region.
        let is_in_region = || (most - (end - at).abs()).min_element() >= 0.0;
        !world.has_mobile() || is_in_region() && !is_touched(world, &self.mobile, mover, end)
    }
}

/// Whether one of these mobile bodies may be among the contacts of a character.
pub(super) fn is_touched(world: &World, mobile: &[u32], mover: &Mover, at: DVec3) -> bool {
    !mobile.is_empty() && world.is_near_any(mobile, at, touching(mover))
}

/// Half extents of the box about a body that has its contacts.
fn touching(mover: &Mover) -> DVec3 {
    mover.gather_extents() * MARGIN
}

/// What is known of the data that a character keeps, before it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recalled {
    /// Nothing.
    No,
    /// That it belongs to the world and the body: the same was asked before in this tick.
    Subject,
    /// That its contacts are those of the character's place, too, and that no mobile body is within the character's [`region`].
    All,
}

impl Recalled {
    /// Of data that was asked for before in this tick; `is_apart` is whether all was found.
    pub(crate) const fn before(is_apart: bool) -> Self {
        if is_apart { Self::All } else { Self::Subject }
    }
}

/// The data that one character keeps from tick to tick.
#[derive(Clone, Debug, Default)]
pub(crate) struct Own {
    /// The world and the body that the data belongs to.
    subject: Option<Subject>,
    /// What `contacts` are.
    touching: Option<Touching>,
    pub(super) contacts: Vec<Contact>,
    pub(super) nearest_cache: NearestCache,
    mobile_cache: MobileCache,
}

/// The place of remembered contacts, and the bodies that they are with.
#[derive(Clone, Copy, Debug)]
struct Touching {
    /// The position for which they were gathered, and the body's skin.
    at: DVec3,
    skin: f64,
    /// Those with mobile bodies are among them, for as long as no body gets another pose: the world's count of poses. Without it all
    /// are with bodies at rest, and hold where no mobile body is near.
    poses: Option<u64>,
}

impl Own {
    /// Drops data of another world, world version or body; returns whether the contacts are those of `at`.
    pub(super) fn recall(&mut self, world: &World, mover: &Mover, at: DVec3) -> bool {
        let (shape, filter) = (mover.body(), mover.filter());
        if !self.subject.as_ref().is_some_and(|subject| subject.is_at_rest(world, shape, filter)) {
            Subject::set(&mut self.subject, world, shape, filter);
            self.touching = None;
            self.nearest_cache.forget();
            self.mobile_cache.forget();
            return false;
        }
        self.is_touching_at(world, mover, at)
    }

    /// Whether the contacts are those of `at`, if world and body are those of the data.
    fn is_touching_at(&self, world: &World, mover: &Mover, at: DVec3) -> bool {
        let bits = |p: DVec3| p.to_array().map(f64::to_bits);
        self.touching.is_some_and(|touching| {
            bits(touching.at) == bits(at)
                && touching.skin == mover.skin()
                && touching.poses.is_none_or(|poses| poses == world.stamp().poses())
        })
    }

    /// Whether the contacts are with bodies at rest alone: a mobile body that is near by now may have others.
    fn is_of_rest(&self) -> bool {
        self.touching.is_none_or(|touching| touching.poses.is_none())
    }

    /// Lists the mobile bodies in the region of a tick from `at` that reaches `most`. Returns whether the contacts are those of `at`,
    /// and no mobile body may have another.
    #[inline(always)]
    pub(super) fn recalls(
        &mut self,
        world: &World,
        mover: &Mover,
        (at, most): (DVec3, DVec3),
        mobile: &mut Vec<u32>,
        recalled: Recalled,
    ) -> bool {
        let is_known = match recalled {
            Recalled::No => self.recall(world, mover, at),
            Recalled::Subject => self.is_touching_at(world, mover, at),
            Recalled::All => true,
        };
        debug_assert!(
            recalled == Recalled::No || self.recall(world, mover, at) == is_known,
            "it was recalled before"
        );
        if recalled == Recalled::All || !world.has_mobile() {
            mobile.clear();
            return is_known;
        }
        self.mobile_cache.list_near(world, (at, region(mover, most)), mover.filter(), mobile);
        is_known && !(self.is_of_rest() && is_touched(world, mobile, mover, at))
    }

    /// The contacts of a character at rest at `at` that its last step has left, nearest first; `None` if they are not known,
    /// or a mobile body may have others.
    pub(crate) fn known_contacts(&mut self, world: &World, mover: &Mover, at: DVec3) -> Option<&[Contact]> {
        let is_known = self.recall(world, mover, at)
            && !(self.is_of_rest()
                && self.mobile_cache.is_any_near(world, (at, touching(mover)), mover.filter()));
        is_known.then_some(self.contacts.as_slice())
    }

    /// Whether the moving world leaves a character at `at` alone: its contacts are known, it is clear of them, and no body moves
    /// within `nearest` (half extents). If so, whether no mobile body comes into the `region` of its tick.
    pub(crate) fn is_left(
        &mut self,
        world: &World,
        (mover, at): (&Mover, DVec3),
        region: impl FnOnce() -> DVec3,
        nearest: DVec3,
    ) -> Option<bool> {
        let is_known = self.recall(world, mover, at) && self.is_of_rest();
        if !is_known || !mover.is_clear_of(&self.contacts, at) {
            return None;
        }
        let (cache, filter) = (&mut self.mobile_cache, mover.filter());
        // One question for the whole tick, where the answer is no.
        let is_apart = !world.has_mobile() || !cache.is_any_near_during(world, (at, region()), filter);
        let is_left = is_apart
            || !cache.is_any_near(world, (at, touching(mover)), filter)
                && !cache.is_motion_near(world, (at, nearest), filter);
        is_left.then_some(is_apart)
    }

    /// The world of a tick in which bodies move, with what is remembered of it for the recalled body.
    pub(crate) fn during<'a>(
        &'a mut self,
        world: &'a World,
        mover: &'a Mover,
        passing: &'a mut PassingBodies,
    ) -> CachedDuring<'a> {
        let caches = (&self.nearest_cache, &mut self.mobile_cache);
        CachedDuring::new(world, (mover.body(), mover.filter()), caches, passing)
    }

    /// The contacts that [`Own::known_contacts`] has just found to be known.
    pub(crate) fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// Records the position that the contacts belong to, for the recalled body, and whether all of them are with bodies at rest.
    pub(super) fn remember(
        &mut self,
        at: Option<DVec3>,
        mover: &Mover,
        (world, is_of_rest): (&World, impl FnOnce(DVec3) -> bool),
    ) {
        self.touching = at.map(|at| {
            let poses = if is_of_rest(at) { None } else { Some(world.stamp().poses()) };
            Touching { at, skin: mover.skin(), poses }
        });
    }

    /// Remembers contacts without inner edges that were just found in the world at a place, for the recalled body.
    pub(crate) fn keep(&mut self, world: &World, mover: &Mover, at: DVec3, contacts: &[Contact]) {
        // Copied: lists that change hands would grow in every tick until each had the size of the greatest.
        self.contacts.clear();
        self.contacts.extend_from_slice(contacts);
        self.remember(Some(at), mover, (world, |_| !world.has_mobile()));
    }

    pub(super) const fn forget_contacts(&mut self) {
        self.touching = None;
    }
}

/// The part that does not depend on how the world is queried.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    pub(super) buffer: SlideBuffer,
    pub(super) held: Vec<SlidePlane>,
    pub(super) events: Vec<Event>,
    pub(super) path: Vec<Waypoint>,
    pub(super) loads: Vec<LoadedContact>,
}

impl Scratch {
    /// Empty memory; the first steps grow it to the required size.
    pub fn new() -> Self {
        Self::default()
    }
}
