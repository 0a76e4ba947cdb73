//! Sorting of lists that are short as a rule: the contacts of a place, the touches of a character, the requests of a tick.
//!
//! The standard library's sort is the faster one for thousands of entries, but it is compiled anew for every type and
//! order, five kilobytes each time: with forty of them that was a seventh of the npm library.

use core::cmp::Ordering;

/// Lists up to this length are sorted by insertion, which keeps the order of equal entries.
const SHORT: usize = 20;

/// Of lists up to this length each entry is moved once, when its place is known: contacts are large.
const MANY: usize = 1024;

/// Sorts by an order. Of a list with more than twenty entries, equal ones may change places.
#[inline]
pub(crate) fn sort_by<T: Copy>(list: &mut [T], order: impl FnMut(&T, &T) -> Ordering) {
    if list.len() > 1 {
        sort_all(list, order);
    }
}

#[inline(never)]
fn sort_all<T: Copy>(list: &mut [T], mut order: impl FnMut(&T, &T) -> Ordering) {
    if let [first, second] = list {
        if order(second, first) == Ordering::Less {
            core::mem::swap(first, second);
        }
        return;
    }
    let count = list.len();
    if count > SHORT {
        let mut places = [0; MANY];
        // Of more entries each is moved at once.
        let places = &mut places[..if count > MANY { 0 } else { count }];
        places.iter_mut().zip(0..).for_each(|(place, at)| *place = at);
        sort_by_heap(&mut Ordered { list: &mut *list, order, places: &mut *places }, count);
        return permute(list, places);
    }
    let mut places = [0_u16; SHORT];
    let mut is_sorted = true;
    for end in 1..count {
        let mut at = end;
        while at > 0 && order(&list[end], &list[usize::from(places[at - 1])]) == Ordering::Less {
            places[at] = places[at - 1];
            at -= 1;
        }
        places[at] = end as u16;
        is_sorted &= at == end;
    }
    if !is_sorted {
        permute(list, &mut places[..count]);
    }
}

/// Puts the entry of the place that `from` names first into the first place, and so on.
fn permute<T: Copy>(list: &mut [T], from: &mut [u16]) {
    for start in 0..from.len() {
        if usize::from(from[start]) == start {
            continue;
        }
        // One cycle of the permutation.
        let (entry, mut at) = (list[start], start);
        loop {
            let next = usize::from(from[at]);
            from[at] = at as u16;
            if next == start {
                break;
            }
            list[at] = list[next];
            at = next;
        }
        list[at] = entry;
    }
}

/// Sorts by a key, as [`sort_by`] does.
#[inline]
pub(crate) fn sort_by_key<T: Copy, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(list, |a, b| key(a).cmp(&key(b)));
}

/// A list that is sorted by places: behind this the heap is compiled once, not for every type and order.
trait Places {
    fn is_before(&mut self, a: usize, b: usize) -> bool;
    fn swap(&mut self, a: usize, b: usize);
}

struct Ordered<'a, T, O> {
    list: &'a mut [T],
    order: O,
    /// The entries in their new order; empty where they are moved themselves.
    places: &'a mut [u16],
}

impl<T, O: FnMut(&T, &T) -> Ordering> Places for Ordered<'_, T, O> {
    fn is_before(&mut self, a: usize, b: usize) -> bool {
        let Self { list, order, places } = self;
        let [a, b] = [a, b].map(|at| &list[places.get(at).map_or(at, |place| usize::from(*place))]);
        order(a, b) == Ordering::Less
    }

    fn swap(&mut self, a: usize, b: usize) {
        if self.places.is_empty() {
            self.list.swap(a, b);
        } else {
            self.places.swap(a, b);
        }
    }
}

/// Heapsort (Williams 1964): never more than some `n log n` comparisons, no memory.
fn sort_by_heap(places: &mut dyn Places, count: usize) {
    // The first half of the steps builds the heap from its last parent up, the second takes the greatest entry away each time.
    let half = count / 2;
    for step in (0..count + half).rev() {
        let (root, end) = match step.checked_sub(count) {
            Some(parent) => (parent, count),
            None => {
                places.swap(0, step);
                (0, step)
            }
        };
        sift_down(places, root, end);
    }
}

/// Lets the entry at `root` sink until none of its children before `end` is greater.
fn sift_down(heap: &mut dyn Places, mut root: usize, end: usize) {
    loop {
        let mut child = 2 * root + 1;
        if child >= end {
            return;
        }
        if child + 1 < end && heap.is_before(child, child + 1) {
            child += 1;
        }
        if !heap.is_before(root, child) {
            return;
        }
        heap.swap(root, child);
        root = child;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// Numbers without a pattern (Marsaglia 2003, "Xorshift RNGs").
    fn numbers(count: usize, most: u64) -> Vec<u64> {
        let mut state = 88_172_645_463_325_252_u64 + count as u64;
        (0..count)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state % most
            })
            .collect()
    }

    #[test]
    fn lists_of_every_length_are_sorted_as_the_standard_library_does() {
        for (count, most) in
            (0..200).chain([MANY, MANY + 1]).flat_map(|count| [2, 10, u64::MAX].map(|most| (count, most)))
        {
            let list = numbers(count, most);
            let rising: Vec<u64> = (0..count as u64).collect();
            let falling: Vec<u64> = rising.iter().rev().copied().collect();
            for mut list in [list, rising, falling] {
                let mut expected = list.clone();
                expected.sort_unstable();
                sort_by(&mut list, u64::cmp);
                assert_eq!(list, expected);
            }
        }
    }

    #[test]
    fn a_short_list_keeps_the_order_of_equal_entries() {
        for count in 0..=SHORT {
            let mut list: Vec<(u64, usize)> = numbers(count, 4).into_iter().zip(0..).collect();
            let mut expected = list.clone();
            expected.sort_by_key(|entry| entry.0);
            sort_by_key(&mut list, |entry| entry.0);
            assert_eq!(list, expected);
        }
    }

    #[test]
    fn a_long_list_takes_no_more_comparisons_than_a_heap() {
        let (mut list, mut comparisons) = (numbers(10_000, u64::MAX), 0);
        sort_by(&mut list, |a, b| {
            comparisons += 1;
            a.cmp(b)
        });
        assert!(list.is_sorted() && comparisons < 300_000, "{comparisons}");
    }

    #[test]
    fn entries_that_stay_come_to_the_order_of_those_that_are_moved() {
        for count in [SHORT + 1, 100, 333, MANY] {
            let list: Vec<(u64, usize)> = numbers(count, 10).into_iter().zip(0..).collect();
            let order = |a: &(u64, usize), b: &(u64, usize)| a.0.cmp(&b.0);
            let (mut placed, mut moved) = (list.clone(), list);
            sort_by(&mut placed, order);
            sort_by_heap(&mut Ordered { list: &mut moved, order, places: &mut [] }, count);
            assert_eq!(placed, moved);
        }
    }
}
