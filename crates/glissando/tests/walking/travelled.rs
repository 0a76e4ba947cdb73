//! The reported path of a tick is the path that the body really took: from the start to the end, swept, in order.

use glissando::path::Waypoint;
use glissando::{Config, DVec3, EventKind, Input, Scratch, Settings, Soup, State, Sweep, World, step};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;

/// A yard of blocks, stairs and triangles in disorder.
fn yard() -> World {
    let mut random = Random::new(11);
    let mut soup = scenes::fan_floor(12.0, 12, 7);
    soup.append(&scenes::open_box(12.0, 6.0));
    for _ in 0..70 {
        let low = DVec3::new(random.between(-11.0, 10.0), 0.0, random.between(-11.0, 10.0));
        let size = DVec3::new(random.between(0.1, 1.6), random.between(0.05, 1.4), random.between(0.1, 1.6));
        scenes::block(&mut soup, low, low + size);
    }
    let mut tent = Soup::default();
    for _ in 0..100 {
        let middle =
            DVec3::new(random.between(-9.0, 9.0), random.between(0.0, 2.5), random.between(-9.0, 9.0));
        tent.push([(); 3].map(|()| (middle + random.vector(0.9)).as_vec3()), 0);
    }
    soup.append(&tent);
    scenes::world_of(&soup)
}

fn is_recovered(kind: &EventKind) -> bool {
    matches!(kind, EventKind::Recovered { .. } | EventKind::Stuck { .. })
}

/// Distance of `at` from the path at `time`, which may be anywhere on the legs that take no time.
fn off_path(path: &[Waypoint], time: f64, at: DVec3) -> f64 {
    let room = 1e-12;
    let distance = |leg: &[Waypoint]| {
        let [a, b] = [leg[0], leg[1]];
        if time < a.time - room || time > b.time + room {
            return f64::INFINITY;
        }
        let way = b.position - a.position;
        let share = if b.time > a.time + room {
            ((time - a.time) / (b.time - a.time)).clamp(0.0, 1.0)
        } else if way.length_sq() > 0.0 {
            ((at - a.position).dot(way) / way.length_sq()).clamp(0.0, 1.0)
        } else {
            0.0
        };
        (a.position + way * share - at).length()
    };
    path.windows(2).map(distance).fold(f64::INFINITY, f64::min)
}

#[test]
fn the_path_is_swept_and_every_event_lies_on_it() {
    let (world, config) = (yard(), Config::new(&Settings::default()).unwrap());
    let (mut legs, mut steps, mut events) = (0, 0, 0);
    for seed in 0..8 {
        let (mut random, mut wish, mut scratch) = (Random::new(seed), DVec3::ZERO, Scratch::new());
        let mut state = State::at(DVec3::new(0.0, 4.0, 0.0));
        for tick in 0..3_000 {
            let dt = [1.0 / 60.0, 1.0 / 30.0, 1.0 / 144.0][tick / 100 % 3];
            if tick % 40 == 0 {
                wish = scenes::heading(random.between(0.0, 360.0)) * random.between(0.0, 9.0);
            }
            let jump = random.chance(0.05);
            let input = Input { wish, jump, crouch: tick % 200 > 150, fly: tick % 500 > 450 };
            let before = state;
            let report = step(&world, &config, &mut state, input, dt, &mut scratch).unwrap();
            let (path, shape) = (report.path, config.mover(state.is_crouching).shape());
            let [first, last] = [path[0], path[path.len() - 1]];
            assert_eq!(first, Waypoint::new(0.0, before.position));
            assert_eq!(last, Waypoint::new(dt, state.position));
            assert!(path.windows(2).all(|leg| leg[0].time <= leg[1].time && leg[0] != leg[1]));
            if report.events.iter().any(|e| is_recovered(&e.kind)) {
                continue;
            }
            for event in report.events {
                events += 1;
                steps += usize::from(matches!(event.kind, EventKind::SteppedUp { .. }));
                let off = off_path(path, event.time, event.position);
                assert!(off < 1e-9, "seed {seed} tick {tick}: {event:?} is {off} m off {path:?}");
            }
            if before.is_crouching != state.is_crouching {
                continue;
            }
            for leg in path.windows(2) {
                let way = leg[1].position - leg[0].position;
                let sweep = Sweep::new(shape, leg[0].position, way).unwrap();
                let hit = world.sweep(&sweep);
                assert!(hit.is_none(), "seed {seed} tick {tick}: leg {leg:?} of {path:?} is not free");
                legs += 1;
            }
        }
    }
    println!("{legs} legs, {events} events, {steps} steps up");
    assert!(legs > 15_000 && events > 500 && steps > 50);
}

#[test]
fn a_step_is_up_ahead_and_down_and_a_step_refused_leaves_no_trace() {
    let config = Config::new(&Settings::default()).unwrap();
    for (height, is_climbed) in [(0.3, true), (0.9, false)] {
        let mut ground = scenes::floor(30.0, 1);
        scenes::block(&mut ground, DVec3::new(2.0, 0.0, -5.0), DVec3::new(20.0, height, 5.0));
        let world = scenes::world_of(&ground);
        let (mut state, mut scratch) = (State::at(DVec3::new(0.0, 1.5, 0.0)), Scratch::new());
        let (mut highest, mut up) = (f64::MIN, 0);
        for tick in 0..240 {
            let wish = DVec3::new(if tick < 60 { 0.0 } else { 3.0 }, 0.0, 0.0);
            let input = Input { wish, ..Input::default() };
            let report = step(&world, &config, &mut state, input, 1.0 / 60.0, &mut scratch).unwrap();
            if tick >= 60 {
                highest = report.path.iter().fold(highest, |h, w| h.max(w.position.y));
                up += report.path.windows(2).filter(|l| l[1].position.y > l[0].position.y + 0.1).count();
            }
        }
        let rest = 0.9 * config.mover(false).rest_shell();
        if is_climbed {
            assert!(state.position.y > rest + 0.29 && up >= 1, "{up} legs up, now at {:?}", state.position);
        } else {
            assert!(highest < rest + 0.01 && up == 0, "was at height {highest}");
        }
    }
}

#[test]
fn a_cliff_is_left_where_the_ground_ends_and_the_search_for_it_is_not_in_the_path() {
    let config = Config::new(&Settings::default()).unwrap();
    let mut floor = Soup::default();
    scenes::block(&mut floor, DVec3::new(-10.0, -5.0, -10.0), DVec3::new(2.0, 0.0, 10.0));
    let world = scenes::world_of(&floor);
    let (mut state, mut scratch) = (State::at(DVec3::new(0.0, 1.0, 0.0)), Scratch::new());
    let mut left = 0;
    for _ in 0..120 {
        let input = Input { wish: DVec3::new(6.0, 0.0, 0.0), ..Input::default() };
        let report = step(&world, &config, &mut state, input, 1.0 / 20.0, &mut scratch).unwrap();
        assert!(report.path.windows(2).all(|leg| leg[0].position.x <= leg[1].position.x));
        if let Some(event) = report.events.iter().find(|e| e.kind == EventKind::LeftGround) {
            left += 1;
            let corner = report.path.iter().find(|w| w.position == event.position);
            assert!((corner.unwrap().time - event.time).abs() < 1e-12, "{:?}", report.path);
            assert!(report.path.len() <= 6, "{:?}", report.path);
        }
    }
    assert_eq!(left, 1);
}
