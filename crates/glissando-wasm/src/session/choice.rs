//! What a session is asked for: options, files, controls, layers.

use super::refused;
use crate::fields::Fields;
use crate::js;
use crate::read;
use crate::refusal::Refusal;
use anyhow::anyhow;
use glissando_level::{Bag, Format};
use glissando_play::scene::{Axis, LevelOptions};
use glissando_play::session::{Controls, Layers};
use glissando_play::walk::{Source, Wishes};
use std::path::Path;
use wasm_bindgen::JsValue;

/// Most seeds that a number of JavaScript tells apart.
const MOST_SEED: u32 = u32::MAX;

/// The fields of all walks.
const WALK: [&str; 4] = ["spawn", "hz", "seed", "wanders"];

/// How a walk is set up.
pub(super) fn walk(options: &JsValue) -> Result<Wishes, Refusal> {
    wishes(&Fields::of("options", options, &WALK)?)
}

fn wishes(fields: &Fields<'_>) -> Result<Wishes, Refusal> {
    let seed = fields.read("seed", |what, value| read::whole(what, value, MOST_SEED))?;
    Ok(Wishes {
        spawn: fields.read("spawn", read::text)?,
        hz: fields.read("hz", read::number)?,
        seed: u64::from(seed.unwrap_or(0)),
        wanders: fields.read("wanders", read::truth)?.unwrap_or(false),
        ..Wishes::default()
    })
}

/// Files in memory.
pub(super) fn bag(files: &JsValue) -> Result<Bag, Refusal> {
    let mut bag = Bag::default();
    read::each("files", files, "{ name, bytes }", |what, file| {
        let field = |name: &str| match file.is_object() {
            true => js::get(file, &name.into()).map_err(Refusal::Thrown),
            false => Err(Refusal::wrong(what, file, "an object { name, bytes }")),
        };
        let name = read::text(&format!("{what}.name"), &field("name")?)?;
        bag.put(name, read::typed(&format!("{what}.bytes"), &field("bytes")?)?);
        Ok(())
    })?;
    Ok(bag)
}

/// The level among the files, and how it is walked.
pub(super) fn level(bag: &Bag, options: &JsValue) -> Result<(Source, Wishes), Refusal> {
    let known = [&WALK[..], &["unit", "up", "still"]].concat();
    let fields = Fields::of("options", options, &known)?;
    let up = match fields.read("up", read::text)?.as_deref() {
        None => None,
        Some("y") => Some(Axis::Y),
        Some("z") => Some(Axis::Z),
        Some(_) => {
            let value = fields.get("up")?.unwrap_or_default();
            return Err(Refusal::wrong("options.up", &value, "\"y\" or \"z\""));
        }
    };
    let unit = fields.read("unit", read::number)?;
    let is_still = fields.read("still", read::truth)?.unwrap_or(false);
    let is_level = |name: &&str| Format::of_path(Path::new(name)).is_ok() && !name.ends_with(".movers.glb");
    let name = bag.names().find(is_level).ok_or_else(|| {
        let names: Vec<&str> = bag.names().collect();
        refused(anyhow!(
            "none of the files ({}) is a level: it must be .glb, .gltf, .obj or .stl",
            names.join(", ")
        ))
    })?;
    let options = LevelOptions { unit, up, use_manifest: true };
    Ok((Source::new(vec![name.into()], &options, is_still, Vec::new()), wishes(&fields)?))
}

/// The name of a source's level, without its extension.
pub(super) fn stem(source: &Source) -> String {
    let stem = source.levels().next().and_then(Path::file_stem);
    stem.map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// What is held.
pub(super) fn controls(controls: &JsValue) -> Result<Controls, Refusal> {
    let known = ["forward", "right", "up", "jump", "crouch", "fly", "yaw", "pitch"];
    let fields = Fields::of("controls", controls, &known)?;
    let number = |name| Ok::<_, Refusal>(fields.read(name, read::number)?.unwrap_or(0.0));
    let button = |name| Ok::<_, Refusal>(fields.read(name, read::truth)?.unwrap_or(false));
    Ok(Controls {
        forward: number("forward")?,
        right: number("right")?,
        up: number("up")?,
        jump: button("jump")?,
        crouch: button("crouch")?,
        fly: button("fly")?,
        yaw: number("yaw")?,
        pitch: number("pitch")?,
    })
}

/// What of the overlay is wanted.
pub(super) fn layers(layers: &JsValue) -> Result<Layers, Refusal> {
    let known = ["body", "triangles", "contacts", "steps", "velocity", "triggers"];
    let fields = Fields::of("layers", layers, &known)?;
    let wanted = |name| Ok::<_, Refusal>(fields.read(name, read::truth)?.unwrap_or(false));
    Ok(Layers {
        body: wanted("body")?,
        triangles: wanted("triangles")?,
        contacts: wanted("contacts")?,
        steps: wanted("steps")?,
        velocity: wanted("velocity")?,
        triggers: wanted("triggers")?,
    })
}
