//! Events of triggers along a path, and the memory of a character.

use crate::handle::TriggerId;
use crate::math::DVec3;
use alloc::vec::Vec;

/// An event of one trigger at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct TriggerEvent {
    /// The trigger.
    pub trigger: TriggerId,
    /// Seconds since the start of the tick.
    pub time: f64,
    /// Centre of the body at that time, metres, world space.
    pub position: DVec3,
    /// The kind of event.
    pub kind: TriggerEventKind,
}

/// The kinds of events. Events of one trigger at one moment are in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "type", rename_all = "snake_case"))]
pub enum TriggerEventKind {
    /// The body is in it from now on; see [`TriggerKind`](super::TriggerKind).
    Entered,
    /// The centre passed through the triangles of a [`TriggerKind::Surface`](super::TriggerKind::Surface).
    Crossed {
        /// Whether from the front (counter-clockwise) to the back, by the winding of the mesh.
        from_front: bool,
    },
    /// The body is no longer in it.
    Left,
}

impl TriggerEventKind {
    /// The name in snake case, as serde writes it.
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
    /// In no trigger.
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

    /// Changes what is remembered: a trigger that it is set in is left, not entered, by the next path.
    pub fn set(&mut self, trigger: TriggerId, is_in: bool) {
        match (self.inside.binary_search(&trigger), is_in) {
            (Err(place), true) => self.inside.insert(place, trigger),
            (Ok(place), false) => {
                self.inside.remove(place);
            }
            _ => {}
        }
    }
}

/// Working memory of a query: make one per thread. Keeps no result from one query to the next.
#[derive(Clone, Debug, Default)]
pub struct TriggerBuffer {
    pub(super) candidates: Vec<TriggerId>,
    pub(super) spans: Vec<Span>,
    pub(super) crossings: Vec<f64>,
    pub(super) found: Vec<Found>,
    pub(super) events: Vec<TriggerEvent>,
}

impl TriggerBuffer {
    /// Empty memory; it grows to its final size in the first queries.
    pub fn new() -> Self {
        Self::default()
    }
}

/// A part of the path near a trigger's triangles; places along the path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    /// The part in which the body is not clear of them.
    pub(super) near: [f64; 2],
    /// The part in which it touches them.
    pub(super) touching: Option<[f64; 2]>,
}

/// An event before sorting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    /// Place along the path.
    pub(super) along: f64,
    pub(super) trigger: TriggerId,
    pub(super) kind: TriggerEventKind,
}
