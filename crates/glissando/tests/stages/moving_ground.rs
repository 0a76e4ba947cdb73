//! Landings on ground that moves: nobody hangs in the air, nobody is thrown back.

use glissando::character::Inherit;
use glissando::crowd::{self, CrowdScratch, Member};
use glissando::stage::{Policy, StageCharacter};
use glissando::world::Conveyor;
use glissando::{Body, Config, DAffine3, DVec3, Ground, Input, Settings, Soup, State, Vec3, World};
use glissando_testkit::stages::{self, Scene};

/// A block of 400 m by 6 m with its top at 0, which is a belt if `belt` is a velocity.
fn long_block(belt: Option<f64>) -> (World, glissando::BodyId) {
    let mesh = stages::mesh(&Soup::cuboid(Vec3::ZERO, Vec3::new(200.0, 0.5, 3.0)));
    let mut body = Body::new(mesh).at(DAffine3::from_translation(DVec3::Y * -0.5));
    body.conveyors.extend(belt.map(|speed| Conveyor { material: 0, velocity: DVec3::X * speed }));
    let mut world = World::new();
    let id = world.insert(body).unwrap();
    (world, id)
}

/// A scene with a train or a belt of this speed, someone at this height above it, and someone far away.
fn two_over(speed: f64, is_belt: bool, drop: f64, settings: &Settings) -> Scene {
    let (world, body) = long_block(is_belt.then_some(speed));
    let mut scene = Scene::with(world, settings);
    if !is_belt {
        scene.mover(body, DVec3::ZERO, stages::velocity(DVec3::X * speed, DVec3::ZERO), Policy::Push);
    }
    let config = scene.stage.config(scene.config).unwrap();
    let [near, far] =
        [State::with_feet_at(config, DVec3::Y * drop), State::at(DVec3::new(0.0, 1000.0, 100.0))];
    scene.state.characters.extend([near, far].map(|state| StageCharacter::new(scene.config, state)));
    scene
}

/// A tick without wishes: whether the first character's own move is undone.
fn is_held(scene: &mut Scene, dt: f64) -> bool {
    let Scene { stage, state, scratch, .. } = scene;
    stage.tick(state, &[Input::default(); 2], dt, scratch).unwrap().characters[0].is_held
}

/// Found by landings on trains: beside anyone else on the stage the walk back that followed was longer than the tick may reach, so
/// the landing was undone in every tick.
#[test]
fn nobody_hangs_in_the_air_over_ground_that_moves() {
    let mut landings = 0;
    for settings in stages::bodies() {
        for (is_belt, rate) in [(false, 20.0), (false, 30.0), (true, 30.0), (false, 60.0), (true, 120.0)] {
            for speed in [0.5, 2.0, 8.0, 30.0] {
                for drop in [0.0, 0.01, 0.3, 2.0] {
                    let mut scene = two_over(speed, is_belt, drop, &settings);
                    for _ in 0..(1.5 * rate) as usize {
                        assert!(!is_held(&mut scene, 1.0 / rate), "{speed} m/s at {rate} Hz from {drop} m");
                    }
                    let state = scene.state.characters[0].state;
                    assert_eq!(state.ground, Ground::Standing, "{speed} m/s at {rate} Hz from {drop} m");
                    landings += 1;
                }
            }
        }
    }
    println!("{landings} landings");
}

/// In the tick of the landing a character went back by what the train goes in the rest of that tick.
#[test]
fn a_landing_on_a_train_keeps_the_speed_of_the_flight() {
    for speed in [5.0, 10.0, 30.0] {
        let mut scene = two_over(speed, false, 1.0, &Settings::default());
        // As fast as the train, and at rest.
        for along in [speed, 0.0] {
            let actor = &mut scene.state.characters[0].state;
            *actor = State { velocity: DVec3::X * along, ..State::at(DVec3::Y * 2.0) };
            let mut last = DVec3::X * along;
            for _ in 0..120 {
                let before = scene.at();
                scene.tick(DVec3::ZERO, stages::DT);
                let now = (scene.at() - before) * 60.0;
                // Friction is 40 m/s².
                assert!(
                    (now.x - last.x).abs() < 40.0 / 60.0 + 1e-6,
                    "{along} on {speed}: {last:?} then {now:?}"
                );
                last = now;
            }
            assert!((last.x - speed).abs() < 1e-6, "{along} on {speed}: {last:?}");
        }
    }
}

#[test]
fn whoever_leaves_a_train_in_the_tick_of_the_landing_keeps_its_own_speed() {
    for inherit in [Inherit::Full, Inherit::None] {
        let mut settings = Settings { inherit, ..Settings::default() };
        settings.jump.buffer_time = 0.5;
        settings.pace.air_acceleration = 0.0;
        let mut scene = two_over(8.0, false, 0.2, &settings);
        let config = scene.config;
        scene.state.characters[0] = StageCharacter::new(
            config,
            State { velocity: DVec3::X * 8.0, ..scene.state.characters[0].state },
        );
        let jump = Input { jump: true, ..Input::default() };
        for tick in 0..30 {
            let before = scene.at();
            let inputs = [jump, Input::default()];
            scene.stage.tick(&mut scene.state, &inputs, stages::DT, &mut scene.scratch).unwrap();
            let speed = (scene.at() - before).x * 60.0;
            // A chord is off its parabola by a tenth of the skin.
            assert!((speed - 8.0).abs() < 0.1, "{inherit:?}, tick {tick}: {speed} m/s");
        }
        assert_eq!(scene.state.characters[0].state.ground, Ground::Airborne);
    }
}

#[test]
fn members_of_a_crowd_land_on_belts() {
    let (world, _) = long_block(Some(8.0));
    let config = Config::new(&Settings::default()).unwrap();
    let mut members = [0.0, 100.0].map(|x| Member::new(config, State::with_feet_at(&config, DVec3::X * x)));
    let mut scratch = CrowdScratch::new();
    for _ in 0..60 {
        let report =
            crowd::step(&world, &mut members, &[Input::default(); 2], stages::DT, &mut scratch).unwrap();
        assert!(report.members().all(|member| !member.is_held));
    }
    assert_eq!(members[0].state.ground, Ground::Standing);
}

/// From a train on to a platform a character stopped dead, and from there on to the train it was as fast at once.
#[test]
fn whoever_walks_from_a_train_on_to_a_platform_keeps_its_speed() {
    let (mut world, train) = long_block(None);
    stages::block(&mut world, DVec3::new(0.0, -0.5, 6.0), DVec3::new(200.0, 0.5, 2.99));
    let mut scene = Scene::new(world);
    scene.mover(train, DVec3::ZERO, stages::velocity(DVec3::X * 8.0, DVec3::ZERO), Policy::Push);
    scene.stands(DVec3::Z * 2.0);
    let (mut last, mut slowest) = (8.0, f64::INFINITY);
    // Over to the platform, and back.
    for tick in 0..180 {
        let before = scene.at();
        scene.tick(DVec3::Z * if tick < 90 { 2.0 } else { -2.0 }, stages::DT);
        let speed = (scene.at() - before).x * 60.0;
        assert!((speed - last).abs() < 40.0 / 60.0 + 1e-6, "tick {tick}: {last} then {speed} m/s");
        (last, slowest) = (speed, slowest.min(speed));
        assert_eq!(scene.state.characters[0].state.ground, Ground::Standing);
    }
    assert!(slowest.abs() < 1e-9 && (last - 8.0).abs() < 1e-9, "at least {slowest}, at last {last} m/s");
}
