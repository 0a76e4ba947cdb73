//! Complaints of players of other engines about lifts, turntables and belts, each as a scene that passes.
//!
//! "Seen in" names threads of those engines; see the design notes on complaints of users.

use glissando::character::BodyShape;
use glissando::stage::{Drive, Outcome, PathEnds, Policy, StageCharacter, StageEventKind};
use glissando::world::Conveyor;
use glissando::{Body, DAffine3, DVec3, EventKind, Ground, Input, Settings, Soup, State, World};
use glissando_testkit::scenes;
use glissando_testkit::stages::{DT, Scene, block, bodies, floor, key, mesh, velocity};

/// A lift of 4 by 4 metres whose top is at 0, alone in the world.
fn lift(drive: Drive) -> Scene {
    let mut world = World::new();
    let body = block(&mut world, DVec3::new(0.0, -0.5, 0.0), DVec3::new(2.0, 0.5, 2.0));
    let mut scene = Scene::new(world);
    scene.mover(body, DVec3::ZERO, drive, Policy::Push);
    scene
}

fn is_own(event: &StageEventKind) -> bool {
    matches!(event, StageEventKind::Own(_))
}

/// Seen in Jolt #530 (lifts off when a lift reverses) and PR #708 (hovers above one that goes down).
#[test]
fn a_character_on_a_lift_that_reverses_stays_on_it() {
    for speed in [0.5, 3.0, 8.0] {
        let keys = vec![key(0.0, DVec3::ZERO), key(1.0, DVec3::Y * speed)];
        let mut scene = lift(Drive::Path { keys, ends: PathEnds::PingPong });
        scene.stands(DVec3::ZERO);
        let start = scene.at().y - scene.state.movers[0].pose.translation.y;
        for tick in 0..600 {
            let (_, events) = scene.tick(DVec3::ZERO, DT);
            assert!(!events.iter().any(is_own), "{speed} {tick} {events:?}");
            let above = scene.at().y - scene.state.movers[0].pose.translation.y;
            assert!((above - start).abs() < 1e-9, "{speed} {tick} {above}");
        }
    }
}

/// Seen in Jolt #1988: snapping to the ground stops a jump on a descending lift.
#[test]
fn a_character_can_jump_from_a_lift_that_goes_down() {
    for speed in [0.5, 2.0, 6.0, 12.0] {
        let mut scene = lift(velocity(DVec3::Y * -speed, DVec3::ZERO));
        scene.stands(DVec3::ZERO);
        scene.tick(DVec3::ZERO, DT);
        let mut highest: f64 = 0.0;
        for tick in 0..60 {
            let inputs = [Input { jump: tick == 0, ..Input::default() }];
            scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
            let feet = scene.at().y - 0.9;
            highest = highest.max(feet - scene.state.movers[0].pose.translation.y);
        }
        // As high above the lift as above still ground: 5²/2g is 1.27 m, less one tick's part.
        assert!((highest - 1.27).abs() < 0.1, "{speed}: {highest}");
    }
}

/// Seen in Jolt #1514: jitter sideways on a platform that goes down aslant.
#[test]
fn a_platform_that_goes_down_aslant_does_not_jitter() {
    let way = DVec3::new(2.0, -1.5, 0.7);
    let mut scene = lift(velocity(way, DVec3::ZERO));
    scene.stands(DVec3::new(0.3, 0.0, -0.4));
    let start = scene.at();
    for tick in 1..=900 {
        scene.tick(DVec3::ZERO, DT);
        let off = scene.at() - start - way * (f64::from(tick) * DT);
        assert!(off.length() < 1e-9, "{tick} {off:?}");
    }
}

/// Seen in Rapier #488 (sinks into a platform) and #485 (only where the wish is zero), VPhysics-Jolt#183.
#[test]
fn a_thin_fast_lift_carries_a_falling_character() {
    for settings in bodies() {
        for speed in [5.0, 20.0, 50.0] {
            let mut world = World::new();
            // A sheet of a centimetre.
            let body = block(&mut world, DVec3::new(0.0, -0.005, 0.0), DVec3::new(3.0, 0.005, 3.0));
            let mut scene = Scene::with(world, &settings);
            scene.mover(body, DVec3::ZERO, velocity(DVec3::Y * speed, DVec3::ZERO), Policy::Push);
            let config = *scene.stage.config(scene.config).unwrap();
            let mut falling = State::with_feet_at(&config, DVec3::Y * 2.0);
            falling.velocity = DVec3::Y * -30.0;
            scene.state.characters.insert(StageCharacter::new(scene.config, falling));
            for tick in 0..120 {
                scene.tick(DVec3::ZERO, DT);
                let feet = scene.at().y - 0.9 - scene.state.movers[0].pose.translation.y;
                assert!(feet > 0.0, "{speed} {tick}: {feet} under the lift");
            }
            assert_eq!(scene.state.characters[0].state.ground, Ground::Standing);
        }
    }
}

/// Seen in Rapier #747: stuck on a body that could move and does not.
#[test]
fn a_mover_at_rest_acts_as_any_ground() {
    let at_end = |is_mover: bool| {
        let mut world = floor();
        let step = block(&mut world, DVec3::new(3.0, 0.1, 0.0), DVec3::new(1.5, 0.1, 3.0));
        let mut scene = Scene::new(world);
        if is_mover {
            scene.mover(step, DVec3::ZERO, velocity(DVec3::ZERO, DVec3::ZERO), Policy::Push);
        }
        scene.stands(DVec3::ZERO);
        for _ in 0..240 {
            scene.tick(DVec3::new(2.0, 0.0, 0.1), DT);
        }
        scene.at()
    };
    assert_eq!(at_end(true), at_end(false));
}

/// Seen in Godot #46604 (drift on turning platforms) and #101253 (a frame behind), Jolt #211.
#[test]
fn a_character_keeps_its_place_on_a_swaying_turntable() {
    for settings in bodies() {
        // A table that turns about an axis three degrees off up, so its top sways; a character stands near the middle.
        let axis = DVec3::new(0.05, 1.0, 0.02);
        let mut world = World::new();
        let table = block(&mut world, DVec3::new(0.0, -0.5, 0.0), DVec3::new(5.0, 0.5, 5.0));
        let mut scene = Scene::with(world, &settings);
        scene.mover(table, DVec3::ZERO, velocity(DVec3::ZERO, axis * 0.8), Policy::Push);
        scene.stands(DVec3::new(2.0, 0.0, 0.5));
        let seen = |scene: &Scene| {
            let place = scene.state.movers[0].pose.rotation.conjugate();
            place * scene.at()
        };
        let start = seen(&scene);
        let (mut worst, mut higher): (f64, f64) = (0.0, 0.0);
        for tick in 0..3600 {
            let (outcome, _) = scene.tick(DVec3::ZERO, DT);
            assert_eq!(scene.state.characters[0].state.ground, Ground::Standing, "{tick}");
            assert_eq!(outcome, Outcome::Carried);
            let off = seen(&scene) - start;
            worst = worst.max(DVec3 { y: 0.0, ..off }.length());
            higher = higher.max(off.y.abs());
        }
        println!(
            "a minute on a table that sways: the centre is off by up to {worst:e} m, {higher:e} m in height"
        );
        // A tilted floor holds the centre of an upright round body a little lower, and a flat bottom on its rim: at most its
        // reach (of a box half its diagonal) times the tilt, twice three degrees. The floor lifts along its normal and the
        // body sinks along up, so the centre goes aside by the square of the tilt: 0.3 mm a round, of a cylinder 1.6 mm, of
        // a box 3 mm.
        let [most, aside] = match settings.body {
            BodyShape::Box => [0.4 * 2.0_f64.sqrt() * 0.108, 0.025],
            BodyShape::Cylinder => [0.4 * 0.108, 0.015],
            _ => [0.01, 0.01],
        };
        assert!(worst < aside && higher < most, "{worst} {higher}");
    }
}

/// Seen in bevy-tnua#99: jitter when walking off a moving platform.
#[test]
fn walking_off_a_moving_platform_is_one_clean_departure() {
    for settings in bodies() {
        let mut world = floor();
        let body = block(&mut world, DVec3::new(0.0, 1.0, 0.0), DVec3::new(2.0, 0.2, 2.0));
        let mut scene = Scene::with(world, &settings);
        scene.mover(body, DVec3::ZERO, velocity(DVec3::Z * 3.0, DVec3::ZERO), Policy::Push);
        scene.stands(DVec3::new(0.0, 1.2, 0.0));
        let mut own = Vec::new();
        let mut fastest: f64 = 0.0;
        for _ in 0..180 {
            let before = scene.at();
            let (_, events) = scene.tick(DVec3::X * 2.0, DT);
            own.extend(events.into_iter().filter(is_own));
            let step = scene.at() - before;
            fastest = fastest.max(DVec3::new(step.x, 0.0, step.z).length() / DT);
        }
        let left = own.iter().filter(|e| matches!(e, StageEventKind::Own(EventKind::LeftGround))).count();
        let landed =
            own.iter().filter(|e| matches!(e, StageEventKind::Own(EventKind::Landed { .. }))).count();
        assert_eq!((left, landed, own.len()), (1, 1, 2), "{own:?}");
        assert!(fastest < 13.0_f64.sqrt() + 1e-6, "{fastest}");
    }
}

#[test]
fn two_lifts_that_part_leave_a_character_on_one_of_them_or_let_it_fall() {
    for settings in bodies() {
        for speed in [0.2, 2.0, 10.0] {
            for feet in [-0.05, 0.0, 0.05, 0.3] {
                let mut world = World::new();
                let left = block(&mut world, DVec3::new(-2.0, -0.5, 0.0), DVec3::new(2.0, 0.5, 2.0));
                let right = block(&mut world, DVec3::new(2.0, -0.5, 0.0), DVec3::new(2.0, 0.5, 2.0));
                let mut scene = Scene::with(world, &settings);
                scene.mover(left, DVec3::ZERO, velocity(DVec3::X * -speed, DVec3::ZERO), Policy::Push);
                scene.mover(right, DVec3::ZERO, velocity(DVec3::X * speed, DVec3::ZERO), Policy::Push);
                scene.stands(DVec3::new(feet, 0.0, 0.0));
                for tick in 0..180 {
                    let (outcome, _) = scene.tick(DVec3::ZERO, DT);
                    assert!(outcome != Outcome::Crushed && scene.gap() > 0.0, "{speed} {feet} {tick}");
                }
                let (at, ground) = (scene.at(), scene.state.characters[0].state.ground);
                let is_carried = (at.x.abs() - speed * 3.0).abs() < 1.0 && ground == Ground::Standing;
                assert!(is_carried || at.y < -1.0, "{speed} {feet}: {at:?} {ground:?}");
            }
        }
    }
}

#[test]
fn two_lifts_that_rise_unevenly_raise_a_character_by_the_higher() {
    for settings in bodies() {
        let mut world = World::new();
        let left = block(&mut world, DVec3::new(-2.0, -0.5, 0.0), DVec3::new(2.0, 0.5, 2.0));
        let right = block(&mut world, DVec3::new(2.0, -0.5, 0.0), DVec3::new(2.0, 0.5, 2.0));
        let mut scene = Scene::with(world, &settings);
        scene.mover(left, DVec3::ZERO, velocity(DVec3::Y, DVec3::ZERO), Policy::Push);
        scene.mover(right, DVec3::ZERO, velocity(DVec3::Y * 2.0, DVec3::ZERO), Policy::Push);
        scene.stands(DVec3::new(-0.1, 0.0, 0.0));
        for tick in 0..300 {
            let (outcome, _) = scene.tick(DVec3::ZERO, DT);
            assert!(outcome != Outcome::Crushed && scene.gap() > 0.0, "{tick}");
        }
    }
}

#[test]
fn a_belt_carries_at_its_speed_and_is_walked_against() {
    for settings in bodies() {
        let mut soup = Soup::default();
        scenes::block(&mut soup, DVec3::new(-50.0, -1.0, -2.0), DVec3::new(50.0, 0.0, 2.0));
        let mut world = World::new();
        let mut body = Body::new(mesh(&soup)).at(DAffine3::IDENTITY);
        body.conveyors.push(Conveyor { material: 0, velocity: DVec3::X * 1.5 });
        world.insert(body).unwrap();
        let mut scene = Scene::with(world, &settings);
        scene.stands(DVec3::ZERO);
        let start = scene.at();
        for _ in 0..600 {
            scene.tick(DVec3::ZERO, DT);
        }
        assert!((scene.at() - start - DVec3::X * 15.0).length() < 1e-6, "{:?}", scene.at());
        for _ in 0..60 {
            scene.tick(DVec3::X * -1.5, DT);
        }
        let held = scene.at();
        for _ in 0..600 {
            scene.tick(DVec3::X * -1.5, DT);
        }
        assert!((scene.at() - held).length() < 1e-6);
    }
}

/// Turned by the table, yaw included: the report has the angle.
#[test]
fn the_report_has_the_turn_of_a_rider_on_a_table() {
    let mut world = World::new();
    let table = block(&mut world, DVec3::new(0.0, -0.5, 0.0), DVec3::new(5.0, 0.5, 5.0));
    let mut scene = Scene::with(world, &Settings::default());
    scene.mover(table, DVec3::ZERO, velocity(DVec3::ZERO, DVec3::Y * 1.2), Policy::Push);
    scene.stands(DVec3::new(2.0, 0.0, 0.5));
    let inputs = [Input::default()];
    let report = scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
    let turn = report.characters[0].turn;
    assert!((turn.y - (0.6 * DT).tan()).abs() < 1e-12 && turn.x == 0.0 && turn.z == 0.0);
}
