//! Steps and ledges of the test suites and issues of other engines, for every kind of body.

use glissando::character::{AccelerationSettings, BodyShape};
use glissando::{Config, DVec3, Ground, Input, Scratch, Settings, Soup, State, World, step};
use glissando_testkit::scenes;

const BODIES: [BodyShape; 4] =
    [BodyShape::Ellipsoid, BodyShape::Capsule, BodyShape::Box, BodyShape::Cylinder];

/// Jolt's character, whose wish is reached at once.
fn person(body: BodyShape, step_height: f64) -> Config {
    let settings = Settings { body, ..Settings::default().with_radii(DVec3::new(0.3, 0.975, 0.3)) };
    let pace = AccelerationSettings {
        acceleration: f64::INFINITY,
        air_acceleration: f64::INFINITY,
        ..settings.pace
    };
    let ground = glissando::character::GroundSettings { step_height, ..settings.ground };
    Config::new(&Settings { pace, ground, ..settings }).unwrap()
}

/// A floor, and on it this profile of (x, y) from x = 0, sixteen metres wide.
fn world(profile: &[(f64, f64)]) -> World {
    let mut soup = scenes::strip(profile, 8.0);
    soup.append(&scenes::floor(30.0, 2));
    scenes::world_of(&soup)
}

fn stairs(rise: f64, count: usize, tread: f64) -> Vec<(f64, f64)> {
    let corner = |k: usize| {
        let (run, height) = (tread * k as f64, rise * k as f64);
        [(run, height), (run, height + rise)]
    };
    let mut profile: Vec<_> = (0..count).flat_map(corner).collect();
    profile.push((tread * count as f64 + 8.0, rise * count as f64));
    profile
}

/// The states tick by tick, from feet at `from` with this wish.
fn walk(world: &World, config: &Config, from: DVec3, wish: DVec3, (ticks, dt): (usize, f64)) -> Vec<State> {
    let (mut state, mut scratch) = (State::with_feet_at(config, from), Scratch::new());
    let input = Input { wish, ..Input::default() };
    let tick = |_| {
        step(world, config, &mut state, input, dt, &mut scratch).unwrap();
        state
    };
    (0..ticks).map(tick).collect()
}

fn feet(config: &Config, state: &State) -> f64 {
    (state.position - State::with_feet_at(config, DVec3::ZERO).position).y
}

/// Jolt `TestWalkStairs`: ten steps up and down at five tick rates, always on the ground, always ahead, never aside.
#[test]
fn stairs_are_walked_on_the_ground_at_every_tick_rate() {
    for body in BODIES {
        let config = person(body, 0.4);
        for (rise, rate) in [(0.3, 30.0), (0.3, 60.0), (0.15, 120.0), (0.39, 240.0), (0.3, 360.0)] {
            let (world, top) = (world(&stairs(rise, 10, 0.3)), 10.0 * rise);
            for (from, wish) in [(DVec3::X * -0.35, 4.0), (DVec3::new(3.5, top, 0.0), -4.0)] {
                let ticks = (1.5 * rate) as usize;
                let states = walk(&world, &config, from, DVec3::X * wish, (ticks, 1.0 / rate));
                for pair in states.windows(2) {
                    let way = (pair[1].position.x - pair[0].position.x) * wish;
                    assert!(
                        pair[1].ground == Ground::Standing && way > 0.0,
                        "{body:?} {rise} {rate}: {:?}",
                        pair[1]
                    );
                    assert!(pair[1].position.z.abs() < 1e-9, "{body:?} {rise} {rate}: {:?}", pair[1]);
                }
                let end = feet(&config, states.last().unwrap());
                let want = if wish > 0.0 { top } else { 0.0 };
                assert!((end - want).abs() < 0.01, "{body:?} {rise} {rate}: {end}");
            }
        }
    }
}

/// Jolt `TestWalkStairs` without steps, O3DE #1810: nothing is stepped on with a step height of zero.
#[test]
fn no_step_is_climbed_with_a_step_height_of_zero() {
    for body in BODIES {
        let config = person(body, 0.0);
        let states =
            walk(&world(&stairs(0.35, 3, 0.3)), &config, DVec3::X * -2.0, DVec3::X * 4.0, (60, 1.0 / 60.0));
        let end = states.last().unwrap();
        assert!(end.position.x < -0.2 && feet(&config, end) < 0.01, "{body:?} {end:?}");
        assert_eq!(end.ground, Ground::Standing);
    }
}

/// `PhysX` step offset: a ledge of a centimetre less than the step height is climbed at every speed, one of a centimetre more at none.
#[test]
fn the_step_height_is_the_limit_at_every_speed() {
    for body in BODIES {
        let config = person(body, 0.4);
        for (height, is_climbed) in [(0.39, true), (0.41, false), (0.8, false)] {
            let world = world(&[(0.0, 0.0), (0.0, height), (9.0, height)]);
            for speed in [0.5, 4.0, 12.0] {
                let ticks = (60.0 * 4.0 / speed) as usize;
                let states = walk(&world, &config, DVec3::X * -1.5, DVec3::X * speed, (ticks, 1.0 / 60.0));
                let highest = states.iter().map(|state| feet(&config, state)).fold(0.0, f64::max);
                let end = if is_climbed { height } else { 0.0 };
                assert!((highest - end).abs() < 0.02, "{body:?} {height} at {speed}: {highest}");
            }
        }
    }
}

/// `PhysX` #545: a side that leans by a rounding this way or that is no slope that leads up.
#[test]
fn a_side_that_leans_by_a_rounding_is_not_climbed() {
    for body in BODIES {
        let config = person(body, 0.45);
        for lean in [0.0, 1e-7, -1e-7, 1e-4, -1e-4, 1e-3] {
            let world = world(&[(0.0, 0.0), (lean, 0.8), (9.0, 0.8)]);
            let wish = DVec3::new(3.0, 0.0, 0.3);
            let states = walk(&world, &config, DVec3::X * -1.5, wish, (180, 1.0 / 60.0));
            let highest = states.iter().map(|state| feet(&config, state)).fold(0.0, f64::max);
            assert!(highest < 0.02, "{body:?} {lean}: {highest}");
        }
    }
}

/// Jolt `TestContactPointLimit`: a gutter of hundreds of triangles, one centimetre wider than the body.
#[test]
fn a_gutter_as_round_as_the_body_is_walked_to_its_ends() {
    let (radius, count) = (0.31_f64, 384);
    let rim = |k: usize| {
        let (sin, cos) = (std::f64::consts::PI * (k as f64 / count as f64 - 0.5)).sin_cos();
        if k == 0 || k == count { (sin * radius, 0.5) } else { (sin * radius, (1.0 - cos) * radius) }
    };
    let profile: Vec<_> = (0..=count).map(rim).collect();
    let mut gutter: Soup = scenes::strip(&profile, 1.0);
    for z in [-1.0, 1.0] {
        for pair in profile.windows(2) {
            let at = |(x, y): (f64, f64)| DVec3::new(x, y, z).as_vec3();
            gutter.push([at((0.0, 0.5)), at(pair[0]), at(pair[1])], 0);
        }
    }
    let world = scenes::world_of(&gutter);
    for (body, height) in [(BodyShape::Capsule, 0.975), (BodyShape::Ellipsoid, 0.3)] {
        let settings = Settings { body, ..Settings::default().with_radii(DVec3::new(0.3, height, 0.3)) };
        let config = Config::new(&settings).unwrap();
        for way in [1.0, -1.0] {
            let wish = DVec3::Z * (2.0 * way);
            let end = *walk(&world, &config, DVec3::Y * 0.01, wish, (60, 1.0 / 60.0)).last().unwrap();
            assert!(
                (end.position.z * way - 0.697).abs() < 2e-3 && end.position.x.abs() < 1e-3,
                "{body:?} {end:?}"
            );
            assert!(end.ground == Ground::Standing && end.ground_normal.y > 0.999, "{body:?} {end:?}");
        }
    }
}
