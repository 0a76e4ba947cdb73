//! A character that is stuck in surfaces as a tick begins, beside bodies that move.
//!
//! It can neither be carried nor shoved. It is squeezed by a body that comes deeper into it in the tick, whose policy is asked as
//! in any squeeze. Beside all others it is stuck as in a world at rest, which its own move reports.

use super::character_world::CharacterWorld;
use super::shove::Squeeze;
use crate::collide::Contact;
use crate::handle::Owner;
use crate::math::DVec3;
use crate::slide::{Mover, SlideBuffer};
use crate::tolerance;

/// Moments of the tick at which a body may be deeper in the character than at the start.
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
    let SlideBuffer { contacts, ahead, .. } = buffer;
    world.contacts_at_share(&shape, at, shell, filter, 0.0, contacts);
    let nearest = |owner: Owner| contacts.iter().filter(move |c| c.surface.owner == owner);
    let before = |owner: Owner| {
        nearest(owner).fold(shell, |least, contact| if contact.radii < least { contact.radii } else { least })
    };
    let deeper = |contact: &Contact| {
        let is_still = world.motion_of(contact.surface.owner).is_still();
        if is_still { 0.0 } else { before(contact.surface.owner) - contact.radii }
    };
    let comes = MOMENTS.into_iter().find_map(|share| {
        world.contacts_at_share(&shape, at, shell, filter, share, ahead);
        let deepest = ahead.iter().max_by(|a, b| deeper(a).total_cmp(&deeper(b)))?;
        (deeper(deepest) > tolerance::INSIDE).then_some(*deepest)
    })?;
    let by = nearest(comes.surface.owner).next().copied().unwrap_or(comes);
    let opposing = |contact: &&Contact| contact.normal.dot(by.normal);
    let against = contacts.iter().min_by(|a, b| opposing(a).total_cmp(&opposing(b)));
    let against = against.filter(|contact| opposing(contact) < 0.0).copied();
    Some(Squeeze { time: 0.0, by: Some(by), against })
}
