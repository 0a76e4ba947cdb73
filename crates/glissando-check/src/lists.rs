//! Entries in lists by number, all lists in one: a counting sort.

/// Where each of `count` lists begins whose entries have these numbers, and where the last one ends. Numbers beyond the lists do not
/// count.
pub(crate) fn starts(count: usize, numbers: impl Iterator<Item = usize>) -> Vec<u32> {
    let mut starts = vec![0; count + 1];
    // The count of each list one further, then summed up.
    for number in numbers.filter(|number| *number < count) {
        starts[number + 1] += 1;
    }
    let mut sum = 0;
    for start in &mut starts {
        sum += *start;
        *start = sum;
    }
    starts
}

/// Lists of entries, in the order in which they came.
#[derive(Debug)]
pub(crate) struct Lists {
    starts: Vec<u32>,
    entries: Vec<u32>,
}

impl Lists {
    /// `count` lists of these entries, each with the number of its list. They are asked for twice.
    pub(crate) fn new<I: Iterator<Item = (usize, u32)>>(count: usize, entries: impl Fn() -> I) -> Self {
        let starts = starts(count, entries().map(|(number, _)| number));
        let mut lists = Self { entries: vec![0; starts.last().map_or(0, |end| *end as usize)], starts };
        let mut next = lists.starts.clone();
        for (number, entry) in entries().filter(|(number, _)| *number < count) {
            lists.entries[next[number] as usize] = entry;
            next[number] += 1;
        }
        lists
    }

    /// A list.
    pub(crate) fn of(&self, number: usize) -> &[u32] {
        let ends = self.starts.get(number..number + 2).unwrap_or_default();
        let (Some(&first), Some(&end)) = (ends.first(), ends.last()) else { return &[] };
        self.entries.get(first as usize..end as usize).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_in_their_lists_in_the_order_in_which_they_came() {
        let entries = [(2, 7), (0, 9), (2, 3), (5, 1), (0, 4)];
        let lists = Lists::new(4, || entries.into_iter());
        assert_eq!([0, 1, 2, 3, 4].map(|number| lists.of(number)), [&[9, 4][..], &[], &[7, 3], &[], &[]]);
        assert_eq!(starts(3, [1, 1, 7].into_iter()), [0, 0, 2, 2]);
    }
}
