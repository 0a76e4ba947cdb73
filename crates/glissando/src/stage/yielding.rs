//! Movers that yield: they stop or turn back when they squeeze a character, each by the least that helps.

use super::Stage;
use super::character_world::CharacterWorld;
use super::mover::Policy;
use super::scratch::StageScratch;
use crate::collide::Contact;
use crate::handle::{BodyId, Owner};
use crate::math::DVec3;
use crate::slide::{Mover, SlideBuffer};
use crate::tolerance;
use alloc::vec::Vec;

/// How often a mover may shorten its motion in one tick. After that it stays at its start.
const MAX_YIELDS: u32 = 4;

/// The part of its motion by which a mover stops before it would squeeze.
const SHORT_OF: f64 = 1e-6;

/// The part of its plan that a mover carries out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) share: f64,
    /// `share` after this round.
    next: f64,
    /// Rounds in which it yielded.
    times: u32,
    pub(super) held_by: Option<u32>,
}

impl Scale {
    /// The whole plan.
    pub(super) const WHOLE: Self = Self { share: 1.0, next: 1.0, times: 0, held_by: None };
}

impl Stage {
    /// The first yielding mover that does not squeeze this character, which others squeeze, but would end deeper in
    /// it.
    pub(super) fn entering(
        &self,
        filtered: &CharacterWorld<'_>,
        mover: &Mover,
        (from, at): (DVec3, DVec3),
        scales: &[Scale],
        (buffer, ends): (&mut SlideBuffer, &mut Vec<f64>),
    ) -> Option<usize> {
        let shell = mover.sweep_shell() - mover.rounding_at(at);
        let (shape, filter, contacts) = (mover.shape(), mover.filter(), &mut buffer.contacts);
        filtered.contacts_at_share(&shape, at, shell, filter, 1.0, contacts);
        let nearest = |contacts: &[Contact], body: BodyId| {
            let radii = contacts.iter().filter(|c| c.surface.owner == body).map(|c| c.radii);
            radii.fold(shell, |least, radii| if radii < least { radii } else { least })
        };
        let gives = |index: usize| {
            let cast = &self.movers[index];
            let is_going = !cast.is_removed && scales[index].share > 0.0 && cast.spec.policy != Policy::Push;
            is_going.then(|| nearest(contacts, self.movers[index].spec.body))
        };
        ends.clear();
        ends.extend((0..self.movers.len()).map(|index| gives(index).unwrap_or(shell)));
        filtered.contacts_at_share(&shape, from, shell, filter, 0.0, contacts);
        let starts = self.movers.iter().map(|cast| nearest(&buffer.contacts, cast.spec.body));
        starts.zip(ends.iter()).position(|(start, end)| *end < start - tolerance::INSIDE)
    }

    /// Shortens the motion of yielding movers that squeeze a character; returns whether any was shortened.
    ///
    /// Each character is evaluated with the scales of the previous round, and the smallest result for a mover decides:
    /// their order does not matter.
    pub(super) fn yield_movers(&self, dt: f64, scratch: &mut StageScratch) -> bool {
        for index in 0..scratch.left.len() {
            let Some(effect) = scratch.effects.get_mut(index) else { continue };
            let Some(squeeze) = effect.shoved.squeeze else { continue };
            let scales = &scratch.scales;
            // Others squeeze the one that was moved, which may touch by now only what does not move.
            let yields = match effect.shoved.pusher {
                Some(pusher) => self.giving(pusher.body, scales),
                None => [squeeze.by, squeeze.against].iter().flatten().find_map(|c| self.yielding(c, scales)),
            };
            let Some(mover) = yields.or(effect.entering) else { continue };
            scratch.has_yielded = true;
            let scale = &mut scratch.scales[mover];
            let is_stop = self.movers[mover].spec.policy == Policy::Stop && scale.times < MAX_YIELDS;
            let is_stop = is_stop && yields.is_some();
            let left = if is_stop { (squeeze.time / dt) * (1.0 - SHORT_OF) } else { 0.0 };
            let share = scale.share * left;
            scale.next = if share < scale.next { share } else { scale.next };
            scale.held_by = Some(scale.held_by.map_or(index as u32, |held| held.min(index as u32)));
            effect.blocked = Some(squeeze);
        }
        if !scratch.has_yielded {
            return false;
        }
        let mut has_given = false;
        for scale in scratch.scales.iter_mut().filter(|scale| scale.next < scale.share) {
            scale.share = scale.next;
            scale.times += 1;
            has_given = true;
        }
        has_given
    }

    /// The mover of a contact's body, if it approaches there and its policy is to yield.
    fn yielding(&self, contact: &Contact, scales: &[Scale]) -> Option<usize> {
        let owner = contact.surface.owner;
        let comes = self.world.way_of(owner, contact.point, 0.0, 1.0).dot(contact.normal) > 0.0;
        self.giving(owner, scales).filter(|_| comes)
    }

    /// The mover of a body, if its policy is to yield and it has not stopped.
    fn giving(&self, body: Owner, scales: &[Scale]) -> Option<usize> {
        let index = self.movers.iter().position(|cast| !cast.is_removed && body == cast.spec.body)?;
        let gives = self.movers[index].spec.policy != Policy::Push && scales[index].share > 0.0;
        gives.then_some(index)
    }
}
