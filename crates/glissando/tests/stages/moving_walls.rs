//! Walls on ground that moves: a walker's speed is relative to its ground, and so is what it runs into.

use glissando::stage::{Policy, StageEventKind};
use glissando::{DVec3, EventKind, Ground, Input, World};
use glissando_testkit::stages::{Scene, block, bodies, velocity};

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
