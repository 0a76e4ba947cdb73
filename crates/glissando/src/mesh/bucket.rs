//! Counting sort: brings items of the same bucket side by side in linear time.
//!
//! Harold H. Seward, "Information Sorting in the Application of Electronic Digital Computers" (MIT, 1954).

use alloc::vec;
use alloc::vec::Vec;

/// Items ordered by bucket; within a bucket in reverse order of insertion.
pub(super) struct Buckets<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy + Default> Buckets<T> {
    /// Sorts fewer than 2^32 pairs of (bucket below `count`, item).
    ///
    /// The iterator runs twice: once to count the pairs, once to place them.
    pub(super) fn new(count: usize, pairs: impl Iterator<Item = (usize, T)> + Clone) -> Self {
        let mut starts = vec![0_u32; count + 1];
        // Here `for_each` is twice as fast as `for`: the pairs come from nested iterators.
        pairs.clone().for_each(|(bucket, _)| starts[bucket] += 1);
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        // Every start is now the end of its bucket. Filling from the back moves it to the bucket's start, which needs
        // no second table, and reverses the order within a bucket.
        let mut items = vec![T::default(); total as usize];
        pairs.for_each(|(bucket, item)| {
            starts[bucket] -= 1;
            items[starts[bucket] as usize] = item;
        });
        Self { starts, items }
    }

    /// Calls `visit` with every bucket's number and items, lowest bucket first.
    pub(super) fn for_each(mut self, mut visit: impl FnMut(usize, &mut [T])) {
        for (bucket, ends) in self.starts.windows(2).enumerate() {
            visit(bucket, &mut self.items[ends[0] as usize..ends[1] as usize]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_comes_out_once_and_in_its_bucket() {
        let pairs = [(2, 'a'), (0, 'b'), (2, 'c'), (3, 'd'), (0, 'e')];
        let mut seen = Vec::new();
        Buckets::new(5, pairs.iter().copied()).for_each(|bucket, items| {
            items.sort_unstable();
            seen.push((bucket, items.to_vec()));
        });
        let expected = [(0, vec!['b', 'e']), (1, vec![]), (2, vec!['a', 'c']), (3, vec!['d']), (4, vec![])];
        assert_eq!(seen, expected);
    }
}
