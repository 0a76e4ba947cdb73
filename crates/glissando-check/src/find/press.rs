//! Walls that are pressed at many times the usual speed, and at other tick rates: whether the character leaves the world there.
//!
//! Only a sample of the walls is pressed, each of it in one way; a wall is many cells long, so all ways come to be tried along it.

use super::{Context, over, towards};
use crate::aim::Fate;
use crate::clip::Clip;
use crate::explore::highest_jump;
use crate::finding::{Finding, Kind};
use crate::graph::FaultKind;
use crate::heading::{self, USUAL};
use crate::parallel::*;
use crate::place::PlaceId;
use crate::walker::{Walker, level};
use crate::way::Act;
use glissando::{DVec3, Input};
use std::sync::atomic::Ordering;

/// How a wall is pressed: so many times the usual speed, at so many ticks a second.
const PRESSES: [(f64, f64); 6] =
    [(10.0, 20.0), (10.0, 60.0), (1.0, 20.0), (10.0, 30.0), (10.0, 120.0), (1.0, 120.0)];

/// Walls that are pressed at most, and one of how many in a small level.
const MOST: usize = 3000;
const ONE_OF: usize = 4;

/// Seconds of pressing.
const SECONDS: f64 = 0.4;

/// Cells from the start at which a character that slides along the wall is let go.
const FAR: f64 = 3.0;

/// Metres from a fall that is known within which another is no news, and between falls that are one finding.
const TOGETHER: f64 = 1.5;

/// A press that ended badly.
struct Fall {
    from: PlaceId,
    heading: u8,
    press: (f64, f64),
    is_out: bool,
    at: DVec3,
}

pub(super) fn find(context: &Context<'_>) -> Vec<Finding> {
    let walls = walls(context);
    let stride = walls.len().div_ceil(MOST).max(ONE_OF);
    let pressed: Vec<(usize, (PlaceId, u8))> = walls.iter().step_by(stride).copied().enumerate().collect();
    let counts = &context.map.counts;
    counts.walls.fetch_add(walls.len() as u64, Ordering::Relaxed);
    counts.pressed.fetch_add(pressed.len() as u64, Ordering::Relaxed);
    let start = || Walker::new(context.subject, context.options.hz);
    let one = |walker: &mut Walker<'_>, &(number, (from, heading)): &(usize, (PlaceId, u8))| {
        press(context, walker, from, heading, PRESSES[number % PRESSES.len()])
    };
    let falls: Vec<Fall> = pressed.par_iter().map_init(start, one).flatten_iter().collect();
    let points: Vec<DVec3> = falls.iter().map(|fall| fall.at).collect();
    let mut findings = Vec::new();
    for cluster in Context::clusters(&points, TOGETHER) {
        findings.extend(cluster.first().and_then(|index| falls.get(*index as usize)).and_then(|fall| {
            let at: Vec<DVec3> =
                cluster.iter().filter_map(|index| points.get(*index as usize).copied()).collect();
            finding(context, fall, &at)
        }));
    }
    findings
}

/// The places beside walls with the headings in which no walk goes on.
fn walls(context: &Context<'_>) -> Vec<(PlaceId, u8)> {
    let graph = context.graph;
    let mut walls = Vec::new();
    for id in (0..graph.known() as PlaceId).filter(|id| graph.is_reached(*id)) {
        if graph.place(id).is_none_or(|place| place.is_crouched) {
            continue;
        }
        let edges = graph.from(id);
        let goes_on = |heading: u8| {
            edges.iter().any(|edge| {
                edge.act() == Act::Walk && edge.way().heading == heading && edge.way().of == USUAL
            })
        };
        walls.extend((0..USUAL).filter(|heading| !goes_on(*heading)).map(|heading| (id, heading)));
    }
    walls
}

/// Presses a wall; the fall, if it ends in one.
fn press(
    context: &Context<'_>,
    walker: &mut Walker<'_>,
    from: PlaceId,
    heading: u8,
    press: (f64, f64),
) -> Option<Fall> {
    walker.hz = press.1;
    let place = context.graph.place(from)?;
    let mut state = walker.start(place.position, false)?;
    let start = state.position;
    let wish = heading::unit(heading, USUAL) * (press.0 * context.subject.speed);
    let mut fate = None;
    for _ in 0..(SECONDS * press.1) as u32 {
        let before = state;
        fate = walker.tick(&mut state, Input { wish, ..Input::default() });
        let is_far = level(state.position - start).length() > FAR * context.options.cell;
        if fate.is_some() || is_far || walker.is_settled(&before, &state) {
            break;
        }
    }
    let (is_out, at) = match walker.rest_through(fate, &mut state, false) {
        Fate::Out(at) => (true, at),
        Fate::Stuck(at) => (false, at),
        _ => return None,
    };
    let kind = if is_out { FaultKind::Out } else { FaultKind::Stuck };
    let is_known = |at: DVec3| {
        let reach = TOGETHER + highest_jump(context.subject);
        context.graph.faults.iter().any(|fault| fault.kind == kind && (fault.at - at).length() <= reach)
    };
    (!is_known(at) && !is_known(start)).then_some(Fall { from, heading, press, is_out, at })
}

fn finding(context: &Context<'_>, fall: &Fall, at: &[DVec3]) -> Option<Finding> {
    let (times, hz) = fall.press;
    let speed = times * context.subject.speed;
    let along = towards(heading::unit(fall.heading, USUAL));
    let what = format!("pressed towards {along} at {speed:.0} m/s and {hz:.0} ticks a second, the character");
    let (kind, reason) = if fall.is_out {
        (Kind::FallsOut, format!("{what} leaves the ground here, and there is nothing below"))
    } else {
        (Kind::Stuck, format!("{what} ends here in a place that it cannot get out of"))
    };
    let half = DVec3::Y * context.subject.config.shape(false).half_extents().y;
    let points: Vec<DVec3> = at.iter().map(|at| *at - half).collect();
    let mut walker = Walker::new(context.subject, hz);
    walker.tape = Some(Vec::new());
    press(context, &mut walker, fall.from, fall.heading, fall.press);
    let inputs = walker.tape.take().unwrap_or_default();
    let start = context.graph.place(fall.from)?.position;
    Some(over(kind, &points, reason)?.with_clip(Some(Clip::of(start, hz, &inputs))))
}
