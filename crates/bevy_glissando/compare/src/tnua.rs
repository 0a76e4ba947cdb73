use crate::level::{HALF_HEIGHT, Level, RADIUS};
use crate::player::{Player, SPEED, decide};
use avian3d::prelude::*;
use bevy::prelude::*;
use bevy_tnua::builtins::{TnuaBuiltinJumpConfig, TnuaBuiltinWalkConfig};
use bevy_tnua::prelude::*;
use bevy_tnua_avian3d::prelude::*;

#[derive(TnuaScheme)]
#[scheme(basis = TnuaBuiltinWalk)]
enum Controls {
    Jump(TnuaBuiltinJump),
}

/// Whether the character stood in the last tick: the engine has no events of landings.
#[derive(Component, Default)]
struct Stood(bool);

pub(crate) fn game(level: &Level, starts: &[Vec3]) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, AssetPlugin::default(), PhysicsPlugins::default()))
        .add_plugins((
            TnuaControllerPlugin::<Controls>::new(FixedUpdate),
            TnuaAvian3dPlugin::new(FixedUpdate),
        ))
        .insert_resource(Time::<Fixed>::from_hz(60.0))
        .add_systems(FixedPreUpdate, decide)
        .add_systems(FixedUpdate, steer.in_set(TnuaUserControlsSystems))
        .add_systems(FixedLast, count_landings);
    let vertices = level.vertices.iter().copied().map(Vec3::from).collect();
    app.world_mut().spawn((RigidBody::Static, Collider::trimesh(vertices, level.triangles.clone())));
    // It floats, so that its capsule is shorter by a step and all in all it is as high.
    let float_height = HALF_HEIGHT + 0.2;
    let config = app.world_mut().resource_mut::<Assets<ControlsConfig>>().add(ControlsConfig {
        basis: TnuaBuiltinWalkConfig { speed: SPEED, float_height, ..Default::default() },
        jump: TnuaBuiltinJumpConfig { height: 1.2, ..Default::default() },
    });
    for (number, start) in starts.iter().enumerate() {
        app.world_mut().spawn((
            (RigidBody::Dynamic, LockedAxes::ROTATION_LOCKED),
            Collider::capsule(RADIUS, 2.0 * (HALF_HEIGHT - 0.2 - RADIUS)),
            TnuaController::<Controls>::default(),
            TnuaConfig::<Controls>(config.clone()),
            TnuaAvian3dSensorShape(Collider::cylinder(0.95 * RADIUS, 0.0)),
            Transform::from_translation(*start + Vec3::Y * 0.2),
            Player::new(number),
            Stood::default(),
        ));
    }
    app
}

fn steer(mut players: Query<(&Player, &mut TnuaController<Controls>)>) {
    for (player, mut controller) in &mut players {
        controller.basis = TnuaBuiltinWalk { desired_motion: player.way, desired_forward: None };
        controller.initiate_action_feeding();
        if player.jump {
            controller.action(Controls::Jump(TnuaBuiltinJump::default()));
        }
    }
}

fn count_landings(mut players: Query<(&TnuaController<Controls>, &mut Stood, &mut Player)>) {
    for (controller, mut stood, mut player) in &mut players {
        let stands = !controller.is_airborne().unwrap_or(true);
        player.landings += u32::from(stands && !stood.0);
        stood.0 = stands;
    }
}
