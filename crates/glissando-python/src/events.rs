//! Events: a bit of each kind for whole arrays, and dictionaries with every field of an event.

use glissando::crowd::Meeting;
use glissando::stage::{StageEvent, StageEventKind};
use glissando::trigger::TriggerEventKind;
use glissando::{DVec3, Event, EventKind, Owner, Surface};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The kinds by their bits, the first is bit 0; names as the library has them.
pub(crate) const NAMES: [&str; 19] = [
    "landed",
    "left_ground",
    "jumped",
    "hit_wall",
    "hit_ceiling",
    "stepped_up",
    "pushed_out",
    "recovered",
    "stuck",
    "touch_began",
    "touch_ended",
    "entered",
    "crossed",
    "left",
    "touched",
    "pushed_by",
    "overlaps",
    "hit_by_ball",
    "squeezed",
];

/// The bit of a kind; none for one that has no name here.
pub(crate) fn bit(name: &str) -> u32 {
    NAMES.iter().position(|known| *known == name).map_or(0, |place| 1 << place)
}

fn vector(v: DVec3) -> (f64, f64, f64) {
    v.to_array().into()
}

fn put_surface(to: &Bound<'_, PyDict>, on: &Surface) -> PyResult<()> {
    put_owner(to, on.owner)?;
    to.set_item("triangle", on.triangle)?;
    to.set_item("material", on.material)
}

fn put_owner(to: &Bound<'_, PyDict>, owner: Owner) -> PyResult<()> {
    match owner {
        Owner::Body(id) => to.set_item("body", id.to_bits()),
        Owner::Character(id) => to.set_item("other", id.to_bits()),
        Owner::Ball(id) => to.set_item("ball", id.to_bits()),
    }
}

/// The fields that all events have.
fn moment(to: &Bound<'_, PyDict>, name: &str, (time, at, velocity): (f64, DVec3, DVec3)) -> PyResult<()> {
    to.set_item("kind", name)?;
    to.set_item("time", time)?;
    to.set_item("position", vector(at))?;
    to.set_item("velocity", vector(velocity))
}

/// An event of a character's own move, with the row or the handle of the character.
pub(crate) fn own<'py>(py: Python<'py>, character: u64, event: &Event) -> PyResult<Bound<'py, PyDict>> {
    let to = PyDict::new(py);
    to.set_item("character", character)?;
    moment(&to, event.kind.name(), (event.time, event.position, event.velocity))?;
    match &event.kind {
        EventKind::Landed { speed, energy_per_mass, normal, surface } => {
            to.set_item("speed", speed)?;
            to.set_item("energy_per_mass", energy_per_mass)?;
            to.set_item("normal", vector(*normal))?;
            put_surface(&to, surface)?;
        }
        EventKind::HitWall { speed, normal, surface } | EventKind::HitCeiling { speed, normal, surface } => {
            to.set_item("speed", speed)?;
            to.set_item("normal", vector(*normal))?;
            put_surface(&to, surface)?;
        }
        EventKind::SteppedUp { height, surface } => {
            to.set_item("height", height)?;
            put_surface(&to, surface)?;
        }
        EventKind::PushedOut { distance, surface } => {
            to.set_item("distance", distance)?;
            put_surface(&to, surface)?;
        }
        EventKind::Recovered { distance, to_safe_position } => {
            to.set_item("distance", distance)?;
            to.set_item("to_safe_position", to_safe_position)?;
        }
        EventKind::Stuck { depth } => to.set_item("depth", depth)?,
        _ => {}
    }
    Ok(to)
}

/// An event of a stage.
pub(crate) fn staged<'py>(py: Python<'py>, event: &StageEvent) -> PyResult<Bound<'py, PyDict>> {
    let character = event.character.to_bits();
    if let Some(event) = event.own() {
        return own(py, character, &event);
    }
    let to = PyDict::new(py);
    to.set_item("character", character)?;
    moment(&to, event.kind.name(), (event.time, event.position, event.velocity))?;
    match &event.kind {
        StageEventKind::TouchBegan { owner, speed, load } => {
            put_owner(&to, *owner)?;
            to.set_item("speed", speed)?;
            to.set_item("load", load)?;
        }
        StageEventKind::TouchEnded { owner } => put_owner(&to, *owner)?,
        StageEventKind::Trigger { trigger, kind } => {
            to.set_item("trigger", trigger.to_bits())?;
            if let TriggerEventKind::Crossed { from_front } = kind {
                to.set_item("from_front", from_front)?;
            }
        }
        StageEventKind::Met(meeting) => {
            to.set_item("other", meeting.other().to_bits())?;
            match meeting {
                Meeting::Touched { normal, speed, load, .. } => {
                    to.set_item("normal", vector(*normal))?;
                    to.set_item("speed", speed)?;
                    to.set_item("load", load)?;
                }
                Meeting::Overlaps { depth, .. } => to.set_item("depth", depth)?,
                _ => {}
            }
        }
        StageEventKind::HitByBall { ball, impulse, speed } => {
            to.set_item("ball", ball.to_bits())?;
            to.set_item("impulse", impulse)?;
            to.set_item("speed", speed)?;
        }
        StageEventKind::Squeezed { is_crushed, by, against } => {
            to.set_item("is_crushed", is_crushed)?;
            for (name, side) in [("by", by), ("against", against)] {
                if let Some(owner) = side {
                    let of = PyDict::new(py);
                    put_owner(&of, *owner)?;
                    to.set_item(name, of)?;
                }
            }
        }
        _ => {}
    }
    Ok(to)
}
