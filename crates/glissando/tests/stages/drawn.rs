//! Interpolated places between two ticks of a stage.

use glissando::interpolation::position_between;
use glissando::stage::{Drive, Policy};
use glissando::{DVec3, MoverId};
use glissando_testkit::stages::{DT, Scene, block, floor, velocity};

/// A table that turns and rises under a character: at both ends of the tick the interpolated places are those of the
/// world.
#[test]
fn bodies_and_characters_are_drawn_between_the_two_states() {
    let mut world = floor();
    let body = block(&mut world, DVec3::Y * 1.0, DVec3::new(3.0, 0.2, 3.0));
    let mut scene = Scene::new(world);
    let drive: Drive = velocity(DVec3::Y * 1.5, DVec3::Y * 2.0);
    let mover = scene.mover(body, DVec3::Y, drive, Policy::Push);
    scene.stands(DVec3::new(1.5, 1.2, 0.0));
    for _ in 0..30 {
        scene.tick(DVec3::ZERO, DT);
    }
    let before = scene.state.clone();
    scene.tick(DVec3::ZERO, DT);
    let after = scene.state.clone();
    let stage = scene.stage.clone();
    let pose = |share: f64| stage.pose_between(mover, &before, &after, share).unwrap();
    for (share, state) in [(0.0, &before), (1.0, &after)] {
        let placed = scene.stage.world_at(state).unwrap().body(body).unwrap().pose;
        let apart = (pose(share).translation - placed.translation).length();
        let turned = (pose(share).matrix3.x_axis - placed.matrix3.x_axis).length();
        assert!(apart < 1e-12 && turned < 1e-12, "{share}: {apart} {turned}");
    }
    // The feet stay on the table for the whole tick.
    for step in 0..=10 {
        let share = f64::from(step) / 10.0;
        let top = pose(share).translation.y + 0.2;
        let at = position_between(&before.characters[0].state, &after.characters[0].state, share);
        assert!((at.y - 0.9 - top - 0.01).abs() < 5e-3, "{share}: {}", at.y - 0.9 - top);
    }
    assert!(stage.pose_between(MoverId::from_bits(9), &before, &after, 0.5).is_none());
}

#[test]
fn a_teleport_has_no_interpolated_path() {
    let mut scene = Scene::new(floor());
    scene.stands(DVec3::ZERO);
    let before = scene.state.characters[0].state;
    scene.state.characters[0].state.teleport(DVec3::new(5.0, 0.92, 0.0));
    scene.tick(DVec3::X, DT);
    let after = scene.state.characters[0].state;
    assert_eq!(position_between(&before, &after, 0.1), after.position);
    scene.tick(DVec3::X, DT);
    let next = scene.state.characters[0].state;
    let drawn = position_between(&after, &next, 0.5);
    assert!(drawn.x > after.position.x && drawn.x < next.position.x);
}
