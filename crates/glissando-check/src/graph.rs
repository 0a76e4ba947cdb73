//! Places and the moves between them.

use crate::edge::{Edge, Edges};
use crate::place::{Place, PlaceId};
use crate::way::Way;
use glissando::DVec3;
use std::sync::Arc;

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

/// The number of no place.
const NONE: PlaceId = PlaceId::MAX;

/// All places, and the moves from those that the spawns reach.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The places of the ground map, shared with it.
    ground: Arc<Vec<Place>>,
    /// Those that were found by walking; their numbers follow.
    found: Vec<Place>,
    pub(crate) reached: Vec<bool>,
    pub(crate) edges: Edges,
    /// The place from which each was reached first, or [`NONE`].
    parents: Vec<PlaceId>,
    /// Where each spawn leads; none for one that does not come to rest.
    pub(crate) starts: Vec<Option<PlaceId>>,
    pub(crate) faults: Vec<Fault>,
    /// From where a move leads into a volume that kills.
    pub(crate) deadly: Vec<PlaceId>,
}

impl Graph {
    /// The places of a ground map, without moves.
    pub(crate) fn of(ground: Arc<Vec<Place>>) -> Self {
        let count = ground.len();
        let (reached, edges, parents) = (vec![false; count], Edges::of(count), vec![NONE; count]);
        Self { ground, reached, edges, parents, ..Self::default() }
    }

    /// Every place, those of the ground map first.
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        self.ground.iter().chain(&self.found)
    }

    /// How many places there are.
    pub fn place_count(&self) -> usize {
        self.reached.len()
    }

    /// How many of them are the ground map's.
    pub(crate) fn known(&self) -> usize {
        self.ground.len()
    }

    /// Whether a place is reached from the spawns.
    pub fn is_reached(&self, id: PlaceId) -> bool {
        self.reached.get(id as usize).copied().unwrap_or(false)
    }

    /// Whether a place was found by walking, and is none of the ground map.
    pub fn is_found(&self, id: PlaceId) -> bool {
        id as usize >= self.known()
    }

    /// How many places are reached.
    pub fn reached_count(&self) -> usize {
        self.reached.iter().filter(|is| **is).count()
    }

    /// How many moves there are between places.
    pub fn move_count(&self) -> usize {
        self.edges.count()
    }

    pub(crate) fn place(&self, id: PlaceId) -> Option<&Place> {
        let index = id as usize;
        self.ground.get(index).or_else(|| self.found.get(index - self.ground.len()))
    }

    pub(crate) fn from(&self, id: PlaceId) -> &[Edge] {
        self.edges.from(id)
    }

    /// The move by which a place was reached first, and where that came from.
    pub(crate) fn entry(&self, id: PlaceId) -> Option<(PlaceId, Way)> {
        let parent = *self.parents.get(id as usize)?;
        let edge = self.from(parent).iter().find(|edge| edge.to == id)?;
        Some((parent, edge.way()))
    }

    /// Adds a place that nothing has reached yet.
    pub(crate) fn add(&mut self, place: Place) -> PlaceId {
        let id = self.place_count() as PlaceId;
        self.found.push(place);
        self.reached.push(false);
        self.edges.add_place();
        self.parents.push(NONE);
        id
    }

    /// Counts a place as reached, from a parent or by a spawn; whether it was not before.
    pub(crate) fn reach(&mut self, id: PlaceId, parent: Option<PlaceId>) -> bool {
        let index = id as usize;
        let (Some(is), Some(from)) = (self.reached.get_mut(index), self.parents.get_mut(index)) else {
            return false;
        };
        let is_new = !*is;
        if is_new {
            (*is, *from) = (true, parent.unwrap_or(NONE));
        }
        is_new
    }

    /// Bytes that the places and moves take.
    pub(crate) fn bytes(&self) -> usize {
        let place = size_of::<bool>() + size_of::<PlaceId>();
        let kept = (self.ground.len() + self.found.len()) * (size_of::<Place>() + place);
        kept + self.edges.bytes()
    }
}
