//! Floors: what hangs together from cell to cell, and which of it is not reached.

use super::{Context, over};
use crate::explore;
use crate::finding::{Finding, Kind};
use crate::place::PlaceId;
use glissando::DVec3;

/// All floors of the ground map.
pub(crate) fn floors(context: &Context<'_>) -> Vec<Vec<PlaceId>> {
    explore::floors(context.subject, context.map, |_| true)
}

/// The unreached floors that no other finding explains.
pub(super) fn find(context: &Context<'_>, floors: &[Vec<PlaceId>], others: &[Finding]) -> Vec<Finding> {
    let is_explained = |low: DVec3, high: DVec3| {
        let is_part = |other: &&Finding| {
            let covers = |a: DVec3, b: DVec3| a.x <= b.x && a.y <= b.y && a.z <= b.z;
            covers(other.low, low) && covers(high, other.high)
        };
        others.iter().filter(|other| other.places > 1).any(|other| is_part(&other))
    };
    let mut findings = Vec::new();
    for floor in floors {
        if floor.iter().any(|id| context.graph.is_reached(*id)) {
            continue;
        }
        let area = context.area(floor.len());
        if area < context.options.least_area {
            continue;
        }
        let points: Vec<DVec3> =
            floor.iter().filter_map(|id| context.graph.place(*id)).map(|place| context.feet(place)).collect();
        let reason = format!("{area:.1} m² of floor that no move leads to");
        findings.extend(
            over(Kind::FloorUnreached, &points, reason).filter(|found| !is_explained(found.low, found.high)),
        );
    }
    findings
}
