//! Ticks from hostile states, under hostile settings, by hostile inputs: a finite state, or the old one and an
//! error.

use super::fuzz::world;
use super::values::{corner, handle, mostly, number, quaternion, vector};
use glissando::{Config, DVec3, Ground, Input, Scratch, Settings, State, step};
use glissando_testkit::random::Random;

#[test]
fn ticks_never_panic_and_leave_a_finite_state_or_the_old_one() {
    let mut random = Random::new(5);
    let world = world(&mut random);
    let mut scratch = Scratch::new();
    let (mut done, mut refused, count) = (0, 0, 60_000);
    let mut config = Config::new(&Settings::default()).unwrap();
    let mut state = State::at(DVec3::Y);
    for round in 0..count {
        if round % 20 == 0 {
            config = Config::new(&settings(&mut random)).unwrap_or(config);
            config = config.with_gravity(vector(&mut random)).unwrap_or(config);
            state = State::at(random.vector(2.0));
        }
        let before = state;
        if random.chance(0.2) {
            spoil(&mut random, &mut state);
        }
        let spoilt = state;
        let wish = if random.chance(0.3) { vector(&mut random) } else { random.vector(4.0) };
        let input =
            Input { wish, jump: random.chance(0.2), crouch: random.chance(0.2), fly: random.chance(0.2) };
        let dt = mostly(&mut random, 6, 1.0 / 60.0);
        match step(&world, &config, &mut state, input, dt, &mut scratch) {
            Ok(report) => {
                done += 1;
                let whole = state.position.is_finite() && state.velocity.is_finite();
                assert!(
                    whole,
                    "from {spoilt:?}\nby {input:?} in {dt}\nto {state:?}\n{:?}",
                    config.settings()
                );
                for event in report.events {
                    assert!((0.0..=dt * (1.0 + 1e-9)).contains(&event.time) && event.position.is_finite());
                }
            }
            Err(_) => {
                refused += 1;
                assert_eq!(format!("{spoilt:?}"), format!("{state:?}"));
                state = before;
            }
        }
    }
    println!("{count} ticks: {done} done, {refused} refused");
    assert!(done > count / 4 && refused > count / 20);
}

/// Settings with a hostile number here and there.
fn settings(random: &mut Random) -> Settings {
    let mut s = Settings::default();
    let m = |random: &mut Random, good: f64| mostly(random, 8, good);
    s.radii = DVec3::new(m(random, 0.4), m(random, 0.9), m(random, 0.4)).abs();
    s.up = DVec3::new(m(random, 0.0), m(random, 1.0), m(random, 0.0));
    s.rotation = if random.chance(0.1) { quaternion(random) } else { s.rotation };
    s.ground.cos_climb = m(random, s.ground.cos_climb).abs();
    s.ground.cos_slip = m(random, 0.0);
    s.ground.step_height = m(random, 0.4).abs();
    s.ground.snap_distance = m(random, 0.4).abs();
    s.pace.acceleration = m(random, 40.0).abs();
    s.pace.friction = m(random, f64::INFINITY).abs();
    s.pace.air_acceleration = m(random, 8.0).abs();
    s.pace.fly_acceleration = m(random, 40.0).abs();
    s.jump.speed = m(random, 5.0).abs();
    s.jump.coyote_time = m(random, 0.1).abs();
    s.jump.buffer_time = m(random, 0.1).abs();
    s
}

/// Puts something hostile into a state.
fn spoil(random: &mut Random, state: &mut State) {
    match random.integer(0, 8) {
        0 => state.position = vector(random),
        1 => state.velocity = vector(random),
        2 => state.safe_position = vector(random),
        3 => state.ground_normal = corner(random),
        4 => state.wall_normals = [corner(random), corner(random)],
        5 => (state.coyote_left, state.buffer_left) = (number(random) as f32, number(random) as f32),
        6 => state.ledge = number(random),
        7 => state.support.body = handle(random),
        _ => state.ground = random.pick(&[Ground::Standing, Ground::Steep, Ground::Airborne]),
    }
}
