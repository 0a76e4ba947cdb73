//! A sliding door whose edge is flush with its jamb: the door pushes, and the jamb, which is in one plane with it, does not.

use glissando::stage::{Drive, Outcome, PathEnds, Policy, StageCharacter, StageEventKind};
use glissando::{DVec3, EventKind, Ground, Input, State};
use glissando_testkit::stages::{Scene, block, bodies, floor, key};

/// The push was taken for the jamb's: two boxes that filled the doorway were led into each other and thrown half a metre out of it, and
/// who was pushed was told that nothing had happened.
#[test]
fn a_door_flush_with_its_jamb_pushes_and_is_held_by_two_in_the_doorway() {
    let mut count = 0;
    for settings in bodies() {
        for policy in [Policy::Push, Policy::Stop, Policy::Reverse] {
            for (speed, rate) in [(0.5, 60.0), (1.0, 30.0), (3.0, 120.0)] {
                for recess in [0.0, 0.0002, 0.0005, 0.005] {
                    // Two bodies of 0.8 m side by side.
                    let width = 1.62;
                    let mut world = floor();
                    let half = DVec3::new(0.27, 1.5, 4.0);
                    block(&mut world, DVec3::new(-0.33, 1.5, -4.0), half);
                    block(&mut world, DVec3::new(0.33, 1.5, -4.0), half);
                    block(&mut world, DVec3::new(0.0, 1.5, width + 4.0), DVec3::new(0.6, 1.5, 4.0));
                    let at = DVec3::new(0.0, 1.5, -2.5 - recess);
                    let door = block(&mut world, at, DVec3::new(0.05, 1.45, 2.5));
                    let mut scene = Scene::with(world, &settings);
                    let keys = vec![key(0.0, DVec3::ZERO), key(1.5 / speed, DVec3::Z * 1.5)];
                    let drive = Drive::Path { keys, ends: PathEnds::OnCall { wait: f64::INFINITY } };
                    scene.mover(door, at, drive, policy);
                    let config = *scene.stage.config(scene.config).unwrap();
                    for z in [0.405, width - 0.405] {
                        let feet = DVec3::Z * z;
                        let state = State { ground: Ground::Standing, ..State::with_feet_at(&config, feet) };
                        scene.state.characters.insert(StageCharacter::new(scene.config, state));
                    }
                    let case = format!("{:?}, {policy:?}, {speed} m/s, {recess} m", settings.body);
                    for tick in 0..rate as usize {
                        if tick as f64 > 0.3 * rate {
                            scene.state.movers[0].open();
                        }
                        let before = scene.state.characters[0].state.position;
                        let wish = DVec3::Z * if tick as f64 > 0.3 * rate { 0.0 } else { -0.5 };
                        let inputs = [Input { wish, ..Input::default() }, Input::default()];
                        let report = scene
                            .stage
                            .tick(&mut scene.state, &inputs, 1.0 / rate, &mut scene.scratch)
                            .unwrap();
                        let is_wrong = |kind: &StageEventKind| {
                            matches!(
                                kind,
                                StageEventKind::Own(EventKind::Recovered { .. } | EventKind::Stuck { .. })
                            )
                        };
                        let outcome = report.characters[0].outcome;
                        assert!(
                            !report.events.iter().any(|event| is_wrong(&event.kind)),
                            "{case}: {:?}",
                            report.events
                        );
                        let gone = (scene.state.characters[0].state.position - before).length();
                        let is_told = outcome != Outcome::Unaffected || gone < 1e-4 || wish != DVec3::ZERO;
                        assert!(is_told, "{case}: {outcome:?}, moved by {gone} m");
                    }
                    count += 1;
                }
            }
        }
    }
    println!("{count} doors");
}
