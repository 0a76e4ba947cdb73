//! Platforms: a lift, a turntable, a ferry that the game moves, a press that stops, a conveyor belt; a rider on each.

use crate::player::Player;
use crate::view::View;
use bevy::math::DVec3;
use bevy::prelude::*;
use bevy_glissando::glissando::DVec3 as Core;
use bevy_glissando::glissando::world::Conveyor;
use bevy_glissando::prelude::*;
use bevy_glissando::{PathEnds, Policy};

#[derive(Component)]
struct Ferry;

pub(crate) fn build(app: &mut App) {
    app.insert_resource(View { centre: Vec3::new(12.0, 0.5, 0.0), distance: 20.0, pitch: 0.5, yaw: 0.25 })
        .add_systems(Startup, setup)
        .add_systems(FixedUpdate, steer.before(GlissandoSystems::Sync));
}

fn setup(mut commands: Commands) -> Result {
    let slab = Collider::cuboid(Vec3::new(2.0, 0.1, 2.0))?;
    let at = |x: f32| Transform::from_xyz(x, -0.1, 0.0);
    commands.spawn((Collider::cuboid(Vec3::new(20.0, 0.5, 10.0))?, Transform::from_xyz(12.0, -1.5, 0.0)));
    let lift = Mover::path(&[(0.0, DVec3::ZERO), (2.0, DVec3::Y * 3.0)], PathEnds::PingPong);
    commands.spawn((slab.clone(), at(0.0), lift));
    commands.spawn((slab.clone(), at(6.0), Mover::velocity(DVec3::ZERO, DVec3::Y * 0.5)));
    commands.spawn((slab.clone(), at(12.0), Mover::default(), Ferry));
    let mut belt = slab.clone();
    belt.conveyors.push(Conveyor { material: 0, velocity: Core::new(0.0, 0.0, 0.5) });
    commands.spawn((belt, at(18.0)));
    commands.spawn((slab, at(24.0)));
    let down = Mover::velocity(DVec3::NEG_Y, DVec3::ZERO).with_policy(Policy::Stop);
    commands.spawn((Collider::cuboid(Vec3::new(1.0, 0.1, 1.0))?, Transform::from_xyz(24.0, 3.0, 0.0), down));
    for x in [7.0, 12.0, 18.0, 24.0] {
        commands.spawn((CharacterBody::default(), CharacterStart::Feet(DVec3::X * x)));
    }
    let hero = (CharacterBody::default(), CharacterStart::Feet(DVec3::ZERO));
    if std::env::args().any(|word| word == "--screenshot") {
        commands.spawn(hero);
    } else {
        commands.spawn((hero, Player));
    }
    Ok(())
}

/// The game's own motion, before the tick: the stage takes the ferry there, and the rider with it.
fn steer(stage: Res<GlissandoStage>, mut ferry: Single<&mut Transform, With<Ferry>>) {
    ferry.translation.z = 4.0 * (stage.tick() as f32 / 60.0).sin();
}
