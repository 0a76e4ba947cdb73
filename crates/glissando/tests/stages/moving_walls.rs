//! Walls on ground that moves: a walker's speed is relative to its ground, and so is what it runs into.

use glissando::crowd::Meeting;
use glissando::stage::{Policy, StageCharacter, StageEventKind};
use glissando::{Body, DVec3, EventKind, Ground, Input, Soup, State, World};
use glissando_testkit::scenes;
use glissando_testkit::stages::{Scene, block, bodies, floor, mesh, velocity};

const DT: f64 = 1.0 / 60.0;

/// On a train of 7 m/s nothing was reported of a walk of 3 m/s into a wall ahead, and 10 m/s of one into a wall behind.
#[test]
fn a_wall_of_a_train_is_hit_at_the_speed_of_the_walk() {
    for settings in bodies() {
        for train in [-20.0, -3.0, 0.0, 2.0, 7.0, 30.0] {
            for heading in [-1.0, 1.0] {
                let mut world = World::new();
                let floor = block(&mut world, DVec3::Y * -1.0, DVec3::new(20.0, 1.0, 20.0));
                let wall = block(&mut world, DVec3::new(2.5 * heading, 1.5, 0.0), DVec3::new(0.5, 1.5, 20.0));
                let mut scene = Scene::with(world, &settings);
                for body in [floor, wall] {
                    let motion = velocity(DVec3::X * train, DVec3::ZERO);
                    scene.mover(body, DVec3::ZERO, motion, Policy::Push);
                }
                scene.stands(DVec3::ZERO);
                let events: Vec<_> =
                    (0..120).flat_map(|_| scene.tick(DVec3::X * (3.0 * heading), DT).1).collect();
                let case = format!("{:?}, {train} m/s, {heading}", settings.body);
                let speeds = |of: &dyn Fn(&StageEventKind) -> Option<f64>| {
                    let found: Vec<f64> = events.iter().filter_map(of).collect();
                    assert!(matches!(found[..], [speed] if (speed - 3.0).abs() < 1e-6), "{case}: {found:?}");
                };
                speeds(&|event| match event {
                    StageEventKind::Own(EventKind::HitWall { speed, .. }) => Some(*speed),
                    _ => None,
                });
                speeds(&|event| match event {
                    StageEventKind::TouchBegan { owner, speed, .. } if *owner == wall => Some(*speed),
                    _ => None,
                });
            }
        }
    }
}

/// A jump against a steep slope of a train of 15 m/s was thrown back from it at 15 m/s: its level speed was limited as if the slope were
/// at rest.
#[test]
fn a_jump_against_a_steep_slope_of_a_train_is_stopped_by_it_as_at_rest() {
    for settings in bodies() {
        for degrees in [50.0, 60.0, 80.0] {
            let fastest_back = |train: f64| {
                let mut soup = Soup::default();
                scenes::block(&mut soup, DVec3::new(-20.0, -1.0, -20.0), DVec3::new(20.0, 0.0, 20.0));
                let (cos, sin) = scenes::cos_sin(degrees);
                let (low, high) = (DVec3::new(1.5, 0.0, -5.0), DVec3::new(1.5 + 6.0 * cos, 6.0 * sin, -5.0));
                let along = DVec3::Z * 10.0;
                scenes::quad(&mut soup, [low, low + along, high + along, high]);
                let mut world = World::new();
                let body = world.insert(Body::new(mesh(&soup))).unwrap();
                let mut scene = Scene::with(world, &settings);
                let motion = DVec3::X * train;
                scene.mover(body, DVec3::ZERO, velocity(motion, DVec3::ZERO), Policy::Push);
                scene.stands(DVec3::ZERO);
                let mut least: f64 = 0.0;
                for tick in 0..90 {
                    let wish = if tick < 20 { DVec3::X * 6.0 } else { DVec3::X * (train + 6.0) };
                    let inputs = [Input { wish, jump: tick == 8, ..Input::default() }];
                    scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
                    let state = scene.state.characters[0].state;
                    let is_riding = state.ground == Ground::Standing;
                    least = least.min(if is_riding { 0.0 } else { (state.velocity - motion).x });
                }
                least
            };
            let (rest, train) = (fastest_back(0.0), fastest_back(15.0));
            let case = format!("{:?}, {degrees} degrees: {train} m/s, at rest {rest} m/s", settings.body);
            assert!(rest - train < 0.5, "{case}");
        }
    }
}

/// Whoever began to fly on a train stood still in the world from then on: 20 m/s were lost in a tick.
#[test]
fn whoever_begins_to_fly_keeps_the_speed_of_the_ground() {
    for settings in bodies() {
        let mut world = World::new();
        let floor = block(&mut world, DVec3::Y * -1.0, DVec3::new(60.0, 1.0, 20.0));
        let mut scene = Scene::with(world, &settings);
        let train = DVec3::X * 20.0;
        scene.mover(floor, DVec3::ZERO, velocity(train, DVec3::ZERO), Policy::Push);
        scene.stands(DVec3::ZERO);
        (0..10).for_each(|_| _ = scene.tick(DVec3::ZERO, DT));
        let inputs = [Input { fly: true, ..Input::default() }];
        scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
        let state = scene.state.characters[0].state;
        assert_eq!(state.ground, Ground::Airborne);
        assert!((state.velocity - train).length() < 1e-9, "{:?}: {:?}", settings.body, state.velocity);
    }
}

/// A character on a train of 10 m/s that touches one beside it on the same train, both at rest on it, and one that comes from ground at
/// rest: the speed of a meeting is the closing speed in the world.
#[test]
fn two_on_a_train_meet_at_the_speed_of_the_walk() {
    for settings in bodies() {
        for train in [-10.0, 0.0, 10.0] {
            let mut world = World::new();
            let floor = block(&mut world, DVec3::Y * -1.0, DVec3::new(20.0, 1.0, 20.0));
            let mut scene = Scene::with(world, &settings);
            scene.mover(floor, DVec3::ZERO, velocity(DVec3::X * train, DVec3::ZERO), Policy::Push);
            scene.stands(DVec3::ZERO);
            let config = *scene.stage.config(scene.config).unwrap();
            // In the air, and as fast as the train: its velocity is in the world.
            let state = State {
                velocity: DVec3::X * train,
                ..State::with_feet_at(&config, DVec3::new(0.9, 0.3, 0.0))
            };
            scene.state.characters.insert(StageCharacter::new(scene.config, state));
            let mut met = Vec::new();
            for _ in 0..15 {
                let inputs = [
                    Input { wish: DVec3::X * 3.0, ..Input::default() },
                    Input { wish: DVec3::X * train, ..Input::default() },
                ];
                let report = scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
                met.extend(report.events.iter().filter_map(|event| match event.kind {
                    StageEventKind::Met(Meeting::Touched { speed, .. }) => Some(speed),
                    _ => None,
                }));
            }
            let fastest = met.iter().fold(0.0_f64, |most, speed| most.max(*speed));
            assert!(!met.is_empty() && fastest < 3.5, "{:?}, {train} m/s: {met:?}", settings.body);
        }
    }
}

/// The walker came to the wall, lost its speed, fell back and hit it again, 15 times a second.
#[test]
fn a_wall_that_goes_away_slower_than_the_walk_is_followed() {
    for settings in bodies() {
        for (rate, away) in [(30.0, 0.5), (60.0, 1.0), (120.0, 2.0), (240.0, 1.0)] {
            let mut world = floor();
            let wall = block(&mut world, DVec3::new(1.5, 1.5, 0.0), DVec3::new(0.5, 1.49, 10.0));
            let mut scene = Scene::with(world, &settings);
            scene.mover(wall, DVec3::X * 1.5, velocity(DVec3::X * away, DVec3::ZERO), Policy::Push);
            scene.stands(DVec3::ZERO);
            let wish = DVec3::X * 3.0;
            let dt = 1.0 / rate;
            for _ in 0..(1.5 * rate) as usize {
                scene.tick(wish, dt);
            }
            for _ in 0..(1.5 * rate) as usize {
                let before = scene.state.characters[0].state.position.x;
                let events = scene.tick(wish, dt).1;
                let speed = (scene.state.characters[0].state.position.x - before) * rate;
                let case = format!("{:?}, {rate} Hz: {speed} m/s behind a wall of {away} m/s", settings.body);
                assert!((speed - away).abs() < 1e-6 && events.is_empty(), "{case}, {events:?}");
            }
        }
    }
}

/// The back of another was at rest in the world: who jumped against it came down metres behind, at the place that the train had left.
#[test]
fn who_jumps_against_another_on_a_train_keeps_the_speed_of_the_train() {
    for mut settings in bodies() {
        settings.pace.air_acceleration = 0.0;
        for train in [0.0, 3.0, 15.0] {
            let mut world = World::new();
            let body = block(&mut world, DVec3::Y * -1.0, DVec3::new(20.0, 1.0, 20.0));
            let mut scene = Scene::with(world, &settings);
            scene.mover(body, DVec3::Y * -1.0, velocity(DVec3::X * train, DVec3::ZERO), Policy::Push);
            let config = *scene.stage.config(scene.config).unwrap();
            for x in [0.0, 2.0] {
                let feet = DVec3::X * x;
                let state = State { ground: Ground::Standing, ..State::with_feet_at(&config, feet) };
                scene.state.characters.insert(StageCharacter::new(scene.config, state));
            }
            let (mut farthest, mut nearest): (f64, f64) = (0.0, 0.0);
            let mut has_jumped = false;
            for tick in 1..=150 {
                let way = scene.state.characters[0].state.position.x - train * f64::from(tick - 1) * DT;
                farthest = farthest.max(way);
                nearest = if way == farthest { way } else { nearest.min(way) };
                let jump = !has_jumped && way > 0.6;
                has_jumped |= jump;
                let wish = if has_jumped { DVec3::ZERO } else { DVec3::X * 2.0 };
                let inputs = [Input { wish, jump, ..Input::default() }, Input::default()];
                scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
            }
            let case = format!("{:?}, {train} m/s: from {farthest} back to {nearest}", settings.body);
            assert!(farthest > 1.1 && farthest - nearest < 0.35, "{case}");
        }
    }
}
