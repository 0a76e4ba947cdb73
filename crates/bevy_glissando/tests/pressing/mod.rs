//! An app with a floor, a camera, a character and a keyboard.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_glissando::prelude::*;
use bevy_input::keyboard::{Key, KeyCode, KeyboardInput};
use bevy_input::{ButtonState, InputPlugin};
use bevy_math::{DVec3, Vec3};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use std::time::Duration;

/// Sixty ticks a second, one a frame, until [`in_frames_of`].
pub(crate) fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, InputPlugin, GlissandoPlugin::default().with_hz(60.0)))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    let floor = Collider::cuboid(Vec3::new(50.0, 0.5, 50.0)).unwrap();
    app.world_mut().spawn((floor, Transform::from_xyz(0.0, -0.5, 0.0)));
    app
}

/// A character on the floor; its first ticks are made.
pub(crate) fn player(app: &mut App, controls: impl Bundle) -> Entity {
    let player =
        app.world_mut().spawn((CharacterBody::default(), CharacterStart::Feet(DVec3::ZERO), controls)).id();
    frames(app, 10);
    assert!(motion(app, player).is_grounded());
    player
}

pub(crate) fn frames(app: &mut App, count: usize) {
    (0..count).for_each(|_| app.update());
}

/// From now on a frame takes so long.
pub(crate) fn in_frames_of(app: &mut App, seconds: f64) {
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(seconds)));
}

pub(crate) fn press(app: &mut App, key_code: KeyCode) {
    send(app, key_code, ButtonState::Pressed);
}

pub(crate) fn release(app: &mut App, key_code: KeyCode) {
    send(app, key_code, ButtonState::Released);
}

fn send(app: &mut App, key_code: KeyCode, state: ButtonState) {
    let (logical_key, window) =
        (Key::Unidentified(bevy_input::keyboard::NativeKey::Unidentified), Entity::PLACEHOLDER);
    app.world_mut().write_message(KeyboardInput {
        key_code,
        logical_key,
        state,
        text: None,
        repeat: false,
        window,
    });
}

pub(crate) fn motion(app: &App, entity: Entity) -> CharacterMotion {
    *app.world().get::<CharacterMotion>(entity).unwrap()
}

pub(crate) fn intent(app: &App, entity: Entity) -> CharacterIntent {
    *app.world().get::<CharacterIntent>(entity).unwrap()
}

/// Jumps since the app began.
#[derive(Resource, Default)]
pub(crate) struct Jumps(pub(crate) usize);

pub(crate) fn count_jumps(app: &mut App) {
    app.init_resource::<Jumps>().add_systems(
        FixedLast,
        |mut reader: MessageReader<StageMessage>, mut jumps: ResMut<Jumps>| {
            jumps.0 += reader.read().filter(|message| message.name() == "Jumped").count();
        },
    );
}

pub(crate) fn jumps(app: &App) -> usize {
    app.world().resource::<Jumps>().0
}
