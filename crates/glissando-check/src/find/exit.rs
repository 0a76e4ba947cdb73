//! Moves that leave the world, and moves that end stuck.

use super::{Context, deed, over};
use crate::finding::{Finding, Kind};
use crate::graph::{Fault, FaultKind};
use glissando::DVec3;

/// Metres between moves that leave the world at one place.
const TOGETHER: f64 = 1.5;

pub(super) fn find(context: &Context<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (kind, of) in [(FaultKind::Out, Kind::FallsOut), (FaultKind::Stuck, Kind::Stuck)] {
        let faults: Vec<&Fault> = context.graph.faults.iter().filter(|fault| fault.kind == kind).collect();
        let points: Vec<DVec3> = faults.iter().map(|fault| fault.at).collect();
        for cluster in Context::clusters(&points, TOGETHER) {
            findings.extend(finding(context, of, &faults, &cluster));
        }
    }
    findings
}

fn finding(context: &Context<'_>, kind: Kind, faults: &[&Fault], cluster: &[u32]) -> Option<Finding> {
    let all: Vec<&Fault> = cluster.iter().filter_map(|index| faults.get(*index as usize).copied()).collect();
    // A plain walk shows it best.
    let shown = all.iter().copied().find(|fault| fault.way.act == crate::way::Act::Walk);
    let shown = shown.or(all.first().copied())?;
    let half = DVec3::Y * context.subject.config.shape(false).half_extents().y;
    let mut points = vec![shown.at - half];
    points.extend(all.iter().map(|fault| fault.at - half));
    let length = spread(&points);
    let deed = deed(shown.way);
    let along = if length > 1.0 { format!(", along {length:.1} m") } else { String::new() };
    let reason = match kind {
        Kind::FallsOut => format!("{deed} leaves the ground here, and there is nothing below{along}"),
        _ => format!("{deed} ends here in a place that the body cannot get out of{along}"),
    };
    let finding = over(kind, &points, reason)?;
    Some(finding.with_clip(context.clip(shown.from, shown.way, None)))
}

/// The longer side of the points on the map.
pub(super) fn spread(points: &[DVec3]) -> f64 {
    let low = points.iter().copied().reduce(DVec3::min).unwrap_or(DVec3::ZERO);
    let high = points.iter().copied().reduce(DVec3::max).unwrap_or(DVec3::ZERO);
    (high.x - low.x).max(high.z - low.z)
}
