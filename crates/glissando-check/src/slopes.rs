//! Pairs of places below and above a slope that is a little steeper than the limit.

use crate::graph::Graph;
use crate::ground::GroundMap;
use crate::heading;
use crate::place::{Place, PlaceId};
use crate::subject::Subject;
use glissando::DVec3;

/// Cells that a slope is long at most.
const REACH: i32 = 24;

/// Points between two places at which the ground is looked at.
const LOOKED_AT: u32 = 4;

/// More than the rounding of a normal.
const ROUNDING: f64 = 1e-3;

/// Whether a level has any slope with an upward normal between `steeper` and the limit. Without one there are no pairs.
pub(crate) fn has_any(subject: &Subject<'_>, steeper: f64) -> bool {
    let slopes = steeper - ROUNDING..subject.config.settings().ground.cos_climb + ROUNDING;
    subject.world.bodies().any(|(_, body)| {
        let corners = (0..body.mesh.source_count()).filter_map(|index| body.mesh.triangle(index));
        corners.map(|corners| corners.map(|corner| body.pose.transform_point(corner.as_dvec3()))).any(
            |[a, b, c]| {
                // A triangle without area may have any normal.
                (b - a).cross(c - a).try_normalize().is_none_or(|normal| slopes.contains(&normal.y.abs()))
            },
        )
    })
}

/// For members of a group, the nearest place in each heading that `counts` and lies below a slope with an upward normal between
/// `steeper` and the limit: (below, member), in the order of the members.
pub(crate) fn pairs(
    (subject, map, graph): (&Subject<'_>, &GroundMap, &Graph),
    group: &[PlaceId],
    steeper: f64,
    counts: impl Fn(PlaceId) -> bool,
) -> Vec<(PlaceId, PlaceId)> {
    let mut pairs = Vec::new();
    for &member in group {
        let Some(place) = graph.place(member) else { continue };
        let (x, z) = map.grid.cell(place.position);
        for index in 0..heading::USUAL {
            let (dx, dz) = heading::neighbour(index);
            let along = |steps: i32| map.in_cell((x + dx * steps, z + dz * steps));
            // Only from the rim of the group.
            let goes_on = |(id, other): (PlaceId, &Place)| {
                let off = (other.position.y - place.position.y).abs();
                off < map.grid.size && group.binary_search(&id).is_ok()
            };
            if along(1).any(goes_on) {
                continue;
            }
            let below = |steps: i32| {
                let most = 2.0 * f64::from(steps + 1) * map.grid.size;
                let is_below = |other: &Place| {
                    let drop = place.position.y - other.position.y;
                    drop > 0.0 && drop < most && is_slope(subject, steeper, place.position, other.position)
                };
                along(steps).find(|(id, other)| counts(*id) && is_below(other)).map(|(id, _)| id)
            };
            pairs.extend((1..=REACH).find_map(below).map(|below| (below, member)));
        }
    }
    pairs
}

/// Whether the ground between two places, the higher one first, has a normal between `steeper` and the limit.
pub(crate) fn is_slope(subject: &Subject<'_>, steeper: f64, high: DVec3, low: DVec3) -> bool {
    let settings = subject.config.settings();
    let half = subject.config.shape(false).half_extents().y;
    (0..LOOKED_AT).any(|point| {
        let share = (f64::from(point) + 0.5) / f64::from(LOOKED_AT);
        let above = high + (low - high) * share + DVec3::Y * half;
        let hit = subject.world.ray(above, DVec3::Y * -(4.0 * half), settings.filter);
        matches!(hit, Ok(Some(hit)) if hit.normal.y > steeper && hit.normal.y < settings.ground.cos_climb)
    })
}
