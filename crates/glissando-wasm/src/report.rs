//! What a tick was like: events, contacts with their loads, how it ended.

use crate::answer;
use crate::record::{Record, vector};
use glissando::character::LoadedContact;
use glissando::{Event, EventKind, Surface};
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
    let record = record.typed(kind.name());
    match kind {
        EventKind::Landed { speed, energy_per_mass, normal, surface } => {
            touch(record.with("energyPerMass", *energy_per_mass), *speed, *normal, surface)
        }
        EventKind::HitWall { speed, normal, surface } | EventKind::HitCeiling { speed, normal, surface } => {
            touch(record, *speed, *normal, surface)
        }
        EventKind::SteppedUp { height, surface } => answer::surface(record.with("height", *height), surface),
        EventKind::PushedOut { distance, surface } => {
            answer::surface(record.with("distance", *distance), surface)
        }
        EventKind::Recovered { distance, to_safe_position } => {
            record.with("distance", *distance).with("toSafePosition", *to_safe_position)
        }
        EventKind::Stuck { depth } => record.with("depth", *depth),
        _ => record,
    }
}

/// A contact with its load.
pub(crate) fn loaded_contact(held: &LoadedContact) -> JsValue {
    answer::contact(Record::new().with("load", held.load), &held.contact).into()
}
