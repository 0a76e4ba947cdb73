//! A set of members by number, as bits: a pass is about few of many, so a set is cleared and listed by words.

use alloc::vec::Vec;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct NumberSet {
    words: Vec<u64>,
}

impl NumberSet {
    /// Removes all; there is room for numbers below `count`.
    pub(super) fn clear(&mut self, count: usize) {
        self.words.clear();
        self.words.resize(count.div_ceil(64), 0);
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, number: usize) {
        self.words[number / 64] |= 1 << (number % 64);
    }

    #[inline(always)]
    pub(super) fn contains(&self, number: usize) -> bool {
        self.words[number / 64] >> (number % 64) & 1 != 0
    }

    /// Calls `act` with all, in ascending order.
    #[inline(always)]
    pub(super) fn for_each(&self, mut act: impl FnMut(usize)) {
        for (index, word) in self.words.iter().enumerate() {
            let mut left = *word;
            while left != 0 {
                act(64 * index + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_what_was_put_into_it() {
        let mut set = NumberSet::default();
        for numbers in [&[0, 1, 63, 64, 127, 199][..], &[5, 64], &[]] {
            set.clear(200);
            numbers.iter().for_each(|number| set.insert(*number));
            let mut listed = Vec::new();
            set.for_each(|number| listed.push(number));
            assert_eq!(listed, numbers);
            assert!((0..200).all(|number| set.contains(number) == numbers.contains(&number)));
        }
    }
}
