//! The walk as data: one JSON object a tick, numbers that read back bit for bit.

use glissando::balls::Ball;
use glissando::crowd::Meeting;
use glissando::slide::Stop;
use glissando::stage::{Outcome, StageEvent, StageEventKind};
use glissando::trigger::{TriggerEventKind, effect};
use glissando::{BodyId, DVec3, Event, EventKind, Ground, Owner, Surface};
use glissando_play::walk::Incident;
use glissando_play::walk::Tick;
use glissando_play::walk::{Passed, Passing};
use serde::Serialize;
use std::io::{self, Write};

/// A line of the output: the character at the end of a tick, and what happened in it.
#[derive(Debug, Serialize)]
struct Line {
    tick: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    character: Option<usize>,
    position: [f64; 3],
    velocity: [f64; 3],
    ground: &'static str,
    ground_normal: Option<[f64; 3]>,
    clearance: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reduced_skin: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moved: Option<[f64; 3]>,
    /// The centres of the balls of the script.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    balls: Vec<[f64; 3]>,
    events: Vec<EventLine>,
}

/// Something that happened; absent fields have no meaning for it.
#[derive(Debug, Default, Serialize)]
struct EventLine {
    #[serde(rename = "type")]
    name: &'static str,
    /// Seconds since the start of the walk.
    time: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    speed: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    energy_per_mass: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    normal: Option<[f64; 3]>,
    position: [f64; 3],
    velocity: [f64; 3],
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    triangle: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    material: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    load: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_crushed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ball: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trigger: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from_front: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    damage: Option<f64>,
    #[serde(rename = "name", skip_serializing_if = "Option::is_none")]
    subject: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_clear: Option<bool>,
}

/// Writes the line of a tick, with the balls as they are at its end.
///
/// # Errors
/// Those of `out`.
pub(super) fn write(
    out: &mut impl Write,
    tick: &Tick,
    clearance: Option<f64>,
    balls: &[Ball],
) -> io::Result<()> {
    let state = &tick.state;
    let is_held = state.ground != Ground::Airborne;
    let staged = tick.staged.as_ref();
    let mut events: Vec<EventLine> = tick.events.iter().map(event_line).collect();
    events.extend(staged.iter().flat_map(|staged| &staged.events).map(stage_line));
    events.extend(staged.iter().flat_map(|staged| &staged.passed).map(|passed| passing_line(passed, tick)));
    let incidents = staged.iter().flat_map(|staged| &staged.incidents);
    events.extend(incidents.map(|incident| incident_line(incident, state.velocity)));
    // What the world did comes after the character's own at the same time.
    events.sort_by(|a, b| a.time.total_cmp(&b.time));
    let line = Line {
        tick: tick.number,
        character: staged.filter(|staged| staged.is_one_of_several).map(|staged| staged.character),
        position: state.position.to_array(),
        velocity: state.velocity.to_array(),
        ground: state.ground.name(),
        ground_normal: is_held.then(|| state.ground_normal.as_dvec3().to_array()),
        clearance,
        reduced_skin: tick.reduced_skin,
        stop: match tick.stop {
            Stop::Done | Stop::Blocked => None,
            cut => Some(cut.name()),
        },
        outcome: staged.map(|staged| staged.outcome),
        moved: staged.map(|staged| staged.moved.to_array()),
        balls: balls.iter().map(|ball| ball.position.to_array()).collect(),
        events,
    };
    serde_json::to_writer(&mut *out, &line)?;
    out.write_all(b"\n")
}

fn event_line(event: &Event) -> EventLine {
    let plain = EventLine {
        name: event.kind.name(),
        time: event.time,
        position: event.position.to_array(),
        velocity: event.velocity.to_array(),
        ..EventLine::default()
    };
    match event.kind {
        EventKind::Landed { speed, energy_per_mass, normal, surface } => {
            let line = EventLine { energy_per_mass: Some(energy_per_mass), ..plain };
            EventLine { speed: Some(speed), normal: Some(normal.to_array()), ..on(line, &surface) }
        }
        EventKind::HitWall { speed, normal, surface } | EventKind::HitCeiling { speed, normal, surface } => {
            EventLine { speed: Some(speed), normal: Some(normal.to_array()), ..on(plain, &surface) }
        }
        EventKind::SteppedUp { height, surface } => EventLine { height: Some(height), ..on(plain, &surface) },
        EventKind::PushedOut { distance, surface } => {
            EventLine { distance: Some(distance), ..on(plain, &surface) }
        }
        EventKind::Recovered { distance, .. } => EventLine { distance: Some(distance), ..plain },
        EventKind::Stuck { depth } => EventLine { depth: Some(depth), ..plain },
        _ => plain,
    }
}

/// What the world did.
fn stage_line(event: &StageEvent) -> EventLine {
    let body = |owner: Owner| owner.body().map(BodyId::index);
    let plain = EventLine {
        name: event.kind.name(),
        time: event.time,
        position: event.position.to_array(),
        velocity: event.velocity.to_array(),
        ..EventLine::default()
    };
    match event.kind {
        StageEventKind::TouchBegan { owner, speed, load } => {
            EventLine { speed: Some(speed), load: Some(load), ..of(plain, owner) }
        }
        StageEventKind::TouchEnded { owner } => of(plain, owner),
        StageEventKind::Met(Meeting::Touched { other, normal, speed, load }) => EventLine {
            other: Some(other.index()),
            normal: Some(normal.to_array()),
            speed: Some(speed),
            load: Some(load),
            ..plain
        },
        StageEventKind::Met(Meeting::PushedBy { other }) => EventLine { other: Some(other.index()), ..plain },
        StageEventKind::Met(Meeting::Overlaps { other, depth }) => {
            EventLine { other: Some(other.index()), depth: Some(depth), ..plain }
        }
        StageEventKind::Squeezed { is_crushed, by, against } => EventLine {
            is_crushed: Some(is_crushed),
            by: by.and_then(body),
            against: against.and_then(body),
            ..plain
        },
        _ => plain,
    }
}

/// What was passed through, and what follows from it.
fn passing_line(passed: &Passed, tick: &Tick) -> EventLine {
    let plain = EventLine {
        name: passed.what.name(),
        time: passed.time,
        position: passed.position.to_array(),
        velocity: tick.state.velocity.to_array(),
        trigger: Some(passed.name.clone()),
        ..EventLine::default()
    };
    match passed.what {
        Passing::Met(TriggerEventKind::Crossed { from_front }) => {
            EventLine { from_front: Some(from_front), ..plain }
        }
        Passing::Follows(effect::ConsequenceKind::Hurt { damage, .. }) => {
            EventLine { damage: Some(damage), ..plain }
        }
        _ => plain,
    }
}

/// What a mover or trigger did; the velocity is that of the character at the tick's end.
fn incident_line(incident: &Incident, velocity: DVec3) -> EventLine {
    EventLine {
        name: incident.name,
        time: incident.time,
        position: incident.position.to_array(),
        velocity: velocity.to_array(),
        subject: Some(incident.subject.clone()),
        damage: incident.damage,
        to: incident.to.map(DVec3::to_array),
        is_clear: incident.to.map(|_| incident.is_clear),
        ..EventLine::default()
    }
}

/// The same with what something belongs to.
fn of(line: EventLine, owner: Owner) -> EventLine {
    match owner {
        Owner::Body(id) => EventLine { body: Some(id.index()), ..line },
        Owner::Character(id) => EventLine { other: Some(id.index()), ..line },
        Owner::Ball(id) => EventLine { ball: Some(id.index()), ..line },
    }
}

fn on(line: EventLine, surface: &Surface) -> EventLine {
    let Surface { owner, triangle, material, .. } = *surface;
    match owner {
        Owner::Body(_) => EventLine { triangle: Some(triangle), material: Some(material), ..of(line, owner) },
        _ => of(line, owner),
    }
}
