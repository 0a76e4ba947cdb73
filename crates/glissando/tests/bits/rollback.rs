//! Rollback: a stage has no memory but its state, so the same ticks give the same bits at any time.

use glissando::stage::{Outcome, Stage, StageScratch, StageState};
use glissando::{Config, Input, Scratch, Settings, State, step};
use glissando_testkit::fairground::{Fairground, wishes};
use glissando_testkit::random::Random;
use glissando_testkit::soak::{PACES, Wanderer};
use glissando_testkit::soups;
use glissando_testkit::stages::bodies;

const DT: f64 = 1.0 / 60.0;

/// A recorded walk: the state before each tick, and its inputs.
struct Kept {
    states: Vec<StageState>,
    inputs: Vec<Vec<Input>>,
    outcomes: [usize; 5],
}

fn keep(stage: &mut Stage, state: &StageState, random: &mut Random, ticks: usize) -> Kept {
    let mut kept = Kept { states: vec![state.clone()], inputs: Vec::new(), outcomes: [0; 5] };
    let (mut now, mut scratch) = (state.clone(), StageScratch::default());
    let mut inputs = vec![Input::default(); now.characters.len()];
    for _ in 0..ticks {
        wishes(random, &mut inputs);
        let report = stage.tick(&mut now, &inputs, DT, &mut scratch).unwrap();
        for character in report.characters {
            kept.outcomes[character.outcome as usize] += 1;
        }
        kept.inputs.push(inputs.clone());
        kept.states.push(now.clone());
    }
    kept
}

/// Equality that distinguishes 0 from -0.
fn same_bits(a: &StageState, b: &StageState) -> bool {
    a == b && format!("{a:?}") == format!("{b:?}")
}

#[test]
fn a_stage_restored_at_any_tick_ends_with_the_same_bits() {
    let mut restores = 0;
    let mut outcomes = [0; 5];
    for group in 0..8 {
        let mut random = Random::nth(71, 0, group);
        // In half of the groups visitors of all forms.
        let settings = if group % 2 == 0 { vec![Settings::default()] } else { bodies().to_vec() };
        let Fairground { mut stage, state } = Fairground::visited_by(&settings, &mut random, 12, 18);
        // A stage without any tick, to detect hidden memory of the other.
        let fresh = stage.clone();
        let mut other = fresh.clone();
        let kept = keep(&mut stage, &state, &mut random, 150);
        outcomes.iter_mut().zip(kept.outcomes).for_each(|(sum, count)| *sum += count);
        let mut scratch = StageScratch::default();
        for trial in 0..270 {
            let from = random.integer(0, 149) as usize;
            let to = (from + random.integer(1, 12) as usize).min(150);
            let mut now = kept.states[from].clone();
            // The same stage after other ticks; another used one; a new one with new memory.
            let mut new = (trial % 30 == 0).then(|| fresh.clone());
            let stage = new.as_mut().unwrap_or(if trial % 2 == 0 { &mut stage } else { &mut other });
            for tick in from..to {
                stage.tick(&mut now, &kept.inputs[tick], DT, &mut scratch).unwrap();
            }
            assert!(same_bits(&now, &kept.states[to]), "group {group}, from {from} to {to}");
            restores += 1;
        }
    }
    let [crushed, blocked, pushed, carried, alone] = outcomes;
    println!(
        "{restores} restores, all the same; character ticks: {crushed} crushed, {blocked} blocked, \
         {pushed} pushed, {carried} carried, {alone} alone"
    );
    assert!(restores >= 2000 && crushed > 0 && blocked > 0 && pushed > 0 && carried > 0, "{outcomes:?}");
    assert_eq!(Outcome::Unaffected as usize, 4);
}

#[test]
fn a_stage_without_movement_equals_the_step_alone() {
    let mut ticks = 0;
    for walk in 0..40 {
        let mut random = Random::nth(72, 0, walk);
        let world = soups::PLAIN.world(&mut random);
        let pace = PACES[walk as usize % PACES.len()];
        let config = Config::new(&pace.settings(Settings::default())).unwrap();
        let Some(at) = soups::PLAIN.free_place(&mut random, &world, &config.mover(false)) else { continue };
        let mut stage = Stage::new(world.clone());
        let index = stage.add_config(config);
        let mut staged = stage.initial_state();
        staged.characters.insert(glissando::stage::StageCharacter::new(index, State::at(at)));
        let (mut alone, mut scratch, mut memory) = (State::at(at), Scratch::new(), StageScratch::default());
        let mut wanderer = Wanderer::new(random, pace);
        for tick in 0..300 {
            let (input, dt) = wanderer.decide();
            let stop = step(&world, &config, &mut alone, input, dt, &mut scratch).unwrap().stop;
            let report = stage.tick(&mut staged, &[input], dt, &mut memory).unwrap();
            assert_eq!(report.characters[0].stop, Some(stop), "walk {walk}, tick {tick}");
            let same = format!("{:?}", staged.characters[0].state) == format!("{alone:?}");
            assert!(same, "walk {walk}, tick {tick}: {:?} {alone:?}", staged.characters[0].state);
            ticks += 1;
        }
    }
    println!("{ticks} ticks, all the same");
    assert!(ticks > 9000);
}
