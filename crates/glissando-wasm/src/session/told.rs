//! What a session tells: scenes, status, news, clips.

use crate::js;
use crate::record::{Record, list, vector};
use glissando::DVec3;
use glissando_play::scenes::Entry;
use glissando_play::session::{Clip, Controls, Held, News, Status, View};
use glissando_play::walk::Origin;
use wasm_bindgen::JsValue;

/// All scenes.
pub(super) fn scenes(entries: &[Entry]) -> JsValue {
    list(entries, |entry| {
        Record::new()
            .with("name", entry.name)
            .with("title", entry.title)
            .with("about", entry.about)
            .with("group", entry.group.title())
            .into()
    })
}

/// What a clip was walked in.
pub(super) fn origin(origin: &Origin) -> JsValue {
    // The still world of a scene, as findings have it, needs no files either.
    let is_scene = origin.is_scene || origin.source.as_ref().is_some_and(|source| source.is_embedded);
    Record::new().with("name", origin.name.as_str()).with("isScene", is_scene).into()
}

/// What is held.
pub(super) fn controls(controls: &Controls) -> JsValue {
    let Controls { forward, right, up, jump, crouch, fly, yaw, pitch } = *controls;
    Record::new()
        .with("forward", forward)
        .with("right", right)
        .with("up", up)
        .with("jump", jump)
        .with("crouch", crouch)
        .with("fly", fly)
        .with("yaw", yaw)
        .with("pitch", pitch)
        .into()
}

/// The directions of a view.
pub(super) fn view(view: &View) -> JsValue {
    Record::new()
        .with("forward", vector(view.forward))
        .with("ahead", vector(view.ahead))
        .with("right", vector(view.right))
        .with("up", vector(view.up))
        .into()
}

/// How the character is.
pub(super) fn status(status: &Status) -> JsValue {
    let place = |v: [f64; 3]| vector(DVec3::from(v));
    let held = |held: &Held| {
        let touch = Record::new().with("name", held.name.as_str()).with("normal", place(held.normal));
        touch.with("load", held.load).into()
    };
    let texts = |texts: &[String]| list(texts, |text| JsValue::from(text.as_str()));
    Record::new()
        .with("tick", status.tick as f64)
        .with("time", status.time)
        .with("position", place(status.position))
        .with("velocity", place(status.velocity))
        .with("speed", js::list_of_2(status.speed.0, status.speed.1))
        .with("ground", status.ground)
        .with("slope", status.slope)
        .with("support", status.support.clone())
        .with("outcome", status.outcome)
        .with("isCrouching", status.is_crouching)
        .with("health", status.health)
        .with("touches", list(&status.touches, held))
        .with("inside", texts(&status.inside))
        .with("subSteps", status.sub_steps as u32)
        .with("stop", status.stop.as_str())
        .with("trace", texts(&status.trace))
        .with("clearance", status.clearance)
        .with("microseconds", status.microseconds)
        .with("counts", js::list_of_2(status.counts.0 as f64, status.counts.1 as f64))
        .with("lost", status.lost)
        .into()
}

/// What happened.
pub(super) fn news(news: &[News]) -> JsValue {
    list(news, |news| {
        let told = Record::new().with("time", news.time).with("name", news.name.as_str());
        told.with("words", news.words.as_str()).into()
    })
}

/// The texts of a clip.
pub(super) fn clip(clip: &Clip) -> anyhow::Result<JsValue> {
    let record = Record::new().with("json", clip.to_json()?).with("fragment", clip.to_fragment()?);
    Ok(record.into())
}
