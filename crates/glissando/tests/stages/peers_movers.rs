//! Platforms, walls and volumes of the test suites of other engines, with their figures, for every kind of body.

use glissando::stage::{Drive, Outcome, Policy, StageCharacter, StageEventKind};
use glissando::trigger::{Trigger, TriggerEventKind, TriggerKind};
use glissando::{DQuat, DRigid3, DVec3, Ground, Input, Settings, Soup, State, Vec3, World};
use glissando_testkit::stages::{DT, Scene, block, bodies, floor, mesh, velocity};
use std::f64::consts::{PI, TAU};

/// A slab of 20 by 20 metres with its top at 1, alone in the world, and a character on it.
fn slab(settings: &Settings, drive: Drive, feet: DVec3) -> Scene {
    let mut world = World::new();
    let body = block(&mut world, DVec3::ZERO, DVec3::new(10.0, 1.0, 10.0));
    let mut scene = Scene::with(world, settings);
    scene.mover(body, DVec3::ZERO, drive, Policy::Push);
    scene.stands(feet);
    scene
}

fn is_standing(scene: &Scene) -> bool {
    scene.state.characters[0].state.ground == Ground::Standing
}

/// Puts the first mover here within the next tick.
fn aim(scene: &mut Scene, at: DVec3) {
    scene.state.movers[0].target = DRigid3::from_translation(at);
}

/// Jolt `TestRotatingPlatform`: nine metres from the axis of a table that turns once a second, at 57 m/s; on the circle, not behind it.
#[test]
fn a_fast_table_carries_a_character_on_its_circle() {
    for settings in bodies() {
        let mut scene = slab(&settings, velocity(DVec3::ZERO, DVec3::Y * TAU), DVec3::new(9.0, 1.0, 0.0));
        let start = scene.at();
        for tick in 1..=60 {
            scene.tick(DVec3::ZERO, DT);
            let (sin, cos) = (PI * DT * f64::from(tick)).sin_cos();
            let want = DQuat::from_xyzw(0.0, sin, 0.0, cos).to_mat3() * start;
            let off = (scene.at() - want).length();
            assert!(off < 1e-6 && is_standing(&scene), "{:?} {tick}: {off}", settings.body);
        }
    }
}

/// Jolt `TestMovingPlatformUp`: a second up, half a second of rest, a second down, at its speed and at sixty times that.
#[test]
fn a_lift_never_leaves_its_character_behind_or_throws_it() {
    for settings in bodies() {
        for speed in [0.5, 5.0, 30.0] {
            let mut scene = slab(&settings, Drive::Target, DVec3::Y);
            let (start, mut height) = (scene.at(), 0.0);
            for tick in 0..150 {
                height += speed * DT * [1.0, 1.0, 0.0, -1.0, -1.0][tick / 30];
                aim(&mut scene, DVec3::Y * height);
                scene.tick(DVec3::ZERO, DT);
                let off = (scene.at() - start - DVec3::Y * height).length();
                assert!(off < 0.005 && is_standing(&scene), "{:?} {speed} {tick}: {off}", settings.body);
            }
        }
    }
}

/// Rapier #488: a thin plate that goes up and down under a character that walks to and fro.
#[test]
fn a_walker_never_sinks_into_a_plate_that_swings() {
    for settings in bodies() {
        let mut world = World::new();
        let plate = block(&mut world, DVec3::Y * -0.05, DVec3::new(10.0, 0.05, 10.0));
        let mut scene = Scene::with(world, &settings);
        scene.mover(plate, DVec3::ZERO, Drive::Target, Policy::Push);
        scene.stands(DVec3::ZERO);
        for tick in 0..300 {
            let height = 2.0 * (f64::from(tick) * 0.05).sin();
            aim(&mut scene, DVec3::Y * height);
            scene.tick(DVec3::X * if tick % 100 < 50 { 2.0 } else { -2.0 }, DT);
            let feet = scene.at().y - settings.radii.y - height;
            assert!((0.0..0.2).contains(&feet), "{:?} {tick}: {feet}", settings.body);
        }
    }
}

/// Rapier #485, `kinematic_platform_pushes_idle_character`: also at a hundred times the speed, more than three metres a tick.
#[test]
fn a_wall_never_passes_through_an_idle_character() {
    for settings in bodies() {
        for speed in [0.5, 2.0, 20.0, 200.0] {
            let mut world = floor();
            let wall = block(&mut world, DVec3::new(-3.0, 2.0, 0.0), DVec3::new(0.5, 2.0, 2.0));
            let mut scene = Scene::with(world, &settings);
            scene.mover(wall, DVec3::ZERO, Drive::Target, Policy::Push);
            scene.stands(DVec3::ZERO);
            let mut gone = 0.0;
            while gone < 8.0 {
                gone = f64::min(gone + speed * DT, 8.0);
                aim(&mut scene, DVec3::X * gone);
                scene.tick(DVec3::ZERO, DT);
                let gap = scene.at().x - settings.radii.x - (gone - 2.5);
                assert!(gap > 0.0, "{:?} {speed} {gone}: {gap}", settings.body);
            }
            assert!((scene.at().x - 5.9).abs() < 0.01 && is_standing(&scene), "{:?} {speed}", settings.body);
        }
    }
}

/// Godot's moving platforms between walls, Unity's crushers: pushed first, then crushed by one that goes on, blocking one that yields.
#[test]
fn a_squeezed_character_is_never_pressed_through_the_other_wall() {
    for settings in bodies() {
        for (policy, end) in [
            (Policy::Push, Outcome::Crushed),
            (Policy::Stop, Outcome::Blocked),
            (Policy::Reverse, Outcome::Blocked),
        ] {
            let mut world = floor();
            block(&mut world, DVec3::new(3.0, 2.0, 0.0), DVec3::new(0.5, 2.0, 2.0));
            let ram = block(&mut world, DVec3::new(-3.0, 2.0, 0.0), DVec3::new(0.5, 2.0, 2.0));
            let mut scene = Scene::with(world, &settings);
            scene.mover(ram, DVec3::ZERO, velocity(DVec3::X, DVec3::ZERO), policy);
            scene.stands(DVec3::ZERO);
            let outcomes: Vec<_> = (0..300).map(|_| scene.tick(DVec3::ZERO, DT).0).collect();
            let first = outcomes.iter().position(|outcome| *outcome == end);
            let is_pushed_before = first.is_some_and(|first| outcomes[..first].contains(&Outcome::Pushed));
            assert!(
                is_pushed_before && scene.at().x < 2.5,
                "{:?} {policy:?} {:?}",
                settings.body,
                scene.at()
            );
        }
    }
}

/// Jolt `TestDynamicVsSensor`: from 2 m above its middle at 1 m/s through a volume two metres high, a body a metre high.
#[test]
fn a_volume_is_entered_and_left_at_its_times() {
    for body in bodies() {
        let still = Settings { gravity: DVec3::ZERO, ..body.with_radii(DVec3::splat(0.5)) };
        let at_once = Settings {
            pace: glissando::character::AccelerationSettings {
                fly_acceleration: f64::INFINITY,
                ..still.pace
            },
            ..still
        };
        let mut scene = Scene::with(World::new(), &at_once);
        let volume = mesh(&Soup::cuboid(Vec3::ZERO, Vec3::ONE));
        scene.stage.add_trigger(Trigger::new(volume, TriggerKind::VolumeByBody), None).unwrap();
        scene.state.characters.insert(StageCharacter::new(scene.config, State::at(DVec3::Y * 2.0)));
        let input = [Input { wish: DVec3::Y * -1.0, fly: true, ..Input::default() }];
        let mut met = Vec::new();
        for tick in 0..240 {
            let report = scene.stage.tick(&mut scene.state, &input, DT, &mut scene.scratch).unwrap();
            for event in report.events {
                if let StageEventKind::Trigger { kind, .. } = event.kind {
                    met.push((f64::from(tick) * DT + event.time, kind));
                }
            }
        }
        let [(entered, TriggerEventKind::Entered), (left, TriggerEventKind::Left)] = met[..] else {
            panic!("{:?} {met:?}", body.body)
        };
        assert!((entered - 0.5).abs() < 1e-6 && (left - 3.5).abs() < 1e-6, "{:?} {met:?}", body.body);
    }
}
