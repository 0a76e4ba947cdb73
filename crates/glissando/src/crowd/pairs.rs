//! Who could meet whom in a tick: boxes swept along the axis on which they are spread most.
//!
//! The boxes hold all places that the bodies can come to, so who is not in a pair cannot meet. The pairs do
//! not depend on the order of the boxes, nor does which of two is first: the one further back in the world.

use crate::collide::Filter;
use crate::math::DVec3;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Where one member can come to in a tick, and whom it meets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    /// Where it is; tells first from second.
    pub(crate) at: DVec3,
    /// Half extents of its body, metres.
    pub(crate) extents: DVec3,
    /// How far its centre may come along each axis, metres.
    pub(crate) reach: DVec3,
    /// Which layers it meets.
    pub(crate) filter: Filter,
    /// Which layers it is on.
    pub(crate) layers: u32,
}

/// Two members, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) first: u32,
    pub(crate) second: u32,
}

impl Range {
    /// Half extents of the box about `at` that all of it stays in.
    fn half(&self) -> DVec3 {
        self.extents + self.reach
    }
}

impl Pair {
    fn new(ranges: &[Range], a: u32, b: u32) -> Self {
        let place = |index: u32| ranges[index as usize].at;
        let order = compare(place(a), place(b)).then(a.cmp(&b));
        if order == Ordering::Greater { Self { first: b, second: a } } else { Self { first: a, second: b } }
    }

    /// Whether a member is the first of the two, and who the other is.
    pub(super) fn seen_by(self, member: usize) -> (bool, u32) {
        let is_first = self.first as usize == member;
        (is_first, if is_first { self.second } else { self.first })
    }
}

/// Places in an order that has nothing to do with who is there.
pub(super) fn compare(a: DVec3, b: DVec3) -> Ordering {
    a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)).then(a.z.total_cmp(&b.z))
}

/// Replaces `pairs` by all pairs whose boxes overlap and who meet each other; `order` is working memory.
pub(crate) fn find(ranges: &[Range], order: &mut Vec<u32>, pairs: &mut Vec<Pair>) {
    pairs.clear();
    order.clear();
    order.extend(0..ranges.len() as u32);
    let axis = widest_axis(ranges);
    let along = |v: DVec3| v.to_array()[axis];
    let low = |r: &Range| along(r.at - r.half());
    order.sort_unstable_by(|a, b| {
        let [one, two] = [a, b].map(|index| &ranges[*index as usize]);
        low(one).total_cmp(&low(two)).then(compare(one.at, two.at)).then(a.cmp(b))
    });
    for (rank, &a) in order.iter().enumerate() {
        let one = &ranges[a as usize];
        let end = along(one.at + one.half());
        for &b in &order[rank + 1..] {
            let two = &ranges[b as usize];
            if low(two) > end {
                break;
            }
            if overlap(one, two) && meet(one, two) {
                pairs.push(Pair::new(ranges, a, b));
            }
        }
    }
}

fn overlap(a: &Range, b: &Range) -> bool {
    let (apart, reach) = ((b.at - a.at).abs(), a.half() + b.half());
    apart.x <= reach.x && apart.y <= reach.y && apart.z <= reach.z
}

/// Both must want to: a fence has two sides.
fn meet(a: &Range, b: &Range) -> bool {
    a.filter.accepts(b.layers) && b.filter.accepts(a.layers)
}

fn widest_axis(ranges: &[Range]) -> usize {
    let Some(any) = ranges.first() else { return 0 };
    let (low, high) = ranges.iter().fold((any.at, any.at), |(l, h), r| (l.min(r.at), h.max(r.at)));
    let spread = (high - low).to_array();
    if spread[0] >= spread[1] && spread[0] >= spread[2] {
        0
    } else if spread[1] >= spread[2] {
        1
    } else {
        2
    }
}

/// For each member the pairs that it is in: lists one after the other, and where each begins.
#[derive(Clone, Debug, Default)]
pub(super) struct Neighbours {
    starts: Vec<u32>,
    pairs: Vec<u32>,
}

impl Neighbours {
    /// Lists the pairs of `count` members anew.
    pub(super) fn list(&mut self, count: usize, pairs: &[Pair]) {
        self.starts.clear();
        self.starts.resize(count + 1, 0);
        for pair in pairs {
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
        for (index, pair) in pairs.iter().enumerate() {
            for member in [pair.first, pair.second] {
                let start = &mut self.starts[member as usize];
                *start -= 1;
                self.pairs[*start as usize] = index as u32;
            }
        }
    }

    /// The indices of the pairs that a member is in.
    pub(super) fn of(&self, member: usize) -> &[u32] {
        &self.pairs[self.starts[member] as usize..self.starts[member + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places from a sequence that fills a box evenly enough.
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

    #[test]
    fn the_sweep_finds_the_pairs_that_looking_at_all_finds() {
        let ranges = scattered(300);
        let (mut order, mut pairs, mut slow) = (Vec::new(), Vec::new(), Vec::new());
        find(&ranges, &mut order, &mut pairs);
        for a in 0..300 {
            for b in a + 1..300 {
                let (one, two) = (&ranges[a as usize], &ranges[b as usize]);
                if overlap(one, two) && meet(one, two) {
                    slow.push(Pair::new(&ranges, a, b));
                }
            }
        }
        let key = |p: &Pair| (p.first, p.second);
        pairs.sort_unstable_by_key(key);
        slow.sort_unstable_by_key(key);
        assert!(slow.len() > 300, "{}", slow.len());
        assert_eq!(pairs, slow);
    }

    #[test]
    fn every_pair_is_listed_with_both_of_its_members() {
        let ranges = scattered(100);
        let (mut order, mut pairs) = (Vec::new(), Vec::new());
        find(&ranges, &mut order, &mut pairs);
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
