//! A stage on any number of threads gives the bits of one thread: states and reports.

#![cfg(feature = "parallel")]

use glissando::crowd::CrowdScratch;
use glissando::many::ManyScratch;
use glissando::stage::{
    Drive, Key, MoverSpec, PathEnds, Policy, Stage, StageCharacter, StageScratch, StageState,
};
use glissando::world::ContactFilter;
use glissando::{
    Body, Config, Contact, DAffine3, DVec3, Input, Mesh, MeshOptions, Settings, Soup, State, Surface, Vec3,
    World,
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

/// What a character may not stand on or touch: by its number, some lifts and some normals.
struct Picky(usize);

impl ContactFilter for Picky {
    fn includes(&self, surface: &Surface) -> bool {
        surface.body().is_none_or(|body| (body.index() as usize + self.0) % 5 != 1)
    }

    fn is_slippery(&self, contact: &Contact) -> bool {
        self.0.is_multiple_of(4) && contact.surface.triangle.is_multiple_of(3)
    }
}

/// The state and the report of every tick as text.
fn walk(threads: Option<usize>, is_filtered: bool) -> Vec<String> {
    let filters: Vec<Picky> = (0..CHARACTERS).map(Picky).collect();
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
        let report = match (&pool, is_filtered) {
            (None, false) => stage.tick(&mut state, &inputs, dt, &mut scratch),
            (None, true) => stage.tick_filtered(&mut state, &inputs, dt, &filters, &mut scratch),
            (Some(pool), false) => {
                pool.install(|| stage.tick_parallel(&mut state, &inputs, dt, &mut scratch))
            }
            (Some(pool), true) => {
                pool.install(|| stage.tick_filtered_parallel(&mut state, &inputs, dt, &filters, &mut scratch))
            }
        };
        let report = report.unwrap();
        assert!(!report.trace.is_empty());
        format!("{report:?}") + &format!("{state:?}")
    };
    (0..TICKS).map(&mut tick).collect()
}

#[test]
fn a_stage_on_any_number_of_threads_gives_the_same_states_and_reports() {
    let alone = walk(None, false);
    let all = alone.concat();
    for outcome in ["Carried", "Pushed", "PushedBy", "Unaffected"] {
        assert!(all.contains(outcome), "{outcome}");
    }
    for threads in [1, 2, 7] {
        compare(&alone, &walk(Some(threads), false), threads);
    }
}

#[test]
fn so_does_a_stage_with_contact_filters() {
    let alone = walk(None, true);
    assert!(alone != walk(None, false), "the filters change nothing");
    for threads in [1, 7] {
        compare(&alone, &walk(Some(threads), true), threads);
    }
}

fn compare(alone: &[String], parallel: &[String], threads: usize) {
    for (tick, (told, alone)) in parallel.iter().zip(alone).enumerate() {
        assert!(told == alone, "tick {tick} on {threads} threads differs");
    }
}
