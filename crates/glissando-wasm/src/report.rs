//! What a tick was like: events, contacts with their loads, how it ended.

use crate::answer;
use crate::record::{Record, vector};
use glissando::character::HeldBy;
use glissando::slide::Stop;
use glissando::{Event, EventKind, Ground, Surface};
use wasm_bindgen::JsValue;

/// An event, its fields added to those that are there.
pub(crate) fn event(record: Record, event: &Event) -> JsValue {
    let record = record
        .with("time", event.time)
        .with("position", vector(event.position))
        .with("velocity", vector(event.velocity));
    kind(record, &event.kind).into()
}

fn kind(record: Record, kind: &EventKind) -> Record {
    let touch = |record: Record, speed: f64, normal, on: &Surface| {
        answer::surface(record.with("speed", speed).with("normal", vector(normal)), on)
    };
    match kind {
        EventKind::Landed { speed, energy_per_mass, normal, surface } => {
            let record = record.with("type", "landed").with("energyPerMass", *energy_per_mass);
            touch(record, *speed, *normal, surface)
        }
        EventKind::LeftGround => record.with("type", "leftGround"),
        EventKind::Jumped => record.with("type", "jumped"),
        EventKind::HitWall { speed, normal, surface } => {
            touch(record.with("type", "hitWall"), *speed, *normal, surface)
        }
        EventKind::HitCeiling { speed, normal, surface } => {
            touch(record.with("type", "hitCeiling"), *speed, *normal, surface)
        }
        EventKind::SteppedUp { height, surface } => {
            answer::surface(record.with("type", "steppedUp").with("height", *height), surface)
        }
        EventKind::PushedOut { distance, surface } => {
            answer::surface(record.with("type", "pushedOut").with("distance", *distance), surface)
        }
        EventKind::Recovered { distance, to_safe_position } => record
            .with("type", "recovered")
            .with("distance", *distance)
            .with("toSafePosition", *to_safe_position),
        EventKind::Stuck { depth } => record.with("type", "stuck").with("depth", *depth),
        // Kinds that the library learns before this file does.
        _ => record.with("type", "other"),
    }
}

/// A contact with its load.
pub(crate) fn held_by(held: &HeldBy) -> JsValue {
    answer::contact(Record::new().with("load", held.load), &held.contact).into()
}

pub(crate) const fn ground(ground: Ground) -> &'static str {
    match ground {
        Ground::Standing => "standing",
        Ground::Steep => "steep",
        Ground::Airborne => "airborne",
    }
}

pub(crate) const fn stop(stop: Stop) -> &'static str {
    match stop {
        Stop::Done => "done",
        Stop::Blocked => "blocked",
        Stop::SubSteps => "subSteps",
        Stop::Stuck => "stuck",
    }
}
