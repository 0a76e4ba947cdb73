//! Chains of characters that make room: ranks from the movers outwards, which of two moves, and which link is to blame.
//!
//! The moving world displaced the characters of rank 0, characters in their way have rank 1, and so on. Of two that
//! overlap the one of higher rank moves; two of one rank move half each. A character that cannot move is *held*, and
//! from then on the other moves back, if it can: so a chain that meets a wall stops from its far end.

use super::shove::Shoved;
use super::tick::Way;
use crate::collide::Filter;
use crate::crowd::{Pair, Placed, Range, parting};
use crate::math::DVec3;
use crate::slide::Mover;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The rank of a character that no other has displaced.
const NOBODY: u32 = u32::MAX;

/// Metres that are left between two characters that made room, so that rounding does not make them overlap.
const ROOM: f64 = 1e-9;

/// A character that may be in a chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) mover: Mover,
    /// Where it was when the tick began.
    pub(super) start: DVec3,
    layers: u32,
    /// Where the world took it.
    pub(super) shoved: DVec3,
    rank: u32,
    /// Whether it cannot go further.
    pub(super) is_held: bool,
    /// Whether it is squeezed: it then blocks no other character.
    pub(super) is_out: bool,
}

/// What a character has to do for another one near it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ask {
    /// The character that has to move.
    pub(super) of: u32,
    /// Unit, away from the other.
    pub(super) normal: DVec3,
    /// Metres to go along it at least; negative where there is room left.
    pub(super) least: f64,
}

/// Two characters that overlap, and how deep.
#[derive(Clone, Copy, Debug)]
struct Overlap {
    pair: Pair,
    depth: f64,
}

/// The links of a tick's chains.
#[derive(Clone, Debug, Default)]
pub(super) struct Chain {
    pub(super) links: Vec<Link>,
    /// The requests of this pass, by the character that has to move.
    pub(super) asks: Vec<Ask>,
    overlaps: Vec<Overlap>,
    /// Which character displaced which.
    sent: Vec<(u32, u32)>,
    /// How deep those overlap for which a link, or one that it displaced, could not make room.
    pub(super) blame: Vec<f64>,
}

impl Link {
    pub(super) const fn new(mover: Mover, start: DVec3, layers: u32, shoved: &Shoved) -> Self {
        let is_out = shoved.squeeze.is_some();
        Self { mover, start, layers, shoved: shoved.position, rank: NOBODY, is_held: false, is_out }
    }

    /// How it was when the world had taken it.
    fn begin(&mut self) {
        self.rank = if self.shoved == self.start { NOBODY } else { 0 };
        self.is_held = false;
    }

    /// Where it is, could come from in this tick, and which characters it meets: none, if it is out.
    pub(super) fn range(&self, at: DVec3) -> Range {
        let shape = self.mover.shape();
        let extents = shape.half_extents() * self.mover.sweep_shell();
        let reach = (at - self.start).abs();
        let (filter, layers) =
            if self.is_out { (Filter { mask: 0 }, 0) } else { (self.mover.filter(), self.layers) };
        Range { at, extents, reach, filter, layers }
    }

    fn placed(&self, at: DVec3) -> Placed {
        Placed { shape: self.mover.shape(), at, shell: self.mover.sweep_shell() }
    }
}

/// How far two have to part along which normal, from the first to the second; negative if there is room left.
///
/// What they were in each other before is for their own moves to part.
fn lack(first: (&Link, DVec3), second: (&Link, DVec3)) -> (DVec3, f64) {
    let now = parting(&first.0.placed(first.1), &second.0.placed(second.1));
    if now.gap >= 0.0 {
        return (now.normal, -now.gap);
    }
    let before = parting(&first.0.placed(first.0.start), &second.0.placed(second.0.start)).gap;
    (now.normal, if before < 0.0 { before - now.gap } else { -now.gap })
}

impl Chain {
    /// Every character where the world took it, none displaced by another.
    pub(super) fn begin(&mut self, ways: &mut [Way]) {
        self.sent.clear();
        for (link, way) in self.links.iter_mut().zip(ways) {
            link.begin();
            way.shoved.position = link.shoved;
        }
    }

    /// Lists for every character the requests of those near it; whether any two overlap.
    pub(super) fn ask(&mut self, pairs: &[Pair], ways: &[Way]) -> bool {
        self.asks.clear();
        self.overlaps.clear();
        let sent = self.sent.len();
        for pair in pairs {
            let [a, b] = [pair.first, pair.second].map(|index| &self.links[index as usize]);
            // No character is in the way of another if no mover is near either.
            if a.rank == NOBODY && b.rank == NOBODY {
                continue;
            }
            let [at, to] = [pair.first, pair.second].map(|index| ways[index as usize].shoved.position);
            let (normal, lack) = lack((a, at), (b, to));
            let shares = shares(a, b);
            if lack > 0.0 {
                self.overlaps.push(Overlap { pair: *pair, depth: lack });
                match a.rank.cmp(&b.rank) {
                    Ordering::Less => self.sent.push((pair.first, pair.second)),
                    Ordering::Greater => self.sent.push((pair.second, pair.first)),
                    Ordering::Equal => {}
                }
            }
            for (of, share, normal) in [(pair.first, shares[0], -normal), (pair.second, shares[1], normal)] {
                // Where two of one rank have room left both may take it: the next pass parts them.
                let counts = if lack > 0.0 { share > 0.0 } else { share == 1.0 };
                if counts {
                    let least = if lack > 0.0 { share * lack + ROOM } else { lack };
                    self.asks.push(Ask { of, normal, least });
                }
            }
        }
        for (from, to) in &self.sent[sent..] {
            let rank = self.links[*from as usize].rank.saturating_add(1);
            let link = &mut self.links[*to as usize];
            link.rank = link.rank.min(rank);
        }
        self.sent.sort_unstable();
        self.sent.dedup();
        self.in_order();
        !self.overlaps.is_empty()
    }

    /// Sorted by the character that has to move; its requests come in an order that does not depend on the requesters.
    fn in_order(&mut self) {
        let by = |a: f64, b: f64| a.total_cmp(&b);
        self.asks.sort_unstable_by(|a, b| {
            let order = a.of.cmp(&b.of).then(by(a.normal.x, b.normal.x)).then(by(a.normal.y, b.normal.y));
            order.then(by(a.normal.z, b.normal.z)).then(by(a.least, b.least))
        });
    }

    /// Finds the links of rank 0 whose displacement led to the overlaps.
    pub(super) fn blame(&mut self) {
        let Self { links, overlaps, sent, blame, .. } = self;
        blame.clear();
        blame.resize(links.len(), 0.0);
        let rank = |index: u32| links[index as usize].rank;
        for Overlap { pair, depth } in overlaps {
            let nearest = rank(pair.first).min(rank(pair.second));
            for index in [pair.first, pair.second].into_iter().filter(|index| rank(*index) == nearest) {
                take_on(blame, index, *depth);
            }
        }
        // From the far ends, so that the depth of a link is complete when it is passed on to the link that displaced it.
        sent.sort_unstable_by_key(|(from, to)| (core::cmp::Reverse(rank(*to)), *from));
        for (from, to) in sent.iter().filter(|(from, to)| rank(*from) < rank(*to)) {
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

/// Which share of the displacement each of two has to make: the one that can, the one of higher rank, or both.
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
