//! A character climbs a stair, goes down a ramp, jumps over a low wall and is stopped by a high one.
//!
//! Learned here: triangles become a [`World`], [`step`] makes one tick, and its report lists what happened, each event
//! with its time inside the tick.
//!
//! `cargo run -p glissando --example walk`

use glissando::{
    Config, DVec3, EventKind, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World, step,
};
use std::error::Error;

/// Seconds.
const TICK: f64 = 1.0 / 60.0;

fn main() -> Result<(), Box<dyn Error>> {
    let (mesh, _report) = Mesh::build(&course(), &MeshOptions::default())?;
    let mut world = World::new();
    world.insert_mesh(mesh);

    let config = Config::new(&Settings::default())?;
    let mut state = State::with_feet_at(&config, DVec3::ZERO);
    let mut scratch = Scratch::new();
    println!("    time        x        y   speed  what");
    for tick in 0..400 {
        // The wish is a velocity. A press of jump counts once, however long it is held.
        let jump = state.position.x > 12.0;
        let input = Input { wish: DVec3::X * 3.0, jump, ..Input::default() };
        let report = step(&world, &config, &mut state, input, TICK, &mut scratch)?;
        let start = f64::from(tick) * TICK;
        for event in report.events {
            row(start + event.time, event.position, event.velocity, &name(&event.kind));
        }
        if tick % 60 == 0 {
            row(start + TICK, state.position, state.velocity, &format!("({:?})", state.ground));
        }
    }
    Ok(())
}

/// Ground, a stair of five steps, a ramp down, a wall of one metre, a wall of three.
fn course() -> Soup {
    let block = |low: [f32; 3], high: [f32; 3]| {
        let [low, high] = [Vec3::from(low), Vec3::from(high)];
        Soup::cuboid((low + high) * 0.5, (high - low) * 0.5)
    };
    let mut soup = block([-3.0, -1.0, -3.0], [25.0, 0.0, 3.0]);
    for k in 0..5_u8 {
        let (start, top) = (3.0 + 0.35 * f32::from(k), 0.2 + 0.2 * f32::from(k));
        soup.append(&block([start, 0.0, -3.0], [7.0, top, 3.0]));
    }
    let slope = [[7.0, 1.0, -3.0], [7.0, 1.0, 3.0], [9.0, 0.0, 3.0], [9.0, 0.0, -3.0]];
    soup.append(&Soup::new(&slope, &[[0, 1, 2], [0, 2, 3]]));
    soup.append(&block([13.0, 0.0, -3.0], [13.2, 1.0, 3.0]));
    soup.append(&block([17.0, 0.0, -3.0], [17.2, 3.0, 3.0]));
    soup
}

fn row(time: f64, at: DVec3, velocity: DVec3, what: &str) {
    println!("{time:6.3} s {:6.2} m {:6.2} m {:7.2}  {what}", at.x, at.y, velocity.length());
}

fn name(kind: &EventKind) -> String {
    match kind {
        EventKind::Jumped => "jumped".into(),
        EventKind::LeftGround => "left the ground".into(),
        EventKind::Landed { speed, .. } => format!("landed at {speed:.2} m/s"),
        EventKind::SteppedUp { height, .. } => format!("stepped up by {height:.2} m"),
        EventKind::HitWall { speed, .. } => format!("hit a wall at {speed:.2} m/s"),
        other => format!("{other:?}"),
    }
}
