//! A level file, walked by keys and mouse in the third person: stairs, a ramp, a lift, a gate, a jump pad, a teleporter.

use crate::draw::Paint;
use crate::player::{Player, Script};
use crate::view::View;
use bevy::prelude::*;
use bevy_glissando::level::glissando_level::{LoadOptions, Mechanisms, load};
use bevy_glissando::level::{LevelEffect, LevelMessage, LevelPlugin, LevelTrigger, spawn_level};
use bevy_glissando::prelude::*;
use std::path::Path;

pub(crate) fn build(app: &mut App) {
    app.add_plugins(LevelPlugin::default())
        .insert_resource(View { yaw: 0.35, pitch: 0.35, distance: 6.5, ..View::default() })
        .insert_resource(Script(
            std::env::args().any(|word| word == "--screenshot").then_some(hand as fn(u64) -> _),
        ))
        .add_systems(Startup, level)
        .add_systems(FixedUpdate, take.after(GlissandoSystems::Events));
}

fn level(mut commands: Commands) -> Result {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../levels/yard.gltf");
    let level = load(&file, &LoadOptions::default())?;
    let spawned = spawn_level(&mut commands, &level, &Mechanisms::of_level(&level));
    // What is drawn has a parent that is drawn.
    commands.entity(spawned.root).insert(Visibility::default());
    for (entity, index) in &spawned.colliders {
        let name = &level.instances[*index].name;
        let colour = match name.split(' ').next() {
            Some("floor") => Color::srgb(0.50, 0.55, 0.45),
            Some("wall") => Color::srgb(0.66, 0.60, 0.52),
            _ => Color::srgb(0.58, 0.57, 0.60),
        };
        commands.entity(*entity).insert(Paint(colour));
    }
    commands.spawn((spawned.body.clone(), spawned.start(), Player));
    Ok(())
}

/// The game's own rule: what can be picked up is gone then.
fn take(mut messages: MessageReader<LevelMessage>, parts: Query<&LevelTrigger>, mut commands: Commands) {
    for message in messages.read().filter(|message| message.effect == LevelEffect::PickUp) {
        let what = parts.get(message.trigger).ok().and_then(|part| part.what.clone());
        info!("{} picks up {}", message.character, what.unwrap_or_default());
        commands.entity(message.trigger).despawn();
    }
}

/// To the plate before the gate, and towards the stairs.
fn hand(tick: u64) -> (Vec3, bool) {
    match tick {
        0..=75 => (Vec3::NEG_Z * 3.0, false),
        _ => (Vec3::ZERO, false),
    }
}
