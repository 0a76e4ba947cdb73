//! The world for one character of the stage: filtered by its contact filter, if it has one.

use super::StageCharacter;
use super::roster::Roster;
use super::tick::Left;
use super::with_balls::{Obstacle, WithBalls};
use crate::character::Config;
use crate::collide::{Collide, Contact, Filter, Hit, Surface, Sweep};
use crate::crowd::{MemberRef, Views};
use crate::geometry::Shape;
use crate::handle::{ConfigId, Owner};
use crate::math::DVec3;
use crate::motion::Motion;
use crate::traction::Traction;
use crate::world::{ContactFilter, FilteredWorld, World, filter_contacts, filter_hit};
use alloc::vec::Vec;

/// The type of the contact filter where there is none.
#[derive(Clone, Copy, Debug)]
pub(super) enum NoFilter {}

impl ContactFilter for NoFilter {}

/// The contact filters of all characters, by index; none at all without filters.
#[derive(Debug)]
pub(super) struct ContactFilters<'a, J>(pub(super) &'a [J]);

impl<J> Clone for ContactFilters<'_, J> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<J> Copy for ContactFilters<'_, J> {}

impl<'a, J> ContactFilters<'a, J> {
    pub(super) fn world_of(self, world: &'a World, character: usize) -> CharacterWorld<'a, J> {
        CharacterWorld { world, contact_filter: self.0.get(character) }
    }
}

/// The world with a character's contact filter.
#[derive(Debug)]
pub(super) struct CharacterWorld<'a, J> {
    pub(super) world: &'a World,
    pub(super) contact_filter: Option<&'a J>,
}

impl<J> Clone for CharacterWorld<'_, J> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<J> Copy for CharacterWorld<'_, J> {}

impl<J: ContactFilter> CharacterWorld<'_, J> {
    /// Whether a surface exists for this character.
    pub(super) fn counts(&self, surface: &Surface) -> bool {
        self.contact_filter.is_none_or(|contact_filter| contact_filter.includes(surface))
    }

    pub(super) fn first_touch_during(&self, sweep: &Sweep, from: f64, to: f64) -> Option<Hit> {
        let hit = self.world.first_touch_during(sweep, from, to, |surface| self.counts(surface));
        hit.map(|hit| self.contact_filter.map_or(hit, |filter| filter_hit(filter, hit)))
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
        let edited = contact_filter.surface_velocity(surface, at, velocity);
        // An unedited velocity keeps its bits.
        if edited == velocity { own } else { edited * time }
    }
}

impl<J: ContactFilter> Collide for CharacterWorld<'_, J> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        match self.contact_filter {
            None => Collide::sweep(self.world, sweep),
            Some(contact_filter) => FilteredWorld { world: self.world, contact_filter }.sweep(sweep),
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
            Some(contact_filter) => {
                FilteredWorld { world: self.world, contact_filter }.ray(from, translation, filter)
            }
        }
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        let own = self.world.surface_velocity(surface, at);
        self.contact_filter.map_or(own, |contact_filter| contact_filter.surface_velocity(surface, at, own))
    }

    fn traction(&self, surface: &Surface) -> Traction {
        let own = self.world.traction(surface);
        self.contact_filter.map_or(own, |filter| filter.traction(surface, own))
    }
}

/// The characters that make a move of their own, and the world for each.
pub(super) struct CharacterWorlds<'a, J> {
    pub(super) world: &'a World,
    pub(super) configs: &'a Roster<ConfigId, Config>,
    /// All characters, as the moving world has left them.
    pub(super) characters: &'a [StageCharacter],
    pub(super) contact_filters: ContactFilters<'a, J>,
    /// What is known of each.
    pub(super) left: &'a [Left],
    /// The indices of those that move.
    pub(super) indices: &'a [u32],
    pub(super) balls: &'a [Obstacle],
}

impl<J: ContactFilter> Views for CharacterWorlds<'_, J> {
    fn count(&self) -> usize {
        self.indices.len()
    }

    fn member(&self, index: usize) -> MemberRef<'_> {
        let StageCharacter { state, config, mass, strength, layers, .. } =
            &self.characters[self.indices[index] as usize];
        let config = &self.configs[*config];
        MemberRef { config, state, mass: *mass, strength: *strength, layers: *layers }
    }

    fn of(&self, member: usize) -> impl Collide {
        let character = self.indices.get(member).map_or(usize::MAX, |index| *index as usize);
        WithBalls { world: self.contact_filters.world_of(self.world, character), balls: self.balls }
    }

    fn plain(&self, _: usize) -> Option<&World> {
        (self.contact_filters.0.is_empty() && self.balls.is_empty()).then_some(self.world)
    }

    fn is_apart(&self, member: usize) -> bool {
        self.left[self.indices[member] as usize].is_apart
    }

    fn own(&self, member: usize) -> usize {
        self.indices.get(member).map_or(usize::MAX, |index| *index as usize)
    }
}
