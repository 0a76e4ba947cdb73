//! A level file, walked by keys and mouse in the third person: stairs, a ramp, a lift, a gate, a jump pad, a teleporter.

use crate::player::{Player, Script};
use crate::view::View;
use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use bevy_glissando::level::{LevelEffect, LevelMessage, LevelPlugin, LevelScene, LevelTrigger, SpawnedLevel};
use bevy_glissando::prelude::*;

pub(crate) fn build(app: &mut App) {
    app.add_plugins(LevelPlugin::default())
        .insert_resource(View { yaw: 0.35, pitch: 0.35, distance: 6.5, ..View::default() })
        .insert_resource(Script(
            std::env::args().any(|word| word == "--screenshot").then_some(hand as fn(u64) -> _),
        ))
        .add_systems(Startup, level)
        .add_systems(FixedUpdate, take.after(GlissandoSystems::Events))
        .add_observer(begin);
}

/// Bevy's loader reads the file in the background and draws it. The clock waits for it.
fn level(mut commands: Commands, assets: Res<AssetServer>, mut clock: ResMut<Time<Virtual>>) {
    commands.spawn((WorldAssetRoot(assets.load("yard.gltf#Scene0")), LevelScene));
    clock.pause();
}

/// A character joins, and the clock runs, once the level is there. Zones cast no shadows.
fn begin(
    on: On<Insert, SpawnedLevel>,
    levels: Query<&SpawnedLevel>,
    triggers: Query<&Children, With<LevelTrigger>>,
    mut clock: ResMut<Time<Virtual>>,
    mut commands: Commands,
) -> Result {
    let level = levels.get(on.entity)?;
    for children in level.triggers.iter().flatten().filter_map(|trigger| triggers.get(*trigger).ok()) {
        for primitive in children {
            commands.entity(*primitive).insert(NotShadowCaster);
        }
    }
    commands.spawn((level.body.clone(), level.start(), Player));
    clock.unpause();
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
