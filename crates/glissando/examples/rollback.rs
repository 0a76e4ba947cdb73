//! A late input: back to the state of its tick, forward again, and the same bits as if it had been known at once.
//!
//! Learned here: everything that changes on a [`Stage`] is one value, [`StageState`]; a clone saves it, an assignment
//! restores it. Two players stand on a turning table, so the table and the pushes are rolled back as well.
//!
//! `cargo run -p glissando --example rollback`

use glissando::stage::{Drive, MoverSpec, Policy, Stage, StageCharacter, StageScratch, StageState};
use glissando::{Config, DVec3, Input, InputError, Mesh, MeshOptions, Settings, Soup, State, Vec3, World};
use std::error::Error;

const TICK: f64 = 1.0 / 60.0;
/// Ticks that the inputs of the other player are late.
const DELAY: usize = 12;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut stage, start) = table()?;
    let mut scratch = StageScratch::default();
    let mut tick = |state: &mut StageState, inputs: [Input; 2]| -> Result<(), InputError> {
        stage.tick(state, &inputs, TICK, &mut scratch).map(|_| ())
    };

    // What both players really press.
    let truth: Vec<[Input; 2]> = (0..240).map(|t| [press(t, 17), press(t, 41)]).collect();
    let mut authority = start.clone();
    for &inputs in &truth {
        tick(&mut authority, inputs)?;
    }

    // One machine: its own player at once, the other one as it was last heard of.
    let mut state = start;
    let (mut history, mut used) = (Vec::<StageState>::new(), Vec::<Input>::new());
    for now in 0..truth.len() + DELAY {
        let heard = now.checked_sub(DELAY).map_or(Input::default(), |late| truth[late][1]);
        if let Some(late) = now.checked_sub(DELAY).filter(|&late| used[late] != heard) {
            let shown = state.characters[1].state.position;
            state = history[late].clone();
            for again in late..now.min(truth.len()) {
                (history[again], used[again]) = (state.clone(), heard);
                tick(&mut state, [truth[again][0], heard])?;
            }
            let correction = (state.characters[1].state.position - shown).length();
            println!(
                "tick {now:3}: the input of tick {late:3} arrives; the other player is corrected by {correction:.2} m"
            );
        }
        if let Some(own) = truth.get(now).map(|inputs| inputs[0]) {
            history.push(state.clone());
            used.push(heard);
            tick(&mut state, [own, heard])?;
        }
    }
    assert_eq!(state, authority, "a rollback must end with the same bits");
    println!("after {} ticks the state has the same bits as with all inputs at once", truth.len());
    Ok(())
}

/// What a player presses: another direction every `period` ticks.
fn press(tick: usize, period: usize) -> Input {
    let wish = [DVec3::X, DVec3::Z, -DVec3::X, -DVec3::Z][tick / period % 4] * 3.0;
    Input { wish, jump: tick % period < 2, ..Input::default() }
}

fn table() -> Result<(Stage, StageState), Box<dyn Error>> {
    let mut world = World::new();
    let (mesh, _) =
        Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::new(9.0, 0.5, 9.0)), &MeshOptions::default())?;
    let body = world.insert_mesh(mesh);
    let mut stage = Stage::new(world);
    let drive = Drive::Velocity { linear: DVec3::ZERO, angular: DVec3::Y * 0.5 };
    stage.add_mover(MoverSpec { body, pivot: DVec3::ZERO, drive, policy: Policy::Push })?;
    let config = Config::new(&Settings::default())?;
    let person = stage.add_config(config);
    let mut state = stage.initial_state();
    for feet in [DVec3::new(-1.0, 0.5, 0.0), DVec3::new(1.0, 0.5, 0.0)] {
        state.characters.insert(StageCharacter::new(person, State::with_feet_at(&config, feet)));
    }
    Ok((stage, state))
}
