//! One-sided walls that were crossed from behind.

use super::{Context, over};
use crate::finding::{Finding, Kind};
use crate::place::PlaceId;
use crate::way::Act;
use glissando::{DVec3, Filter};

/// Metres between walks that are one finding.
const TOGETHER: f64 = 1.0;

/// Walks through walls that stop from the other side alone.
pub(super) fn find(context: &Context<'_>) -> Vec<Finding> {
    let Some(two_sided) = context.subject.two_sided else { return Vec::new() };
    let graph = context.graph;
    let mut crossed = Vec::new();
    for id in (0..graph.place_count() as PlaceId).filter(|id| graph.is_reached(*id)) {
        for edge in graph.from(id).iter().filter(|edge| edge.act() == Act::Walk && edge.ticks > 0) {
            let (Some(a), Some(b)) = (graph.place(id), graph.place(edge.to)) else { continue };
            if matches!(two_sided.is_blocked_between(a.position, b.position, Filter::ALL), Ok(true)) {
                crossed.push((id, edge.to, edge.way()));
            }
        }
    }
    let feet = |id: PlaceId| graph.place(id).map(|place| context.feet(place));
    let points: Vec<DVec3> = crossed.iter().filter_map(|(from, ..)| feet(*from)).collect();
    let mut findings = Vec::new();
    for cluster in Context::clusters(&points, TOGETHER) {
        let at: Vec<DVec3> =
            cluster.iter().filter_map(|index| points.get(*index as usize).copied()).collect();
        let Some(&(from, to, way)) = cluster.first().and_then(|index| crossed.get(*index as usize)) else {
            continue;
        };
        let reason = format!("{} goes through a one-sided wall from behind", super::deed(way));
        findings.extend(
            over(Kind::BackOfWall, &at, reason).map(|f| f.with_clip(context.clip(from, way, Some(to)))),
        );
    }
    findings
}
