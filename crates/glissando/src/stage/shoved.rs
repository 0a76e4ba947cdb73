//! What the moving world has done to one character: where it is, what moved it, and what squeezes it.

use crate::collide::{Contact, Surface};
use crate::handle::Owner;
use crate::math::DVec3;
use crate::slide::SlidePlane;
use alloc::vec::Vec;

/// What [`Shove::run`](super::shove::Shove::run) has found besides the place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Shoved {
    /// Whether a surface other than the support pushed.
    pub(super) is_pushed: bool,
    /// The body that moved it; `None` if surfaces squeeze it, which `squeeze` names.
    pub(super) pusher: Option<Pusher>,
    /// How the first surface in motion reached it, in the air be it only at the end of the tick.
    pub(super) reached: Option<Reached>,
    /// The squeeze that ended it, if one did.
    pub(super) squeeze: Option<Squeeze>,
}

/// A surface in motion that reached a character and shoved it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reached {
    /// The fraction of the tick.
    pub(super) share: f64,
    /// The character's centre then.
    pub(super) at: DVec3,
    pub(super) surface: Surface,
    pub(super) point: DVec3,
    pub(super) normal: DVec3,
}

/// The body in motion that moved a character: the last that pushed it, or else one that carries it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pusher {
    pub(super) body: Owner,
    /// The contact through which it pushed.
    pub(super) contact: Option<Contact>,
}

/// Two surfaces that leave no room.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Squeeze {
    /// Seconds since the start of the tick.
    pub time: f64,
    /// The surface that pushes hardest, or, where other characters leave no room, the one that pushed last; `None` without any
    /// contact, which only rounding could cause.
    pub by: Option<Contact>,
    /// The opposing surface that holds most; `None` where another character that cannot move away holds.
    pub against: Option<Contact>,
}

/// Direction and speed of the surfaces that push, m/s: planes that the velocity must not go against.
pub(super) type Pushes = Vec<SlidePlane>;

impl Reached {
    pub(super) const fn by(contact: &Contact, at: DVec3, share: f64) -> Self {
        let Contact { surface, point, normal, .. } = *contact;
        Self { share, at, surface, point, normal }
    }
}

impl Pusher {
    /// A body that pushes through this contact.
    pub(super) const fn through(contact: Contact) -> Self {
        Self { body: contact.surface.owner, contact: Some(contact) }
    }
}
