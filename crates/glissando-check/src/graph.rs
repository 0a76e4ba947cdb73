//! Places and the moves between them.

use crate::moves::Way;
use crate::place::{Place, PlaceId};
use glissando::DVec3;

/// A move that leads to another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(crate) to: PlaceId,
    pub(crate) way: Way,
    /// Ticks of a walk that arrived directly, 0 for others.
    pub(crate) ticks: u16,
    /// Whether a volume moved the character on the way.
    pub(crate) acted: bool,
}

/// What no move should end in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FaultKind {
    Out,
    Stuck,
}

/// A move that ended badly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fault {
    pub(crate) from: PlaceId,
    pub(crate) way: Way,
    pub(crate) kind: FaultKind,
    /// Where the character was last on a surface, or where it is stuck.
    pub(crate) at: DVec3,
}

/// All places, and the moves from those that the spawns reach.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub(crate) places: Vec<Place>,
    /// How many of them are the ground map's; the others were found by walking.
    pub(crate) known: usize,
    pub(crate) reached: Vec<bool>,
    pub(crate) edges: Vec<Vec<Edge>>,
    /// The move by which a place was reached first.
    pub(crate) parents: Vec<Option<(PlaceId, Way)>>,
    /// Where each spawn leads; none for one that does not come to rest.
    pub(crate) starts: Vec<Option<PlaceId>>,
    pub(crate) faults: Vec<Fault>,
    /// From where a move leads into a volume that kills.
    pub(crate) deadly: Vec<PlaceId>,
}

impl Graph {
    /// Every place, those of the ground map first.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// Whether a place is reached from the spawns.
    pub fn is_reached(&self, id: PlaceId) -> bool {
        self.reached.get(id as usize).copied().unwrap_or(false)
    }

    /// Whether a place was found by walking, and is none of the ground map.
    pub fn is_found(&self, id: PlaceId) -> bool {
        id as usize >= self.known
    }

    /// How many places are reached.
    pub fn reached_count(&self) -> usize {
        self.reached.iter().filter(|is| **is).count()
    }

    /// How many moves there are between places.
    pub fn move_count(&self) -> usize {
        self.edges.iter().map(Vec::len).sum()
    }

    pub(crate) fn place(&self, id: PlaceId) -> Option<&Place> {
        self.places.get(id as usize)
    }

    pub(crate) fn from(&self, id: PlaceId) -> &[Edge] {
        self.edges.get(id as usize).map_or(&[], Vec::as_slice)
    }

    /// Adds a place that nothing has reached yet.
    pub(crate) fn add(&mut self, place: Place) -> PlaceId {
        let id = self.places.len() as PlaceId;
        self.places.push(place);
        self.reached.push(false);
        self.edges.push(Vec::new());
        self.parents.push(None);
        id
    }
}
