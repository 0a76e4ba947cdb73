//! The world for one character of the stage: filtered by its contact filter, if it has one.

use super::StageCharacter;
use super::beside_balls::{BesideBalls, Clearing};
use super::effect::Left;
use super::roster::Roster;
use super::with_balls::{Obstacle, WithBalls};
use crate::character::{Config, Front};
use crate::collide::{Collide, Contact, Filter, Hit, Surface, Sweep};
use crate::crowd::{MemberRef, Views};
use crate::geometry::Shape;
use crate::handle::{ConfigId, Owner};
use crate::math::DVec3;
use crate::motion::Motion;
use crate::traction::Traction;
use crate::world::{
    ContactFilter, World, filter_contacts, filter_hit, ray_filtered, sweep_filtered, traction_filtered,
    velocity_filtered,
};
use alloc::vec::Vec;

/// The contact filters of all characters, by index.
pub(super) trait ContactFilters {
    /// That of a character; `None` where there is none.
    fn of(&self, character: usize) -> Option<&dyn ContactFilter>;

    /// Whether no character has one.
    fn is_empty(&self) -> bool;
}

/// No contact filters; threads can share them.
#[derive(Clone, Copy, Debug)]
pub(super) struct NoFilters;

impl ContactFilters for NoFilters {
    fn of(&self, _: usize) -> Option<&dyn ContactFilter> {
        None
    }

    fn is_empty(&self) -> bool {
        true
    }
}

impl<J: ContactFilter> ContactFilters for &[J] {
    fn of(&self, character: usize) -> Option<&dyn ContactFilter> {
        self.get(character).map(|contact_filter| contact_filter as &dyn ContactFilter)
    }

    fn is_empty(&self) -> bool {
        <[J]>::is_empty(self)
    }
}

/// So that a tick is compiled once for contact filters of all types.
impl ContactFilters for &dyn ContactFilters {
    fn of(&self, character: usize) -> Option<&dyn ContactFilter> {
        (**self).of(character)
    }

    fn is_empty(&self) -> bool {
        (**self).is_empty()
    }
}

/// The same for filters that threads can share.
#[cfg(feature = "parallel")]
impl ContactFilters for &(dyn ContactFilters + Sync) {
    fn of(&self, character: usize) -> Option<&dyn ContactFilter> {
        (**self).of(character)
    }

    fn is_empty(&self) -> bool {
        (**self).is_empty()
    }
}

/// The world with a character's contact filter.
#[derive(Clone, Copy)]
pub(super) struct CharacterWorld<'a> {
    pub(super) world: &'a World,
    pub(super) contact_filter: Option<&'a dyn ContactFilter>,
}

impl<'a> CharacterWorld<'a> {
    /// That of one of the characters.
    pub(super) fn of(world: &'a World, contact_filters: &'a dyn ContactFilters, character: usize) -> Self {
        Self { world, contact_filter: contact_filters.of(character) }
    }

    /// Whether a surface exists for this character.
    pub(super) fn counts(&self, surface: &Surface) -> bool {
        self.contact_filter.is_none_or(|contact_filter| contact_filter.includes(surface))
    }

    pub(super) fn first_touch_during(&self, sweep: &Sweep, from: f64, to: f64) -> Option<Hit> {
        let Some(filter) = self.contact_filter else {
            return self.world.first_touch_during(sweep, from, to, None);
        };
        let hit = self.world.first_touch_during(sweep, from, to, Some(&|surface| filter.includes(surface)));
        hit.map(|hit| filter_hit(filter, hit))
    }

    pub(super) fn contacts_at_share(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        share: f64,
        found: &mut Vec<Contact>,
    ) {
        self.world.contacts_at_share(shape, at, radii, filter, share, found);
        if let Some(contact_filter) = self.contact_filter {
            filter_contacts(contact_filter, found);
        }
    }

    pub(super) fn is_motion_near(&self, at: DVec3, reach: DVec3, filter: Filter) -> bool {
        self.world.is_motion_near(at, reach, filter)
    }

    pub(super) fn motion_of(&self, owner: Owner) -> Motion {
        self.world.motion_of(owner)
    }

    pub(super) fn way_of(&self, owner: Owner, point: DVec3, from: f64, to: f64) -> DVec3 {
        self.world.way_of(owner, point, from, to)
    }

    /// How far a surface carries a point `at` between two fractions of a tick of `dt` seconds.
    pub(super) fn ride(&self, surface: &Surface, at: DVec3, (from, to): (f64, f64), dt: f64) -> DVec3 {
        let time = (to - from) * dt;
        let own = self.world.way_of(surface.owner, at, from, to) + self.world.belt_velocity(surface) * time;
        let Some(contact_filter) = self.contact_filter.filter(|_| time > 0.0) else { return own };
        let velocity = own / time;
        let edited = velocity_filtered(contact_filter, surface, at, velocity);
        // An unedited velocity keeps its bits.
        if edited == velocity { own } else { edited * time }
    }
}

impl Collide for CharacterWorld<'_> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        match self.contact_filter {
            None => Collide::sweep(self.world, sweep),
            Some(contact_filter) => sweep_filtered(self.world, contact_filter, sweep),
        }
    }

    fn contacts_in_radii(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        found: &mut Vec<Contact>,
    ) {
        Collide::contacts_in_radii(self.world, shape, at, radii, filter, found);
        if let Some(contact_filter) = self.contact_filter {
            filter_contacts(contact_filter, found);
        }
    }

    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        match self.contact_filter {
            None => Collide::ray(self.world, from, translation, filter),
            Some(contact_filter) => ray_filtered(self.world, contact_filter, from, translation, filter),
        }
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        let own = self.world.surface_velocity(surface, at);
        self.contact_filter.map_or(own, |filter| velocity_filtered(filter, surface, at, own))
    }

    fn traction(&self, surface: &Surface) -> Traction {
        let own = self.world.traction(surface);
        self.contact_filter.map_or(own, |filter| traction_filtered(filter, surface, own))
    }
}

/// The characters that make a move of their own, and the world for each.
pub(super) struct CharacterWorlds<'a, F> {
    pub(super) world: &'a World,
    pub(super) configs: &'a Roster<ConfigId, Config>,
    /// All characters, as the moving world has left them.
    pub(super) characters: &'a [StageCharacter],
    pub(super) contact_filters: F,
    /// What is known of each.
    pub(super) left: &'a [Left],
    /// The indices of those that move.
    pub(super) indices: &'a [u32],
    pub(super) balls: &'a [Obstacle],
    /// Of each that moves, the box about it without a ball, if there are balls.
    pub(super) clearings: &'a [Option<Clearing>],
}

impl<F: ContactFilters> Views for CharacterWorlds<'_, F> {
    fn count(&self) -> usize {
        self.indices.len()
    }

    #[inline]
    fn member(&self, index: usize) -> MemberRef<'_> {
        let StageCharacter { state, config, mass, strength, layers, .. } =
            &self.characters[self.indices[index] as usize];
        let config = &self.configs[*config];
        MemberRef { config, state, mass: *mass, strength: *strength, layers: *layers }
    }

    fn of(&self, member: usize) -> impl Collide {
        let character = self.indices.get(member).map_or(usize::MAX, |index| *index as usize);
        let world = CharacterWorld { world: self.world, contact_filter: self.contact_filters.of(character) };
        WithBalls { world, balls: self.balls }
    }

    fn plain(&self, member: usize) -> Option<&World> {
        let has_no_ball = self.balls.is_empty() || self.clearings.get(member).is_some_and(Option::is_some);
        (has_no_ball && self.contact_filters.is_empty()).then_some(self.world)
    }

    fn front(&self, member: usize) -> Option<impl Front> {
        let clearing = (*self.clearings.get(member)?)?;
        let MemberRef { config, state, .. } = self.member(member);
        Some(BesideBalls::new(clearing, config.body(state.is_crouching).body(), self.balls))
    }

    fn is_apart(&self, member: usize) -> bool {
        self.left[self.indices[member] as usize].is_apart
    }

    fn own(&self, member: usize) -> usize {
        self.indices.get(member).map_or(usize::MAX, |index| *index as usize)
    }
}
