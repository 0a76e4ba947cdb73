//! A server without a window: a level, ten players whose inputs would come from the network, ticks as fast as the machine can, and
//! a line for each event that a client would be sent.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_glissando::prelude::*;
use bevy_glissando::{PathEnds, StageDiagnostics};
use bevy_math::{DVec3, Vec3};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

fn level(mut commands: Commands) -> Result {
    commands.spawn((Collider::cuboid(Vec3::new(30.0, 0.5, 30.0))?, Transform::from_xyz(0.0, -0.5, 0.0)));
    for step in 0..8 {
        let at = Transform::from_xyz(4.0 + 0.5 * step as f32, 0.1 * (step + 1) as f32, 0.0);
        commands.spawn((Collider::cuboid(Vec3::new(0.25, 0.1 * (step + 1) as f32, 4.0))?, at));
    }
    let lift = Mover::path(&[(0.0, DVec3::ZERO), (3.0, DVec3::Y * 1.5)], PathEnds::PingPong);
    commands.spawn((Collider::cuboid(Vec3::new(1.5, 0.1, 1.5))?, Transform::from_xyz(-6.0, 0.0, 0.0), lift));
    for player in 0..10 {
        let feet = DVec3::new(f64::from(player % 5) * 2.0 - 4.0, 0.0, f64::from(player / 5) * 3.0 - 1.5);
        commands.spawn((CharacterBody::capsule(0.35, 0.9), CharacterStart::Feet(feet)));
    }
    Ok(())
}

/// In place of messages from clients: each player turns a little further every tick.
fn receive(stage: Res<GlissandoStage>, mut players: Query<(&StageOrder, &mut CharacterIntent)>) {
    let tick = stage.tick();
    for (order, mut intent) in &mut players {
        let angle = order.0 as f32 + tick as f32 * 0.01;
        intent.wish = Vec3::new(angle.cos(), 0.0, angle.sin()) * 4.0;
        intent.jump = (tick + order.0 * 17).is_multiple_of(90);
    }
}

fn send(stage: Res<GlissandoStage>, mut messages: MessageReader<StageMessage>) {
    for message in messages.read() {
        if !message.name().starts_with("Touch") {
            println!("tick {:3}: {} {}", stage.tick(), message.entity(), message.name());
        }
    }
}

fn main() {
    let mut app = App::new();
    app.add_plugins((TimePlugin, GlissandoPlugin::default().with_hz(60.0).without_interpolation()))
        // As fast as possible: one tick a frame, whatever the clock says.
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .add_systems(Startup, level)
        .add_systems(FixedUpdate, receive.before(GlissandoSystems::Sync))
        .add_systems(FixedUpdate, send.after(GlissandoSystems::Events));
    for _ in 0..=300 {
        app.update();
    }
    println!("{}", app.world().resource::<StageDiagnostics>());
}
