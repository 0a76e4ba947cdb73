//! Walls: never through, never inside, at any speed.

use super::{moving, tick};
use glissando::balls::{Axis, Ball, Other, Scratch, Settings, step};
use glissando::{DVec3, Filter, Shape, Soup};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;

#[test]
fn a_wall_reflects_a_ball_by_its_restitution() {
    let mut soup = Soup::default();
    let corners = [(-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (-9.0, 9.0)];
    scenes::quad(&mut soup, corners.map(|(y, z)| DVec3::new(4.0, y, z)));
    let world = scenes::world_of(&soup);
    let mut balls = [moving(DVec3::ZERO, 0.5, DVec3::new(7.0, 2.0, 0.0))];
    tick(&world, &Settings::default(), &mut balls, 1.0, |report| {
        let [hit] = report.impacts else { panic!("{report:?}") };
        assert!((hit.time - 0.5).abs() < 1e-6 && (hit.impulse - 14.0).abs() < 1e-12);
        assert!((hit.point - DVec3::new(4.0, 1.0, 0.0)).length() < 1e-6);
        assert!(matches!(hit.other, Other::Surface(_)) && (hit.normal + DVec3::X).length() < 1e-12);
    });
    assert!((balls[0].velocity - DVec3::new(-7.0, 2.0, 0.0)).length() < 1e-12);
    assert!((balls[0].position - DVec3::new(0.0, 2.0, 0.0)).length() < 1e-5);
}

#[test]
fn no_ball_passes_a_wall_without_thickness_at_any_speed() {
    let mut random = Random::nth(1, 95, 0);
    let (mut bounces, mut least) = (0, f64::INFINITY);
    for trial in 0..200 {
        let world = scenes::world_of(&scenes::room(1.0, 2.0));
        let speed = random.pick(&[1.0, 10.0, 100.0, 1000.0]);
        let gravity = if random.chance(0.5) { DVec3::ZERO } else { DVec3::Y * -9.81 };
        let mut balls: Vec<Ball> = (0..4)
            .map(|i| {
                let at = DVec3::new(-0.6 + 0.4 * f64::from(i), 1.0, 0.0);
                let velocity = random.direction() * speed;
                Ball {
                    restitution: random.pick(&[1.0, 0.9, 0.3]),
                    ..moving(at, random.between(0.01, 0.19), velocity)
                }
            })
            .collect();
        let settings = Settings { gravity, most_impacts: 4000, ..Settings::default() };
        let mut scratch = Scratch::new();
        for _ in 0..60 {
            let report = step(&world, &settings, &mut balls, 1.0 / 60.0, &mut scratch).unwrap();
            assert_eq!(report.held, 0, "trial {trial}");
            bounces += report.impacts.len();
            for ball in &balls {
                let inside = |c: f64, low: f64, high: f64| c - ball.radius >= low && c + ball.radius <= high;
                let p = ball.position;
                assert!(
                    inside(p.x, -1.0, 1.0) && inside(p.y, 0.0, 2.0) && inside(p.z, -1.0, 1.0),
                    "{ball:?}"
                );
                let shape = Shape::sphere(ball.radius).unwrap();
                let near = world.clearance(&shape, p, 3.0, Filter::ALL).unwrap().unwrap();
                least = least.min(near.distance / ball.radius);
            }
        }
    }
    println!("{bounces} bounces; nearest to a wall: {least:.1e} radii");
    assert!(bounces > 10_000 && least > 0.0);
}

#[test]
fn a_ball_rolls_over_the_seams_of_a_floor_as_over_one_plate() {
    let settings = Settings { gravity: DVec3::Y * -9.81, ..Settings::default() };
    for world in [scenes::floor(8.0, 64), scenes::fan_floor(8.0, 12, 3)].map(|s| scenes::world_of(&s)) {
        let mut balls = [moving(DVec3::new(-7.0, 0.2 * (1.0 + 1e-6), 0.013), 0.2, DVec3::new(5.0, 0.0, 0.3))];
        for number in 0..150 {
            tick(&world, &settings, &mut balls, 1.0 / 60.0, |r| {
                assert!(r.impacts.is_empty(), "{number} {r:?}");
            });
        }
        let v = balls[0].velocity;
        assert!((v - DVec3::new(5.0, 0.0, 0.3)).length() < 1e-9, "{v:?}");
    }
}

#[test]
fn a_ball_that_creeps_into_a_wall_is_stopped() {
    // So slowly that every single tick is below the sweep's resolution.
    let world = scenes::world_of(&scenes::floor(8.0, 2));
    let start = DVec3::new(0.0, 0.5 + 0.5e-6, 0.0);
    let mut balls = [Ball { restitution: 0.0, ..moving(start, 0.5, DVec3::new(1e-3, -2e-8, 0.0)) }];
    let mut scratch = Scratch::new();
    for _ in 0..20_000 {
        step(&world, &Settings::default(), &mut balls, 1.0 / 60.0, &mut scratch).unwrap();
    }
    assert!(balls[0].position.y > 0.5, "{:e}", balls[0].position.y - 0.5);
    assert!((balls[0].velocity.x - 1e-3).abs() < 1e-15);
}

#[test]
fn circles_never_leave_their_plane_by_a_single_bit() {
    let height = 0.1 + 0.2;
    let world = scenes::world_of(&scenes::room(2.0, 4.0));
    let mut random = Random::nth(1, 96, 0);
    let mut hits = 0;
    for axis in [Axis::X, Axis::Y, Axis::Z] {
        let settings =
            Settings { flat: Some(axis), gravity: DVec3::new(-3.0, -9.0, 2.0), ..Settings::default() };
        let pick = |v: DVec3| match axis {
            Axis::X => v.x,
            Axis::Y => v.y,
            Axis::Z => v.z,
        };
        let mut balls: Vec<Ball> = (0..9)
            .map(|i| {
                let (a, b) = (f64::from(i % 3) - 1.0, f64::from(i / 3) + 0.6);
                let at = match axis {
                    Axis::X => DVec3::new(height, b, a),
                    Axis::Y => DVec3::new(a, 1.0 + height, b - 1.5),
                    Axis::Z => DVec3::new(a, b, height),
                };
                moving(at, random.between(0.1, 0.3), random.vector(6.0))
            })
            .collect();
        let bits: Vec<u64> = balls.iter().map(|b| pick(b.position).to_bits()).collect();
        let mut scratch = Scratch::new();
        for _ in 0..1200 {
            let report = step(&world, &settings, &mut balls, 1.0 / 60.0, &mut scratch).unwrap();
            hits += report.impacts.len();
            for (ball, bits) in balls.iter().zip(&bits) {
                assert_eq!(pick(ball.position).to_bits(), *bits);
                assert_eq!(pick(ball.velocity), 0.0);
            }
        }
    }
    println!("{hits} impacts in the plane");
    assert!(hits > 1000);
}
