//! Moves that lead to another place: eight bytes each, in one list for the whole graph.
//!
//! A level of a square kilometre has some hundred million of them, so neither a list of its own for each place nor a byte to spare.

use crate::place::PlaceId;
use crate::way::{Act, Way};

/// A move that leads to another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(crate) to: PlaceId,
    heading: u8,
    of: u8,
    /// Ticks of a walk that arrived directly, 0 for others.
    pub(crate) ticks: u8,
    /// The act, [`CROUCH`] and [`ACTED`].
    flags: u8,
}

/// The acts by their number in an edge.
const ACTS: [Act; 8] =
    [Act::Walk, Act::Jump, Act::RunJump, Act::SlowJump, Act::WalkTo, Act::JumpTo, Act::RunJumpTo, Act::Ride];

/// The bits of the act.
const ACT: u8 = 7;

/// The bit of a character that crouches.
const CROUCH: u8 = 8;

/// The bit of a move on which a volume moved the character.
const ACTED: u8 = 16;

impl Edge {
    pub(crate) fn new(to: PlaceId, way: Way, ticks: u8, acted: bool) -> Self {
        let act = ACTS.iter().zip(0..).find(|(act, _)| **act == way.act).map_or(0, |(_, number)| number);
        let flags = act | if way.crouch { CROUCH } else { 0 } | if acted { ACTED } else { 0 };
        Self { to, heading: way.heading, of: way.of, ticks, flags }
    }

    /// What is done.
    pub(crate) fn act(&self) -> Act {
        ACTS.get(usize::from(self.flags & ACT)).copied().unwrap_or(Act::Walk)
    }

    /// The move.
    pub(crate) fn way(&self) -> Way {
        Way { act: self.act(), heading: self.heading, of: self.of, crouch: self.flags & CROUCH != 0 }
    }

    /// Whether a volume moved the character on the way.
    pub(crate) const fn acted(&self) -> bool {
        self.flags & ACTED != 0
    }
}

/// The edges of all places. Those of one place lie side by side; a place that gets more of them later has them anew at the end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Edges {
    all: Vec<Edge>,
    spans: Vec<Span>,
}

/// Where the edges of a place are: the first in the upper 40 bits, their number in the lower 24.
#[derive(Clone, Copy, Debug, Default)]
struct Span(u64);

/// Bits of the number of edges.
const COUNT: u32 = 24;

impl Span {
    const fn new(first: usize, count: usize) -> Self {
        Self((first as u64) << COUNT | count as u64)
    }

    const fn first(self) -> usize {
        (self.0 >> COUNT) as usize
    }

    const fn count(self) -> usize {
        (self.0 & ((1 << COUNT) - 1)) as usize
    }
}

impl Edges {
    /// No edges yet from so many places.
    pub(crate) fn of(places: usize) -> Self {
        Self { all: Vec::new(), spans: vec![Span::default(); places] }
    }

    /// Adds a place without edges.
    pub(crate) fn add_place(&mut self) {
        self.spans.push(Span::default());
    }

    /// The edges from a place.
    pub(crate) fn from(&self, id: PlaceId) -> &[Edge] {
        let span = self.spans.get(id as usize).copied().unwrap_or_default();
        self.all.get(span.first()..span.first() + span.count()).unwrap_or_default()
    }

    /// Adds an edge from a place, unless one leads to the same place already.
    pub(crate) fn add(&mut self, from: PlaceId, edge: Edge) {
        if self.from(from).iter().any(|other| other.to == edge.to) {
            return;
        }
        let Some(span) = self.spans.get_mut(from as usize) else { return };
        let (mut first, count) = (span.first(), span.count());
        if first + count != self.all.len() {
            self.all.extend_from_within(first..first + count);
            first = self.all.len() - count;
        }
        self.all.push(edge);
        *span = Span::new(first, count + 1);
    }

    /// All edges with the places that they come from, by these.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (PlaceId, &Edge)> {
        (0..self.spans.len() as PlaceId).flat_map(|id| self.from(id).iter().map(move |edge| (id, edge)))
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.spans.iter().map(|span| span.count()).sum()
    }

    /// Bytes that they take.
    pub(crate) fn bytes(&self) -> usize {
        self.all.len() * size_of::<Edge>() + self.spans.len() * size_of::<Span>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_gives_back_the_move_that_it_was_made_of() {
        assert_eq!(size_of::<Edge>(), 8);
        for act in ACTS {
            for (heading, of, crouch, acted) in [(7, 8, false, true), (31, 32, true, false)] {
                let way = Way { act, heading, of, crouch };
                let edge = Edge::new(5, way, 120, acted);
                assert_eq!(
                    (edge.to, edge.way(), edge.act(), edge.ticks, edge.acted()),
                    (5, way, act, 120, acted)
                );
            }
        }
    }

    #[test]
    fn edges_that_come_later_join_those_of_their_place() {
        let way = |heading| Way { act: Act::Walk, heading, of: 8, crouch: false };
        let mut edges = Edges::of(2);
        edges.add_place();
        // The second move to the same place is not kept.
        for (from, to, heading) in [(0, 1, 0), (0, 2, 1), (2, 0, 2), (0, 1, 3), (0, 0, 4), (2, 1, 5)] {
            edges.add(from, Edge::new(to, way(heading), 0, false));
        }
        let list: Vec<_> = edges.iter().map(|(from, edge)| (from, edge.to, edge.way().heading)).collect();
        assert_eq!(list, [(0, 1, 0), (0, 2, 1), (0, 0, 4), (2, 0, 2), (2, 1, 5)]);
        assert_eq!((edges.count(), edges.from(1), edges.from(9)), (5, &[][..], &[][..]));
    }
}
