//! Ledges a little higher than the step: a walk ends at them, and with a few centimetres more it would not.

use super::{Context, over};
use crate::aim::{Aim, Pace};
use crate::clip::Clip;
use crate::edge::Edge;
use crate::finding::{Finding, Kind};
use crate::heading::USUAL;
use crate::parallel::*;
use crate::place::PlaceId;
use crate::walker::Walker;
use crate::way::{Act, Way};
use glissando::{Config, DVec3};
use std::collections::BTreeSet;

/// Metres above the step limit that count as little.
const LITTLE: f64 = 0.05;

/// Steps of a way round, of a cell each.
const ROUND: usize = 24;

/// Metres between ledges that are one finding.
const TOGETHER: f64 = 1.5;

pub(super) fn find(context: &Context<'_>) -> Vec<Finding> {
    let mut higher = *context.subject.config.settings();
    higher.ground.step_height += LITTLE;
    let Ok(higher) = Config::new(&higher) else { return Vec::new() };
    let ids: Vec<PlaceId> =
        (0..context.graph.known() as PlaceId).filter(|id| context.graph.is_reached(*id)).collect();
    let start = || {
        let hz = context.options.hz;
        (Walker::new(context.subject, hz), Walker::with(context.subject, higher, hz))
    };
    let look =
        |(usual, higher): &mut (Walker<'_>, Walker<'_>), id: &PlaceId| ledges(context, usual, higher, *id);
    let ledges: Vec<(PlaceId, PlaceId)> = ids.par_iter().map_init(start, look).flatten_iter().collect();
    let feet = |id: PlaceId| context.graph.place(id).map(|place| context.feet(place));
    let points: Vec<DVec3> = ledges.iter().filter_map(|(from, _)| feet(*from)).collect();
    let reason = format!(
        "a walk up ends at a ledge that is at most {:.0} cm higher than the step of {:.2} m",
        LITTLE * 100.0,
        context.subject.config.settings().ground.step_height
    );
    let mut findings = Vec::new();
    for cluster in Context::clusters(&points, TOGETHER) {
        let at: Vec<DVec3> =
            cluster.iter().filter_map(|index| points.get(*index as usize).copied()).collect();
        let Some(&(from, to)) = cluster.first().and_then(|index| ledges.get(*index as usize)) else {
            continue;
        };
        let clip = attempt(context, from, to);
        findings.extend(over(Kind::LedgeTooHigh, &at, reason.clone()).map(|finding| finding.with_clip(clip)));
    }
    findings
}

/// The neighbours of a place that are walked to with a higher step alone, and to which no short way round leads.
fn ledges(
    context: &Context<'_>,
    usual: &mut Walker<'_>,
    higher: &mut Walker<'_>,
    id: PlaceId,
) -> Vec<(PlaceId, PlaceId)> {
    let Some(place) = context.graph.place(id) else { return Vec::new() };
    let moves = context.moves();
    let step = context.subject.config.settings().ground.step_height;
    let mut found = Vec::new();
    // Close to a ledge there may be room for no upright body, or it hangs on the rim: then the next place is a cell further.
    let ahead =
        |heading| [1, 2].map(|cells| moves.ahead(context.subject.config, place.position, heading, cells));
    for to in (0..USUAL).step_by(2).flat_map(ahead).flatten() {
        let Some(other) = context.graph.place(to).filter(|other| !other.is_crouched) else { continue };
        let rise = other.position.y - place.position.y;
        // On the rim of a ledge the body hangs a little lower, on a tilted surface.
        let is_ledge = rise > 0.7 * step && rise < step + 2.0 * LITTLE;
        let walks = context.graph.from(id).iter().any(|edge| edge.to == to && is_upright(edge));
        if !is_ledge || walks || place.is_crouched {
            continue;
        }
        // Straight ahead is the easiest way up.
        let arrives = |walker: &mut Walker<'_>| {
            let Some(mut state) = walker.start(place.position, false) else { return false };
            let to = Aim::place(other, &walker.config);
            matches!(walker.approach(&mut state, &to, false, moves.near()), Pace::Arrived)
        };
        if !arrives(usual) && arrives(higher) && !has_way_round(context, id, to) {
            found.push((id, to));
        }
    }
    found
}

/// Whether a move is a walk upright: the rounder bottom of a crouching body gets over ledges at which a walk ends.
fn is_upright(edge: &Edge) -> bool {
    edge.act() == Act::Walk && !edge.way().crouch
}

/// Whether a walk of some steps leads from one place to another.
///
/// In the corner of a ledge and a wall a body that presses into both may slip up the rim: that is no way up which a player would find.
fn has_way_round(context: &Context<'_>, from: PlaceId, to: PlaceId) -> bool {
    let height = |id: PlaceId| context.graph.place(id).map_or(0.0, |place| context.feet(place).y);
    let slips_up = |from: PlaceId, edge: &Edge| edge.ticks == 0 && height(edge.to) > height(from) + LITTLE;
    let (mut seen, mut wave) = (BTreeSet::from([from]), vec![from]);
    for _ in 0..ROUND {
        let mut next = Vec::new();
        for id in wave {
            let edges = context.graph.from(id).iter();
            for edge in edges.filter(|edge| is_upright(edge) && !slips_up(id, edge)) {
                if edge.to == to {
                    return true;
                }
                if seen.insert(edge.to) {
                    next.push(edge.to);
                }
            }
        }
        wave = next;
    }
    false
}

/// The walk that ends at the ledge.
pub(super) fn attempt(context: &Context<'_>, from: PlaceId, to: PlaceId) -> Option<Clip> {
    let place = context.graph.place(from)?;
    let is_crouched = place.is_crouched || context.graph.place(to)?.is_crouched;
    context.clip(from, Way { act: Act::WalkTo, heading: 0, of: USUAL, crouch: is_crouched }, Some(to))
}
