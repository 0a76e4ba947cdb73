//! The world as one character of the stage sees it: through its judge, if it has one.

use super::among::{Among, Obstacle};
use crate::collide::{Collide, Contact, Filter, Hit, Surface, Sweep};
use crate::crowd::Views;
use crate::geometry::Ellipsoid;
use crate::handle::Owner;
use crate::math::DVec3;
use crate::motion::Motion;
use crate::world::{Judge, Judged, World, judge_contacts};
use alloc::vec::Vec;

/// Nobody judges.
#[derive(Clone, Copy, Debug)]
pub(super) enum Nobody {}

impl Judge for Nobody {}

/// The judges of all characters, by index, or nobody.
#[derive(Debug)]
pub(super) struct Judges<'a, J>(pub(super) Option<&'a [J]>);

impl<J> Clone for Judges<'_, J> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<J> Copy for Judges<'_, J> {}

impl<'a, J> Judges<'a, J> {
    pub(super) fn seen_by(self, world: &'a World, character: usize) -> Seen<'a, J> {
        Seen { world, judge: self.0.and_then(|judges| judges.get(character)) }
    }
}

/// The world, and who judges it.
#[derive(Debug)]
pub(super) struct Seen<'a, J> {
    pub(super) world: &'a World,
    pub(super) judge: Option<&'a J>,
}

impl<J> Clone for Seen<'_, J> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<J> Copy for Seen<'_, J> {}

impl<J: Judge> Seen<'_, J> {
    /// Whether a surface is there at all.
    pub(super) fn counts(&self, surface: &Surface) -> bool {
        self.judge.is_none_or(|judge| judge.counts(surface))
    }

    pub(super) fn first_touch_during(&self, sweep: &Sweep, from: f64, to: f64) -> Option<Hit> {
        self.world.first_touch_during(sweep, from, to, |surface| self.counts(surface))
    }

    pub(super) fn contacts_at_share(
        &self,
        shape: &Ellipsoid,
        at: DVec3,
        radii: f64,
        filter: Filter,
        share: f64,
        found: &mut Vec<Contact>,
    ) {
        self.world.contacts_at_share(shape, at, radii, filter, share, found);
        if let Some(judge) = self.judge {
            judge_contacts(judge, found);
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

    /// How far a surface carries what is at `at` between two shares of a tick of `dt` seconds.
    pub(super) fn ride(&self, surface: &Surface, at: DVec3, (from, to): (f64, f64), dt: f64) -> DVec3 {
        let time = (to - from) * dt;
        let own = self.world.way_of(surface.owner, at, from, to) + self.world.belt_velocity(surface) * time;
        let Some(judge) = self.judge.filter(|_| time > 0.0) else { return own };
        let velocity = own / time;
        let told = judge.surface_velocity(surface, at, velocity);
        // What is not edited keeps its bits.
        if told == velocity { own } else { told * time }
    }
}

impl<J: Judge> Collide for Seen<'_, J> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        match self.judge {
            None => Collide::sweep(self.world, sweep),
            Some(judge) => Judged { world: self.world, judge }.sweep(sweep),
        }
    }

    fn contacts(&self, shape: &Ellipsoid, at: DVec3, radii: f64, filter: Filter, found: &mut Vec<Contact>) {
        Collide::contacts(self.world, shape, at, radii, filter, found);
        if let Some(judge) = self.judge {
            judge_contacts(judge, found);
        }
    }

    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        match self.judge {
            None => Collide::ray(self.world, from, translation, filter),
            Some(judge) => Judged { world: self.world, judge }.ray(from, translation, filter),
        }
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        let own = self.world.surface_velocity(surface, at);
        self.judge.map_or(own, |judge| judge.surface_velocity(surface, at, own))
    }
}

/// The world as those see it who make a move of their own.
pub(super) struct Sights<'a, J> {
    pub(super) world: &'a World,
    pub(super) judges: Judges<'a, J>,
    /// Which characters they are.
    pub(super) who: &'a [u32],
    pub(super) balls: &'a [Obstacle],
}

impl<J: Judge> Views for Sights<'_, J> {
    fn of(&self, member: usize) -> impl Collide {
        let character = self.who.get(member).map_or(usize::MAX, |index| *index as usize);
        Among { world: self.judges.seen_by(self.world, character), balls: self.balls }
    }
}
