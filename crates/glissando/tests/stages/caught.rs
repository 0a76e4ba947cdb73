//! Jumps on ground that rises, falls or drives faster than the jump: the ground that catches the character again carries it at once.

use glissando::character::Inherit;
use glissando::stage::{Outcome, Policy, StageEventKind};
use glissando::{DVec3, EventKind, Ground, Input, Settings, World};
use glissando_testkit::stages::{Scene, block, bodies, velocity};

/// A character on a platform, with its up and the platform's velocity.
fn rides(settings: &Settings, up: DVec3, motion: DVec3) -> Scene {
    let mut world = World::new();
    let body = block(&mut world, up * -30.0, DVec3::new(30.0, 30.0, 30.0));
    let mut scene = Scene::with(world, &settings.turned_to(up));
    scene.mover(body, DVec3::ZERO, velocity(motion, DVec3::ZERO), Policy::Push);
    scene.stands(DVec3::ZERO);
    scene
}

/// Seconds in the air after a jump, and the speed of the landing.
fn jumps(scene: &mut Scene, dt: f64) -> (f64, f64) {
    for _ in 0..10 {
        scene.tick(DVec3::ZERO, dt);
    }
    for tick in 0..(2.0 / dt) as usize {
        let inputs = [Input { jump: tick == 0, ..Input::default() }];
        let report = scene.stage.tick(&mut scene.state, &inputs, dt, &mut scene.scratch).unwrap();
        let landed = report.events.iter().find_map(|event| match event.kind {
            StageEventKind::Own(EventKind::Landed { speed, .. }) => Some(speed),
            _ => None,
        });
        if let Some(speed) = landed {
            let time = tick as f64 * dt;
            // From then on it rides.
            for _ in 0..5 {
                assert_eq!(scene.state.characters[0].state.ground, Ground::Standing);
                let (outcome, events) = scene.tick(DVec3::ZERO, dt);
                let is_own = |event: &StageEventKind| matches!(event, StageEventKind::Own(_));
                assert!(outcome >= Outcome::Carried && !events.iter().any(is_own), "{outcome:?} {events:?}");
            }
            return (time, speed);
        }
    }
    panic!("it has not landed: {:?}", scene.state.characters[0].state);
}

/// On a lift of 7 m/s a character stayed `Airborne` until its own velocity was downward: 1.25 s after a jump of 5 m/s instead of 1.02 s.
#[test]
fn a_jump_on_ground_that_is_faster_lands_as_on_ground_at_rest() {
    let jump = Settings::default().jump.speed;
    let flight = 2.0 * jump / -Settings::default().gravity.y;
    let mut landings = 0;
    for settings in bodies() {
        for up in [DVec3::Y, DVec3::X, -DVec3::Z, -DVec3::Y] {
            for rise in [-3.0, 0.0, 4.0, 7.0, 12.0, 30.0] {
                for along in [0.0, 20.0] {
                    for dt in [1.0 / 20.0, 1.0 / 60.0, 1.0 / 240.0] {
                        let motion = up * rise + DVec3::new(up.y, up.z, up.x) * along;
                        let mut scene = rides(&settings, up, motion);
                        let (time, speed) = jumps(&mut scene, dt);
                        let case = format!("{:?}, up {up:?}, {rise} m/s, {along} m/s, {dt} s", settings.body);
                        assert!((time - flight).abs() < 2.0 * dt, "{case}: {time} s in the air");
                        assert!((speed - jump).abs() < 0.6 * dt * 20.0, "{case}: lands at {speed} m/s");
                        landings += 1;
                    }
                }
            }
        }
    }
    assert_eq!(landings, 4 * 4 * 6 * 2 * 3);
}

/// A lift that lends no speed to a jump, and is faster than it, is not left at all.
#[test]
fn a_lift_that_lends_no_speed_and_is_faster_than_the_jump_is_not_left() {
    for settings in bodies() {
        for inherit in [Inherit::Horizontal, Inherit::None] {
            for (rise, is_faster) in [(3.0, false), (7.0, true), (30.0, true)] {
                let mut scene = rides(&Settings { inherit, ..settings }, DVec3::Y, DVec3::Y * rise);
                let (time, speed) = jumps(&mut scene, 1.0 / 60.0);
                let case = format!("{:?}, {inherit:?}, {rise} m/s", settings.body);
                assert!((time == 0.0) == is_faster, "{case}: {time} s in the air");
                let least = (rise - Settings::default().jump.speed).abs();
                assert!(speed < least + 0.2, "{case}: lands at {speed} m/s");
            }
        }
    }
}
