//! Balls that come to rest, stay at rest, and move again when released.

use super::{moving, tick, weighing};
use glissando::balls::{Ball, Scratch, Settings, step};
use glissando::{DVec3, Filter, Shape, World};
use glissando_testkit::scenes;

const GRAVITY: DVec3 = DVec3::new(0.0, -9.81, 0.0);

fn soft() -> Settings {
    Settings { gravity: GRAVITY, wall_restitution: 0.5, ..Settings::default() }
}

fn gap(world: &World, ball: &Ball) -> f64 {
    let shape = Shape::sphere(ball.radius).unwrap();
    world.clearance(&shape, ball.position, 100.0, Filter::ALL).unwrap().map_or(100.0, |c| c.distance)
}

#[test]
fn a_dropped_ball_comes_to_rest_on_the_floor_and_stays_for_an_hour() {
    let world = scenes::world_of(&scenes::floor(8.0, 8));
    let mut balls = [moving(DVec3::new(0.3, 2.0, 0.2), 0.25, DVec3::ZERO)];
    let mut scratch = Scratch::new();
    for _ in 0..600 {
        step(&world, &soft(), &mut balls, 1.0 / 60.0, &mut scratch).unwrap();
    }
    let rest = balls[0];
    assert!(rest.velocity.length() < 1e-12, "{:?}", rest.velocity);
    let gap_at_rest = gap(&world, &rest);
    assert!((1e-8..1e-6).contains(&gap_at_rest), "{gap_at_rest:e}");
    for _ in 0..60 * 60 * 60 {
        let report = step(&world, &soft(), &mut balls, 1.0 / 60.0, &mut scratch).unwrap();
        assert!(report.impacts.is_empty() && report.is_complete(), "{report:?}");
    }
    let crept = (balls[0].position - rest.position).length();
    println!("crept {crept:.1e} m in an hour");
    assert!(crept < 1e-9 && gap(&world, &balls[0]) > 0.0);
}

#[test]
fn a_ball_that_bounces_ever_lower_costs_little() {
    let world = scenes::world_of(&scenes::floor(8.0, 2));
    for (e, hz) in [(0.9, 30.0), (0.5, 10.0), (0.99, 60.0), (0.0, 1.0)] {
        let mut balls = [moving(DVec3::Y * 1.0, 0.1, DVec3::ZERO)];
        let settings = Settings { wall_restitution: e, ..soft() };
        for _ in 0..(120.0 * hz) as u32 {
            tick(&world, &settings, &mut balls, 1.0 / hz, |_| ());
        }
        assert!(balls[0].velocity.length() < 1e-9, "{e} {hz}: {:?}", balls[0].velocity);
    }
}

#[test]
fn a_pile_carries_its_top() {
    // Three on the floor that touch, one on top of them.
    let world = scenes::world_of(&scenes::floor(8.0, 8));
    let r = 0.25;
    let high = r * (1.0 + 1e-6);
    let root = 3.0_f64.sqrt();
    let mut balls: Vec<Ball> =
        [(-r, 0.0), (r, 0.0), (0.0, r * root)].map(|(x, z)| Ball::at(DVec3::new(x, high, z), r)).to_vec();
    balls.push(Ball::at(DVec3::new(0.0, high + r * (8.0_f64 / 3.0).sqrt(), r / root), r));
    let settings = soft();
    tick(&world, &settings, &mut balls, 1.0 / 60.0, |_| ());
    // Without friction the three roll apart under the weight, evenly, and the top one sinks between them.
    let out: Vec<f64> = balls[..3].iter().map(|b| b.velocity.length()).collect();
    assert!(out.iter().all(|v| (v - out[0]).abs() < 1e-12 && *v > 1e-3), "{out:?}");
    assert!(balls[..3].iter().all(|b| b.velocity.y.abs() < 1e-12));
    let fall = balls[3].velocity;
    assert!(fall.y < -1e-3 && fall.y > -9.81 / 60.0 && fall.x.abs() < 1e-12, "{fall:?}");
}

#[test]
fn a_tower_stands() {
    let world = scenes::world_of(&scenes::floor(8.0, 8));
    let r = 0.25;
    let mut balls: Vec<Ball> = (0..5)
        .map(|i| {
            weighing(
                1.0 + f64::from(i),
                Ball::at(DVec3::new(0.3, r * (1.0 + 1e-6) + 2.0 * r * f64::from(i), 0.2), r),
            )
        })
        .collect();
    let before = balls.clone();
    for _ in 0..60 {
        tick(&world, &soft(), &mut balls, 1.0 / 60.0, |r| assert!(r.impacts.is_empty()));
    }
    for (ball, was) in balls.iter().zip(&before) {
        assert!((ball.position - was.position).length() < 1e-9, "{ball:?}");
    }
}

#[test]
fn rolling_deceleration_stops_a_ball_at_the_computed_distance() {
    let settings = Settings { rolling_deceleration: 0.5, ..Settings::default() };
    let mut flat = [moving(DVec3::ZERO, 0.03, DVec3::new(3.0, 4.0, 0.0) * 0.2)];
    for _ in 0..600 {
        tick(&World::new(), &settings, &mut flat, 1.0 / 60.0, |_| ());
    }
    assert!((flat[0].position - DVec3::new(0.6, 0.8, 0.0)).length() < 1e-13);
    assert_eq!(flat[0].velocity, DVec3::ZERO);
    // The same on a floor with gravity; in the air there is no deceleration.
    let world = scenes::world_of(&scenes::floor(8.0, 8));
    let settings = Settings { gravity: GRAVITY, ..settings };
    let start = DVec3::new(0.1, 0.03 * (1.0 + 1e-6), 0.2);
    let mut balls = [
        moving(start, 0.03, DVec3::new(0.6, 0.0, 0.8)),
        moving(start + DVec3::Y * 5.0, 0.03, DVec3::new(0.6, 0.0, 0.8)),
    ];
    tick(&world, &settings, &mut balls, 0.5, |_| ());
    assert_eq!((balls[1].velocity.x, balls[1].velocity.z), (0.6, 0.8));
    for _ in 0..600 {
        tick(&world, &settings, &mut balls[..1], 1.0 / 60.0, |_| ());
    }
    let gone = balls[0].position - start;
    assert!((gone - DVec3::new(0.6, 0.0, 0.8)).length() < 1e-9, "{gone:?}");
}

/// A bin of 150 balls: a row of the solver carried by others only through the rounding of a zero was pressed 1e14 times
/// as hard as all others, and one ball left the bin at 15 km/s.
#[test]
fn a_pile_in_a_bin_gains_no_energy() {
    let world = scenes::world_of(&scenes::open_box(1.0, 4.0));
    let settings = Settings { gravity: GRAVITY, wall_restitution: 0.4, ..Settings::default() };
    let mut random = glissando_testkit::random::Random::new(15);
    let mut balls = Vec::new();
    for layer in 0..6 {
        for k in 0..36 {
            let [x, z] = [f64::from(k % 6), f64::from(k / 6)].map(|n| -0.75 + 0.3 * n);
            let at = DVec3::new(x + random.between(-0.015, 0.015), 0.5 + 0.3 * f64::from(layer), z);
            balls.push(Ball { restitution: 0.4, ..moving(at, 0.12, DVec3::ZERO) });
        }
    }
    balls.truncate(150);
    let energy = |balls: &[Ball]| -> f64 {
        balls.iter().map(|ball| 0.5 * ball.velocity.length_sq() + 9.81 * ball.position.y).sum()
    };
    let mut scratch = Scratch::new();
    let mut last = energy(&balls);
    for tick in 0..120 {
        let report = step(&world, &settings, &mut balls, 1.0 / 60.0, &mut scratch).unwrap();
        assert!(!report.reached_work_limit, "{tick}");
        let now = energy(&balls);
        assert!(now < last * (1.0 + 1e-4), "tick {tick}: {last} {now}");
        last = now;
    }
}
