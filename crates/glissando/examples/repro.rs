//! A tick as a file: the character, its input and the few triangles that it asked about, replayed to the bit.
//!
//! Learned here: [`Repro::capture`] keeps a tick for a bug report, [`Repro::replay`] walks it again anywhere and
//! reports whether every bit is the same, and a trace records each sub-step. JSON needs `serde_json`'s feature `float_roundtrip`.
//!
//! `cargo run -p glissando --features serde --example repro`

use glissando::repro::Repro;
use glissando::trace::TraceStep;
use glissando::{Config, DVec3, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World, step};
use std::error::Error;

const TICK: f64 = 1.0 / 60.0;

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new();
    // Ten thousand triangles of ground, and a ledge of 0.3 m.
    let mut soup = Soup::plane(Vec3::ZERO, 50.0, 50.0, 71);
    soup.append(&Soup::cuboid(Vec3::new(3.0, 0.0, 0.0), Vec3::new(1.0, 0.3, 2.0)));
    let (mesh, report) = Mesh::build(&soup, &MeshOptions::default())?;
    println!("the world has {} triangles", report.triangle_count);
    world.insert_mesh(mesh);

    let config = Config::new(&Settings::default())?;
    let mut state = State::with_feet_at(&config, DVec3::ZERO);
    let mut scratch = Scratch::new();
    let input = Input { wish: DVec3::X * 4.0, ..Input::default() };
    // The tick of interest: the first one that ends at another height.
    let before = loop {
        let before = state;
        step(&world, &config, &mut state, input, TICK, &mut scratch)?;
        if (state.position.y - before.position.y).abs() > 0.01 {
            break before;
        }
    };

    let repro = Repro::capture(&world, &config, &before, input, TICK)?;
    let text = serde_json::to_string(&repro)?;
    let triangles: usize = repro.bodies.iter().map(|body| body.triangles.len()).sum();
    println!("the repro has {triangles} of them, {} bytes of JSON", text.len());

    let loaded: Repro = serde_json::from_str(&text)?;
    let mut story: Vec<TraceStep> = Vec::new();
    let replay = loaded.replay(&mut story)?;
    assert!(replay.is_same, "a replay must have the same bits");
    println!("the replay has the same bits");
    for line in &story {
        println!("  {line}");
    }
    for event in &replay.events {
        println!("  event at {:.4} s: {:?}", event.time, event.kind);
    }
    Ok(())
}
