//! Movers and balls: lifts carry and throw them, doors hit them, presses hold them and report it.

use super::{GRAVITY, ball, scene};
use glissando::balls::{self, Other};
use glissando::stage::{Drive, PathEnds, Policy};
use glissando::{DVec3, World};
use glissando_testkit::stages::{DT, Scene, block, floor, key, velocity};

/// A tick of a scene without characters; returns the number of held balls.
fn tick(scene: &mut Scene) -> usize {
    let report = scene.stage.tick(&mut scene.state, &[], DT, &mut scene.scratch).unwrap();
    report.balls.iter().filter(|b| b.is_held).count()
}

/// A slab at height 0 that follows these keys.
fn on_a_slab(drive: Drive) -> Scene {
    let mut world = World::new();
    let slab = block(&mut world, DVec3::new(0.0, -0.1, 0.0), DVec3::new(2.0, 0.1, 2.0));
    let mut scene = scene(world);
    scene.mover(slab, DVec3::ZERO, drive, Policy::Push);
    scene
}

#[test]
fn a_rising_lift_carries_a_ball_and_throws_it_where_it_stops() {
    let keys = vec![key(0.0, DVec3::ZERO), key(0.5, DVec3::Y * 2.0), key(9.0, DVec3::Y * 2.0)];
    let mut scene = on_a_slab(Drive::Path { keys, ends: PathEnds::Loop });
    scene.state.balls.insert(ball(DVec3::new(0.3, 0.25 * (1.0 + 1e-6), 0.4), 0.25, 2.0, 0.0));
    let mut highest: f64 = 0.0;
    for now in 1..=120 {
        assert_eq!(tick(&mut scene), 0);
        let height = scene.state.balls[0].position.y - 0.25;
        let lift = scene.state.movers[0].pose.translation.y;
        assert!(height - lift > 0.0, "tick {now}: {} in the lift", lift - height);
        assert!(now > 29 || height - lift < 1e-6, "tick {now}: {} above the lift", height - lift);
        highest = highest.max(height);
    }
    // 4 m/s upwards go 0.815 m further.
    let thrown = 4.0 * 4.0 / (2.0 * 9.81);
    println!("thrown {} m above the lift", highest - 2.0);
    assert!((highest - 2.0 - thrown).abs() < 0.04);
    assert!(scene.state.balls[0].position.y - 2.25 < 1e-5, "and it has come down again");
}

#[test]
fn a_ball_goes_down_with_a_lift_and_rides_one_that_sways() {
    for way in [DVec3::new(0.0, -3.0, 0.0), DVec3::new(0.0, 1.5, 0.5)] {
        let keys = vec![key(0.0, DVec3::ZERO), key(2.0, way)];
        let mut scene = on_a_slab(Drive::Path { keys, ends: PathEnds::PingPong });
        scene.state.balls.insert(ball(DVec3::new(0.0, 0.25 * (1.0 + 1e-6), 0.0), 0.25, 2.0, 0.5));
        let mut furthest: f64 = 0.0;
        for _ in 0..600 {
            assert_eq!(tick(&mut scene), 0);
            let gap = scene.state.balls[0].position.y - 0.25 - scene.state.movers[0].pose.translation.y;
            assert!(gap > 0.0, "{gap:e}");
            furthest = furthest.max(gap);
        }
        println!("never more than {furthest} m off");
        // Where the lift turns back on its way up the ball goes on.
        let speed = way.y;
        assert!(furthest < speed * speed / (2.0 * 9.81) + 0.05 * speed.abs());
    }
}

#[test]
fn a_swinging_door_hits_a_ball_at_the_leafs_speed_at_the_contact() {
    let mut hit_at = Vec::new();
    for restitution in [0.0, 1.0] {
        let mut world = World::new();
        let leaf = block(&mut world, DVec3::new(1.0, 0.0, 0.0), DVec3::new(1.0, 1.0, 0.05));
        let mut scene = Scene::new(world);
        scene.mover(leaf, DVec3::ZERO, velocity(DVec3::ZERO, DVec3::Y * -3.0), Policy::Push);
        scene.state.balls.insert(ball(DVec3::new(1.5, 0.0, 0.6), 0.2, 1.0, restitution));
        let mut first = None;
        for _ in 0..40 {
            let report = scene.stage.tick(&mut scene.state, &[], DT, &mut scene.scratch).unwrap();
            assert!(!report.balls[0].is_held && !report.balls[0].is_damped);
            first = first.or(report.impacts.first().copied());
            if first.is_some() {
                break;
            }
        }
        let hit = first.expect("the door comes");
        assert!(matches!(hit.other, Other::Surface(_)));
        // The leaf's speed where it touches, about the hinge.
        let speed = 3.0 * DVec3::new(hit.point.x, 0.0, hit.point.z).length();
        let across = hit.normal.dot(DVec3::new(-hit.point.z, 0.0, hit.point.x).try_normalize().unwrap());
        assert!((hit.approach - speed * across).abs() < 2e-3 * speed, "{} {}", hit.approach, speed * across);
        let gained = scene.state.balls[0].velocity.dot(hit.normal);
        assert!((gained - (1.0 + restitution) * hit.approach).abs() < 0.02 * gained, "{gained}");
        hit_at.push(hit.time);
    }
    println!("hit after {} s of its tick", hit_at[0]);
    assert_eq!(hit_at[0], hit_at[1]);
}

#[test]
fn a_door_sweeps_a_ball_along_for_a_whole_turn() {
    let mut world = floor();
    let leaf = block(&mut world, DVec3::new(1.5, 1.0, 0.0), DVec3::new(1.5, 0.9, 0.05));
    let mut scene = scene(world);
    scene.mover(leaf, DVec3::ZERO, velocity(DVec3::ZERO, DVec3::Y * -2.5), Policy::Push);
    scene.state.balls.insert(ball(DVec3::new(0.5, 0.2 * (1.0 + 1e-6), 0.35), 0.2, 1.0, 0.0));
    let mut impacts = 0;
    for _ in 0..180 {
        let report = scene.stage.tick(&mut scene.state, &[], DT, &mut scene.scratch).unwrap();
        assert!(!report.balls[0].is_held, "it is never blocked");
        impacts = impacts.max(report.impacts.len());
        let at = scene.state.balls[0].position;
        let world = scene.stage.world_at(&scene.state).unwrap();
        let pose = world.body(leaf).unwrap().pose;
        let own = pose.matrix3.transpose() * (at - pose.translation);
        let out = (own.abs() - DVec3::new(1.5, 0.9, 0.05)).max(DVec3::ZERO);
        assert!(out.length() - 0.2 > 0.0, "in the door by {:e}", 0.2 - out.length());
    }
    println!("at most {impacts} impacts in a tick");
    assert!(impacts < 32);
}

#[test]
fn a_ball_in_a_press_is_held_and_reported() {
    let mut world = floor();
    let plate = block(&mut world, DVec3::new(0.0, 2.0, 0.0), DVec3::new(1.0, 0.1, 1.0));
    let mut scene = scene(world);
    let keys = vec![key(0.0, DVec3::ZERO), key(1.0, DVec3::Y * -1.85)];
    scene.mover(plate, DVec3::ZERO, Drive::Path { keys, ends: PathEnds::PingPong }, Policy::Push);
    scene.state.balls.insert(ball(DVec3::new(0.0, 0.4, 0.0), 0.3, 2.0, 0.5));
    let mut held = 0;
    for now in 0..360 {
        let before = scene.state.movers[0].pose.translation.y;
        let is_held = tick(&mut scene) == 1;
        held += usize::from(is_held);
        let bottom = 1.9 + scene.state.movers[0].pose.translation.y;
        let top = scene.state.balls[0].position.y + 0.3;
        let is_in = bottom < top - 1e-9;
        let is_coming = scene.state.movers[0].pose.translation.y < before;
        assert!(is_held || !is_in || !is_coming, "tick {now}: {} in silence", top - bottom);
        assert!(scene.state.balls[0].position.y > 0.3, "never through the floor");
    }
    println!("held in {held} ticks");
    assert!(held > 20 && held < 300);
}

#[test]
fn a_fast_thin_plate_misses_no_ball() {
    let mut hits = 0;
    for case in 0..200 {
        let speed = 5.0 + 1.5 * f64::from(case);
        let mut world = World::new();
        let plate = block(&mut world, DVec3::ZERO, DVec3::new(0.005, 2.0, 2.0));
        let mut scene = Scene::new(world);
        let rules = balls::Settings { gravity: GRAVITY, ..balls::Settings::default() };
        scene.stage.set_ball_settings(rules).unwrap();
        scene.mover(plate, DVec3::ZERO, velocity(DVec3::X * speed, DVec3::ZERO), Policy::Push);
        scene.state.balls.insert(ball(DVec3::new(3.0 + 0.01 * f64::from(case), 0.5, 0.1), 0.05, 1.0, 0.8));
        for _ in 0..60 {
            let report = scene.stage.tick(&mut scene.state, &[], DT, &mut scene.scratch).unwrap();
            hits += report.impacts.len();
            let plate = scene.state.movers[0].pose.translation.x;
            let ball = scene.state.balls[0];
            assert!(ball.position.x - plate > 0.055 || ball.position.y < -1.9, "case {case}");
            if plate > 6.0 {
                break;
            }
        }
    }
    println!("{hits} hits by 200 plates");
    assert!(hits >= 200);
}
