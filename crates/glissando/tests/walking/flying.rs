//! Flights beside a wall, with an acceleration that is large for the length of the tick.
//!
//! Chords stay within a tenth of the skin of their parabola, whatever bends it: gravity, air control, or a flier that brakes. A long chord led
//! who braked towards a wall along it, for the whole chord in a part of its time: much faster than it flew, and in a crowd out of
//! the range that its speed allows, where its way was undone.

use glissando::path::Waypoint;
use glissando::{Config, DVec3, EventKind, Input, Scratch, Settings, Soup, State, step};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;

/// Of the default settings, metres.
const SKIN: f64 = 0.004;

/// Where a flight at constant acceleration towards a wish is after `time`, from zero; all in m, s.
fn closed_form(velocity: DVec3, wish: DVec3, rate: f64, time: f64) -> DVec3 {
    let lack = wish - velocity;
    let needed = lack.length() / rate;
    let (first, then) = (time.min(needed), (time - needed).max(0.0));
    velocity * time + lack * (0.5 * first * first / needed + then)
}

/// Flies at random beside a wall: nobody goes further than its speed says, or hits the wall far from where the closed form is by then.
fn fly_beside_a_wall(is_flying: bool, rate: f64) {
    let mut soup = Soup::default();
    scenes::block(&mut soup, DVec3::new(-50.0, -50.0, 5.0), DVec3::new(50.0, 50.0, 6.0));
    let world = scenes::world_of(&soup);
    let mut settings = Settings::default();
    (settings.pace.air_acceleration, settings.pace.fly_acceleration) = (rate, rate);
    let config = Config::new(&settings).unwrap();
    let gravity = if is_flying { DVec3::ZERO } else { config.settings().gravity };
    // What air control changes: all of a velocity, or the level part.
    let steered = |v: DVec3| if is_flying { v } else { DVec3::new(v.x, 0.0, v.z) };
    let (mut random, mut scratch, mut hits, mut farthest) = (Random::new(40), Scratch::new(), 0, 0.0_f64);
    for _ in 0..20_000 {
        let dt = random.pick(&[0.1, 1.0 / 30.0, 1.0 / 60.0]);
        let mut state = State::at(DVec3::new(0.0, 0.0, 4.59 - 0.2 * random.fraction()));
        state.velocity = random.vector(15.0);
        let (start, wish) = (state, steered(random.vector(15.0)));
        let input = Input { wish, fly: is_flying, ..Input::default() };
        let report = step(&world, &config, &mut state, input, dt, &mut scratch).unwrap();
        let velocity = steered(start.velocity);
        let top = velocity.length().max(wish.length());
        let way = |leg: &[Waypoint]| steered(leg[1].position - leg[0].position).length();
        let far: f64 = report.path.windows(2).map(way).sum();
        assert!(far < top * dt + SKIN, "{far} m in {dt} s at {top} m/s at most, from {start:?} to {wish:?}");
        for hit in report.events.iter().filter(|event| matches!(event.kind, EventKind::HitWall { .. })) {
            let fall = start.velocity - velocity + gravity * (0.5 * hit.time);
            let expected = start.position + closed_form(velocity, wish, rate, hit.time) + fall * hit.time;
            farthest = farthest.max((expected - hit.position).length());
            // On a chord the body is less than the chord from where it is on the parabola at the time of the hit.
            let longest = (0.8 * SKIN / rate).sqrt().max(dt / 8.0);
            let room = longest * start.velocity.length().max(top);
            assert!(
                (expected - hit.position).length() < room,
                "{expected:?} and {hit:?} from {start:?} to {wish:?}"
            );
            hits += 1;
        }
    }
    println!("{hits} hits of 20000 flights, {farthest} m from the closed form at most");
    assert!(hits > 5000);
}

#[test]
fn a_flier_that_turns_beside_a_wall_goes_no_further_than_its_speed() {
    for rate in [10.0, 40.0, 200.0] {
        fly_beside_a_wall(true, rate);
    }
}

#[test]
fn who_steers_a_fall_beside_a_wall_goes_no_further_than_its_speed() {
    for rate in [8.0, 20.0, 60.0, 200.0] {
        fly_beside_a_wall(false, rate);
    }
}
