//! Flights beside a wall, with an acceleration that is large for the length of the tick.
//!
//! A flier goes along the chord of its parabola. The time at which it met a wall was that of the parabola's distance from the wall: who braked towards
//! a wall along it met it early, and had gone most of the chord by then: much faster than it flew, and in a crowd out of
//! the range that its speed allows, where its way was undone.

use glissando::path::Waypoint;
use glissando::{Config, DVec3, EventKind, Input, Scratch, Settings, Soup, State, step};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;

/// Where a flight at constant acceleration towards a wish is after `time`, from zero; all in m, s.
fn closed_form(velocity: DVec3, wish: DVec3, rate: f64, time: f64) -> DVec3 {
    let lack = wish - velocity;
    let needed = lack.length() / rate;
    let (first, then) = (time.min(needed), (time - needed).max(0.0));
    velocity * time + lack * (0.5 * first * first / needed + then)
}

#[test]
fn a_flier_that_turns_beside_a_wall_goes_no_further_than_its_speed() {
    let mut soup = Soup::default();
    scenes::block(&mut soup, DVec3::new(-50.0, -50.0, 5.0), DVec3::new(50.0, 50.0, 6.0));
    let world = scenes::world_of(&soup);
    let way = |leg: &[Waypoint]| (leg[1].position - leg[0].position).length();
    for rate in [10.0, 40.0, 200.0] {
        let mut settings = Settings::default();
        settings.pace.fly_acceleration = rate;
        let config = Config::new(&settings).unwrap();
        let (mut random, mut scratch, mut hits, mut farthest) = (Random::new(40), Scratch::new(), 0, 0.0_f64);
        for _ in 0..20_000 {
            let dt = random.pick(&[0.1, 1.0 / 30.0, 1.0 / 60.0]);
            let mut state = State::at(DVec3::new(0.0, 0.0, 4.59 - 0.2 * random.fraction()));
            state.velocity = random.vector(15.0);
            let (start, wish) = (state, random.vector(15.0));
            let input = Input { wish, fly: true, ..Input::default() };
            let report = step(&world, &config, &mut state, input, dt, &mut scratch).unwrap();
            let top = start.velocity.length().max(wish.length());
            let far: f64 = report.path.windows(2).map(way).sum();
            assert!(far < top * dt * (1.0 + 1e-9), "{far} m in {dt} s at {top} m/s, {start:?} to {wish:?}");
            for hit in report.events.iter().filter(|e| matches!(e.kind, EventKind::HitWall { .. })) {
                let expected = start.position + closed_form(start.velocity, wish, rate, hit.time);
                let off = (expected - hit.position).length();
                // The greatest distance of a chord from its parabola.
                assert!(off < rate * dt * dt / 8.0 + 1e-9, "{off} m: {hit:?}, {dt} s, {start:?} to {wish:?}");
                farthest = farthest.max(off);
                hits += 1;
            }
        }
        println!("{rate} m/s²: {hits} hits of 20000 flights, {farthest} m from the closed form at most");
        assert!(hits > 5000);
    }
}
