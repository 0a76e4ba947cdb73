use crate::level::{HALF_HEIGHT, Level, RADIUS};
use crate::player::{Player, SPEED, decide};
use avian3d::prelude::*;
use bevy::input::InputPlugin;
use bevy::prelude::*;
use bevy::time::Stopwatch;
use bevy_ahoy::input::AccumulatedInput;
use bevy_ahoy::prelude::*;
use bevy_enhanced_input::prelude::EnhancedInputPlugin;

/// Whether the character stood in the last tick: the engine has no events of landings.
#[derive(Component, Default)]
struct Stood(bool);

pub(crate) fn game(level: &Level, starts: &[Vec3]) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, InputPlugin, AssetPlugin::default()))
        .add_plugins((PhysicsPlugins::default(), EnhancedInputPlugin, AhoyPlugins::default()))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .add_systems(FixedPreUpdate, (decide, steer).chain())
        .add_systems(FixedLast, count_landings);
    let vertices = level.vertices.iter().copied().map(Vec3::from).collect();
    app.world_mut().spawn((RigidBody::Static, Collider::trimesh(vertices, level.triangles.clone())));
    for (number, start) in starts.iter().enumerate() {
        app.world_mut().spawn((
            CharacterController {
                speed: SPEED,
                gravity: 9.81,
                step_size: 0.4,
                ..CharacterController::default()
            },
            Collider::capsule(RADIUS, 2.0 * (HALF_HEIGHT - RADIUS)),
            Transform::from_translation(*start),
            Player::new(number),
            Stood::default(),
        ));
    }
    app
}

/// Writes the component that the actions write; the character looks along -Z.
fn steer(mut players: Query<(&Player, &mut AccumulatedInput)>) {
    for (player, mut input) in &mut players {
        input.last_movement = Some(Vec2::new(player.way.x, -player.way.z));
        input.jumped = player.jump.then(Stopwatch::new);
    }
}

fn count_landings(mut players: Query<(&CharacterControllerState, &mut Stood, &mut Player)>) {
    for (state, mut stood, mut player) in &mut players {
        let stands = state.grounded.is_some();
        player.landings += u32::from(stands && !stood.0);
        stood.0 = stands;
    }
}
