//! Bad numbers are refused by name and change nothing; exhausted budgets are reported.

use super::moving;
use glissando::balls::{Ball, Mass, Scratch, Settings, step};
use glissando::{DVec3, World};
use glissando_testkit::scenes;

#[test]
fn every_bad_number_is_named_and_changes_nothing() {
    let good = moving(DVec3::X * 5.0, 0.5, -DVec3::X);
    let nan = f64::NAN;
    let bad = [
        (Ball { position: DVec3::splat(nan), ..good }, "position is (NaN"),
        (Ball { position: DVec3::X * 1e10, ..good }, "position is 1e10"),
        (Ball { position: DVec3::X * 5e8, radius: 0.03, ..good }, "position is 5e8"),
        (Ball { velocity: DVec3::Y * f64::INFINITY, ..good }, "velocity is"),
        (Ball { radius: 0.0, ..good }, "radius is 0"),
        (Ball { radius: -1.0, ..good }, "radius is -1"),
        (Ball { mass: Mass::Kilograms(0.0), ..good }, "mass is 0"),
        (Ball { mass: Mass::Kilograms(nan), ..good }, "mass is NaN"),
        (Ball { restitution: 1.01, ..good }, "restitution is 1.01"),
    ];
    for (bad, words) in bad {
        let mut balls = [good, bad];
        let error =
            step(&World::new(), &Settings::default(), &mut balls, 0.1, &mut Scratch::new()).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
        assert_eq!(balls[0], good);
    }
    let settings = Settings::default();
    for (settings, dt, words) in [
        (Settings { gravity: DVec3::splat(nan), ..settings }, 0.1, "gravity"),
        (Settings { wall_restitution: 2.0, ..settings }, 0.1, "wall_restitution is 2"),
        (Settings { rolling_deceleration: -1.0, ..settings }, 0.1, "rolling_deceleration is -1"),
        (Settings { most_impacts: 0, ..settings }, 0.1, "most_impacts is 0"),
        (settings, -0.1, "dt is -0.1"),
        (settings, nan, "dt is NaN"),
    ] {
        let mut balls = [good];
        let error = step(&World::new(), &settings, &mut balls, dt, &mut Scratch::new()).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
        assert_eq!(balls[0], good);
    }
}

#[test]
fn a_tick_without_balls_is_accepted() {
    let mut scratch = Scratch::new();
    assert!(step(&World::new(), &Settings::default(), &mut [], 0.1, &mut scratch).unwrap().is_complete());
    let mut balls = [Ball::at(DVec3::ZERO, 1.0), Ball::at(DVec3::X * 2.0, 1.0), Ball::at(DVec3::X, 1.0)];
    let before = balls;
    // Touching, overlapping, and for a tick of zero seconds.
    for dt in [0.0, 1.0] {
        assert!(
            step(&World::new(), &Settings::default(), &mut balls, dt, &mut scratch).unwrap().is_complete()
        );
        assert_eq!(balls, before);
    }
    let mut twins = [moving(DVec3::ZERO, 1.0, DVec3::X); 2];
    step(&World::new(), &Settings::default(), &mut twins, 1.0, &mut scratch).unwrap();
    assert_eq!(twins[0], twins[1]);
}

#[test]
fn overlapping_balls_part_freely_and_come_no_nearer() {
    let mut scratch = Scratch::new();
    let mut parting = [moving(DVec3::ZERO, 1.0, -DVec3::X), moving(DVec3::X * 0.5, 1.0, DVec3::X)];
    step(&World::new(), &Settings::default(), &mut parting, 1.0, &mut scratch).unwrap();
    assert_eq!(parting[1].position, DVec3::X * 1.5);
    let mut closing = [moving(DVec3::ZERO, 1.0, DVec3::X), moving(DVec3::X * 0.5, 1.0, -DVec3::X)];
    step(&World::new(), &Settings::default(), &mut closing, 0.1, &mut scratch).unwrap();
    assert_eq!((closing[0].velocity, closing[1].velocity), (-DVec3::X, DVec3::X));
}

/// Two plates a hair wider than a ball of half a metre.
fn two_plates() -> World {
    let mut soup = glissando::Soup::default();
    for x in [-0.501, 0.501] {
        let corners = [(-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (-9.0, 9.0)];
        scenes::quad(&mut soup, corners.map(|(y, z)| DVec3::new(x, y, z)));
    }
    scenes::world_of(&soup)
}

#[test]
fn a_ball_whose_bounces_exceed_its_tick_is_reported() {
    // A speed that bounces thousands of times in a tick.
    let world = two_plates();
    let settings = Settings::default();
    let mut balls = [moving(DVec3::ZERO, 0.5, DVec3::X * 100.0)];
    let mut scratch = Scratch::new();
    let report = step(&world, &settings, &mut balls, 1.0, &mut scratch).unwrap();
    assert_eq!((report.damped, report.held), (1, 0));
    assert!(balls[0].velocity.length() < 1e-9 && balls[0].position.x.abs() < 0.001);
}

/// Even with almost unlimited impacts of a ball, the work of a tick is bounded: then the ball pauses, and keeps its
/// speed.
#[test]
fn the_work_of_a_tick_is_bounded_and_the_bound_is_reported() {
    let world = two_plates();
    let settings = Settings { most_impacts: 1_000_000, ..Settings::default() };
    let mut scratch = Scratch::new();
    let mut run = |order: [usize; 3]| {
        let all = [0.0, 3.0, -3.0].map(|z| moving(DVec3::Z * z, 0.5, DVec3::X * (1e4 + z)));
        let mut balls = order.map(|index| all[index]);
        let report = step(&world, &settings, &mut balls, 1.0, &mut scratch).unwrap();
        assert!(report.reached_work_limit && !report.is_complete());
        assert_eq!((report.damped, report.held), (0, 3));
        assert!(report.impacts.len() < 100_000, "{}", report.impacts.len());
        for (ball, index) in balls.iter().zip(order) {
            assert!((ball.velocity.length() - all[index].velocity.length()).abs() < 1e-6);
            assert!(ball.position.x.abs() < 0.001 && ball.position.z == all[index].position.z);
        }
        let mut sorted = balls;
        sorted.sort_by(|a, b| a.position.z.total_cmp(&b.position.z));
        sorted
    };
    let first = run([0, 1, 2]);
    assert_eq!(first, run([2, 0, 1]));
    assert_eq!(first, run([1, 2, 0]));
}

#[test]
fn an_immovable_ball_keeps_its_velocity() {
    let fixed = Ball { mass: Mass::Immovable, ..moving(DVec3::ZERO, 1.0, DVec3::X) };
    let mut balls = [fixed, Ball::at(DVec3::X * 4.0, 1.0)];
    let settings = Settings { gravity: DVec3::ZERO, ..Settings::default() };
    step(&World::new(), &settings, &mut balls, 3.0, &mut Scratch::new()).unwrap();
    assert_eq!((balls[0].position, balls[0].velocity), (DVec3::X * 3.0, DVec3::X));
    assert!((balls[1].velocity - DVec3::X * 2.0).length() < 1e-15);
}
