//! Grooves that rise and fall: none of the two sides can be stood on, and a jump lands between them as in a groove at rest.

use glissando::stage::{Policy, StageEventKind};
use glissando::{Body, DVec3, EventKind, Ground, Input, Settings, World};
use glissando_testkit::scenes;
use glissando_testkit::stages::{Scene, bodies, mesh, velocity};

/// What a jump in a groove leads to.
struct Jump {
    /// Seconds in the air.
    time: f64,
    /// Speed of the landing, m/s.
    speed: f64,
    /// Height above the start in the groove, metres, a second after the landing.
    above: f64,
}

/// A jump in a groove with sides of this steepness, which rises at `rise` m/s; `None` if there is not one landing.
fn jump(settings: &Settings, degrees: f64, rise: f64, dt: f64) -> Option<Jump> {
    let mut world = World::new();
    let body = world.insert(Body::new(mesh(&scenes::groove(degrees)))).unwrap();
    let mut scene = Scene::with(world, settings);
    scene.mover(body, DVec3::ZERO, velocity(DVec3::Y * rise, DVec3::ZERO), Policy::Push);
    scene.stands(DVec3::Y * 1.5);
    (0..(3.0 / dt) as usize).for_each(|_| _ = scene.tick(DVec3::ZERO, dt));
    assert_eq!(scene.state.characters[0].state.ground, Ground::Standing);
    let start = scene.at().y;
    let ticks = (2.0 / dt) as usize;
    let mut landings = Vec::new();
    for tick in 0..ticks {
        let inputs = [Input { jump: tick == 0, ..Input::default() }];
        let report = scene.stage.tick(&mut scene.state, &inputs, dt, &mut scene.scratch).unwrap();
        landings.extend(report.events.iter().filter_map(|event| match event.kind {
            StageEventKind::Own(EventKind::Landed { speed, .. }) => {
                Some((tick as f64 * dt + event.time, speed))
            }
            _ => None,
        }));
    }
    let above = scene.at().y - start - rise * ticks as f64 * dt;
    let is_back = scene.state.characters[0].state.ground == Ground::Standing && landings.len() == 1;
    is_back.then(|| Jump { time: landings[0].0, speed: landings[0].1, above })
}

/// On grooves that rise the character stayed `Airborne` for ever, a tick's rise above the groove; on one that falls at 3 m/s it landed
/// at 8 m/s after a jump of 5 m/s.
#[test]
fn a_jump_in_a_groove_that_moves_lands_as_in_one_at_rest() {
    let mut jumps = 0;
    for settings in bodies() {
        for degrees in [50.0, 60.0, 75.0] {
            for dt in [1.0 / 20.0, 1.0 / 60.0, 1.0 / 240.0] {
                let rest = jump(&settings, degrees, 0.0, dt).expect("it lands");
                assert!((rest.speed - settings.jump.speed).abs() < 30.0 * dt + 0.1, "{} m/s", rest.speed);
                for rise in [-8.0, -3.0, 1.0, 3.0, 5.0, 7.0, 20.0] {
                    let case = format!("{:?}, {degrees} degrees, {rise} m/s, {dt} s", settings.body);
                    let Some(Jump { time, speed, above }) = jump(&settings, degrees, rise, dt) else {
                        panic!("{case}: it has not landed once");
                    };
                    assert!((time - rest.time).abs() < 2.0 * dt + 2e-3, "{case}: {time} s in the air");
                    assert!((speed - rest.speed).abs() < 30.0 * dt + 0.1, "{case}: lands at {speed} m/s");
                    assert!(above.abs() < 0.03, "{case}: {above} m above the groove");
                    jumps += 1;
                }
            }
        }
    }
    assert_eq!(jumps, 4 * 3 * 3 * 7);
}
