//! Characters with balls far and near: those that none is near go on with what they remember, and no bit changes.

use super::judge::{Hall, ROOM};
use glissando::Input;
use glissando::stage::StageScratch;
use glissando::world::ContactFilter;
use glissando_testkit::fairground::wishes;
use glissando_testkit::random::Random;
use glissando_testkit::stages::DT;

/// A filter that drops nothing. With one, a character remembers nothing.
#[derive(Clone, Copy)]
struct Everything;

impl ContactFilter for Everything {}

#[test]
fn characters_walk_beside_balls_as_they_do_without_memory() {
    let (mut ticks, mut touched) = (0, 0);
    for case in 0..40 {
        let mut random = Random::nth(2207, 0, case);
        // From a crowd among balls to characters that meet few.
        let room = ROOM * random.between(0.7, 4.0);
        let [movers, characters, balls] = [8, 12, 20].map(|most| random.integer(1, most) as usize);
        let mut scene = Hall::new(&mut random, room, [movers, characters, balls]).scene;
        let (mut stage, mut state, mut scratch) =
            (scene.stage.clone(), scene.state.clone(), StageScratch::default());
        let (mut inputs, filters) = (vec![Input::default(); characters], vec![Everything; characters]);
        for tick in 0..90 {
            wishes(&mut random, &mut inputs);
            let report = scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
            let plain = stage.tick_filtered(&mut state, &inputs, DT, &filters, &mut scratch).unwrap();
            let what = format!("case {case}, tick {tick}");
            assert_eq!(report.characters, plain.characters, "{what}");
            assert_eq!((report.events, report.touches), (plain.events, plain.touches), "{what}");
            for character in 0..characters {
                assert_eq!(report.path_of(character), plain.path_of(character), "{what}, {character}");
            }
            touched += report.touches.iter().filter(|t| t.contact.surface.owner.ball().is_some()).count();
            assert_eq!(scene.state, state, "{what}");
            ticks += 1;
        }
    }
    println!("{ticks} ticks, {touched} touches of balls");
    assert!(touched > 50, "{touched}");
}
