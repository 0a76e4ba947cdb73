//! Soft obstacles: out at their own speed, in for faster characters, and never through hard surfaces.

use glissando::character::SoftSettings;
use glissando::character::step_through;
use glissando::crowd::{self, CrowdScratch, Member};
use glissando::stage::{Stage, StageCharacter, StageScratch};
use glissando::world::Brute;
use glissando::{
    Body, Config, DVec3, EventKind, Filter, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, World,
    step,
};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;

const DT: f64 = 1.0 / 60.0;

/// The layer of soft bodies.
const SOFT: u32 = 2;

/// Half the width of the body.
const RADIUS: f64 = 0.4;

fn insert(world: &mut World, low: DVec3, high: DVec3, layers: u32) {
    let mut soup = Soup::default();
    scenes::block(&mut soup, low, high);
    let (mesh, _) = Mesh::build(&soup, &MeshOptions::default()).unwrap();
    world.insert(Body::new(mesh).on_layers(layers)).unwrap();
}

/// A floor, and a hedge from x = 0 to x = 4.
fn yard() -> World {
    let mut world = World::new();
    insert(&mut world, DVec3::new(-20.0, -1.0, -20.0), DVec3::new(20.0, 0.0, 20.0), 1);
    insert(&mut world, DVec3::new(0.0, -0.5, -5.0), DVec3::new(4.0, 3.0, 5.0), SOFT);
    world
}

fn config(push_speed: f64) -> Config {
    let soft = SoftSettings { layers: SOFT, push_speed };
    Config::new(&Settings { soft, ..Settings::default() }).unwrap()
}

struct Walker {
    world: World,
    config: Config,
    state: State,
    scratch: Scratch,
}

impl Walker {
    fn new(world: World, push_speed: f64, x: f64) -> Self {
        let config = config(push_speed);
        let state = State::with_feet_at(&config, DVec3::X * x);
        Self { world, config, state, scratch: Scratch::new() }
    }

    fn tick(&mut self, wish: DVec3) -> Vec<EventKind> {
        let input = Input { wish, ..Input::default() };
        let Self { world, config, state, scratch } = self;
        let report = step(world, config, state, input, DT, scratch).unwrap();
        report.events.iter().map(|e| e.kind).collect()
    }
}

#[test]
fn a_character_comes_out_at_the_limit_and_no_further_than_the_surface() {
    for push_speed in [0.3, 0.6, 2.0, 100.0] {
        let mut walker = Walker::new(yard(), push_speed, -0.1);
        let mut before = walker.state.position.x;
        for tick in 0..80 {
            let told: f64 = walker
                .tick(DVec3::ZERO)
                .iter()
                .map(|kind| if let EventKind::PushedOut { distance, .. } = kind { *distance } else { 0.0 })
                .sum();
            let (moved, left) = (before - walker.state.position.x, before + RADIUS);
            let wanted = left.min(push_speed * DT).max(0.0);
            assert!((moved - wanted).abs() < 1e-9, "{push_speed} {tick}: moved {moved}, not {wanted}");
            assert!((told - moved).abs() < 1e-9, "{push_speed} {tick}: told {told}, moved {moved}");
            before = walker.state.position.x;
        }
        assert!((before + RADIUS).abs() < 1e-9, "{push_speed}: {before}");
    }
}

#[test]
fn a_faster_character_gets_in_and_a_slower_one_is_held() {
    let mut fast = Walker::new(yard(), 1.0, -2.0);
    let mut slow = Walker::new(yard(), 1.0, -2.0);
    for _ in 0..400 {
        let events = fast.tick(DVec3::X * 3.0);
        assert!(!events.iter().any(|e| matches!(e, EventKind::HitWall { .. } | EventKind::Recovered { .. })));
        slow.tick(DVec3::X * 0.9);
        // In by the walk of one tick, which the next reverses.
        assert!(slow.state.position.x < -RADIUS + 0.9 * DT + 1e-9, "{:?}", slow.state);
    }
    assert!(fast.state.position.x > 4.0 + RADIUS && slow.state.position.x > -2.0 * RADIUS);
}

#[test]
fn no_character_is_pushed_through_a_hard_surface() {
    for push_speed in [1.0, 30.0, 1000.0] {
        let mut world = yard();
        insert(&mut world, DVec3::new(-0.7, 0.0, -5.0), DVec3::new(-0.6, 3.0, 5.0), 1);
        let mut walker = Walker::new(world, push_speed, -0.1);
        for _ in 0..60 {
            walker.tick(DVec3::ZERO);
            let x = walker.state.position.x;
            assert!(x > -0.6 + RADIUS && x < 0.0, "{push_speed}: {x}");
        }
        assert!(walker.state.position.x < -0.6 + RADIUS + 0.01, "{:?}", walker.state);
    }
}

#[test]
fn soft_things_on_both_sides_hold_each_other_and_a_third_still_pushes() {
    let mut world = World::new();
    insert(&mut world, DVec3::new(-20.0, -1.0, -20.0), DVec3::new(20.0, 0.0, 20.0), 1);
    for (low, high) in [(-2.0, -0.25), (0.25, 2.0)] {
        insert(&mut world, DVec3::new(low, -0.5, -2.0), DVec3::new(high, 3.0, 6.0), SOFT);
    }
    let mut still = Walker::new(world.clone(), 0.5, 0.0);
    insert(&mut world, DVec3::new(-0.25, -0.5, -6.0), DVec3::new(0.25, 3.0, -0.1), SOFT);
    let mut pushed = Walker::new(world, 0.5, 0.0);
    for _ in 0..120 {
        still.tick(DVec3::ZERO);
        pushed.tick(DVec3::ZERO);
    }
    let at = still.state.position;
    assert!(at.x.abs() < 1e-9 && at.z.abs() < 1e-9, "{at:?}");
    let at = pushed.state.position;
    assert!(at.x.abs() < 1e-9 && (at.z - (RADIUS - 0.1)).abs() < 1e-2, "{at:?}");
}

#[test]
fn low_grass_lifts_no_character() {
    let mut world = World::new();
    insert(&mut world, DVec3::new(-20.0, -1.0, -20.0), DVec3::new(20.0, 0.0, 20.0), 1);
    insert(&mut world, DVec3::new(-5.0, -0.5, -5.0), DVec3::new(5.0, 0.3, 5.0), SOFT);
    let mut walker = Walker::new(world, 5.0, 0.0);
    for _ in 0..10 {
        walker.tick(DVec3::ZERO);
    }
    let height = walker.state.position.y;
    for _ in 0..60 {
        walker.tick(DVec3::X);
        assert!((walker.state.position.y - height).abs() < 1e-3, "{:?}", walker.state);
    }
    assert!(walker.state.position.x > 0.9);
}

#[test]
fn a_body_on_a_hard_layer_too_is_hard() {
    let mut world = World::new();
    insert(&mut world, DVec3::new(-20.0, -1.0, -20.0), DVec3::new(20.0, 0.0, 20.0), 1);
    insert(&mut world, DVec3::new(0.0, -0.5, -5.0), DVec3::new(4.0, 3.0, 5.0), 1 | SOFT);
    let mut walker = Walker::new(world, 0.1, -2.0);
    for _ in 0..120 {
        walker.tick(DVec3::X * 3.0);
    }
    assert!(walker.state.position.x < -RADIUS, "{:?}", walker.state);
}

#[test]
fn all_step_functions_push_by_the_same_bits() {
    let world = yard();
    let config = config(0.7);
    let start = State::with_feet_at(&config, DVec3::new(-1.0, 0.0, 0.3));
    let mut stage = Stage::new(world.clone());
    let index = stage.add_config(config);
    let mut stage_state = stage.initial_state();
    stage_state.characters.insert(StageCharacter::new(index, start));
    let (mut plain, mut brute, mut members) = (start, start, [Member::new(config, start)]);
    let (mut scratch, mut crowd_scratch) = (Scratch::new(), CrowdScratch::new());
    let (mut stage_scratch, mut pushes) = (StageScratch::default(), 0);
    for tick in 0..200 {
        let wish = if tick % 50 < 20 { DVec3::new(2.0, 0.0, 0.5) } else { DVec3::ZERO };
        let input = Input { wish, ..Input::default() };
        let report = step(&world, &config, &mut plain, input, DT, &mut scratch).unwrap();
        pushes += report.events.iter().filter(|e| matches!(e.kind, EventKind::PushedOut { .. })).count();
        let twin = Brute(&world);
        step_through(&twin, &config, &mut brute, input, DT, &mut scratch, &mut ()).unwrap();
        crowd::step(&world, &mut members, &[input], DT, &mut crowd_scratch).unwrap();
        stage.tick(&mut stage_state, &[input], DT, &mut stage_scratch).unwrap();
        assert_eq!(brute, plain, "{tick}");
        assert_eq!(members[0].state, plain, "{tick}");
        assert_eq!(stage_state.characters[0].state, plain, "{tick}");
    }
    assert!(pushes > 20, "{pushes}");
}

#[test]
fn in_any_thicket_the_push_keeps_its_limit_and_leaves_walls_alone() {
    let (mut random, mut pushes) = (Random::new(7), 0);
    let cases = 60;
    for case in 0..cases {
        let mut world = World::new();
        for index in 0..8 {
            let low =
                DVec3::new(random.between(-1.5, 0.8), random.between(-1.5, 0.8), random.between(-1.5, 0.8));
            let size =
                DVec3::new(random.between(0.1, 1.0), random.between(0.1, 1.0), random.between(0.1, 1.0));
            insert(&mut world, low, low + size, if index < 2 { 1 } else { SOFT });
        }
        let push_speed = random.between(0.1, 20.0);
        let config = config(push_speed);
        let shape = config.shape(false);
        let (mut state, mut scratch) = (State::at(DVec3::ZERO), Scratch::new());
        let hard = Filter { mask: 1 };
        if world.overlap(&shape, state.position, hard).unwrap().is_some() {
            continue;
        }
        let input = Input { fly: true, ..Input::default() };
        for tick in 0..30 {
            let (before, mut twin) = (state, state);
            let report = step(&world, &config, &mut state, input, DT, &mut scratch).unwrap();
            let is_pushed = |k: &EventKind| matches!(k, EventKind::PushedOut { .. });
            let is_recovered = |k: &EventKind| matches!(k, EventKind::Recovered { .. });
            pushes += report.events.iter().filter(|e| is_pushed(&e.kind)).count();
            let recovered = report.events.iter().any(|e| is_recovered(&e.kind));
            let moved = (state.position - before.position).length();
            assert!(recovered || moved <= push_speed * DT * (1.0 + 1e-9) + 1e-6, "{case} {tick}: {moved}");
            assert!(world.overlap(&shape, state.position, hard).unwrap().is_none(), "{case} {tick}");
            let brute = Brute(&world);
            step_through(&brute, &config, &mut twin, input, DT, &mut scratch, &mut ()).unwrap();
            assert_eq!(twin, state, "{case} {tick}");
        }
    }
    println!("{cases} thickets, {pushes} pushes");
    assert!(pushes > 100, "{pushes}");
}

#[test]
fn without_soft_layers_no_bit_changes() {
    let walk = |soft: SoftSettings| {
        let world = yard();
        let config = Config::new(&Settings { soft, ..Settings::default() }).unwrap();
        let mut state = State::with_feet_at(&config, DVec3::new(-2.0, 0.0, 0.0));
        let (mut scratch, mut states) = (Scratch::new(), Vec::new());
        for tick in 0..120 {
            let wish = DVec3::new(3.0, 0.0, 1.0);
            let input = Input { wish, jump: tick % 40 == 0, ..Input::default() };
            step(&world, &config, &mut state, input, DT, &mut scratch).unwrap();
            states.push(state);
        }
        states
    };
    let usual = walk(SoftSettings::default());
    assert_eq!(usual, walk(SoftSettings { layers: 0, push_speed: 1000.0 }));
    // No body is on that layer.
    assert_eq!(usual, walk(SoftSettings { layers: 8, push_speed: 3.0 }));
}

#[test]
fn an_invalid_push_speed_is_refused() {
    for push_speed in [-1.0, 1001.0, f64::NAN, f64::INFINITY] {
        let soft = SoftSettings { layers: SOFT, push_speed };
        let error = Config::new(&Settings { soft, ..Settings::default() }).unwrap_err();
        assert!(error.to_string().contains("push_speed"), "{error}");
    }
}
