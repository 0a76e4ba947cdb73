//! A character that is stuck in surfaces as a tick begins, beside bodies that move.
//!
//! It can neither be carried nor shoved. It is squeezed by a body that comes deeper into it in the tick, whose policy is asked as
//! in any squeeze. Beside all others it is stuck as in a world at rest, which its own move reports.

use super::character_world::CharacterWorld;
use super::shoved::Squeeze;
use crate::collide::{Contact, Hit, Surface};
use crate::handle::Owner;
use crate::math::DVec3;
use crate::slide::{Mover, SlideBuffer, sort_nearest_first};
use crate::tolerance;
use alloc::vec::Vec;

/// Moments of the tick at which a body may be deeper that cuts the character's core at the start: no sweep measures that.
const MOMENTS: [f64; 4] = [0.25, 0.5, 0.75, 1.0];

/// The squeeze of a stuck character, at the start of the tick; `None` where no body comes deeper into it.
pub(super) fn squeeze_of_stuck(
    world: &CharacterWorld<'_>,
    mover: &Mover,
    at: DVec3,
    buffer: &mut SlideBuffer,
) -> Option<Squeeze> {
    let shell = mover.sweep_shell() - mover.rounding_at(at);
    let (shape, filter) = (mover.shape(), mover.filter());
    let gather = |share: f64, found: &mut Vec<Contact>| {
        world.contacts_at_share(&shape, at, shell, filter, share, found);
        sort_nearest_first(found);
    };
    let SlideBuffer { contacts, ahead, .. } = buffer;
    gather(0.0, contacts);
    let start = Start { world, mover, at, shell, contacts };
    let exactly = start.first_deeper().and_then(|hit| {
        gather(hit.fraction, ahead);
        ahead.iter().find(|contact| contact.surface.owner == hit.surface.owner).copied()
    });
    let comes = exactly.or_else(|| {
        MOMENTS.into_iter().find_map(|share| {
            gather(share, ahead);
            let deepest = ahead.iter().max_by(|a, b| start.deeper(a).total_cmp(&start.deeper(b)))?;
            (start.deeper(deepest) > tolerance::INSIDE).then_some(*deepest)
        })
    })?;
    let by = start.nearest(comes.surface.owner).next().copied().unwrap_or(comes);
    let opposing = |contact: &&Contact| contact.normal.dot(by.normal);
    let against = contacts.iter().min_by(|a, b| opposing(a).total_cmp(&opposing(b)));
    let against = against.filter(|contact| opposing(contact) < 0.0).copied();
    Some(Squeeze { time: 0.0, by: Some(by), against })
}

/// A stuck character at the start of the tick.
struct Start<'a> {
    world: &'a CharacterWorld<'a>,
    mover: &'a Mover,
    at: DVec3,
    /// Radii at which a surface touches.
    shell: f64,
    /// The contacts with surfaces that it touches or overlaps, nearest first.
    contacts: &'a [Contact],
}

impl Start<'_> {
    fn nearest(&self, owner: Owner) -> impl Iterator<Item = &Contact> {
        self.contacts.iter().filter(move |contact| contact.surface.owner == owner)
    }

    /// The least distance of a body, at most the shell.
    fn radii(&self, owner: Owner) -> f64 {
        let nearer =
            |least: f64, contact: &Contact| if contact.radii < least { contact.radii } else { least };
        self.nearest(owner).fold(self.shell, nearer)
    }

    /// By how much the body of a later contact is deeper then.
    fn deeper(&self, contact: &Contact) -> f64 {
        let owner = contact.surface.owner;
        if self.world.motion_of(owner).is_still() { 0.0 } else { self.radii(owner) - contact.radii }
    }

    /// The first touch by which a body comes deeper, exactly: a thin one that passes is in the character for a part of the tick only.
    fn first_deeper(&self) -> Option<Hit> {
        let moves = |owner: Owner| !self.world.motion_of(owner).is_still();
        let is_new = |owner: Owner| moves(owner) && self.nearest(owner).next().is_none();
        let mut first = self.first_within(self.shell, &is_new);
        for (index, contact) in self.contacts.iter().enumerate() {
            let owner = contact.surface.owner;
            let is_asked = self.contacts[..index].iter().any(|other| other.surface.owner == owner);
            if is_asked || !moves(owner) {
                continue;
            }
            let hit = self.first_within(self.radii(owner), &|other| other == owner);
            let is_first = |hit: &Hit| first.is_none_or(|first| hit.fraction < first.fraction);
            first = hit.filter(is_first).or(first);
        }
        first
    }

    /// The first touch by a body that counts with less than these radii, by more than rounding; none of a core that is cut.
    fn first_within(&self, radii: f64, counts: &dyn Fn(Owner) -> bool) -> Option<Hit> {
        let level = radii - tolerance::INSIDE;
        if level <= 0.0 {
            return None;
        }
        let sweep = self.mover.sweep_past(level, self.at, DVec3::ZERO);
        let counts = |surface: &Surface| counts(surface.owner) && self.world.counts(surface);
        self.world.world.first_touch_during(&sweep, 0.0, 1.0, Some(&counts))
    }
}
