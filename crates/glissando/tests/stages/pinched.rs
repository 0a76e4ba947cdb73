//! Crushers that close over a character, and narrow wedges.

use glissando::stage::{Drive, Outcome, PathEnds, Policy};
use glissando::{Body, DAffine3, DMat3, DVec3, Settings, Soup, Vec3};
use glissando_testkit::stages::{self, Scene, key};

/// A block of 2 x 3 x 2 m that comes down from 3 m on the floor, and goes up again.
fn press(settings: &Settings, gap: f64) -> Scene {
    let mut world = stages::floor();
    let block = stages::block(&mut world, DVec3::Y * 4.5, DVec3::new(1.0, 1.5, 1.0));
    let mut scene = Scene::with(world, settings);
    let keys = vec![key(0.0, DVec3::ZERO), key(2.0, DVec3::Y * (gap - 3.0))];
    let drive = Drive::Path { keys, ends: PathEnds::PingPong };
    scene.mover(block, DVec3::ZERO, drive, Policy::Push);
    scene.stands(DVec3::ZERO);
    scene
}

/// Deep inside the block no triangle is near: the character counted as free, walked in it, and was carried up in it.
#[test]
fn whom_a_crusher_has_closed_over_is_not_free() {
    for settings in stages::bodies() {
        for gap in [0.0, 0.02, 0.3] {
            let mut scene = press(&settings, gap);
            let (at, mut crushed) = (scene.at(), 0);
            for tick in 0..240 {
                let (outcome, _) = scene.tick(DVec3::ZERO, stages::DT);
                let is_crushed = outcome == Outcome::Crushed;
                crushed += usize::from(is_crushed);
                assert_eq!(scene.state.characters[0].is_crushed, is_crushed);
                if is_crushed {
                    assert!((scene.at() - at).length() < 0.1, "{tick}: {:?}", scene.at());
                }
            }
            // Down and up again: from the touch of the head to the same height.
            assert!(crushed > 100, "{gap} m: {crushed}");
            assert!(!scene.state.characters[0].is_crushed, "free again");
            let from = scene.at();
            for _ in 0..10 {
                scene.tick(DVec3::Z * 2.0, stages::DT);
            }
            assert!((scene.at() - from).z > 0.2, "it walks again");
        }
    }
}

/// A cabin encloses whoever is in it: that is no reason to stay crushed.
#[test]
fn in_a_cabin_a_crushed_character_is_free_when_the_crusher_has_gone() {
    let mut world = stages::floor();
    // One closed sheet, ten metres wide, that moves; in it a press that comes down to 1 m above the floor.
    let sheet = Soup::cuboid(Vec3::ZERO, Vec3::splat(5.0));
    let cabin =
        world.insert(Body::new(stages::mesh(&sheet)).at(DAffine3::from_translation(DVec3::Y * 5.5))).unwrap();
    let block = stages::block(&mut world, DVec3::Y * 5.0, DVec3::new(1.0, 0.2, 1.0));
    let mut scene = Scene::new(world);
    let slow = stages::velocity(DVec3::X * 1e-3, DVec3::ZERO);
    scene.mover(cabin, DVec3::ZERO, slow, Policy::Push);
    let keys = vec![key(0.0, DVec3::ZERO), key(1.0, DVec3::Y * -3.0)];
    let drive = Drive::Path { keys, ends: PathEnds::PingPong };
    scene.mover(block, DVec3::ZERO, drive, Policy::Push);
    scene.stands(DVec3::Y * 0.5);
    let mut crushed = 0;
    for _ in 0..115 {
        crushed += usize::from(scene.tick(DVec3::ZERO, stages::DT).0 == Outcome::Crushed);
    }
    assert!(crushed > 10, "{crushed}");
    assert!(!scene.state.characters[0].is_crushed, "free again");
}

/// A ram of 1 m/s whose front is this far from parallel to a wall; the most that a character moves in a tick, and all outcomes.
fn rammed(degrees: f64, z: f64, half_width: f32, policy: Policy, rate: f64) -> (f64, Vec<Outcome>) {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let mut world = stages::floor();
    stages::block(&mut world, DVec3::new(1.5, 2.0, 0.0), DVec3::new(0.5, 2.0, 20.0));
    let turn = DMat3::from_cols(DVec3::new(cos, 0.0, -sin), DVec3::Y, DVec3::new(sin, 0.0, cos));
    let front = stages::mesh(&Soup::cuboid(Vec3::ZERO, Vec3::new(0.5, 1.5, half_width)));
    let pose = DAffine3 { matrix3: turn, translation: DVec3::new(-1.5, 1.51, 0.0) };
    let ram = world.insert(Body::new(front).at(pose)).unwrap();
    let mut scene = Scene::new(world);
    scene.mover(ram, DVec3::ZERO, stages::velocity(DVec3::X, DVec3::ZERO), policy);
    scene.stands(DVec3::new(0.3, 0.0, z));
    let (mut most, mut outcomes) = (0.0_f64, Vec::new());
    for _ in 0..(1.5 * rate) as usize {
        let before = scene.at();
        let (outcome, _) = scene.tick(DVec3::ZERO, 1.0 / rate);
        if !outcomes.contains(&outcome) {
            outcomes.push(outcome);
        }
        most = most.max((scene.at() - before).length());
    }
    (most, outcomes)
}

/// Between faces at an angle of a fifth of a degree a character was moved by 4.8 m in a tick, 286 times the way of the ram.
#[test]
fn a_narrow_wedge_holds_a_character() {
    for degrees in [0.05, 0.06, 0.2, 1.0, 5.0, 10.0] {
        for (policy, held) in [(Policy::Push, Outcome::Crushed), (Policy::Stop, Outcome::Blocked)] {
            let (most, outcomes) = rammed(degrees, 0.0, 15.0, policy, 60.0);
            assert!(most < 0.02, "{degrees} degrees: {most} m in a tick");
            assert!(outcomes.contains(&held), "{degrees} degrees: {outcomes:?}");
        }
    }
    // A wide one is left, at most four times as fast.
    let (most, outcomes) = rammed(30.0, 0.0, 15.0, Policy::Stop, 60.0);
    assert!(most < 4.0 / 60.0 + 0.005, "{most} m in a tick");
    assert!(!outcomes.contains(&Outcome::Blocked), "{outcomes:?}");
}

/// The edge of a ram meets a round body near its widest place: it was thrown up to 3 m in a tick.
#[test]
fn the_edge_of_a_ram_leads_a_round_body_aside() {
    let mut worst = 0.0_f64;
    for rate in [30.0, 60.0, 120.0] {
        for step in 0..40 {
            let (most, _) = rammed(0.0, 1.0 + f64::from(step) * 0.005, 1.0, Policy::Stop, rate);
            worst = worst.max(most * rate);
        }
    }
    println!("at most {worst} m/s");
    assert!(worst < 6.0, "{worst} m/s");
}
