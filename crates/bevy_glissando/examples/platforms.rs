//! Platforms: a lift on a path, a turntable, a ferry that the game moves, a press that stops, a conveyor belt; a rider on each.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_glissando::glissando::DVec3 as Core;
use bevy_glissando::glissando::world::Conveyor;
use bevy_glissando::prelude::*;
use bevy_glissando::{Blocked, Carried, PathEnds, Policy};
use bevy_math::{DVec3, Vec3};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

#[derive(Component)]
struct Ferry;

fn setup(world: &mut World) -> Result {
    let slab = Collider::cuboid(Vec3::new(2.0, 0.1, 2.0))?;
    let at = |x: f32| Transform::from_xyz(x, -0.1, 0.0);
    let lift = Mover::path(&[(0.0, DVec3::ZERO), (2.0, DVec3::Y * 3.0)], PathEnds::PingPong);
    world.spawn((slab.clone(), at(0.0), lift));
    world.spawn((slab.clone(), at(10.0), Mover::velocity(DVec3::ZERO, DVec3::Y * 0.5)));
    world.spawn((slab.clone(), at(20.0), Mover::default(), Ferry));
    let mut belt = slab.clone();
    belt.conveyors.push(Conveyor { material: 0, velocity: Core::new(0.0, 0.0, 0.5) });
    world.spawn((belt, at(30.0)));
    world.spawn((slab, at(40.0)));
    let down = Mover::velocity(DVec3::NEG_Y, DVec3::ZERO).with_policy(Policy::Stop);
    world.spawn((Collider::cuboid(Vec3::new(1.0, 0.1, 1.0))?, Transform::from_xyz(40.0, 3.0, 0.0), down));
    for x in [0.0, 11.0, 20.0, 30.0, 40.0] {
        world.spawn((CharacterBody::default(), CharacterStart::Feet(DVec3::X * x)));
    }
    world.add_observer(|on: On<Carried>| println!("{} rides on {:?}", on.entity, on.event().other));
    world.add_observer(|on: On<Blocked>| println!("{} stops {:?}", on.entity, on.event().other));
    Ok(())
}

/// The game's own motion, before the tick: the stage takes the ferry there, and the rider with it.
fn steer(stage: Res<GlissandoStage>, mut ferry: Single<&mut Transform, With<Ferry>>) {
    ferry.translation.z = 4.0 * (stage.tick() as f32 / 60.0).sin();
}

fn main() -> Result {
    let mut app = App::new();
    app.add_plugins((TimePlugin, GlissandoPlugin::default().with_hz(60.0).without_interpolation()))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .add_systems(FixedUpdate, steer.before(GlissandoSystems::Sync));
    setup(app.world_mut())?;
    for second in 0..5 {
        for _ in 0..60 {
            app.update();
        }
        let mut riders = app.world_mut().query::<&CharacterMotion>();
        let places = riders.iter(app.world()).map(|motion| format!("{:6.2}", motion.position));
        println!("{} s: {}", second + 1, places.collect::<Vec<_>>().join("  "));
    }
    Ok(())
}
