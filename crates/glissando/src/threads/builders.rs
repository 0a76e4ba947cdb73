//! The threads that build something at once: a tree, a mesh. The result is the same with all.
//!
//! Without the feature `parallel` every builder is the caller. Small work never asks the pool anything: even the question
//! how many threads there are would start it.

use alloc::vec::Vec;
use core::ops::Range;

/// Work on fewer things than this is not worth a second thread.
const WORTH: usize = 1024;

/// Number of parts of a work for each thread.
const PARTS: usize = 16;

/// More parts than any machine has use for: each costs a list of its own.
#[cfg(feature = "parallel")]
const MOST_PARTS: usize = 256;

/// The threads that build something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Builders {
    /// The calling thread alone, whatever the size.
    Caller,
    /// Those of the current rayon pool, with the feature `parallel`, if the work is worth it.
    Pool,
}

impl Builders {
    /// Whether work on so many things is shared among threads.
    pub(crate) fn share(self, count: usize) -> bool {
        self == Self::Pool && count >= WORTH && thread_count() > 1
    }

    /// The least part of so many things that is worth a thread: of larger parts the threads would not end at the same time, and each
    /// smaller one is a list more to join.
    pub(crate) fn least_part(self, count: usize) -> usize {
        if self.share(count) { WORTH.max(count / (PARTS * thread_count())) } else { usize::MAX }
    }

    /// Does work on so many things on a thread of the pool if it is shared: each step that takes more threads would otherwise
    /// wake and await them from outside.
    pub(crate) fn enter<T: Send>(self, count: usize, work: impl FnOnce() -> T + Send) -> T {
        #[cfg(feature = "parallel")]
        if self.share(count) {
            return rayon::scope(|_| work());
        }
        _ = count;
        work()
    }

    /// Does two pieces of work on so many things: at the same time if they are shared, else in order.
    pub(crate) fn both<A: Send, B: Send>(
        self,
        count: usize,
        first: impl FnOnce() -> A + Send,
        second: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        #[cfg(feature = "parallel")]
        if self.share(count) {
            return rayon::join(first, second);
        }
        _ = count;
        (first(), second())
    }

    /// What `make` gives for each number below `count`, in their order.
    pub(crate) fn each<T: Send>(self, count: usize, make: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
        #[cfg(feature = "parallel")]
        if self.share(count) {
            use rayon::iter::{IntoParallelIterator, ParallelIterator};
            return (0..count).into_par_iter().map(make).collect();
        }
        (0..count).map(make).collect()
    }

    /// What `make` gives for parts of the numbers below `count`, each the size of `weight` things, in their order.
    pub(crate) fn in_parts<T: Send>(
        self,
        (count, weight): (usize, usize),
        make: impl Fn(Range<usize>) -> T + Sync + Send,
    ) -> Vec<T> {
        #[cfg(feature = "parallel")]
        if self.share(count * weight) {
            use rayon::iter::{IntoParallelIterator, ParallelIterator};
            let part = (WORTH / weight).max(count.div_ceil(MOST_PARTS));
            let part_of = |number: usize| number * part..count.min((number + 1) * part);
            return (0..count.div_ceil(part)).into_par_iter().map(|number| make(part_of(number))).collect();
        }
        _ = weight;
        alloc::vec![make(0..count)]
    }
}

/// The number of threads in the current pool.
fn thread_count() -> usize {
    #[cfg(feature = "parallel")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "parallel")]
    #[test]
    fn small_work_stays_on_the_thread_that_calls() {
        let is_inside = || rayon::current_thread_index().is_some();
        for count in [0, 1, WORTH - 1, 3 * WORTH] {
            let expected = count >= WORTH && thread_count() > 1;
            let builders = Builders::Pool;
            assert_eq!(builders.enter(count, is_inside), expected);
            assert_eq!(builders.both(count, is_inside, is_inside), (expected, expected));
            let all = builders.each(count, |_| is_inside());
            let parts = builders.in_parts((count / 8, 8), |_| is_inside());
            assert!(all.iter().chain(&parts).all(|inside| *inside == expected), "{count}");
            assert!(!Builders::Caller.enter(count, is_inside));
        }
    }

    #[test]
    fn all_builders_come_to_the_same() {
        for count in [0, 1, 7, WORTH - 1, WORTH, 5 * WORTH + 3, 80_001] {
            let numbers: Vec<usize> = (0..count).collect();
            let double: Vec<usize> = numbers.iter().map(|number| 2 * number).collect();
            for builders in [Builders::Caller, Builders::Pool] {
                assert_eq!(builders.each(count, |number| 2 * number), double);
                let parts = builders.in_parts((count, 8), |part| part.collect::<Vec<_>>());
                assert!(parts.len() <= 256 && parts.concat() == numbers, "{count}");
                assert_eq!(builders.both(count, || 1, || 2), (1, 2));
            }
        }
    }
}
