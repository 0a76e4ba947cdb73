//! Characters that meet, as in the test suite of Jolt, with its figures, for every kind of body.

use glissando::crowd::{CrowdScratch, Member, step};
use glissando::{Config, DVec3, Input, Settings, Soup, State, Vec3};
use glissando_testkit::scenes;
use glissando_testkit::stages::bodies;

const DT: f64 = 1.0 / 60.0;

/// Jolt `TestCharacterVsCharacter`: radii of 0.24 and 0.33 m, a metre apart, a crate behind the second and one between them or none. At
/// 600 m/s, ten metres a tick, the first stops where it does at 1 m/s: at what is nearest.
#[test]
fn a_fast_character_never_passes_the_first_thing_on_its_way() {
    for settings in bodies() {
        let person = |radius| {
            let pace =
                glissando::character::AccelerationSettings { acceleration: f64::INFINITY, ..settings.pace };
            let sized = settings.with_radii(DVec3::new(radius, 0.975, radius));
            Config::new(&Settings { pace, ..sized }).unwrap()
        };
        let (first, second) = (person(0.24), person(0.33));
        for (is_crate_between, end) in [(false, 1.0 - 0.33 - 0.24), (true, 0.4 - 0.24)] {
            let mut soup = scenes::floor(20.0, 2);
            let places = [1.5, 0.5];
            for x in &places[..if is_crate_between { 2 } else { 1 }] {
                soup.append(&Soup::cuboid(Vec3::new(*x, 1.0, 0.0), Vec3::new(0.1, 1.0, 1.0)));
            }
            let world = scenes::world_of(&soup);
            for (speed, ticks) in [(600.0, 1), (1.0, 60)] {
                let feet = |config: &Config, x: f64| State::with_feet_at(config, DVec3::X * x);
                let mut members =
                    [Member::new(first, feet(&first, 0.0)), Member::new(second, feet(&second, 1.0))];
                members[0].strength = 0.0;
                let (mut scratch, still) = (CrowdScratch::new(), Input::default());
                step(&world, &mut members, &[still; 2], DT, &mut scratch).unwrap();
                let inputs = [Input { wish: DVec3::X * speed, ..still }, still];
                for _ in 0..ticks {
                    step(&world, &mut members, &inputs, DT, &mut scratch).unwrap();
                }
                let gap = end - members[0].state.position.x;
                assert!((0.0..0.012).contains(&gap), "{:?} {speed} {is_crate_between}: {gap}", settings.body);
                assert!((members[1].state.position.x - 1.0).abs() < 0.02, "{:?} {speed}", settings.body);
            }
        }
    }
}
