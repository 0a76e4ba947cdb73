//! A light barrier, a pool and a jump pad: triggers do not block, and report to the exact time what passed them.
//!
//! Learned here: [`Triggers::travel`] follows the path that [`step`] reports, so nothing is missed at any speed; a
//! [`TriggerMemory`] is all that a character remembers of them; [`Effects`] turn events into consequences as plain data.
//!
//! `cargo run -p glissando --example triggers`

use glissando::trigger::effect::{Consequence, ConsequenceKind, Effect, Effects, Taken, consequences};
use glissando::trigger::{Trigger, TriggerBuffer, TriggerKind, TriggerMemory, Triggers};
use glissando::{
    Config, DVec3, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World,
};
use glissando::{TriggerId, step};
use std::error::Error;

const TICK: f64 = 1.0 / 60.0;

fn main() -> Result<(), Box<dyn Error>> {
    let build = |soup: &Soup| Mesh::build(soup, &MeshOptions::default()).map(|(mesh, _)| mesh);
    let mut world = World::new();
    world.insert_mesh(build(&Soup::plane(Vec3::ZERO, 30.0, 5.0, 1))?);

    let mut triggers = Triggers::new();
    let pane = [[2.0, 0.0, -2.0], [2.0, 3.0, -2.0], [2.0, 3.0, 2.0], [2.0, 0.0, 2.0]];
    let pane = build(&Soup::new(&pane, &[[0, 1, 2], [0, 2, 3]]))?;
    let barrier = triggers.insert(Trigger::new(pane, TriggerKind::Surface))?;
    let volume = |x, half| build(&Soup::cuboid(Vec3::new(x, 0.5, 0.0), half));
    let pool = volume(6.0, Vec3::new(1.5, 0.5, 2.0))?;
    let pool = triggers.insert(Trigger::new(pool, TriggerKind::VolumeByCentre))?;
    let pad = volume(11.0, Vec3::new(0.5, 0.5, 0.5))?;
    let pad = triggers.insert(Trigger::new(pad, TriggerKind::VolumeByBody))?;
    let names = [(barrier, "barrier"), (pool, "pool"), (pad, "pad")];

    let mut effects = Effects::new();
    effects.set(pool, Effect::Hurt { per_second: 10.0 })?;
    effects.set(pad, Effect::Launch { velocity: DVec3::new(4.0, 7.0, 0.0) })?;

    let config = Config::new(&Settings::default())?;
    let mut state = State::with_feet_at(&config, DVec3::ZERO);
    let (mut scratch, mut memory, mut buffer) = (Scratch::new(), TriggerMemory::new(), TriggerBuffer::new());
    let (mut taken, mut found, mut health) = (Taken::new(), Vec::<Consequence>::new(), 100.0);
    for tick in 0..300 {
        let start = f64::from(tick) * TICK;
        let input = Input { wish: DVec3::X * 4.0, ..Input::default() };
        let report = step(&world, &config, &mut state, input, TICK, &mut scratch)?;
        let shape = config.shape(state.is_crouching);
        let filter = config.settings().filter;
        let events = triggers.travel(&shape, report.path, filter, &mut memory, &mut buffer)?;
        for event in events {
            let time = start + event.time;
            println!(
                "{time:8.5} s at {:5.2} m  {:<8} {:?}",
                event.position.x,
                name(&names, event.trigger),
                event.kind
            );
        }
        consequences(&effects, events, &memory, TICK, &mut taken, &mut found)?;
        for consequence in &found {
            match consequence.kind {
                ConsequenceKind::Hurt { damage, .. } => health -= damage,
                ConsequenceKind::Launched { velocity } => {
                    (state.velocity, state.ground) = (velocity, Ground::Airborne);
                }
                other => println!("{other:?}"),
            }
        }
    }
    println!("health at the end: {health:.3}; the character is at {:.2} m", state.position.x);
    Ok(())
}

fn name(names: &[(TriggerId, &'static str)], trigger: TriggerId) -> &'static str {
    names.iter().find(|(id, _)| *id == trigger).map_or("?", |(_, name)| name)
}
