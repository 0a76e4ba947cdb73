//! Memory that a step works in: one for each character while they are few, else one for a thread.

use super::event::{Event, HeldBy};
use super::tick::Gathered;
use crate::math::DVec3;
use crate::path::Waypoint;
use crate::slide::{Mover, SlideBuffer, SlidePlane};
use crate::world::{NearBuffer, Stamp, World};
use alloc::vec::Vec;

/// Working memory of [`step`](super::step()).
///
/// What was found about the surroundings is used again by the next step, if that begins where this one ended, in the
/// same world, unchanged. So up to some hundred characters are faster with a scratch each, and never different; of
/// thousands each would find its own gone from the processor's cache.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(super) near: NearBuffer,
    pub(super) parts: Parts,
    pub(super) touching: Touching,
}

/// Of what the contacts at hand are, if that is known.
#[derive(Debug, Default)]
pub(super) struct Touching(Option<(Stamp, Gathered)>);

impl Clone for Touching {
    fn clone(&self) -> Self {
        Self(self.0.as_ref().map(|(stamp, gathered)| (stamp.remembered(), *gathered)))
    }
}

impl Touching {
    /// Where and for which body, if in this world as it is and there.
    pub(super) fn recall(&self, world: &World, at: DVec3, mover: &Mover) -> Option<Gathered> {
        let bits = |p: DVec3| p.to_array().map(f64::to_bits);
        let (stamp, gathered) = self.0.as_ref()?;
        let is_same = gathered.1 == *mover && bits(gathered.0) == bits(at) && *stamp == *world.stamp();
        is_same.then_some(*gathered)
    }

    pub(super) fn remember(&mut self, world: &World, gathered: Option<Gathered>) {
        match (&mut self.0, gathered) {
            (Some((stamp, known)), Some(gathered)) if *stamp == *world.stamp() => *known = gathered,
            (known, gathered) => *known = gathered.map(|g| (world.stamp().remembered(), g)),
        }
    }

    pub(super) fn forget(&mut self) {
        self.0 = None;
    }
}

/// The part that does not depend on how the world is asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    pub(super) buffer: SlideBuffer,
    pub(super) held: Vec<SlidePlane>,
    pub(super) events: Vec<Event>,
    pub(super) path: Vec<Waypoint>,
    pub(super) loads: Vec<HeldBy>,
}

impl Scratch {
    /// Empty memory; it grows to what is needed in the first steps.
    pub fn new() -> Self {
        Self::default()
    }
}
