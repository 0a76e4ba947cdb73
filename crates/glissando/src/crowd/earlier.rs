//! The second search for pairs in a tick: pushed members reach further, so there may be more pairs. Partings, planes and yields of the
//! pairs of the first search are kept, since no member has moved.
//!
//! As a rule the first search has listed what may become a pair, and the new pairs follow the others. If a member grows by
//! more than the slack of that search, all pairs are found and numbered anew.

use super::company::Company;
use super::pairs::{Neighbours, Pair, Range, overlap};
use super::push::Pushes;
use super::separation::Apart;
use super::share::Between;
use super::tick::CrowdScratch;
use alloc::vec::Vec;
use core::mem::swap;

/// The pairs of the first search, with the results for each.
#[derive(Clone, Debug, Default)]
pub(super) struct Earlier {
    pub(super) company: Company,
    pairs: Vec<Pair>,
    neighbours: Neighbours,
    partings: Vec<Option<Apart>>,
    between: Vec<Between>,
    yields: Vec<[bool; 2]>,
}

impl Earlier {
    /// The index that a pair of this company had, if it was a pair.
    fn index_of(&self, pair: Pair, company: &Company) -> Option<usize> {
        let [first, second] = [pair.first, pair.second]
            .map(|number| self.company.number_of(company.members[number as usize] as usize));
        let (first, second) = (first? as u32, second? as u32);
        let mut indices = self.neighbours.of(first as usize).iter().map(|index| *index as usize);
        indices.find(|index| self.pairs[*index] == Pair { first, second })
    }
}

/// What may be added to a member's reach, as a share of the slack of the first search: the rest is for rounding.
const USABLE: f64 = 0.9;

/// The slack of the first search of a tick, as a multiple of what was added to any member's reach in the tick before, and at least
/// so many metres: far more than the rounding of a coordinate.
const SLACK: f64 = 1.5;
const LEAST_SLACK: f64 = 1e-3;

/// The most slack, as a share of the bodies' half widths: with more, one member that is pushed far would make all others list many.
const MOST_SLACK: f64 = 0.5;

impl CrowdScratch {
    /// Finds the pairs again, for members that are where they were but reach further, by up to `growth` metres; returns whether
    /// others are numbered.
    pub(super) fn meet_again(&mut self, growth: f64) -> bool {
        let is_listed = growth <= USABLE * self.slack;
        self.slack = slack_after(growth, &self.ranges);
        if is_listed {
            self.add_joined();
            return false;
        }
        self.meet_all_again();
        self.company.members != self.earlier.company.members
    }

    /// Adds the close pairs that reach each other now.
    fn add_joined(&mut self) {
        let Self { ranges, near, company, pairs, partings, between, pushes, neighbours, .. } = self;
        let known = pairs.len();
        for pair in joined(ranges, &near.close) {
            let [first, second] = [pair.first, pair.second].map(|member| company.number_of(member as usize));
            if let (Some(first), Some(second)) = (first, second) {
                pairs.push(Pair { first: first as u32, second: second as u32 });
            }
        }
        if pairs.len() > known {
            partings.resize(pairs.len(), None);
            between.resize(pairs.len(), Between::NONE);
            pushes.yields.resize(pairs.len(), [false; 2]);
            neighbours.list(company.members.len(), pairs);
        }
    }

    /// Finds all pairs, and takes over what is known of the earlier ones.
    fn meet_all_again(&mut self) {
        let earlier = &mut self.earlier;
        swap(&mut self.company, &mut earlier.company);
        swap(&mut self.pairs, &mut earlier.pairs);
        swap(&mut self.neighbours, &mut earlier.neighbours);
        swap(&mut self.partings, &mut earlier.partings);
        swap(&mut self.between, &mut earlier.between);
        swap(&mut self.pushes.yields, &mut earlier.yields);
        self.meet(0.0);
        let Self { pairs, company, partings, between, pushes: Pushes { yields, .. }, earlier, .. } = self;
        between.clear();
        between.resize(pairs.len(), Between::NONE);
        yields.clear();
        yields.resize(pairs.len(), [false; 2]);
        for (index, pair) in pairs.iter().enumerate() {
            if let Some(known) = earlier.index_of(*pair, company) {
                partings[index] = earlier.partings[known];
                between[index] = earlier.between[known];
                yields[index] = earlier.yields[known];
            }
        }
    }
}

/// The slack of the next first search, after one whose members' reach grew by up to `growth`; 0 if it would have to be too much.
fn slack_after(growth: f64, ranges: &[Range]) -> f64 {
    let widths = ranges.iter().fold(0.0, |sum, range| sum + range.extents.min_element());
    let slack = (SLACK * growth).max(LEAST_SLACK);
    if slack * ranges.len() as f64 <= MOST_SLACK * widths { slack } else { 0.0 }
}

/// Those of the close pairs whose boxes overlap.
fn joined<'a>(ranges: &'a [Range], close: &'a [Pair]) -> impl Iterator<Item = Pair> + 'a {
    let range = |member: u32| &ranges[member as usize];
    close.iter().copied().filter(move |pair| overlap(range(pair.first), range(pair.second), 0.0))
}

#[cfg(test)]
mod tests {
    use super::super::near_pairs::NearPairs;
    use super::super::pairs::PairSearch;
    use super::*;
    use crate::collide::Filter;
    use crate::math::DVec3;
    use crate::random::Numbers;

    #[test]
    fn the_pairs_of_members_that_grew_are_those_of_a_search_for_all() {
        let mut numbers = Numbers::new();
        let (mut near, mut anew) = (NearPairs::default(), PairSearch::default());
        let (mut pairs, mut all, mut new) = (Vec::new(), Vec::new(), 0);
        for case in 0..600 {
            let count = if case % 2 == 0 { 40 } else { 150 };
            let (slack, far) = (0.1 + 0.09 * numbers.next(), if case % 5 == 0 { 1e8 } else { 0.0 });
            let mut ranges: Vec<Range> = (0..count)
                .map(|k| Range {
                    at: numbers.vector(4.0) + DVec3::new(far, 0.0, -far),
                    extents: DVec3::new(0.3, 0.9, 0.3),
                    reach: numbers.vector(0.1).abs(),
                    filter: if k % 7 == 0 { Filter { mask: 2 } } else { Filter::ALL },
                    layers: 1 + (k % 3),
                })
                .collect();
            near.find(&ranges, slack, &mut pairs);
            let first = pairs.len();
            for range in &mut ranges {
                let growth = USABLE * slack * numbers.next();
                range.reach += DVec3::splat(if growth > 0.0 { growth } else { 0.0 });
            }
            pairs.extend(joined(&ranges, &near.close));
            new += pairs.len() - first;
            anew.find(&ranges, &mut all);
            for list in [&mut pairs, &mut all] {
                list.sort_unstable_by_key(|pair| (pair.first, pair.second));
            }
            assert_eq!(pairs, all, "case {case}");
        }
        println!("{new} pairs joined in 600 cases");
        assert!(new > 5000, "{new}");
    }
}
