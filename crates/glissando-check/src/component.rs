//! Questions about the graph alone: what can get where, and what hangs together.

use crate::edge::Edge;
use crate::graph::Graph;
use crate::lists::Lists;
use crate::place::PlaceId;

/// Which places can get to one of `goals`, by any number of moves.
///
/// Most moves go both ways, so those are followed first; the moves from the few places that are left are then turned round.
pub(crate) fn can_reach(graph: &Graph, goals: &[PlaceId]) -> Vec<bool> {
    let count = graph.place_count();
    let leads = |from: PlaceId, to: PlaceId| graph.from(from).iter().any(|edge| edge.to == to);
    let both_ways = flood(count, goals.to_vec(), |id, visit| {
        graph.from(id).iter().filter(|edge| leads(edge.to, id)).for_each(|edge| visit(edge.to));
    });
    let is_in = |id: PlaceId| both_ways.get(id as usize).copied().unwrap_or(false);
    let left = (0..count as PlaceId).filter(|id| !is_in(*id) && !graph.from(*id).is_empty());
    let left: Vec<PlaceId> = left.collect();
    let moves = || left.iter().flat_map(|&from| graph.from(from).iter().map(move |edge| (from, edge.to)));
    let before = Lists::new(left.len(), || {
        moves().filter_map(|(from, to)| Some((left.binary_search(&to).ok()?, from)))
    });
    let first = moves().filter(|(_, to)| is_in(*to)).map(|(from, _)| from).collect();
    let turned = flood(count, first, |id, visit| {
        if let Ok(number) = left.binary_search(&id) {
            before.of(number).iter().for_each(|from| visit(*from));
        }
    });
    both_ways.iter().zip(turned).map(|(a, b)| *a || b).collect()
}

/// Which places `starts` can get to by the moves that `counts` accepts.
pub(crate) fn reachable(graph: &Graph, starts: &[PlaceId], counts: impl Fn(&Edge) -> bool) -> Vec<bool> {
    flood(graph.place_count(), starts.to_vec(), |id, visit| {
        graph.from(id).iter().filter(|edge| counts(edge)).for_each(|edge| visit(edge.to));
    })
}

fn flood(
    count: usize,
    starts: Vec<PlaceId>,
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
    for start in starts {
        enter(start, &mut open);
    }
    while let Some(id) = open.pop() {
        next(id, &mut |to| enter(to, &mut open));
    }
    is_in
}

/// Groups of members that hang together, each with those `beside` it: each sorted, the groups by their first member.
pub(crate) fn groups<I: Iterator<Item = PlaceId>>(
    mut members: Vec<PlaceId>,
    beside: impl Fn(PlaceId) -> I,
) -> Vec<Vec<PlaceId>> {
    members.sort_unstable();
    // Where all places are members, each is at its own number.
    let is_all = members.last().is_none_or(|last| *last as usize + 1 == members.len());
    let find = |id: PlaceId| {
        if is_all {
            return ((id as usize) < members.len()).then_some(id);
        }
        members.binary_search(&id).ok().map(|index| index as u32)
    };
    let mut parent: Vec<u32> = (0..members.len() as u32).collect();
    for (a, &id) in (0..).zip(&members) {
        for b in beside(id).filter_map(find) {
            let (a, b) = (root(&mut parent, a), root(&mut parent, b));
            // The lower one stays the root, so a group is named by its first member.
            parent[a.max(b) as usize] = a.min(b);
        }
    }
    // A root comes before its members, so the groups come in the order of their roots.
    let mut groups: Vec<Vec<PlaceId>> = Vec::new();
    let mut group_of: Vec<u32> = vec![0; members.len()];
    for (index, &id) in (0..).zip(&members) {
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
        let pairs = [(7, 3), (9, 7), (1, 5), (4, 100), (2, 3)];
        let beside = |id| pairs.into_iter().filter(move |pair| pair.0 == id).map(|pair| pair.1);
        assert_eq!(groups(vec![9, 5, 3, 1, 7, 4], beside), [vec![1, 5], vec![3, 7, 9], vec![4]]);
        let next = |id: PlaceId| std::iter::once(id + 2);
        assert_eq!(groups((0..5).collect(), next), [vec![0, 2, 4], vec![1, 3]]);
    }
}
