//! What a path did to triggers, and what is remembered of it.

use crate::handle::TriggerId;
use crate::math::DVec3;
use alloc::vec::Vec;

/// What happened with one trigger at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct TriggerEvent {
    /// Which trigger.
    pub trigger: TriggerId,
    /// Seconds since the start of the tick.
    pub time: f64,
    /// Centre of the ellipsoid at that time, metres, world space.
    pub position: DVec3,
    /// What it was.
    pub kind: TriggerEventKind,
}

/// What can happen with a trigger. What is of one moment and one trigger comes in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "type", rename_all = "snake_case"))]
pub enum TriggerEventKind {
    /// Is in it from now on; see [`TriggerKind`](super::TriggerKind).
    Entered,
    /// The centre passed through the triangles of a [`TriggerKind::Surface`](super::TriggerKind::Surface).
    Crossed {
        /// Whether from the front (counter-clockwise) to the back, as the mesh is wound.
        from_front: bool,
    },
    /// Is no longer in it.
    Left,
}

impl TriggerEventKind {
    /// Its name in snake case, as serde writes it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Entered => "entered",
            Self::Crossed { .. } => "crossed",
            Self::Left => "left",
        }
    }
}

/// What one character is in: all that is remembered of triggers from tick to tick. Plain data.
#[derive(Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct TriggerMemory {
    /// By rising handle.
    pub(super) inside: Vec<TriggerId>,
}

impl Clone for TriggerMemory {
    fn clone(&self) -> Self {
        Self { inside: self.inside.clone() }
    }

    /// The list keeps its memory: a tick clones the memories of all characters.
    fn clone_from(&mut self, other: &Self) {
        self.inside.clone_from(&other.inside);
    }
}

impl TriggerMemory {
    /// In nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the character is in this trigger.
    pub fn is_in(&self, trigger: TriggerId) -> bool {
        self.inside.contains(&trigger)
    }

    /// All triggers that it is in, by rising handle.
    pub fn inside(&self) -> &[TriggerId] {
        &self.inside
    }
}

/// Memory that a question works in: make one per thread. Holds nothing from one question to the next.
#[derive(Clone, Debug, Default)]
pub struct TriggerBuffer {
    pub(super) candidates: Vec<TriggerId>,
    pub(super) spans: Vec<Span>,
    pub(super) crossings: Vec<f64>,
    pub(super) found: Vec<Found>,
    pub(super) events: Vec<TriggerEvent>,
}

impl TriggerBuffer {
    /// Empty memory; it grows to what is needed in the first questions.
    pub fn new() -> Self {
        Self::default()
    }
}

/// A part of the path in which something is touched; places along the path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    /// Where the body is not clear of it.
    pub(super) near: [f64; 2],
    /// Where it touches it.
    pub(super) touching: Option<[f64; 2]>,
}

/// An event that is not yet in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    /// Place along the path.
    pub(super) along: f64,
    pub(super) trigger: TriggerId,
    pub(super) kind: TriggerEventKind,
}
