//! Flights past edges, and edges that a walk leaves: a jump goes on while it rises, a fall goes on beneath a lintel, a drop deeper than the
//! snap distance is one.

use glissando::character::BodyShape;
use glissando::slide::Stop;
use glissando::{Config, DVec3, EventKind, Ground, Input, Scratch, Settings, Soup, State, step};
use glissando_testkit::random::Random;
use glissando_testkit::scenes::{block, world_of};
use glissando_testkit::script::{Walk, What};

const BODIES: [BodyShape; 4] =
    [BodyShape::Ellipsoid, BodyShape::Capsule, BodyShape::Box, BodyShape::Cylinder];

/// A hit at the underside of an edge was taken for the end of a rise, and the body was led back by the whole way, 16 times in each tick:
/// it hung in the air for as long as it wished ahead.
#[test]
fn a_fall_past_a_lintel_goes_on() {
    let edge = 1.3678330183029175;
    let mut soup = Soup::default();
    block(&mut soup, DVec3::new(-50.0, -0.5, -50.0), DVec3::new(50.0, 0.0, 50.0));
    block(&mut soup, DVec3::new(edge, 1.8058277368545532, -9.0), DVec3::new(edge + 0.3, 8.0, 9.0));
    let world = world_of(&soup);
    let mut settings = Settings::default().with_radii(DVec3::splat(0.5));
    settings.pace.air_acceleration = 40.0;
    let config = Config::new(&settings).unwrap();
    for rate in [20.0, 30.0, 60.0] {
        let mut state = State::at(DVec3::new(0.9082485503819424, 1.591158335228217, 0.0));
        state.velocity = DVec3::new(1.1794, -2.3029, 0.0);
        let (input, mut scratch) = (Input { wish: DVec3::X * 2.0, ..Input::default() }, Scratch::new());
        for _ in 0..(2.0 * rate) as usize {
            let report = step(&world, &config, &mut state, input, 1.0 / rate, &mut scratch).unwrap();
            assert_eq!(report.stop, Stop::Done, "{rate} Hz, {state:?}");
        }
        assert!(state.ground == Ground::Standing && state.position.x > 3.0, "{rate} Hz, {state:?}");
    }
}

/// A leg around a round body's edge leads down, and only what is below its end was counted: of 0.6 m half were followed at 5 m/s and 30 Hz.
#[test]
fn a_drop_deeper_than_the_snap_distance_is_left_at_every_rate() {
    let mut count = 0;
    for drop in [0.56, 0.6, 0.7, 0.8] {
        let mut soup = Soup::default();
        block(&mut soup, DVec3::new(-20.0, -5.0, -9.0), DVec3::new(0.0, 0.0, 9.0));
        block(&mut soup, DVec3::new(-20.0, -5.0, -9.0), DVec3::new(40.0, -drop, 9.0));
        for body in BODIES {
            for (speed, rate) in
                [(3.0, 30.0), (5.0, 20.0), (5.0, 30.0), (8.0, 30.0), (8.0, 60.0), (8.0, 144.0)]
            {
                for phase in 0..20 {
                    let start = Walk::in_scene(&soup).with(|s| s.body = body).at_rate(rate);
                    let mut walk =
                        start.on(DVec3::new(-1.5 - f64::from(phase) / 20.0 * speed / rate, 0.0, 0.0));
                    walk.wish(DVec3::X * speed).until(3.0, |w| w.position().x > 2.0);
                    walk.expect_event(What::LeftGround);
                    count += 1;
                }
            }
        }
    }
    println!("{count} walks off an edge");
}

/// The round underside touched the edge of a crate on the way up, and the body landed there: the rise was lost, and where the edge was a
/// hair too high for the body at rest it fell back.
#[test]
fn a_jump_does_not_land_on_an_edge_while_it_rises() {
    let (mut random, mut count) = (Random::nth(21, 4, 5), 0);
    for case in 0..400 {
        let mut soup = Soup::default();
        let (height, depth) = (random.between(0.5, 1.2), random.pick(&[0.02, 0.1, 1.0]));
        block(&mut soup, DVec3::new(-20.0, -0.5, -20.0), DVec3::new(40.0, 0.0, 20.0));
        block(&mut soup, DVec3::new(1.5, -0.1, -20.0), DVec3::new(1.5 + depth, height, 20.0));
        let world = world_of(&soup);
        let body = random.pick(&BODIES);
        let config = Config::new(&Settings { body, ..Settings::default() }).unwrap();
        let (wish, rate) = (DVec3::X * random.pick(&[2.0, 3.0, 5.0]), random.pick(&[30.0, 60.0, 120.0]));
        let feet = DVec3::X * (1.1 - random.between(0.02, 0.5));
        let mut state =
            State { ground: Ground::Standing, velocity: wish, ..State::with_feet_at(&config, feet) };
        let mut scratch = Scratch::new();
        for tick in 0..rate as usize {
            let input = Input { wish, jump: tick == 0, ..Input::default() };
            let report = step(&world, &config, &mut state, input, 1.0 / rate, &mut scratch).unwrap();
            for event in report.events {
                let is_landing = matches!(event.kind, EventKind::Landed { .. });
                assert!(!is_landing || event.velocity.y < 0.5, "case {case}: {event:?}");
            }
        }
        count += 1;
    }
    println!("{count} jumps at crates and fences");
}
