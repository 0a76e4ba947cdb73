//! The level doctor as a user runs it: codes, files, what is new, what is allowed, parts.

use super::folder::Folder;
use serde_json::{Value, json};

/// A floor of 6 x 6 m within walls of 3 m, with a hole of 2 x 2 m in a corner, and a spawn.
fn room(has_hole: bool) -> String {
    let mut text = String::from("o room\n");
    for (x, z) in (0..3).flat_map(|x| (0..3).map(move |z| (2 * x, 2 * z))) {
        if has_hole && (x, z) == (0, 0) {
            continue;
        }
        text += &format!("v {x} 0 {z}\nv {x} 0 {}\nv {} 0 {}\nv {} 0 {z}\n", z + 2, x + 2, z + 2, x + 2);
        text += "f -4 -3 -2 -1\n";
    }
    for [a, b, c, d] in [[0, 0, 6, 0], [6, 0, 6, 6], [6, 6, 0, 6], [0, 6, 0, 0]] {
        text += &format!("v {a} -1 {b}\nv {c} -1 {d}\nv {c} 4 {d}\nv {a} 4 {b}\nf -4 -3 -2 -1\n");
    }
    text
}

fn folder() -> Folder {
    Folder::new().with("good.obj", room(false)).with("bad.obj", room(true))
}

/// Starts in the middle, with cells that make the test short.
const HOW: [&str; 4] = ["--start", "4,1,4", "--cell", "0.5"];

fn words<'a>(first: &[&'a str]) -> Vec<&'a str> {
    [&["check"], first, &HOW].concat()
}

#[test]
fn a_whole_room_is_clean_and_a_hole_is_found_with_a_clip_that_replays() {
    let folder = folder();
    let clean = folder.run(&words(&["good.obj"]), "");
    assert_eq!(clean.code(), 0, "{}{}", clean.out(), clean.err());
    assert!(clean.out().contains("nothing is wrong"), "{}", clean.out());
    let bad = folder.run(&words(&["bad.obj", "--out", "o"]), "");
    assert_eq!(bad.code(), 1, "{}{}", bad.out(), bad.err());
    assert!(bad.out().contains("falls out of the world"), "{}", bad.out());
    let replay = folder.run(&["replay", "o/clips/1-falls_out.jsonl"], "");
    assert_eq!(replay.code(), 0, "{}{}", replay.out(), replay.err());
    // As the page names it: from the folder of the report, though the level's path is from the folder of the check.
    let beside = std::process::Command::new(env!("CARGO_BIN_EXE_glissando"))
        .args(["replay", "clips/1-falls_out.jsonl"])
        .current_dir(folder.path("o"))
        .output()
        .unwrap();
    assert!(beside.status.success(), "{}", String::from_utf8_lossy(&beside.stderr));
    let page = std::fs::read_to_string(folder.path("o/report.html")).unwrap();
    assert!(page.contains("id=\"f1\"") && page.contains("data:image/png;base64,iVBORw0KGgo"), "no pictures");
    let boxes = std::fs::read_to_string(folder.path("o/findings.obj")).unwrap();
    assert!(boxes.contains("o 1-falls_out"), "{boxes}");
    let info = folder.run(&["info", "o/findings.obj"], "");
    assert_eq!(info.code(), 0, "{}", info.err());
}

/// Two rooms of 4 x 4 m side by side, the second 3 m lower.
fn two_rooms() -> String {
    let mut text = String::from("o rooms\n");
    for [x, y] in [[0, 0], [4, -3]] {
        text += &format!("v {x} {y} 0\nv {x} {y} 4\nv {} {y} 4\nv {} {y} 0\nf -4 -3 -2 -1\n", x + 4, x + 4);
    }
    for [a, b, c, d, top] in
        [[0, 0, 8, 0, 4], [8, 0, 8, 4, 4], [8, 4, 0, 4, 4], [0, 4, 0, 0, 4], [4, 4, 4, 0, 0]]
    {
        text += &format!("v {a} -4 {b}\nv {c} -4 {d}\nv {c} {top} {d}\nv {a} {top} {b}\nf -4 -3 -2 -1\n");
    }
    text
}

#[test]
fn a_note_with_a_walk_has_a_picture_and_a_recording_and_does_not_count() {
    let folder = Folder::new().with("rooms.obj", two_rooms());
    let starts = ["--start", "1,1,2", "--start", "6,-2,2", "--cell", "0.5", "--out", "o"];
    let run = folder.run(&[&["check", "rooms.obj"][..], &starts].concat(), "");
    assert_eq!(run.code(), 0, "{}{}", run.out(), run.err());
    assert!(run.out().contains("1 x way without a way back"), "{}", run.out());
    let replay = folder.run(&["replay", "o/clips/1-one_way.jsonl"], "");
    assert_eq!(replay.code(), 0, "{}{}", replay.out(), replay.err());
    let page = std::fs::read_to_string(folder.path("o/report.html")).unwrap();
    assert!(page.contains("glissando replay clips/1-one_way.jsonl"), "no recording");
    assert!(page.contains("<img alt=\"finding 1\""), "no picture");
    let few = folder.run(&[&["check", "rooms.obj", "--pictures", "0"][..], &starts].concat(), "");
    assert_eq!(few.code(), 0, "{}", few.out());
    let page = std::fs::read_to_string(folder.path("o/report.html")).unwrap();
    assert!(page.contains("<code>--pictures 1</code>") && !page.contains("<img alt=\"finding"), "a picture");
}

#[test]
fn the_page_and_the_terminal_tell_the_same_share() {
    // 10 of 21 places: 47.6 %.
    let folder = Folder::new().with("rooms.obj", two_rooms());
    let run = folder.run(&["check", "rooms.obj", "--start", "6,-2,2", "--cell", "0.35", "--out", "o"], "");
    let page = std::fs::read_to_string(folder.path("o/report.html")).unwrap();
    let share = |text: &str| {
        let (before, _) = text.split_once(" % of them reached").unwrap();
        before.rsplit(' ').next().unwrap().to_owned()
    };
    assert_eq!((share(&run.out()), share(&page)), ("47".to_owned(), "47".to_owned()));
}

#[test]
fn only_new_findings_count_against_an_earlier_check_and_allowed_ones_do_not() {
    let allowed = json!([{"kind": "falls_out", "at": [1, 0, 1], "within": 3, "reason": "a pit of the game"}]);
    let folder = folder().with("allow.json", allowed.to_string()).with("bare.json", r#"[{"reason": " "}]"#);
    let json = folder.run(&words(&["bad.obj", "--json"]), "");
    let lines: Vec<Value> = json.lines();
    assert_eq!(lines[0]["glissando"], "check");
    assert_eq!((json.code(), lines[1]["kind"].as_str()), (1, Some("falls_out")));
    let folder = folder.with("old.jsonl", json.out());
    let same = folder.run(&words(&["bad.obj", "--against", "old.jsonl"]), "");
    assert_eq!(same.code(), 0, "{}", same.out());
    assert!(same.out().contains("0 new, 0 gone"), "{}", same.out());
    let mended = folder.run(&words(&["good.obj", "--against", "old.jsonl"]), "");
    assert!(mended.out().contains("- falls out of the world at"), "{}", mended.out());
    let allowed = folder.run(&words(&["bad.obj", "--allow", "allow.json"]), "");
    assert_eq!(allowed.code(), 0, "{}", allowed.out());
    assert!(allowed.out().contains("1 finding allowed"), "{}", allowed.out());
    let bare = folder.run(&words(&["bad.obj", "--allow", "bare.json"]), "");
    assert_eq!(bare.code(), 2);
    assert!(bare.err().contains("[0].reason is empty"), "{}", bare.err());
}

#[test]
fn parts_make_the_same_bytes_as_one_check_on_any_number_of_threads() {
    let folder = folder();
    let whole = folder.run(&words(&["bad.obj", "--json", "--threads", "1"]), "").out();
    assert_eq!(folder.run(&words(&["bad.obj", "--json", "--threads", "2"]), "").out(), whole);
    for part in ["0/2", "1/2"] {
        let run = folder.run(&words(&["bad.obj", "--shard", part, "--out", "s"]), "");
        assert_eq!(run.code(), 0, "{}", run.err());
    }
    let files = ["s/shard-1-of-2.json", "s/shard-0-of-2.json"];
    let merged = folder.run(&words(&["bad.obj", "--json", "--merge", files[0], files[1]]), "");
    assert_eq!(merged.out(), whole, "{}", merged.err());
    let one = folder.run(&words(&["bad.obj", "--json", "--merge", files[0]]), "");
    assert_eq!(one.code(), 2);
    assert!(one.err().contains("shards 0/2 to 1/2 are needed, each once; given are 1/2"), "{}", one.err());
}

#[test]
fn a_check_that_keeps_its_moves_makes_the_same_bytes_and_refuses_those_of_another() {
    let folder = folder();
    let whole = folder.run(&words(&["bad.obj", "--json"]), "").out();
    // The first line was half written when an earlier check ended.
    let folder = folder.with("moves.jsonl", r#"{"glissando":"check-mo"#);
    let resumed = folder.run(&words(&["bad.obj", "--json", "--out", ".", "--resume"]), "");
    assert_eq!((resumed.code(), resumed.out()), (1, whole), "{}", resumed.err());
    assert!(!folder.path("moves.jsonl").exists(), "a whole check leaves no moves");
    let folder = folder.with("moves.jsonl", "{}\n");
    let refused = folder.run(&words(&["bad.obj", "--out", ".", "--resume"]), "");
    assert_eq!(refused.code(), 2);
    assert!(
        refused.err().contains("moves.jsonl") && refused.err().contains("remove the file"),
        "{}",
        refused.err()
    );
}

#[test]
fn a_part_that_keeps_its_moves_makes_the_same_bytes_and_leaves_none() {
    let folder = folder();
    let part = |extra: &[&str]| {
        let run = folder.run(&words(&[&["bad.obj", "--shard", "1/3", "--out", "s"], extra].concat()), "");
        assert_eq!(run.code(), 0, "{}", run.err());
        std::fs::read(folder.path("s/shard-1-of-3.json")).unwrap()
    };
    let whole = part(&[]);
    // The first line was half written when an earlier run ended.
    std::fs::write(folder.path("s/shard-1-of-3.moves.jsonl"), r#"{"glissando":"check-mo"#).unwrap();
    assert!(part(&["--resume"]) == whole, "other bytes");
    assert!(!folder.path("s/shard-1-of-3.moves.jsonl").exists(), "a whole part leaves no moves");
    std::fs::write(folder.path("s/shard-1-of-3.moves.jsonl"), "{}\n").unwrap();
    let refused = folder.run(&words(&["bad.obj", "--shard", "1/3", "--out", "s", "--resume"]), "");
    assert_eq!(refused.code(), 2);
    assert!(refused.err().contains("shard-1-of-3.moves.jsonl"), "{}", refused.err());
}

#[test]
fn what_cannot_be_checked_is_refused_with_what_to_do() {
    let folder = folder().with("c.json", r#"{"radii": [0.4, 0.9], "nonsense": 1}"#).with("old.jsonl", "{}\n");
    let folder = folder.with("list.json", "").with("file", "");
    for (extra, said) in [
        (&["--cell", "2"][..], "the cell is 2"),
        (&["--shard", "2/2"], "I from 0 to N - 1"),
        (&["--threads", "0"], "--threads is 0: it must lie between 1 and 1024"),
        (&["--threads", "20000"], "--threads is 20000: it must lie between 1 and 1024"),
        (&["--character", "c.json"], "c.json"),
        (&["--against", "old.jsonl"], "give a findings.jsonl"),
        (&["--speed", "0"], "the speed is 0"),
        (&["--speed", "-1"], "the speed is -1"),
        (&["--hz", "-1"], "hz is -1"),
        (&["--cell", "-1"], "the cell is -1"),
        (&["--least-area", "-1"], "the least area is -1"),
        (&["--allow", "list.json"], "list.json: it is empty: JSON should be there"),
        (&["--out", "file"], "file: cannot be made: name another folder with --out"),
        // Before the check begins, which refuses the cell.
        (&["--out", "file", "--cell", "2"], "file: cannot be made: name another folder with --out"),
    ] {
        let run = folder.run(&[&["check", "good.obj"], extra].concat(), "");
        assert_eq!(run.code(), 2, "{extra:?}: {}", run.out());
        assert!(run.err().contains(said), "{extra:?}: {}", run.err());
    }
}
