//! Characters in a row that a ram pushes over an open field, near and far from the origin: the last has nothing behind it.

use glissando::stage::{Drive, Key, Outcome, PathEnds, Policy};
use glissando::{DVec3, Input, Settings, World};
use glissando_testkit::stages::{Scene, block, bodies};

const DT: f64 = 1.0 / 60.0;

/// Seconds in which the ram goes 6 m and reaches the last of the row.
const SECONDS: f64 = 3.0;

/// Ticks in which a character of a row of `count` was blocked or crushed, and those in which the last one was pushed.
fn pushed_over_the_field(origin: DVec3, settings: &Settings, count: usize) -> (usize, usize) {
    let mut world = World::new();
    block(&mut world, origin - DVec3::Y * 0.5, DVec3::new(60.0, 0.5, 60.0));
    let ram = block(&mut world, origin + DVec3::new(-3.0, 1.01, 0.0), DVec3::new(0.5, 1.0, 2.0));
    let mut scene = Scene::with(world, settings);
    let keys =
        [0.0, 1.0].map(|at| Key { time: 4.0 * at, translation: DVec3::X * (8.0 * at), ..Key::default() });
    let drive = Drive::Path { keys: keys.to_vec(), ends: PathEnds::PingPong };
    scene.mover(ram, DVec3::ZERO, drive, Policy::Stop);
    for k in 0..count {
        let k = k as f64;
        scene.stands(origin + DVec3::new(1.1 * k - 1.5, 0.0, 0.05 * k));
    }
    let inputs = vec![Input::default(); count];
    let (mut held, mut pushed) = (0, 0);
    for _ in 0..(SECONDS / DT) as u32 {
        let report = scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
        let is_held = |outcome| matches!(outcome, Outcome::Blocked | Outcome::Crushed);
        held += usize::from(report.characters.iter().any(|c| is_held(c.outcome)));
        pushed += usize::from(report.characters[count - 1].outcome == Outcome::Pushed);
    }
    (held, pushed)
}

#[test]
fn a_row_of_characters_is_pushed_over_an_open_field_at_any_distance_from_the_origin() {
    let origins = [DVec3::ZERO, DVec3::new(1e5, -2e4, 1.3e5), DVec3::new(1e7, 1e6, -1e7)];
    for origin in origins {
        for settings in bodies() {
            for count in [2, 5] {
                let (held, pushed) = pushed_over_the_field(origin, &settings, count);
                assert_eq!(held, 0, "{:?} {count} at {origin:?}", settings.body);
                assert!(pushed > 10, "{:?} {count} at {origin:?}: {pushed}", settings.body);
            }
        }
    }
}
