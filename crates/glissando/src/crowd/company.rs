//! The members that could meet another in this tick, or may after pushes. All that is about meetings is numbered by them, in ascending order,
//! so that the others cost it nothing.

use super::pairs::Pair;
use alloc::vec::Vec;

/// A member without a pair.
const ALONE: u32 = u32::MAX;

/// The members of all pairs, and of those that pushes may add.
#[derive(Clone, Debug, Default)]
pub(super) struct Company {
    /// Their indices, rising.
    pub(super) members: Vec<u32>,
    /// The number of each member in that list, or [`ALONE`].
    numbers: Vec<u32>,
}

impl Company {
    /// Lists the members of pairs and of `close` ones among so many members, and renumbers the pairs by that list.
    pub(super) fn number(&mut self, count: usize, pairs: &mut [Pair], close: &[Pair]) {
        let Self { members, numbers } = self;
        members.clear();
        numbers.clear();
        numbers.resize(count, ALONE);
        if pairs.is_empty() && close.is_empty() {
            return;
        }
        for pair in pairs.iter().chain(close) {
            (numbers[pair.first as usize], numbers[pair.second as usize]) = (0, 0);
        }
        for (member, number) in numbers.iter_mut().enumerate().filter(|(_, number)| **number != ALONE) {
            *number = members.len() as u32;
            members.push(member as u32);
        }
        for pair in pairs {
            (pair.first, pair.second) = (numbers[pair.first as usize], numbers[pair.second as usize]);
        }
    }

    /// The number of a member that could meet another, or may after pushes.
    pub(super) fn number_of(&self, member: usize) -> Option<usize> {
        self.numbers.get(member).filter(|number| **number != ALONE).map(|number| *number as usize)
    }
}
