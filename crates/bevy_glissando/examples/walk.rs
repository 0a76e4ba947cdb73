//! One character on a small level, by a script of intents; what happens to it, and where it is each second.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_glissando::prelude::*;
use bevy_math::{DVec3, Quat, Vec3};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

fn level(mut commands: Commands) -> Result {
    commands.spawn((Collider::cuboid(Vec3::new(20.0, 0.5, 20.0))?, Transform::from_xyz(0.0, -0.5, 0.0)));
    for step in 1..=5_u8 {
        let height = 0.15 * f32::from(step);
        let at = Transform::from_xyz(3.0 + 0.4 * f32::from(step), height / 2.0, 0.0);
        commands.spawn((Collider::cuboid(Vec3::new(0.2, height / 2.0, 2.0))?, at));
    }
    let ramp = Transform::from_xyz(7.5, -0.05, 0.0).with_rotation(Quat::from_rotation_z(-0.35));
    commands.spawn((Collider::cuboid(Vec3::new(2.5, 0.5, 2.0))?, ramp));
    commands.spawn((Collider::cuboid(Vec3::new(0.5, 1.0, 5.0))?, Transform::from_xyz(13.0, 1.0, 0.0)));
    commands.spawn((CharacterBody::default(), CharacterStart::Feet(DVec3::Y)));
    Ok(())
}

fn steer(stage: Res<GlissandoStage>, mut intent: Single<&mut CharacterIntent>) {
    intent.wish = Vec3::X * 3.0;
    intent.jump = stage.tick() == 200;
    intent.crouch = (260..300).contains(&stage.tick());
}

fn main() {
    let mut app = App::new();
    app.add_plugins((TimePlugin, GlissandoPlugin::default().with_hz(60.0).without_interpolation()))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .add_systems(Startup, level)
        .add_systems(FixedUpdate, steer.before(GlissandoSystems::Sync))
        .add_systems(FixedUpdate, tell.after(GlissandoSystems::Events));
    for _ in 0..=360 {
        app.update();
    }
}

fn tell(
    stage: Res<GlissandoStage>,
    motion: Single<&CharacterMotion>,
    mut messages: MessageReader<StageMessage>,
) {
    for message in messages.read().filter(|message| !message.name().starts_with("Touch")) {
        println!("tick {:3} + {:.4} s: {}", stage.tick(), message.time(), message.name());
    }
    if stage.tick().is_multiple_of(60) {
        println!("tick {:3}: {:.3}, {:?}", stage.tick(), motion.position, motion.ground);
    }
}
