//! A thousand characters that cross a square in four streams; prints the time of a tick.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_glissando::StageDiagnostics;
use bevy_glissando::prelude::*;
use bevy_math::{DVec3, Vec3};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;
use std::time::{Duration, Instant};

fn setup(mut commands: Commands) -> Result {
    commands.spawn((Collider::cuboid(Vec3::new(60.0, 0.5, 60.0))?, Transform::from_xyz(0.0, -0.5, 0.0)));
    let block = Collider::cuboid(Vec3::new(0.6, 1.5, 0.6))?;
    for number in 0..64 {
        let at = Vec3::new((number % 8) as f32 * 4.0 - 14.0, 1.5, (number / 8) as f32 * 4.0 - 14.0);
        // A clone shares the triangles.
        commands.spawn((block.clone(), Transform::from_translation(at)));
    }
    for number in 0..1000_u32 {
        let (stream, place) = (number % 4, number / 4);
        let (along, across) = (f64::from(place / 25) * 1.2 + 20.0, f64::from(place % 25) * 1.2 - 14.4);
        let (feet, wish) = match stream {
            0 => (DVec3::new(along, 0.0, across), Vec3::NEG_X),
            1 => (DVec3::new(-along, 0.0, across), Vec3::X),
            2 => (DVec3::new(across, 0.0, along), Vec3::NEG_Z),
            _ => (DVec3::new(across, 0.0, -along), Vec3::Z),
        };
        let intent = CharacterIntent { wish: wish * 3.0, ..CharacterIntent::default() };
        commands.spawn((CharacterBody::capsule(0.3, 0.9), CharacterStart::Feet(feet), intent));
    }
    Ok(())
}

fn main() {
    let mut app = App::new();
    app.add_plugins((TimePlugin, GlissandoPlugin::default().with_hz(60.0)))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .add_systems(Startup, setup);
    app.update();
    app.update();
    let (mut ticks, began) = (Duration::ZERO, Instant::now());
    for _ in 0..300 {
        app.update();
        ticks += app.world().resource::<StageDiagnostics>().time;
    }
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3 / 300.0;
    println!(
        "{:.2} ms a tick, {:.2} ms a frame with it; the last tick {}",
        milliseconds(ticks),
        milliseconds(began.elapsed()),
        app.world().resource::<StageDiagnostics>()
    );
}
