//! Regions: the strongly connected components of the graph. From each place of one a character gets to each other place of it.

use crate::component::{can_reach, reachable};
use crate::graph::Graph;
use crate::lists::Lists;
use crate::place::PlaceId;

/// The regions of the reached places. That of the first spawn has number 0: in most levels it is nearly all, and needs no search.
pub(crate) struct Regions {
    is_main: Vec<bool>,
    /// The reached places of other regions, sorted, and the number of the region of each.
    rest: Vec<PlaceId>,
    numbers: Vec<u32>,
    /// How many regions there are.
    pub(crate) count: usize,
}

impl Regions {
    pub(crate) fn of(graph: &Graph) -> Self {
        let first: Vec<PlaceId> = graph.starts.iter().flatten().copied().take(1).collect();
        let comes = reachable(graph, &first, |_| true);
        let is_main: Vec<bool> =
            can_reach(graph, &first).iter().zip(comes).map(|(goes, comes)| *goes && comes).collect();
        let is_rest =
            |id: &PlaceId| graph.is_reached(*id) && !is_main.get(*id as usize).copied().unwrap_or(false);
        let rest: Vec<PlaceId> = (0..graph.place_count() as PlaceId).filter(is_rest).collect();
        let number = |id: PlaceId| rest.binary_search(&id).ok().map(|number| number as u32);
        let next = Lists::new(rest.len(), || {
            let numbered = (0..rest.len()).zip(&rest);
            numbered.flat_map(|(from, id)| {
                graph.from(*id).iter().filter_map(move |edge| Some((from, number(edge.to)?)))
            })
        });
        let numbers: Vec<u32> = components(&next, rest.len()).iter().map(|number| number + 1).collect();
        let count = numbers.iter().max().map_or(1, |most| *most as usize + 1);
        Self { is_main, rest, numbers, count }
    }

    /// How many places of each region count.
    pub(crate) fn sizes(&self, counts: impl Fn(PlaceId) -> bool) -> Vec<u32> {
        let mut sizes = vec![0; self.count];
        let main = (0..).zip(&self.is_main).filter(|(id, is)| **is && counts(*id));
        sizes[0] = main.count() as u32;
        for (_, number) in self.rest.iter().zip(&self.numbers).filter(|(id, _)| counts(**id)) {
            sizes[*number as usize] += 1;
        }
        sizes
    }

    /// The number of a place's region; none of one that is not reached.
    pub(crate) fn number(&self, id: PlaceId) -> Option<u32> {
        if self.is_main.get(id as usize).copied().unwrap_or(false) {
            return Some(0);
        }
        self.rest.binary_search(&id).ok().and_then(|index| self.numbers.get(index).copied())
    }

    /// The places of a region, sorted.
    pub(crate) fn places(&self, number: u32) -> Vec<PlaceId> {
        if number == 0 {
            return (0..).zip(&self.is_main).filter(|(_, is)| **is).map(|(id, _)| id).collect();
        }
        self.rest
            .iter()
            .zip(&self.numbers)
            .filter(|(_, other)| **other == number)
            .map(|(id, _)| *id)
            .collect()
    }
}

/// The number of the strongly connected component of each node: one depth-first search, after Tarjan, without recursion.
fn components(next: &Lists, count: usize) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let (mut orders, mut lowest) = (vec![NONE; count], vec![NONE; count]);
    let mut numbers = vec![NONE; count];
    let (mut order, mut number) = (0, 0);
    // The nodes of components that are not complete, and the way to the node at hand with the next edge of each.
    let (mut open, mut way): (Vec<u32>, Vec<(u32, usize)>) = (Vec::new(), Vec::new());
    for root in 0..count as u32 {
        if orders[root as usize] == NONE {
            way.push((root, 0));
        }
        while let Some((node, edge)) = way.last_mut() {
            let at = *node as usize;
            if *edge == 0 {
                (orders[at], lowest[at]) = (order, order);
                order += 1;
                open.push(*node);
            }
            let to = next.of(at).get(*edge).copied();
            *edge += 1;
            if let Some(to) = to {
                let to = to as usize;
                if orders[to] == NONE {
                    way.push((to as u32, 0));
                } else if numbers[to] == NONE {
                    lowest[at] = lowest[at].min(orders[to]);
                }
                continue;
            }
            if lowest[at] == orders[at] {
                while let Some(member) = open.pop() {
                    numbers[member as usize] = number;
                    if member as usize == at {
                        break;
                    }
                }
                number += 1;
            }
            way.pop();
            if let Some((before, _)) = way.last() {
                let before = *before as usize;
                lowest[before] = lowest[before].min(lowest[at]);
            }
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_what_gets_to_each_other() {
        // A ring of 0, 1, 2 leads to a ring of 3, 4, and that to 5; 6 leads into the first and is alone.
        let edges = [(0, 1), (1, 2), (2, 0), (1, 3), (3, 4), (4, 3), (4, 5), (6, 0), (5, 5)];
        let numbers = components(&Lists::new(7, || edges.into_iter()), 7);
        let is_one = |a: usize, b: usize| numbers[a] == numbers[b];
        assert!(is_one(0, 1) && is_one(1, 2) && is_one(3, 4), "{numbers:?}");
        assert!(!is_one(0, 3) && !is_one(3, 5) && !is_one(0, 6) && !is_one(5, 6), "{numbers:?}");
        assert_eq!(numbers.iter().max(), Some(&3));
    }
}
