//! A character that is stuck between walls as a tick begins, beside a body that moves: only what comes deeper into it squeezes it, and by
//! its own policy.

use glissando::stage::{MoverSpec, Outcome, Policy, Stage, StageCharacter, StageScratch};
use glissando::{Config, DVec3, Input, Settings, Soup, State, World};
use glissando_testkit::scenes;
use glissando_testkit::stages::{block, bodies, mesh, velocity};

const TICKS: usize = 90;

/// What happened in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Told {
    outcome: Outcome,
    /// The part of its way that the mover made.
    fraction: f64,
    is_held: bool,
}

/// A body with its feet on the origin in a slot of 0.7 m, a tenth too narrow for it. A block of 0.6 m by 2 m by 1 m moves, its middle
/// `distance` metres from that of the body.
fn beside(settings: &Settings, distance: f64, motion: DVec3, policy: Policy) -> Vec<Told> {
    let mut slot = Soup::default();
    scenes::block(&mut slot, DVec3::new(-1.0, -1.0, -20.0), DVec3::new(-0.35, 4.0, 20.0));
    scenes::block(&mut slot, DVec3::new(0.35, -1.0, -20.0), DVec3::new(1.0, 4.0, 20.0));
    scenes::block(&mut slot, DVec3::new(-5.0, -1.0, -20.0), DVec3::new(5.0, -0.02, 20.0));
    let mut world = World::new();
    world.insert_mesh(mesh(&slot));
    let body = block(&mut world, DVec3::new(0.0, 1.0, -distance), DVec3::new(0.3, 1.0, 0.5));
    let mut stage = Stage::new(world);
    let checked = Config::new(settings).unwrap();
    let config = stage.add_config(checked);
    let drive = velocity(motion, DVec3::ZERO);
    stage.add_mover(MoverSpec { body, pivot: DVec3::ZERO, drive, policy }).unwrap();
    let mut state = stage.initial_state();
    let person = State::with_feet_at(&checked, DVec3::Y * 0.01);
    state.characters.insert(StageCharacter::new(config, person));
    let mut scratch = StageScratch::default();
    let mut tick = |_| {
        let report = stage.tick(&mut state, &[Input::default()], 1.0 / 60.0, &mut scratch).unwrap();
        let (outcome, mover) = (report.characters[0].outcome, &report.movers[0]);
        Told { outcome, fraction: mover.fraction, is_held: mover.held_by.is_some() }
    };
    (0..TICKS).map(&mut tick).collect()
}

const UNAFFECTED: Told = Told { outcome: Outcome::Unaffected, fraction: 1.0, is_held: false };
const BLOCKED: Told = Told { outcome: Outcome::Blocked, fraction: 0.0, is_held: true };
const CRUSHED: Told = Told { outcome: Outcome::Crushed, fraction: 1.0, is_held: false };

/// It was `Crushed` from the first tick on, a third of a metre before a mover that then stopped or turned back, and for ever.
#[test]
fn a_mover_that_reaches_a_stuck_character_acts_by_its_policy() {
    for settings in bodies() {
        for (policy, at, after) in [
            (Policy::Stop, BLOCKED, BLOCKED),
            (Policy::Reverse, BLOCKED, UNAFFECTED),
            (Policy::Push, CRUSHED, CRUSHED),
        ] {
            let told = beside(&settings, 1.2, DVec3::Z, policy);
            let met = told.iter().position(|told| *told != UNAFFECTED).expect("it comes to the body");
            // After 0.3 m at 1 m/s.
            assert!((16..=18).contains(&met), "{:?}, {policy:?}: in tick {met}", settings.body);
            assert_eq!(told[met], at, "{:?}, {policy:?}", settings.body);
            assert!(told[met + 1..].iter().all(|told| *told == after), "{:?}, {policy:?}", settings.body);
        }
    }
}

/// It was `Crushed` beside any body that moved within a metre of it, and stayed so after that had gone.
#[test]
fn a_mover_that_leaves_or_passes_a_stuck_character_does_not_crush_it() {
    for settings in bodies() {
        for (distance, motion) in [(0.95, -DVec3::Z), (0.91, DVec3::Y), (1.2, DVec3::Y * 3.0)] {
            for policy in [Policy::Stop, Policy::Reverse, Policy::Push] {
                let told = beside(&settings, distance, motion, policy);
                assert!(
                    told.iter().all(|told| *told == UNAFFECTED),
                    "{:?}, {motion:?}, {policy:?}",
                    settings.body
                );
            }
        }
    }
}

/// Only four moments of the tick were looked at: a block that passed between two of them was not reported, and one that was past the
/// character's middle at the first of them did not yield.
#[test]
fn a_block_that_passes_through_a_stuck_character_between_two_moments_acts_by_its_policy() {
    let mut passes = 0;
    for settings in bodies() {
        for (policy, expected) in
            [(Policy::Stop, BLOCKED), (Policy::Reverse, BLOCKED), (Policy::Push, CRUSHED)]
        {
            // It makes 20 m in the tick, so it is past the character in a tenth of that.
            for distance in 2..19 {
                let told = beside(&settings, f64::from(distance), DVec3::Z * 1200.0, policy);
                assert_eq!(told[0], expected, "{:?}, {policy:?}, {distance} m", settings.body);
                passes += 1;
            }
            // Beside it, it is not reported.
            let told = beside(&settings, 2.0, DVec3::new(0.0, 1200.0, 0.0), policy);
            assert_eq!(told[0], UNAFFECTED, "{:?}, {policy:?}", settings.body);
        }
    }
    println!("{passes} passes");
}

/// The first that was asked for was named, so it depended on the order of the bodies, or on what a stage had seen before.
#[test]
fn what_holds_a_stuck_character_does_not_depend_on_the_order_of_bodies() {
    for settings in bodies() {
        let against = |faces: [f64; 2]| {
            let mut world = World::new();
            let mut slot = Soup::default();
            scenes::block(&mut slot, DVec3::new(-1.0, -1.0, -20.0), DVec3::new(-0.35, 4.0, 20.0));
            scenes::block(&mut slot, DVec3::new(0.35, -1.0, -20.0), DVec3::new(1.0, 4.0, 20.0));
            world.insert_mesh(mesh(&slot));
            for face in faces {
                block(&mut world, DVec3::new(0.0, 1.0, face + 1.0), DVec3::new(0.5, 2.0, 1.0));
            }
            let body = block(&mut world, DVec3::new(0.0, 1.0, -0.9), DVec3::new(0.3, 1.0, 0.5));
            let mut stage = Stage::new(world);
            let checked = Config::new(&settings).unwrap();
            let config = stage.add_config(checked);
            let drive = velocity(DVec3::Z * 3.0, DVec3::ZERO);
            stage.add_mover(MoverSpec { body, pivot: DVec3::ZERO, drive, policy: Policy::Push }).unwrap();
            let mut state = stage.initial_state();
            state
                .characters
                .insert(StageCharacter::new(config, State::with_feet_at(&checked, DVec3::Y * 0.01)));
            let mut scratch = StageScratch::default();
            let report = stage.tick(&mut state, &[Input::default()], 1.0 / 60.0, &mut scratch).unwrap();
            let squeeze = report.characters[0].squeeze.expect("the block comes into it");
            squeeze.against.expect("two blocks hold it").point
        };
        assert_eq!(against([0.3, 0.35]), against([0.35, 0.3]), "{:?}", settings.body);
    }
}
