//! Pairs of places on the two sides of a border of the graph, near and in sight of each other.

use crate::graph::Graph;
use crate::ground::GroundMap;
use crate::place::PlaceId;
use crate::thinned::stride;
use glissando::{DVec3, Filter, World};

/// Cells around a place in which its partner is looked for.
const REACH: i32 = 8;

/// Members of a group that are looked at.
const LOOKED_AT: usize = 400;

/// Partners of one member that are looked at, nearest first.
const PARTNERS: usize = 6;

/// For members of a group, the nearest place that `counts` and is in sight: (partner, member), in the order of the members.
pub(crate) fn pairs(
    (world, map, graph): (&World, &GroundMap, &Graph),
    group: &[PlaceId],
    most_rise: f64,
    counts: impl Fn(PlaceId) -> bool,
) -> Vec<(PlaceId, PlaceId)> {
    let stride = stride(group.len(), LOOKED_AT, &map.counts.borders);
    let mut pairs = Vec::new();
    for &member in group.iter().step_by(stride) {
        let Some(place) = graph.place(member).copied() else { continue };
        let (x, z) = map.grid.cell(place.position);
        let mut near: Vec<(f64, PlaceId)> = Vec::new();
        for cell in (-REACH..=REACH).flat_map(|dx| (-REACH..=REACH).map(move |dz| (x + dx, z + dz))) {
            for (id, other) in map.in_cell(cell).filter(|(id, _)| counts(*id)) {
                let off = other.position - place.position;
                if off.y.abs() <= most_rise {
                    near.push((off.length(), id));
                }
            }
        }
        nearest_first(&mut near);
        let is_free =
            |from: DVec3, to: DVec3| matches!(world.is_blocked_between(from, to, Filter::ALL), Ok(false));
        let is_in_sight = |&(_, id): &(f64, PlaceId)| {
            let Some(other) = graph.place(id).map(|other| other.position) else { return false };
            // Straight, or over a ledge: up or down beside it, and ahead.
            let (high, low) =
                if other.y > place.position.y { (other, place.position) } else { (place.position, other) };
            let corner = DVec3 { y: high.y, ..low };
            is_free(other, place.position) || (is_free(low, corner) && is_free(corner, high))
        };
        pairs.extend(near.into_iter().take(PARTNERS).find(is_in_sight).map(|(_, id)| (id, member)));
    }
    pairs
}

/// Sorts places by their distances; of equals the first place comes first.
pub(crate) fn nearest_first(places: &mut [(f64, PlaceId)]) {
    places.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
}
