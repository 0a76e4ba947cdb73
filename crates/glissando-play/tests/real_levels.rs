//! Sessions in real levels: a busy hand is never inside of anything, and everything can be gone back to and sent.

use glissando_level::{Bag, Disk, Files};
use glissando_play::scene::LevelOptions;
use glissando_play::session::{Clip, Controls, Session};
use glissando_play::walk::{Setup, Source, Wishes};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Files above this many bytes are left out: they take long to load without optimisation.
const LARGEST: u64 = 3 << 20;

/// Ticks in each level.
const TICKS: u64 = 900;

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

/// A level and what lies beside it, in memory, as a page has it.
fn bag(level: &Path) -> Bag {
    let mut bag = Bag::default();
    let beside = [level.with_extension("entities.json"), level.with_extension("movers.glb")];
    for file in [level.to_owned(), level.with_file_name("manifest.json")].into_iter().chain(beside) {
        if let Ok(bytes) = std::fs::read(&file) {
            bag.put(file.file_name().unwrap().to_string_lossy(), bytes);
        }
    }
    bag
}

fn session(files: &dyn Files, level: PathBuf) -> Session {
    let source = Source::new(vec![level], &LevelOptions::default(), false, Vec::new());
    Session::new(Setup::wandering(files, "level".into(), source, &Wishes::default()).unwrap()).unwrap()
}

/// Something to hold, another thing every half a second.
fn held(tick: u64) -> Controls {
    let part = (tick / 30).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
    Controls {
        forward: if part.is_multiple_of(7) { -1.0 } else { 1.0 },
        right: (part / 7 % 3) as f64 - 1.0,
        jump: (part / 21).is_multiple_of(3),
        crouch: (part / 63).is_multiple_of(9),
        yaw: (part % 628) as f64 * 0.01 + (tick % 30) as f64 * 0.02,
        ..Controls::default()
    }
}

/// Walks on; the smallest distance to a surface of one who is neither crushed nor was put by the level where there is no
/// room, and so many ticks that was.
fn walk(session: &mut Session, until: u64) -> (f64, u64) {
    let (mut closest, mut is_put_badly, mut excused) = (f64::INFINITY, false, 0);
    while session.tick() < until {
        session.set_controls(held(session.tick())).unwrap();
        session.step().unwrap();
        let status = session.status().unwrap();
        let gap = status.clearance.unwrap_or(1.0);
        is_put_badly |= session.news().iter().any(|news| news.words.ends_with("where there is no room"));
        is_put_badly &= gap <= 0.0;
        if is_put_badly || status.outcome == "crushed" {
            excused += 1;
        } else {
            closest = closest.min(gap);
        }
    }
    (closest, excused)
}

#[test]
fn a_busy_hand_in_real_levels_is_never_inside_and_clips_and_recordings_come_to_the_same_bits() {
    for level in real_levels() {
        let name = level.file_name().unwrap().to_string_lossy().into_owned();
        let mut by_disk = session(&Disk, level.clone());
        let (closest, excused) = walk(&mut by_disk, TICKS);
        assert!(closest > 0.0 && excused <= TICKS / 10, "{name}: {closest}, {excused}");
        // The same out of memory, as in the page.
        let files = bag(&level);
        let mut by_page = session(&files, name.clone().into());
        walk(&mut by_page, TICKS);
        assert_eq!(by_page.print(), by_disk.print(), "{name}");
        let fragment = by_page.clip().unwrap().to_fragment().unwrap();
        let (opened, is_same) = Session::open(&files, &Clip::read(fragment.as_bytes()).unwrap()).unwrap();
        assert!(is_same && opened.print() == by_disk.print(), "{name}");
        by_page.go_to(TICKS - 400).unwrap();
        by_page.go_to(TICKS).unwrap();
        assert_eq!(by_page.print(), by_disk.print(), "{name}, after going back");
        let verdict = glissando_play::record::replay(&Disk, &by_disk.recording().unwrap()).unwrap();
        assert!(verdict.is_same, "{name}: {}", verdict.text);
        println!(
            "{name:<28} closest {closest:.4} m, {excused} ticks where there is no room, a link of {} bytes",
            fragment.len()
        );
    }
}
