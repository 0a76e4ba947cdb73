//! Questions about the graph alone: what can get where, and what hangs together.

use crate::graph::Graph;
use crate::place::PlaceId;

/// Which places can get to one of `goals`, by any number of moves.
pub(crate) fn can_reach(graph: &Graph, goals: &[PlaceId]) -> Vec<bool> {
    // The moves turned round: the places that come before each, one list after the other.
    let count = graph.places.len();
    let mut ends = vec![0_usize; count + 1];
    let moves =
        || (0..).zip(&graph.edges).flat_map(|(from, edges)| edges.iter().map(move |edge| (from, edge.to)));
    for (_, to) in moves() {
        if let Some(end) = ends.get_mut(to as usize) {
            *end += 1;
        }
    }
    let mut sum = 0;
    for end in &mut ends {
        sum += *end;
        *end = sum;
    }
    // From the end of each list to its start, which is then where it begins.
    let mut before: Vec<PlaceId> = vec![0; sum];
    for (from, to) in moves() {
        if let Some(end) = ends.get_mut(to as usize) {
            *end -= 1;
            before[*end] = from;
        }
    }
    flood(count, goals, |id, visit| {
        let (start, end) = (ends[id as usize], ends[id as usize + 1]);
        before.get(start..end).into_iter().flatten().for_each(|&from| visit(from));
    })
}

/// Which places `starts` can get to by the moves that `counts` accepts.
pub(crate) fn reachable(
    graph: &Graph,
    starts: &[PlaceId],
    counts: impl Fn(PlaceId, &crate::graph::Edge) -> bool,
) -> Vec<bool> {
    flood(graph.places.len(), starts, |id, visit| {
        for edge in graph.from(id).iter().filter(|edge| counts(id, edge)) {
            visit(edge.to);
        }
    })
}

fn flood(
    count: usize,
    starts: &[PlaceId],
    mut next: impl FnMut(PlaceId, &mut dyn FnMut(PlaceId)),
) -> Vec<bool> {
    let mut is_in = vec![false; count];
    let mut open: Vec<PlaceId> = Vec::new();
    let mut enter = |id: PlaceId, open: &mut Vec<PlaceId>| {
        if let Some(is) = is_in.get_mut(id as usize).filter(|is| !**is) {
            *is = true;
            open.push(id);
        }
    };
    for &start in starts {
        enter(start, &mut open);
    }
    while let Some(id) = open.pop() {
        next(id, &mut |to| enter(to, &mut open));
    }
    is_in
}

/// Groups of members that hang together by `pairs`: each sorted, the groups by their first member.
pub(crate) fn groups(
    members: &[PlaceId],
    pairs: impl Iterator<Item = (PlaceId, PlaceId)>,
) -> Vec<Vec<PlaceId>> {
    let mut sorted = members.to_vec();
    sorted.sort_unstable();
    let mut parent: Vec<u32> = (0..sorted.len() as u32).collect();
    for (a, b) in pairs {
        let (Ok(a), Ok(b)) = (sorted.binary_search(&a), sorted.binary_search(&b)) else { continue };
        let (a, b) = (root(&mut parent, a as u32), root(&mut parent, b as u32));
        // The lower one stays the root, so a group is named by its first member.
        parent[a.max(b) as usize] = a.min(b);
    }
    // A root comes before its members, so the groups come in the order of their roots.
    let mut groups: Vec<Vec<PlaceId>> = Vec::new();
    let mut group_of: Vec<u32> = vec![0; sorted.len()];
    for (index, &id) in (0..).zip(&sorted) {
        let root = root(&mut parent, index);
        if root == index {
            group_of[index as usize] = groups.len() as u32;
            groups.push(Vec::new());
        }
        groups[group_of[root as usize] as usize].push(id);
    }
    groups
}

fn root(parent: &mut [u32], mut index: u32) -> u32 {
    while parent[index as usize] != index {
        parent[index as usize] = parent[parent[index as usize] as usize];
        index = parent[index as usize];
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_what_hangs_together_in_order() {
        let pairs = [(7, 3), (9, 7), (1, 5), (4, 100)];
        assert_eq!(groups(&[9, 5, 3, 1, 7, 4], pairs.into_iter()), [vec![1, 5], vec![3, 7, 9], vec![4]]);
    }
}
