//! What characters remember of their surroundings from tick to tick changes no bit, whatever moves around them.

use crate::stage_balls::judge::{Hall, ROOM};
use glissando::Input;
use glissando::stage::StageScratch;
use glissando_testkit::fairground::wishes;
use glissando_testkit::random::Random;
use glissando_testkit::stages::DT;

/// The same stage twice: with memory that is kept, and with new memory in every tick.
#[test]
fn a_stage_with_new_memory_in_every_tick_has_the_same_states() {
    let (mut ticks, mut moved) = (0, 0.0);
    for case in 0..60 {
        let mut random = Random::nth(2203, 0, case);
        // A large room, so that characters are near movers for a while, and alone for a while.
        let room = ROOM * random.between(1.0, 4.0);
        let (movers, characters) = (random.integer(0, 30) as usize, random.integer(1, 12) as usize);
        let mut scene = Hall::new(&mut random, room, [movers, characters, 0]).scene;
        let (mut stage, mut state) = (scene.stage.clone(), scene.state.clone());
        let mut inputs = vec![Input::default(); characters];
        for tick in 0..180 {
            wishes(&mut random, &mut inputs);
            scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
            stage.tick(&mut state, &inputs, DT, &mut StageScratch::default()).unwrap();
            assert_eq!(scene.state, state, "case {case}, tick {tick}");
            ticks += 1;
        }
        moved += state.characters.iter().map(|c| c.state.position.length()).sum::<f64>();
    }
    println!("{ticks} ticks, the characters ended {moved:.0} m from the middle in all");
}
