//! A character that comes out of a wall at rest where a neighbour leaves it no room: nothing that moves squeezes it.

use glissando::stage::{Outcome, StageCharacter};
use glissando::{DVec3, Ground, State};
use glissando_testkit::stages::{DT, Scene, block, bodies, floor};

/// It goes back to where it was, and its own move reports the overlap: as if no mover had pushed it, nobody is crushed.
#[test]
fn a_wall_at_rest_crushes_nobody_between_itself_and_a_neighbour() {
    for settings in bodies() {
        for depth in [0.05, 0.1] {
            let mut world = floor();
            // Two bodies of 0.8 m, between walls with 2 cm less room.
            let width = 1.58;
            block(&mut world, DVec3::new(-1.0, 1.0, 0.0), DVec3::new(1.0, 1.0, 5.0));
            block(&mut world, DVec3::new(width + 1.0, 1.0, 0.0), DVec3::new(1.0, 1.0, 5.0));
            let mut scene = Scene::with(world, &settings);
            let config = *scene.stage.config(scene.config).unwrap();
            for x in [0.4 - depth, width - 0.405] {
                let feet = DVec3::new(x, 0.0, 0.0);
                let state = State { ground: Ground::Standing, ..State::with_feet_at(&config, feet) };
                scene.state.characters.insert(StageCharacter::new(scene.config, state));
            }
            for _ in 0..30 {
                let inputs = [Default::default(); 2];
                let report = scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
                let outcomes: Vec<_> = report.characters.iter().map(|c| c.outcome).collect();
                let case = format!("{:?}, {depth} m: {outcomes:?}", settings.body);
                assert!(outcomes.iter().all(|outcome| *outcome > Outcome::Blocked), "{case}");
            }
        }
    }
}
