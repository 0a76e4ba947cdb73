//! Pairs of members that are near each other, kept for some ticks: the boxes of a search have room for what members move in these, so
//! that a tick compares boxes of the listed pairs alone (Verlet, *Computer "experiments" on classical fluids I*, Phys. Rev. 159, 1967).
//!
//! The list holds while each member's box is within its box with room and its layers are the same. There is room for some ticks of the
//! member that has moved furthest; where that would be too much each tick has its own search.

use super::pairs::{Pair, PairSearch, Range, meet, overlap};
use crate::collide::Filter;
use crate::math::DVec3;
use alloc::vec::Vec;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct NearPairs {
    search: PairSearch,
    /// The pairs of boxes with room that overlap and whose layers meet.
    listed: Vec<Pair>,
    boxes: Vec<Roomy>,
    /// The sum of half the edges of the members' boxes at the search, metres.
    size: f64,
    /// Metres by which the boxes of the search are larger on all sides.
    room: f64,
    /// How many times the list has held.
    held: u32,
    /// Of the last question the pairs that would be found too, were each box larger by the slack.
    pub(super) close: Vec<Pair>,
}

/// The box and the layers of a member at the last search.
#[derive(Clone, Copy, Debug)]
struct Roomy {
    at: DVec3,
    half: DVec3,
    filter: Filter,
    layers: u32,
}

impl Roomy {
    fn of(range: &Range) -> Self {
        Self { at: range.at, half: range.half(), filter: range.filter, layers: range.layers }
    }

    fn has_layers_of(&self, range: &Range) -> bool {
        self.layers == range.layers && self.filter == range.filter
    }

    /// How far a member's box reaches out of this, metres, at most along any axis.
    fn left_by(&self, range: &Range) -> f64 {
        ((range.at - self.at).abs() + range.half() - self.half).max_element()
    }
}

/// What may be used of the room: the rest is for rounding.
const USABLE: f64 = 0.9;

/// The number of ticks that there is room for: a search costs as much as some ticks with a list, and one of larger boxes a longer list.
const TICKS: f64 = 4.0;

/// The least number of ticks for which a list is worth its length.
const FEW_TICKS: f64 = 2.0;

/// The most room, as a share of the bodies' half widths: with more, most listed pairs would be far apart.
const MOST_ROOM: f64 = 1.0;

/// The most by which boxes may have been larger at the search than they are now, as a factor: with more, as after one long tick,
/// most listed pairs would be far apart.
const MOST_SHRINKAGE: f64 = 1.5;

impl NearPairs {
    /// Replaces `pairs` by all pairs whose boxes overlap and whose layers meet; lists as close what is no pair yet, but is one if
    /// boxes that are larger by `slack` metres on all sides overlap.
    pub(super) fn find(&mut self, ranges: &[Range], slack: f64, pairs: &mut Vec<Pair>) {
        if !self.holds(ranges, slack) {
            self.list(ranges, slack);
        }
        self.held += 1;
        pairs.clear();
        self.close.clear();
        for Pair { first, second } in &self.listed {
            let (a, b) = (&ranges[*first as usize], &ranges[*second as usize]);
            if overlap(a, b, slack) {
                let list = if overlap(a, b, 0.0) { &mut *pairs } else { &mut self.close };
                list.push(Pair::new(ranges, *first, *second));
            }
        }
    }

    /// Whether all pairs of boxes that are larger by `slack` metres are listed.
    fn holds(&self, ranges: &[Range], slack: f64) -> bool {
        let most = USABLE * self.room - slack;
        let is_listed =
            |(roomy, range): (&Roomy, &Range)| roomy.has_layers_of(range) && roomy.left_by(range) <= most;
        self.boxes.len() == ranges.len()
            && self.size <= MOST_SHRINKAGE * size_of_all(ranges)
            && self.boxes.iter().zip(ranges).all(is_listed)
    }

    /// Searches for the pairs of boxes with room.
    fn list(&mut self, ranges: &[Range], slack: f64) {
        self.room = self.room_for(ranges, slack);
        self.held = 0;
        self.boxes.clear();
        self.boxes.extend(ranges.iter().map(Roomy::of));
        self.size = size_of_all(ranges);
        let room = self.room;
        self.search.find_within(ranges, room, &mut self.listed, |a, b| overlap(a, b, room) && meet(a, b));
    }

    /// The room for some ticks like those before, metres; no more than the slack where that would be too much.
    fn room_for(&self, ranges: &[Range], slack: f64) -> f64 {
        let widths = ranges.iter().fold(0.0, |sum, range| sum + range.extents.min_element());
        let moved = self.boxes.iter().zip(ranges).map(|(roomy, range)| roomy.left_by(range));
        let farthest = moved.fold(0.0, |most, moved| if moved > most { moved } else { most });
        let tick = farthest / f64::from(self.held.max(1));
        let (wanted, most) = (slack + TICKS * tick, MOST_ROOM * widths / ranges.len() as f64);
        let room = if wanted < most { wanted } else { most };
        if room > slack + FEW_TICKS * tick { room / USABLE } else { slack }
    }
}

/// The sum of half the edges of all boxes, metres.
fn size_of_all(ranges: &[Range]) -> f64 {
    ranges.iter().fold(0.0, |sum, range| {
        let DVec3 { x, y, z } = range.half();
        sum + (x + y + z)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Numbers;

    #[test]
    fn kept_lists_have_the_pairs_of_a_search_for_all() {
        let mut numbers = Numbers::new();
        let (mut near, mut anew) = (NearPairs::default(), PairSearch::default());
        let (mut pairs, mut all, mut searches, mut found) = (Vec::new(), Vec::new(), 0, 0);
        for case in 0..40 {
            let far = if case % 5 == 0 { 1e8 } else { 0.0 };
            let mut ranges: Vec<Range> = (0..if case % 2 == 0 { 40 } else { 150 })
                .map(|k| Range {
                    at: numbers.vector(4.0) + DVec3::new(far, 0.0, -far),
                    extents: DVec3::new(0.3, 0.9, 0.3),
                    reach: DVec3::splat(0.05),
                    filter: if k % 7 == 0 { Filter { mask: 2 } } else { Filter::ALL },
                    layers: 1 + (k % 3),
                })
                .collect();
            for tick in 0..30 {
                for range in &mut ranges {
                    range.at += numbers.vector(0.03);
                    range.reach = numbers.vector(0.02).abs();
                }
                // One goes far at once, others get other layers.
                if tick == 17 {
                    ranges[0].at = ranges[1].at;
                }
                if tick % 8 == 5 {
                    ranges[tick].layers ^= 3;
                    ranges[tick + 1].filter.mask ^= 1;
                }
                let slack = 0.02 * (1.0 + numbers.next());
                near.find(&ranges, slack, &mut pairs);
                searches += usize::from(near.held == 1);
                found += pairs.len();
                let mut are_all = |list: &[Pair], slack: f64| {
                    anew.find_within(&ranges, slack, &mut all, |a, b| overlap(a, b, slack) && meet(a, b));
                    let mut list = list.to_vec();
                    for list in [&mut list, &mut all] {
                        list.sort_unstable_by_key(|pair| (pair.first, pair.second));
                    }
                    assert_eq!(list, all, "case {case}, tick {tick}");
                };
                are_all(&pairs, 0.0);
                are_all(&[pairs.as_slice(), &near.close].concat(), slack);
            }
        }
        println!("{searches} searches for 1200 ticks with {found} pairs");
        assert!(searches < 600 && found > 20_000, "{searches} {found}");
    }

    fn still(at: DVec3, reach: f64, filter: Filter) -> Range {
        Range { at, extents: DVec3::new(0.3, 0.9, 0.3), reach: DVec3::splat(reach), filter, layers: 1 }
    }

    /// Else a few thousand at one place would take as much memory as the square of their number.
    #[test]
    fn members_that_meet_none_are_not_listed() {
        let (mut near, mut pairs) = (NearPairs::default(), Vec::new());
        let ranges = [still(DVec3::X, 0.1, Filter { mask: 0 }); 500];
        near.find(&ranges, 1e-3, &mut pairs);
        assert_eq!((pairs.len(), near.close.len(), near.listed.len()), (0, 0, 0));
    }

    /// In a tick of a second members reach metres, so nearly all of them are near each other.
    #[test]
    fn the_list_of_a_long_tick_is_not_kept_for_short_ones() {
        let (mut near, mut pairs) = (NearPairs::default(), Vec::new());
        let listed = [0.1, 8.0, 0.1, 0.1].map(|reach| {
            let place = |k: usize| DVec3::new((k % 20) as f64, 0.0, (k / 20) as f64);
            let ranges: Vec<Range> = (0..400).map(|k| still(place(k), reach, Filter::ALL)).collect();
            near.find(&ranges, 1e-3, &mut pairs);
            near.listed.len()
        });
        assert!(listed[1] > 20_000 && listed[0] < 1000 && listed[2..] == [listed[0]; 2], "{listed:?}");
    }
}
