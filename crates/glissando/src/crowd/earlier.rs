//! The second search for pairs in a tick: pushed members reach further, so there may be more pairs. Partings, planes and yields of the
//! pairs of the first search are kept, since no member has moved.

use super::company::Company;
use super::pairs::{Neighbours, Pair};
use super::push::Pushes;
use super::separation::Parting;
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
    partings: Vec<Option<Parting>>,
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

impl CrowdScratch {
    /// Finds the pairs again, for members that reach further but are where they were.
    pub(super) fn meet_again(&mut self) {
        let earlier = &mut self.earlier;
        swap(&mut self.company, &mut earlier.company);
        swap(&mut self.pairs, &mut earlier.pairs);
        swap(&mut self.neighbours, &mut earlier.neighbours);
        swap(&mut self.partings, &mut earlier.partings);
        swap(&mut self.between, &mut earlier.between);
        swap(&mut self.pushes.yields, &mut earlier.yields);
        self.meet();
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
