//! Sessions in real levels: a busy hand is never inside of anything, and everything can be gone back to and sent.

use glissando_level::{Bag, Disk, Files};
use glissando_play::scene::LevelOptions;
use glissando_play::session::{Clip, Controls, Session};
use glissando_play::walk::{Setup, Source, Wishes};
use glissando_testkit::levels::small_shared_files;
use std::path::{Path, PathBuf};

/// Ticks in each level.
const TICKS: u64 = 900;

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

/// Walks on; returns the smallest distance to a surface, of ticks in which the character is neither crushed nor put by
/// the level where there is no room, and the number of the latter ticks.
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
#[ignore = "needs ../shared/levels"]
fn a_busy_hand_in_real_levels_is_never_inside_and_clips_and_recordings_come_to_the_same_bits() {
    for level in small_shared_files() {
        let name = level.file_name().unwrap().to_string_lossy().into_owned();
        let mut by_disk = session(&Disk, level.clone());
        let (closest, excused) = walk(&mut by_disk, TICKS);
        assert!(closest > 0.0 && excused <= TICKS / 10, "{name}: {closest}, {excused}");
        // The same out of memory, as in the page.
        let files = bag(&level);
        let mut by_page = session(&files, name.clone().into());
        walk(&mut by_page, TICKS);
        assert_eq!(by_page.state_hash(), by_disk.state_hash(), "{name}");
        let fragment = by_page.clip().unwrap().to_fragment().unwrap();
        let (opened, is_same) = Session::open(&files, &Clip::read(fragment.as_bytes()).unwrap()).unwrap();
        assert!(is_same && opened.state_hash() == by_disk.state_hash(), "{name}");
        by_page.go_to(TICKS - 400).unwrap();
        by_page.go_to(TICKS).unwrap();
        assert_eq!(by_page.state_hash(), by_disk.state_hash(), "{name}, after going back");
        let verdict = glissando_play::record::replay(&Disk, &by_disk.recording().unwrap()).unwrap();
        assert!(verdict.is_same, "{name}: {}", verdict.text);
        println!(
            "{name:<28} closest {closest:.4} m, {excused} ticks where there is no room, a link of {} bytes",
            fragment.len()
        );
    }
}
