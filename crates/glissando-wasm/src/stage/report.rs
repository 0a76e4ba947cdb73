//! What a tick of a stage was like: outcomes, events.

use crate::record::{Record, list, vector};
use crate::{handle, report};
use glissando::crowd::Meeting;
use glissando::stage::{CharacterReport, Outcome, StageEvent, StageEventKind, TickReport};
use glissando::trigger::TriggerEventKind;
use glissando::{CharacterId, Owner};
use wasm_bindgen::JsValue;

/// A tick.
pub(super) fn tick(ids: &[CharacterId], tick: &TickReport<'_>) -> JsValue {
    let all: Vec<(CharacterId, &CharacterReport)> = ids.iter().copied().zip(tick.characters).collect();
    Record::new()
        .with("events", list(tick.events, event))
        .with("characters", list(&all, |(id, one)| character(*id, one)))
        .with("isSettled", tick.is_settled)
        .into()
}

fn character(id: CharacterId, one: &CharacterReport) -> JsValue {
    Record::new()
        .with("character", handle::number(id.to_bits()))
        .with("outcome", outcome(one.outcome))
        .with("moved", vector(one.moved))
        .with("stop", one.stop.map(report::stop))
        .with("isHeld", one.is_held)
        .into()
}

const fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Crushed => "crushed",
        Outcome::Blocked => "blocked",
        Outcome::Pushed => "pushed",
        Outcome::Carried => "carried",
        Outcome::Alone => "alone",
    }
}

/// Adds the body, character or ball that a surface belongs to.
pub(super) fn owner(record: Record, owner: Owner) -> Record {
    match owner {
        Owner::Body(id) => record.with("body", handle::told(id)),
        Owner::Character(id) => record.with("other", handle::number(id.to_bits())),
        Owner::Ball(id) => record.with("ball", handle::number(id.to_bits())),
    }
}

fn event(event: &StageEvent) -> JsValue {
    let record = Record::new().with("character", handle::number(event.character.to_bits()));
    if let Some(own) = event.own() {
        return report::event(record, &own);
    }
    let record = record
        .with("time", event.time)
        .with("position", vector(event.position))
        .with("velocity", vector(event.velocity));
    kind(record, &event.kind).into()
}

fn kind(record: Record, kind: &StageEventKind) -> Record {
    match kind {
        StageEventKind::TouchBegan { owner: touched, speed, load } => {
            let record = record.with("type", "touchBegan").with("speed", *speed).with("load", *load);
            owner(record, *touched)
        }
        StageEventKind::TouchEnded { owner: touched } => owner(record.with("type", "touchEnded"), *touched),
        StageEventKind::Trigger { trigger, kind } => {
            let record = record.with("trigger", handle::number(trigger.to_bits()));
            match kind {
                TriggerEventKind::Entered => record.with("type", "entered"),
                TriggerEventKind::Crossed { from_front } => {
                    record.with("type", "crossed").with("fromFront", *from_front)
                }
                TriggerEventKind::Left => record.with("type", "left"),
            }
        }
        StageEventKind::Met(meeting) => met(record, meeting),
        StageEventKind::HitByBall { ball, impulse, speed } => record
            .with("type", "hitByBall")
            .with("ball", handle::number(ball.to_bits()))
            .with("impulse", *impulse)
            .with("speed", *speed),
        StageEventKind::Squeezed { is_crushed, by, against } => {
            let side = |side: &Option<Owner>| side.map(|one| JsValue::from(owner(Record::new(), one)));
            record
                .with("type", "squeezed")
                .with("isCrushed", *is_crushed)
                .with("by", side(by).unwrap_or(JsValue::UNDEFINED))
                .with("against", side(against).unwrap_or(JsValue::UNDEFINED))
        }
        // Kinds that the library learns before this file does.
        _ => record.with("type", "other"),
    }
}

fn met(record: Record, meeting: &Meeting) -> Record {
    let record = record.with("other", handle::number(meeting.other().to_bits()));
    match meeting {
        Meeting::Touched { normal, speed, load, .. } => record
            .with("type", "met")
            .with("normal", vector(*normal))
            .with("speed", *speed)
            .with("load", *load),
        Meeting::PushedBy { .. } => record.with("type", "pushedBy"),
        Meeting::Overlaps { depth, .. } => record.with("type", "overlaps").with("depth", *depth),
        _ => record.with("type", "other"),
    }
}
