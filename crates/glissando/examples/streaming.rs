//! A world in chunks: each is inserted before a walking crowd and removed behind it.
//!
//! Learned here: bodies come and go on a [`Stage`] between two ticks, with characters on it; the handle of a removed body
//! is dead for ever; meshes are shared, so the same chunk may be placed many times.
//!
//! `cargo run -p glissando --example streaming`

use glissando::stage::{Stage, StageCharacter, StageScratch};
use glissando::{Body, BodyId, Config, DAffine3, DVec3, EventKind, Input, Mesh, MeshOptions, Settings, Soup};
use glissando::{State, Vec3, World, stage::StageEventKind};
use std::collections::VecDeque;
use std::error::Error;
use std::sync::Arc;

const TICK: f64 = 1.0 / 60.0;
/// Metres along a side of a chunk, and how many chunks are there ahead of the first and behind the last character.
const SIDE: f64 = 6.0;
const AHEAD: f64 = 3.0 * SIDE;
const BEHIND: f64 = SIDE;

fn main() -> Result<(), Box<dyn Error>> {
    // Two kinds of ground: flat, and with a bump of 0.3 m.
    let flat = Soup::cuboid(Vec3::new(0.0, -0.5, 0.0), Vec3::new(9.0, 0.5, 3.0));
    let mut bump = flat.clone();
    bump.append(&Soup::cuboid(Vec3::new(0.0, 0.1, 0.0), Vec3::new(9.0, 0.2, 1.0)));
    let mut kinds = Vec::new();
    for soup in [&flat, &bump] {
        kinds.push(Arc::new(Mesh::build(soup, &MeshOptions::default())?.0));
    }

    let mut stage = Stage::new(World::new());
    let config = Config::new(&Settings::default())?;
    let person = stage.add_config(config);
    let mut state = stage.initial_state();
    for k in 0..12 {
        let feet = DVec3::new(f64::from(k % 6) * 1.5 - 4.0, 0.0, f64::from(k / 6) * 1.5);
        state.characters.insert(StageCharacter::new(person, State::with_feet_at(&config, feet)));
    }

    let mut chunks: VecDeque<(f64, BodyId)> = VecDeque::new();
    let (mut next, mut removed, mut steps, mut falls) = (0_u32, 0, 0, 0);
    let inputs = vec![Input { wish: DVec3::Z * 5.0, ..Input::default() }; state.characters.len()];
    let mut scratch = StageScratch::default();
    println!("time  the crowd is at   chunks  inserted  removed  steps up  falls");
    for tick in 1..=600 {
        let z = state.characters.iter().map(|character| character.state.position.z);
        let (last, first) = z.fold((f64::MAX, f64::MIN), |(low, high), z| (low.min(z), high.max(z)));
        while f64::from(next) * SIDE - SIDE < first + AHEAD {
            let middle = f64::from(next) * SIDE - SIDE * 0.5;
            let pose = DAffine3::from_translation(DVec3::Z * middle);
            let body = Body::new(kinds[next as usize % 2].clone()).at(pose);
            chunks.push_back((middle + SIDE * 0.5, stage.insert(body)?));
            next += 1;
        }
        while let Some(&(_, body)) = chunks.front().filter(|(end, _)| end + BEHIND < last) {
            stage.remove(body)?;
            chunks.pop_front();
            removed += 1;
        }
        let report = stage.tick(&mut state, &inputs, TICK, &mut scratch)?;
        for event in report.events {
            match event.kind {
                StageEventKind::Own(EventKind::SteppedUp { .. }) => steps += 1,
                StageEventKind::Own(EventKind::LeftGround) => falls += 1,
                _ => {}
            }
        }
        if tick % 60 == 0 {
            let count = chunks.len();
            println!(
                "{:3} s {last:6.1} to {first:5.1} m {count:7} {next:9} {removed:8} {steps:9} {falls:6}",
                tick / 60
            );
        }
    }
    Ok(())
}
