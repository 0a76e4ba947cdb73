//! Chains of characters that push each other: ranks from the movers outwards, which of two moves, and which character
//! of rank 0 is responsible if there is no room.
//!
//! Characters that the world moved have rank 0, characters in their way rank 1, and so on. Of two that overlap the
//! one of higher rank moves; two of equal rank move half each. A character that cannot move is *held*; from then on
//! the other moves back, if it can. So a chain that meets a wall stops from its far end.

use super::effect::Effects;
use super::partings::Partings;
use crate::collide::Filter;
use crate::crowd::{Pair, Placed, Range, parting};
use crate::math::DVec3;
use crate::slide::Mover;
use crate::sorting;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The rank of a character that was not pushed.
const UNRANKED: u32 = u32::MAX;

/// Least metres left between two characters after making room, so that rounding does not make them overlap.
const ROOM: f64 = 1e-9;

/// The same in units in the last place of a position: more than [`ROOM`] from 7e4 m on.
const ROOM_UNITS: f64 = 64.0;

/// A character that may be part of a chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) mover: Mover,
    /// Its position at the start of the tick.
    pub(super) start: DVec3,
    layers: u32,
    /// Its position after being carried and shoved.
    pub(super) shoved: DVec3,
    rank: u32,
    /// Whether it cannot move further.
    pub(super) is_held: bool,
    /// Whether it is squeezed, and therefore ignored by the others.
    pub(super) is_out: bool,
}

/// The displacement that a character needs for a neighbour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    /// The character that has to move.
    pub(super) of: u32,
    /// Unit, away from the neighbour.
    pub(super) normal: DVec3,
    /// Least displacement along `normal`, metres; negative where there is room left.
    pub(super) least: f64,
}

/// Two characters that overlap, and the depth.
#[derive(Clone, Copy, Debug)]
struct Overlap {
    pair: Pair,
    depth: f64,
}

/// The links of a tick's chains.
#[derive(Clone, Debug, Default)]
pub(super) struct Chain {
    pub(super) links: Vec<Link>,
    /// The requests of this pass, sorted by the character that has to move.
    pub(super) requests: Vec<Request>,
    overlaps: Vec<Overlap>,
    /// Of the pairs of this tick.
    partings: Partings,
    /// Pairs (pusher, pushed).
    pushes: Vec<(u32, u32)>,
    /// The depth of the overlaps that a link, or the links that it pushed, could not resolve.
    pub(super) blame: Vec<f64>,
}

impl Link {
    /// From `start` to `shoved`.
    pub(super) const fn new(mover: Mover, [start, shoved]: [DVec3; 2], layers: u32, is_out: bool) -> Self {
        Self { mover, start, layers, shoved, rank: UNRANKED, is_held: false, is_out }
    }

    /// Resets the link to the end of the world's motion.
    fn begin(&mut self) {
        self.rank = if self.shoved == self.start { UNRANKED } else { 0 };
        self.is_held = false;
    }

    /// Its position, its reach in this tick and the characters that it meets: none if it is out.
    pub(super) fn range(&self, at: DVec3) -> Range {
        let shape = self.mover.shape();
        let extents = shape.shell_extents(self.mover.sweep_shell());
        let reach = (at - self.start).abs();
        let (filter, layers) =
            if self.is_out { (Filter { mask: 0 }, 0) } else { (self.mover.filter(), self.layers) };
        Range { at, extents, reach, filter, layers }
    }

    fn placed(&self, at: DVec3) -> Placed {
        Placed { shape: self.mover.shape(), at, shell: self.mover.sweep_shell() }
    }
}

/// How far two characters have to part along which normal, from the first to the second; negative if there is room
/// left.
///
/// An overlap from before the tick is left to their own moves.
pub(super) fn lack(first: (&Link, DVec3), second: (&Link, DVec3)) -> (DVec3, f64) {
    let now = parting(&first.0.placed(first.1), &second.0.placed(second.1));
    if now.gap >= 0.0 {
        return (now.normal, -now.gap);
    }
    let before = parting(&first.0.placed(first.0.start), &second.0.placed(second.0.start)).gap;
    (now.normal, if before < 0.0 { before - now.gap } else { -now.gap })
}

/// Metres to leave beside a character at a position.
fn room_at(at: DVec3) -> f64 {
    let units = ROOM_UNITS * rounding_at(at);
    if units > ROOM { units } else { ROOM }
}

/// A unit in the last place of the largest coordinate of a position, or up to two, in metres.
pub(super) fn rounding_at(at: DVec3) -> f64 {
    at.abs().max_element() * f64::EPSILON
}

impl Chain {
    /// Begins a tick: the links are others.
    pub(super) fn forget(&mut self) {
        self.partings.begin();
    }

    /// Resets every link to the end of the world's motion, without any pushes.
    pub(super) fn begin(&mut self, effects: &mut Effects) {
        self.pushes.clear();
        for (link, place) in self.links.iter_mut().zip(&mut effects.places) {
            link.begin();
            *place = link.shoved;
        }
    }

    /// Collects the requests of all neighbours; returns whether any two overlap.
    pub(super) fn collect_requests(&mut self, pairs: &[Pair], effects: &Effects) -> bool {
        self.requests.clear();
        self.overlaps.clear();
        let pushes = self.pushes.len();
        self.partings.keep_for(pairs.len());
        for pair in pairs {
            let [a, b] = [pair.first, pair.second].map(|index| &self.links[index as usize]);
            // Two characters do not matter to each other's chain if no mover has reached either.
            if a.rank == UNRANKED && b.rank == UNRANKED {
                continue;
            }
            let [at, to] = [pair.first, pair.second].map(|index| effects.places[index as usize]);
            let (normal, lack) = self.partings.of(*pair, [at, to], || lack((a, at), (b, to)));
            let room = room_at(at);
            let shares = shares(a, b);
            if lack > 0.0 {
                self.overlaps.push(Overlap { pair: *pair, depth: lack });
                match a.rank.cmp(&b.rank) {
                    Ordering::Less => self.pushes.push((pair.first, pair.second)),
                    Ordering::Greater => self.pushes.push((pair.second, pair.first)),
                    Ordering::Equal => {}
                }
            }
            for (of, share, normal) in [(pair.first, shares[0], -normal), (pair.second, shares[1], normal)] {
                // Where two of equal rank have room left both may use it: the next pass parts them.
                let counts = if lack > 0.0 { share > 0.0 } else { share == 1.0 };
                if counts {
                    let least = if lack > 0.0 { share * lack + room } else { lack };
                    self.requests.push(Request { of, normal, least });
                }
            }
        }
        for (from, to) in &self.pushes[pushes..] {
            let rank = self.links[*from as usize].rank.saturating_add(1);
            let link = &mut self.links[*to as usize];
            link.rank = link.rank.min(rank);
        }
        sorting::sort_by(&mut self.pushes, Ord::cmp);
        self.pushes.dedup();
        self.in_order();
        !self.overlaps.is_empty()
    }

    /// Sorts the requests by the asked character, and each character's requests in an order independent of their
    /// origin.
    fn in_order(&mut self) {
        sorting::sort_by(&mut self.requests, |a, b| {
            a.of.cmp(&b.of).then(a.normal.total_cmp(b.normal)).then(a.least.total_cmp(&b.least))
        });
    }

    /// Finds the links of rank 0 that caused the remaining overlaps.
    pub(super) fn blame(&mut self) {
        let Self { links, overlaps, pushes, blame, .. } = self;
        blame.clear();
        blame.resize(links.len(), 0.0);
        let rank = |index: u32| links[index as usize].rank;
        for Overlap { pair, depth } in overlaps {
            let nearest = rank(pair.first).min(rank(pair.second));
            for index in [pair.first, pair.second].into_iter().filter(|index| rank(*index) == nearest) {
                take_on(blame, index, *depth);
            }
        }
        // From the far ends, so that a link has its whole blame before it passes it on.
        sorting::sort_by_key(pushes, |(from, to)| (core::cmp::Reverse(rank(*to)), *from));
        for (from, to) in pushes.iter().filter(|(from, to)| rank(*from) < rank(*to)) {
            let depth = blame[*to as usize];
            take_on(blame, *from, depth);
        }
        for (blame, link) in blame.iter_mut().zip(links.iter()) {
            *blame = if link.rank == 0 { *blame } else { 0.0 };
        }
    }
}

fn take_on(blame: &mut [f64], index: u32, depth: f64) {
    let own = &mut blame[index as usize];
    *own = if depth > *own { depth } else { *own };
}

/// The fraction of the displacement for each of two: all of it for the one that can move or has the higher rank, else
/// half each.
fn shares(a: &Link, b: &Link) -> [f64; 2] {
    match (a.is_held, b.is_held) {
        (true, true) => [0.0, 0.0],
        (true, false) => [0.0, 1.0],
        (false, true) => [1.0, 0.0],
        (false, false) => match a.rank.cmp(&b.rank) {
            Ordering::Less => [0.0, 1.0],
            Ordering::Greater => [1.0, 0.0],
            Ordering::Equal => [0.5, 0.5],
        },
    }
}
