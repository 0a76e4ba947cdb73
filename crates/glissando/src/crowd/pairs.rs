//! Finds the pairs of members that could meet in a tick: boxes swept along the axis of their widest spread, in
//! strips.
//!
//! The boxes contain all places that the bodies can reach, so members without a pair cannot meet. Neither the pairs
//! nor which of two is first depend on the order of the boxes: the first is the one with the smaller coordinates.

use super::strips::{self, Strips};
use crate::collide::Filter;
use crate::math::DVec3;
use crate::sorting;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops;

/// The places that one member can reach in a tick, and the layers that it meets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    /// Its centre; decides which of a pair is first.
    pub(crate) at: DVec3,
    /// Half extents of its body, metres.
    pub(crate) extents: DVec3,
    /// Greatest displacement of its centre along each axis, metres.
    pub(crate) reach: DVec3,
    /// The layers that it meets.
    pub(crate) filter: Filter,
    /// The layers that it is on.
    pub(crate) layers: u32,
}

/// Two members, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) first: u32,
    pub(crate) second: u32,
}

impl Range {
    /// Of nothing.
    pub(super) const NOWHERE: Self = Self {
        at: DVec3::ZERO,
        extents: DVec3::ZERO,
        reach: DVec3::ZERO,
        filter: Filter { mask: 0 },
        layers: 0,
    };

    /// Whether two members could meet.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        overlap(self, other, 0.0) && meet(self, other)
    }

    /// Half extents of the box about `at` that contains it during the whole tick.
    pub(super) fn half(&self) -> DVec3 {
        self.extents + self.reach
    }
}

impl Pair {
    #[inline(always)]
    pub(super) fn new(ranges: &[Range], a: u32, b: u32) -> Self {
        let place = |index: u32| ranges[index as usize].at;
        let (p, q) = (place(a), place(b));
        // Nearly all are decided here.
        let is_later = p.x > q.x || p.x == q.x && p.total_cmp(q).then(a.cmp(&b)) == Ordering::Greater;
        if is_later { Self { first: b, second: a } } else { Self { first: a, second: b } }
    }

    /// Whether a member is the first of the two, and the index of the other.
    pub(super) fn other_of(self, member: usize) -> (bool, u32) {
        let is_first = self.first as usize == member;
        (is_first, if is_first { self.second } else { self.first })
    }
}

/// Working memory of the search.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairSearch {
    /// Members with the low ends of their boxes along the first axis, rising; ranks are positions in it. The order of the
    /// last search is where the next begins, since members move little.
    lows: Vec<(f64, u32)>,
    /// Their boxes in the plane of both axes.
    boxes: Vec<Flat>,
    strips: Strips,
    /// Ranks of the partners of one member.
    partners: Vec<u32>,
}

/// A member's box in the plane of both axes of the search, with the slack.
#[derive(Clone, Copy, Debug)]
struct Flat {
    member: u32,
    /// Its ends along the first axis.
    low: f64,
    end: f64,
    /// Its ends across that, wider by more than any rounding.
    across: (f64, f64),
}

impl Flat {
    fn new(range: &Range, (low, member): (f64, u32), [axis, across]: [usize; 2], slack: f64) -> Self {
        let (at, half) = (range.at.to_array(), range.half().to_array());
        let end = at[axis] + half[axis] + slack;
        Self { member, low, end, across: strips::span(at[across], half[across] + slack) }
    }

    /// Whether two overlap across the first axis, or nearly do.
    fn is_beside(&self, other: &Self) -> bool {
        self.across.0 <= other.across.1 && other.across.0 <= self.across.1
    }
}

/// So few boxes are swept along one axis only.
const FEW: usize = 64;

/// Boxes that overlap so few others along the first axis are not put into strips across it.
const FEW_CANDIDATES: usize = 8;
const SAMPLE: usize = 16;

/// Steps of the insertion sort for each member; an order that is further from the old one is made anew.
const STEPS: usize = 8;

impl PairSearch {
    /// Replaces `pairs` by all pairs whose boxes overlap and whose layers meet.
    ///
    /// A sweep along the axis of the widest spread, in strips along the next.
    pub(crate) fn find(&mut self, ranges: &[Range], pairs: &mut Vec<Pair>) {
        self.find_within(ranges, 0.0, pairs, |a, b| a.meets(b));
    }

    /// The same of boxes that are larger by `slack` metres on all sides, of which only those are looked at that overlap along two axes.
    pub(super) fn find_within(
        &mut self,
        ranges: &[Range],
        slack: f64,
        pairs: &mut Vec<Pair>,
        is_pair: impl Fn(&Range, &Range) -> bool,
    ) {
        pairs.clear();
        let are_pair = |one: &Flat, two: &Flat| {
            one.is_beside(two) && is_pair(&ranges[one.member as usize], &ranges[two.member as usize])
        };
        let axes = widest_axes(ranges);
        self.sort(ranges, axes[0], slack);
        let Self { lows, boxes, strips, partners } = self;
        boxes.clear();
        boxes.extend(lows.iter().map(|low| Flat::new(&ranges[low.1 as usize], *low, axes, slack)));
        if ranges.len() <= FEW || have_few_candidates(boxes) {
            for (rank, one) in boxes.iter().enumerate() {
                for two in boxes[rank + 1..].iter().take_while(|two| two.low <= one.end) {
                    if are_pair(one, two) {
                        pairs.push(Pair::new(ranges, one.member, two.member));
                    }
                }
            }
            return;
        }
        strips.fill(boxes.iter().map(|one| one.across));
        for (rank, one) in boxes.iter().enumerate() {
            partners.clear();
            let own = strips.of(rank);
            for strip in own.clone() {
                strips.pass(strip);
                for &other in strips.left(strip) {
                    let two = &boxes[other as usize];
                    if two.low > one.end {
                        break;
                    }
                    // Two that share several strips are a pair in the first one.
                    let is_first = || strip == own.start.max(strips.of(other as usize).start);
                    if are_pair(one, two) && is_first() {
                        partners.push(other);
                    }
                }
            }
            if !partners.is_empty() {
                partners.sort_unstable();
                let partners = partners.iter().map(|other| boxes[*other as usize].member);
                pairs.extend(partners.map(|other| Pair::new(ranges, one.member, other)));
            }
        }
    }

    /// Sorts the members by the low ends of their boxes along an axis; of equal ones by their places, then by index.
    fn sort(&mut self, ranges: &[Range], axis: usize, slack: f64) {
        let lows = &mut self.lows;
        if lows.len() != ranges.len() {
            lows.clear();
            lows.extend((0..ranges.len() as u32).map(|index| (0.0, index)));
        }
        for (low, index) in &mut *lows {
            let Range { at, extents, reach, .. } = &ranges[*index as usize];
            let [at, extents, reach] = [at, extents, reach].map(|v| v.to_array()[axis]);
            *low = at - (extents + reach) - slack;
        }
        let by = |(low, a): &(f64, u32), (other, b): &(f64, u32)| {
            low.total_cmp(other)
                .then_with(|| ranges[*a as usize].at.total_cmp(ranges[*b as usize].at).then(a.cmp(b)))
        };
        if !sort_nearly_sorted(lows, by) {
            lows.sort_unstable_by(by);
        }
    }
}

/// An insertion sort; `false` if it was given up.
fn sort_nearly_sorted<T: Copy>(list: &mut [T], by: impl Fn(&T, &T) -> Ordering) -> bool {
    let mut steps = STEPS * list.len();
    for sorted in 1..list.len() {
        let next = list[sorted];
        let mut at = sorted;
        while at > 0 && by(&next, &list[at - 1]) == Ordering::Less {
            if steps == 0 {
                list[at] = next;
                return false;
            }
            steps -= 1;
            list[at] = list[at - 1];
            at -= 1;
        }
        list[at] = next;
    }
    true
}

/// Whether two boxes overlap that are larger by `slack` metres on all sides.
pub(super) fn overlap(a: &Range, b: &Range, slack: f64) -> bool {
    let (apart, reach) = ((b.at - a.at).abs(), a.half() + b.half() + DVec3::splat(2.0 * slack));
    apart.x <= reach.x && apart.y <= reach.y && apart.z <= reach.z
}

/// Whether boxes overlap few others along the first axis, in the mean of a sample; they are sorted along it.
fn have_few_candidates(boxes: &[Flat]) -> bool {
    let sample = || (0..boxes.len()).step_by(boxes.len() / SAMPLE + 1);
    let candidates = |rank: usize| boxes[rank + 1..].partition_point(|other| other.low <= boxes[rank].end);
    sample().map(candidates).sum::<usize>() <= FEW_CANDIDATES * sample().len()
}

/// Each must accept the other: a plane has two sides.
pub(super) fn meet(a: &Range, b: &Range) -> bool {
    a.filter.accepts(b.layers) && b.filter.accepts(a.layers)
}

/// The two axes of the widest spread.
fn widest_axes(ranges: &[Range]) -> [usize; 2] {
    let Some(any) = ranges.first() else { return [0, 1] };
    let (low, high) = ranges.iter().fold((any.at, any.at), |(l, h), r| (l.min(r.at), h.max(r.at)));
    let spread = (high - low).to_array();
    let mut axes = [0, 1, 2];
    sorting::sort_by(&mut axes, |a, b| spread[*b].total_cmp(&spread[*a]));
    [axes[0], axes[1]]
}

/// The pairs of each member: lists one after the other, and the start of each.
#[derive(Clone, Debug, Default)]
pub(super) struct Neighbours {
    starts: Vec<u32>,
    pairs: Vec<u32>,
}

impl Neighbours {
    /// Rebuilds the lists for `count` members.
    pub(super) fn list(&mut self, count: usize, pairs: &[Pair]) {
        self.list_some(count, pairs, |_| true);
    }

    /// The same of those pairs alone that are `listed`, by index.
    pub(super) fn list_some(&mut self, count: usize, pairs: &[Pair], listed: impl Fn(usize) -> bool) {
        let listed = || pairs.iter().enumerate().filter(|(index, _)| listed(*index));
        self.starts.clear();
        self.starts.resize(count + 1, 0);
        for (_, pair) in listed() {
            self.starts[pair.first as usize] += 1;
            self.starts[pair.second as usize] += 1;
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.pairs.clear();
        self.pairs.resize(end as usize, 0);
        for (index, pair) in listed() {
            for member in [pair.first, pair.second] {
                let start = &mut self.starts[member as usize];
                *start -= 1;
                self.pairs[*start as usize] = index as u32;
            }
        }
    }

    /// The indices of the pairs that a member is in.
    pub(super) fn of(&self, member: usize) -> &[u32] {
        &self.pairs[self.range_of(member)]
    }

    /// Where the pairs of a member are among the pairs of all, listed member by member.
    pub(super) fn range_of(&self, member: usize) -> ops::Range<usize> {
        self.starts[member] as usize..self.starts[member + 1] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places from a sequence that fills a box fairly evenly.
    fn scattered(count: u32) -> Vec<Range> {
        let share = |k: u32, step: u32| f64::from(k * step % 1009) / 1009.0;
        let range = |k: u32| Range {
            at: DVec3::new(share(k, 383) * 20.0, share(k, 577) * 3.0, share(k, 701) * 40.0),
            extents: DVec3::new(0.3, 0.9, 0.4),
            reach: DVec3::new(share(k, 97), 0.0, share(k, 131)),
            filter: if k.is_multiple_of(7) { Filter { mask: 2 } } else { Filter::ALL },
            layers: 1 + (k % 3),
        };
        (1..=count).map(range).collect()
    }

    /// The number of pairs by brute force, after a comparison with the search.
    fn pairs_of(ranges: &[Range], search: &mut PairSearch) -> usize {
        let (mut pairs, mut slow) = (Vec::new(), Vec::new());
        search.find(ranges, &mut pairs);
        for a in 0..ranges.len() {
            for b in a + 1..ranges.len() {
                if overlap(&ranges[a], &ranges[b], 0.0) && meet(&ranges[a], &ranges[b]) {
                    slow.push(Pair::new(ranges, a as u32, b as u32));
                }
            }
        }
        let key = |p: &Pair| (p.first, p.second);
        pairs.sort_unstable_by_key(key);
        slow.sort_unstable_by_key(key);
        assert_eq!(pairs, slow);
        slow.len()
    }

    #[test]
    fn the_sweep_finds_the_pairs_that_looking_at_all_finds() {
        let mut search = PairSearch::default();
        let found = [300, 100, 0, 1, 2].map(|count| pairs_of(&scattered(count), &mut search));
        assert!(found[0] > 300 && found[1] > 30 && found[2..4] == [0, 0], "{found:?}");
        let changed = |change: fn(usize, &mut Range)| {
            let mut ranges = scattered(300);
            ranges.iter_mut().enumerate().for_each(|(k, range)| change(k, range));
            ranges
        };
        // All in one place; in a row; a few that could reach every place; so far out that sums are rounded to 1e-7.
        let heap = pairs_of(&changed(|_, range| range.at = DVec3::X), &mut search);
        let row = pairs_of(&changed(|_, range| range.at = DVec3::Z * range.at.z), &mut search);
        let fast = changed(|k, range| range.reach *= if k % 50 == 0 { 1e9 } else { 1.0 });
        let [fast, far] = [fast, changed(|_, range| range.at += DVec3::new(-1e9, 0.0, 1e9))];
        let [fast, far] = [fast, far].map(|ranges| pairs_of(&ranges, &mut search));
        assert!(heap > 10_000 && row > found[0] && fast > found[0] && far > 300, "{heap} {row} {fast} {far}");
    }

    #[test]
    fn boxes_that_touch_across_the_border_of_two_strips_are_a_pair() {
        let mut search = PairSearch::default();
        for k in 1..200 {
            // Each touches the next, to the last digit of the rounded sums.
            let edge = 0.1 * f64::from(k);
            let box_at = |number: u32| Range {
                at: DVec3::new(f64::from(number) * 1e-3, 0.0, 7.3 + f64::from(number) * 2.0 * edge),
                extents: DVec3::splat(edge),
                reach: DVec3::ZERO,
                filter: Filter::ALL,
                layers: 1,
            };
            let mut ranges: Vec<Range> = (0..64).map(box_at).collect();
            // The row is not along the axis of the widest spread.
            ranges[0].at.x = -1e4 * edge;
            pairs_of(&ranges, &mut search);
        }
    }

    #[test]
    fn every_pair_is_listed_with_both_of_its_members() {
        let ranges = scattered(100);
        let mut pairs = Vec::new();
        PairSearch::default().find(&ranges, &mut pairs);
        let mut neighbours = Neighbours::default();
        neighbours.list(100, &pairs);
        for member in 0..100 {
            let is_in = |p: &Pair| p.first as usize == member || p.second as usize == member;
            let mut listed = neighbours.of(member).to_vec();
            listed.sort_unstable();
            let slow: Vec<u32> = (0..pairs.len() as u32).filter(|i| is_in(&pairs[*i as usize])).collect();
            assert_eq!(listed, slow);
        }
    }
}
