//! Kept ticks of walks through real levels play again with the same bits.

use super::setup::setup as set_up;
use super::{Choice, go};
use glissando::repro::Repro;
use glissando_play::script::{Order, read};
use glissando_play::walk::Walker;
use glissando_testkit::levels::{shared_file, small_shared_files};

#[test]
#[ignore = "needs ../shared/levels"]
fn every_kept_tick_of_a_real_level_plays_again_with_the_same_bits() {
    for level in small_shared_files() {
        let arguments = Choice { levels: vec![level.clone()], seconds: Some(12.0), ..Choice::default() };
        let walk = set_up(&arguments).unwrap();
        let player = &walk.players[0];
        let mut walker = Walker::new(&walk.scene.world, &player.config, player.spawn, walk.dt);
        let mut guide = player.guide(walk.dt);
        let (mut count, mut triangles) = (0, 0);
        for tick in 0.. {
            let before = *walker.state();
            let Some(order) = guide(&before) else { break };
            walker.go(&order, &mut ()).unwrap();
            let Order::Step(input) = order else { continue };
            if tick % 7 != 0 {
                continue;
            }
            let repro = Repro::capture(&walk.scene.world, &player.config, &before, input, walk.dt).unwrap();
            assert_eq!(&repro.after, walker.state(), "{} tick {tick}", level.display());
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
