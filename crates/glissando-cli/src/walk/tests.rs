//! Kept ticks of walks through real levels play again with the same bits.

use super::setup::setup as set_up;
use super::{Choice, go};
use glissando::repro::Repro;
use glissando_play::script::read;
use glissando_play::walk::{Driver, Play};
use glissando_testkit::levels::{shared_file, small_shared_files};

#[test]
#[ignore = "needs ../shared/levels"]
fn every_kept_tick_of_a_real_level_plays_again_with_the_same_bits() {
    for level in small_shared_files() {
        let (levels, seconds) = (vec![level.clone()], Some(12.0));
        let arguments = Choice { levels, seconds, no_movers: true, ..Choice::default() };
        let walk = set_up(&arguments).unwrap();
        let config = &walk.players[0].config;
        let (mut play, mut driver) = (Play::new(&walk).unwrap(), Driver::new(&walk));
        let mut last = *play.character(0).unwrap();
        let (mut count, mut triangles) = (0, 0);
        while let Some(turn) = driver.next(&play) {
            let tick = play.take(&turn).unwrap().remove(0);
            let before = std::mem::replace(&mut last, tick.state);
            let (input, tick) = (turn.inputs[0], tick.number);
            if tick % 7 != 0 {
                continue;
            }
            let repro = Repro::capture(&walk.scene.world, config, &before, input, walk.dt).unwrap();
            assert_eq!(repro.after, last, "{} tick {tick}", level.display());
            let text = serde_json::to_vec(&repro).unwrap();
            let again: Repro = read::json(&text).unwrap();
            assert!(again.replay(&mut ()).unwrap().is_same, "{} tick {tick}", level.display());
            count += 1;
            triangles += repro.bodies.iter().map(|b| b.triangles.len()).sum::<usize>();
        }
        println!("{}: {count} ticks, {} triangles each", level.display(), triangles / count);
    }
}

#[test]
#[ignore = "needs ../shared/levels"]
fn the_lifts_of_a_real_level_are_ridden_and_two_walks_are_the_same() {
    let levels = vec![shared_file("oa_fan.glb")];
    let arguments = Choice { levels, seed: 3, seconds: Some(15.0), ..Choice::default() };
    let walk = || {
        let setup = set_up(&arguments).unwrap();
        let mut out = Vec::new();
        let walked = go::go(&setup, &arguments, &mut out).unwrap();
        assert!(!walked.has_findings());
        String::from_utf8(out).unwrap()
    };
    let first = walk();
    for word in ["\"started\"", "\"arrived\"", "\"returned\"", "\"carried\""] {
        assert!(first.contains(word), "{word}");
    }
    assert!(first == walk(), "two walks differ");
    let still = set_up(&Choice { no_movers: true, ..arguments }).unwrap();
    assert!(still.movers.is_empty() && still.machinery.is_empty());
}
