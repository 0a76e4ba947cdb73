//! Kept ticks of walks through real levels play again with the same bits.

use super::setup::setup as set_up;
use super::{Choice, go};
use glissando::repro::Repro;
use glissando_play::script::{Order, read};
use glissando_play::walk::Walker;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Files above this many bytes are left out: they take long to load without optimisation.
const LARGEST: u64 = 3 << 20;

/// The smaller files of the shared collection, or of the folder that `GLISSANDO_LEVELS` names.
fn real_levels() -> Vec<PathBuf> {
    let usual = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/levels");
    let folder = std::env::var_os("GLISSANDO_LEVELS").map_or_else(usual, PathBuf::from);
    let entries = std::fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok);
    let is_level = |path: &PathBuf| path.extension().is_some_and(|e| e == "glb");
    let is_small = |path: &PathBuf| path.metadata().is_ok_and(|m| m.len() <= LARGEST);
    let mut levels: Vec<PathBuf> = entries.map(|e| e.path()).filter(is_level).filter(is_small).collect();
    levels.retain(|path| !path.to_string_lossy().contains(".movers."));
    levels.sort();
    if levels.is_empty() {
        // Not a print macro: those are silent in a test that passes.
        let line = format!("SKIPPED: no levels in {}: nothing was checked\n", folder.display());
        std::io::stderr().write_all(line.as_bytes()).unwrap();
    }
    levels
}

#[test]
fn every_kept_tick_of_a_real_level_plays_again_with_the_same_bits() {
    for level in real_levels() {
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
fn the_lifts_of_a_real_level_are_ridden_and_two_walks_are_the_same() {
    for level in real_levels().into_iter().filter(|path| path.ends_with("oa_fan.glb")) {
        let levels = vec![level];
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
}
