//! What a tick of a stage was like: outcomes, events.

use super::balls;
use crate::record::{Record, camel, list, vector};
use crate::{handle, report};
use glissando::crowd::Meeting;
use glissando::stage::{CharacterReport, StageEvent, StageEventKind, StageState, TickReport};
use glissando::trigger::TriggerEventKind;
use glissando::{CharacterId, Owner};
use wasm_bindgen::JsValue;

/// A tick, after which the stage has this state.
pub(super) fn tick(state: &StageState, tick: &TickReport<'_>) -> JsValue {
    let ids = state.characters.ids().iter().copied();
    let all: Vec<(CharacterId, &CharacterReport)> = ids.zip(tick.characters).collect();
    Record::new()
        .with("events", list(tick.events, event))
        .with("characters", list(&all, |(id, one)| character(*id, one)))
        .with("impacts", list(tick.impacts, |impact| balls::impact(state, impact)))
        .with("isSettled", tick.is_settled)
        .into()
}

fn character(id: CharacterId, one: &CharacterReport) -> JsValue {
    Record::new()
        .with("character", handle::number(id.to_bits()))
        .with("outcome", one.outcome.name())
        .with("moved", vector(one.moved))
        .with("stop", one.stop.map(|stop| camel(stop.name())))
        .with("isHeld", one.is_held)
        .into()
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
    let record = record.typed(kind.name());
    match kind {
        StageEventKind::TouchBegan { owner: touched, speed, load } => {
            owner(record.with("speed", *speed).with("load", *load), *touched)
        }
        StageEventKind::TouchEnded { owner: touched } => owner(record, *touched),
        StageEventKind::Trigger { trigger, kind } => {
            let record = record.with("trigger", handle::number(trigger.to_bits()));
            match kind {
                TriggerEventKind::Crossed { from_front } => record.with("fromFront", *from_front),
                TriggerEventKind::Entered | TriggerEventKind::Left => record,
            }
        }
        StageEventKind::Met(meeting) => met(record, meeting),
        StageEventKind::HitByBall { ball, impulse, speed } => record
            .with("ball", handle::number(ball.to_bits()))
            .with("impulse", *impulse)
            .with("speed", *speed),
        StageEventKind::Squeezed { is_crushed, by, against } => {
            let side = |side: &Option<Owner>| side.map(|one| JsValue::from(owner(Record::new(), one)));
            record
                .with("isCrushed", *is_crushed)
                .with("by", side(by).unwrap_or(JsValue::UNDEFINED))
                .with("against", side(against).unwrap_or(JsValue::UNDEFINED))
        }
        _ => record,
    }
}

fn met(record: Record, meeting: &Meeting) -> Record {
    let record = record.with("other", handle::number(meeting.other().to_bits()));
    match meeting {
        Meeting::Touched { normal, speed, load, .. } => {
            record.with("normal", vector(*normal)).with("speed", *speed).with("load", *load)
        }
        Meeting::Overlaps { depth, .. } => record.with("depth", *depth),
        _ => record,
    }
}
