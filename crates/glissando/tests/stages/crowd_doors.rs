//! A crowd that passes a door to and fro while its leaves close: leaves that give way crush nobody.

use glissando::character::BodyShape;
use glissando::stage::{Drive, Outcome, PathEnds, Policy};
use glissando::{DVec3, Input, Settings};
use glissando_testkit::stages::{Scene, block, floor, key};

/// Seconds for which the crowd wants to be on one side.
const SIDE: f64 = 2.0;

/// A gap of four metres between two walls, with a leaf on each side that closes and opens it within `seconds`, and a crowd of
/// `count` before it.
fn doorway(settings: &Settings, policy: Policy, seconds: f64, count: usize) -> Scene {
    let mut world = floor();
    let leaves = [-1.0, 1.0].map(|side| {
        block(&mut world, DVec3::new(side * 6.0, 1.5, 0.0), DVec3::new(4.0, 1.5, 0.3));
        (block(&mut world, DVec3::new(side * 4.0, 1.5, 0.0), DVec3::new(1.0, 1.5, 0.1)), side)
    });
    let mut scene = Scene::with(world, settings);
    for (leaf, side) in leaves {
        let keys = vec![key(0.0, DVec3::ZERO), key(seconds, DVec3::X * (-3.0 * side))];
        scene.mover(leaf, DVec3::ZERO, Drive::Path { keys, ends: PathEnds::PingPong }, policy);
    }
    for k in 0..count {
        scene.stands(DVec3::new(-2.0 + 1.3 * (k % 4) as f64, 0.0, 1.5 + 1.3 * (k / 4) as f64));
    }
    scene
}

/// The wishes of a crowd that wants to be at a place beyond or before the door.
fn wishes(scene: &Scene, goal: DVec3) -> Vec<Input> {
    let to = |at: DVec3| DVec3::new(goal.x - at.x, 0.0, goal.z - at.z).try_normalize().unwrap_or(DVec3::ZERO);
    let wish = |at: DVec3| Input { wish: to(at) * 3.0, ..Input::default() };
    scene.state.characters.iter().map(|c| wish(c.state.position)).collect()
}

/// Out of a wedge of a leaf and a neighbour a body is led away from the leaf that pushed it. Where a neighbour then leaves it no room, that
/// leaf was not asked to give way, as the body touched only what does not move. One that a surface at rest had moved by rounding was
/// called crushed, too.
#[test]
fn a_crowd_in_a_door_whose_leaves_give_way_is_not_crushed() {
    let (mut blocked, mut pushed) = (0, 0);
    for (body, radius, policy, seconds, dt) in [
        (BodyShape::Box, 0.25, Policy::Reverse, 0.5, 1.0 / 30.0),
        (BodyShape::Box, 0.42, Policy::Stop, 0.12, 1.0 / 30.0),
        (BodyShape::Box, 0.42, Policy::Stop, 0.66, 0.05),
        (BodyShape::Box, 0.42, Policy::Reverse, 0.12, 0.05),
        (BodyShape::Box, 0.42, Policy::Reverse, 0.93, 1.0 / 30.0),
        (BodyShape::Box, 0.5, Policy::Stop, 0.66, 0.05),
        (BodyShape::Box, 0.5, Policy::Reverse, 0.5, 0.05),
        (BodyShape::Box, 0.58, Policy::Stop, 0.93, 0.05),
        (BodyShape::Capsule, 0.5, Policy::Reverse, 0.66, 1.0 / 30.0),
    ] {
        let settings = Settings { body, ..Settings::default().with_radii(DVec3::new(radius, 0.9, radius)) };
        let mut scene = doorway(&settings, policy, seconds, 17);
        for tick in 0..(4.0 * SIDE / dt) as usize {
            let is_beyond = ((tick as f64 * dt / SIDE) as usize).is_multiple_of(2);
            let inputs = wishes(&scene, DVec3::Z * if is_beyond { -3.0 } else { 3.0 });
            let report = scene.stage.tick(&mut scene.state, &inputs, dt, &mut scene.scratch).unwrap();
            for (index, character) in report.characters.iter().enumerate() {
                let case = format!("{body:?} {radius}, {policy:?}, {seconds} s, {dt} s a tick");
                assert!(character.outcome != Outcome::Crushed, "{case}, tick {tick}: {index} is crushed");
                blocked += usize::from(character.outcome == Outcome::Blocked);
                pushed += usize::from(character.outcome == Outcome::Pushed);
            }
        }
    }
    println!("{blocked} blocked, {pushed} pushed");
    assert!(blocked > 100 && pushed > 1000, "{blocked} {pushed}");
}
