//! A stage on any number of threads gives the bits of one thread: states and reports.

#![cfg(feature = "parallel")]

use glissando::crowd::CrowdScratch;
use glissando::many::ManyScratch;
use glissando::stage::{
    Drive, Key, MoverSpec, PathEnds, Policy, Stage, StageCharacter, StageScratch, StageState,
};
use glissando::{
    Body, Config, DAffine3, DVec3, Input, Mesh, MeshOptions, Settings, Soup, State, Vec3, World,
};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;
use std::sync::Arc;

const TICKS: usize = 120;

#[test]
fn a_stage_and_its_memory_may_be_shared_between_threads() {
    const fn shared<T: Send + Sync>() {}
    shared::<(Stage, StageState, StageScratch)>();
    shared::<(World, CrowdScratch, ManyScratch)>();
}

const CHARACTERS: usize = 150;

/// Characters among lifts in a box, some of them in the way of a lift and of each other.
fn stage() -> (Stage, StageState) {
    let mut stage = Stage::new(scenes::world_of(&scenes::open_box(14.0, 6.0)));
    let (mesh, _) =
        Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::new(0.75, 0.1, 0.75)), &MeshOptions::default()).unwrap();
    let (mesh, mut random) = (Arc::new(mesh), Random::new(23));
    for number in 0..60 {
        let at =
            DVec3::new(random.between(-12.0, 12.0), random.between(0.2, 2.0), random.between(-12.0, 12.0));
        let body = stage.insert(Body::new(mesh.clone()).at(DAffine3::from_translation(at))).unwrap();
        let keys = vec![Key::default(), Key { time: 1.5, translation: DVec3::Y * 1.5, ..Key::default() }];
        let policy = if number % 2 == 0 { Policy::Push } else { Policy::Stop };
        let drive = Drive::Path { keys, ends: PathEnds::PingPong };
        stage.add_mover(MoverSpec { body, pivot: at, drive, policy }).unwrap();
    }
    let config = Config::new(&Settings::default()).unwrap();
    let person = stage.add_config(config);
    let mut state = stage.initial_state();
    for k in 0..CHARACTERS {
        let at = DVec3::new((k % 13) as f64 * 1.9 - 12.0, 3.5, (k / 13) as f64 * 1.9 - 12.0);
        state.characters.insert(StageCharacter::new(person, State::at(at)));
    }
    (stage, state)
}

/// The state and the report of every tick as text.
fn walk(threads: Option<usize>) -> Vec<String> {
    let pool = threads.map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap());
    let ((mut stage, mut state), mut scratch) = (stage(), StageScratch::default());
    let traced = state.characters.id(70);
    scratch.trace_character(traced);
    let mut random = Random::new(9);
    let mut inputs = vec![Input::default(); CHARACTERS];
    let mut tick = |number: usize| {
        for input in &mut inputs {
            if number.is_multiple_of(40) {
                input.wish = scenes::heading(random.between(0.0, 360.0)) * random.between(0.0, 5.0);
            }
            input.jump = random.chance(0.02);
        }
        let dt = 1.0 / 60.0;
        let report = match &pool {
            None => stage.tick(&mut state, &inputs, dt, &mut scratch).unwrap(),
            Some(pool) => {
                pool.install(|| stage.tick_parallel(&mut state, &inputs, dt, &mut scratch)).unwrap()
            }
        };
        assert!(!report.trace.is_empty());
        format!("{report:?}") + &format!("{state:?}")
    };
    (0..TICKS).map(&mut tick).collect()
}

#[test]
fn a_stage_on_any_number_of_threads_gives_the_same_states_and_reports() {
    let alone = walk(None);
    let all = alone.concat();
    for outcome in ["Carried", "Pushed", "PushedBy", "Unaffected"] {
        assert!(all.contains(outcome), "{outcome}");
    }
    for threads in [1, 2, 7] {
        for (tick, (told, alone)) in walk(Some(threads)).iter().zip(&alone).enumerate() {
            assert!(told == alone, "tick {tick} on {threads} threads differs");
        }
    }
}
