//! Memory that a step works in: make one per thread and use it for every character.

use super::event::{Event, HeldBy};
use crate::path::Waypoint;
use crate::slide::{SlideBuffer, SlidePlane};
use crate::world::NearBuffer;
use alloc::vec::Vec;

/// Working memory of [`step`](super::step()). Holds nothing from one step to the next.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(super) near: NearBuffer,
    pub(super) parts: Parts,
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
