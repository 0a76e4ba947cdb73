//! Walks over flat ground that are slowed by something lower than a few centimetres.

use super::{Context, over};
use crate::finding::{Finding, Kind};
use crate::place::PlaceId;
use crate::way::Act;
use glissando::{DVec3, Sweep};

/// Share of the usual number of ticks from which on a walk is slow.
const SLOW: f64 = 1.7;

/// Metres above the ground over which the way must be free.
const FREE: f64 = 0.03;

/// Metres around that free way without any other surface.
const BESIDE: f64 = 0.02;

/// Metres between snags that are one finding.
const TOGETHER: f64 = 1.5;

pub(super) fn find(context: &Context<'_>) -> Vec<Finding> {
    let graph = context.graph;
    let walks = || {
        let ids = (0..graph.known() as PlaceId).filter(|id| graph.is_reached(*id));
        ids.flat_map(|id| graph.from(id).iter().map(move |edge| (id, edge)))
            .filter(|(_, edge)| edge.act() == Act::Walk && edge.ticks > 0 && !graph.is_found(edge.to))
    };
    // The usual walks of one length, straight or diagonal.
    let mut usual = [(0_u64, 0_u64); 2];
    for (_, edge) in walks() {
        let (ticks, count) = &mut usual[usize::from(edge.way().heading % 2)];
        (*ticks, *count) = (*ticks + u64::from(edge.ticks), *count + 1);
    }
    let is_slow = |heading: u8, ticks: u8| {
        let (sum, count) = usual[usize::from(heading % 2)];
        f64::from(ticks) * count as f64 > SLOW * sum as f64
    };
    let mut snags = Vec::new();
    for (from, edge) in walks().filter(|(_, edge)| is_slow(edge.way().heading, edge.ticks)) {
        if is_free(context, from, edge.to) {
            snags.push((from, edge.to, edge.way()));
        }
    }
    let feet = |id: PlaceId| graph.place(id).map(|place| context.feet(place));
    let points: Vec<DVec3> = snags.iter().filter_map(|(from, ..)| feet(*from)).collect();
    let mut findings = Vec::new();
    for cluster in Context::clusters(&points, TOGETHER) {
        let at: Vec<DVec3> =
            cluster.iter().filter_map(|index| points.get(*index as usize).copied()).collect();
        let Some(&(from, to, way)) = cluster.first().and_then(|index| snags.get(*index as usize)) else {
            continue;
        };
        let reason =
            format!("{} is slowed by something that is lower than {:.0} cm", super::deed(way), FREE * 100.0);
        findings
            .extend(over(Kind::Snag, &at, reason).map(|f| f.with_clip(context.clip(from, way, Some(to)))));
    }
    findings
}

/// Whether two places are level, upright and flat, and the body a little above the ground has a free way.
fn is_free(context: &Context<'_>, from: PlaceId, to: PlaceId) -> bool {
    let (Some(a), Some(b)) = (context.graph.place(from), context.graph.place(to)) else { return false };
    let is_flat = a.flatness > 0.999 && b.flatness > 0.999 && (a.position.y - b.position.y).abs() < 0.005;
    if !is_flat || a.is_crouched || b.is_crouched {
        return false;
    }
    let lift = DVec3::Y * FREE;
    // A wall beside the way slows a walk too, and is no snag.
    let (world, shape) = (context.subject.world, context.subject.config.shape(false));
    let filter = context.subject.config.settings().filter;
    // At a rim the body dips, and slips along it.
    let half = shape.half_extents().y;
    let stands = |at: DVec3| {
        let hit = world.ray(at, DVec3::Y * -(half + FREE), filter);
        matches!(hit, Ok(Some(hit)) if hit.distance > half - 0.005 && hit.normal.y > 0.999)
    };
    if !stands(a.position) || !stands(b.position) {
        return false;
    }
    let has_wall = |at: DVec3| !matches!(world.clearance(&shape, at + lift, BESIDE, filter), Ok(None));
    if [0.0, 0.5, 1.0].into_iter().any(|share| has_wall(a.position + (b.position - a.position) * share)) {
        return false;
    }
    let sweep = Sweep::new(shape, a.position + lift, b.position - a.position);
    sweep.is_ok_and(|sweep| world.sweep(&sweep.with_filter(filter)).is_none())
}
