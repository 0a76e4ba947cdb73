//! Recordings: what was walked is walked again to the bit, and what was changed is found and named.

use super::folder::{FLOOR, Folder, Run};
use serde_json::{Value, json};

/// A slab three metres wide.
const SLAB: &str = "v -1.5 0 -1.5\nv 1.5 0 -1.5\nv 1.5 0 1.5\nv -1.5 0 1.5\nf 1 4 3 2\n";

fn folder() -> Folder {
    let script = json!({
        "world": [
            {"level": "floor.obj"},
            {"level": "slab.obj", "pose": {"translation": [0, 0.2, 0]}, "name": "lift",
                "path": [{}, {"time": 1, "translation": [0, 2, 0]}], "ends": {"call": {"wait": 0.25}}},
            {"level": "slab.obj", "pose": {"translation": [5, 0.2, 0]}, "motion": {"angular": [0, 2, 0]}}
        ],
        "characters": [
            {"spawn": [0, 1.2, 0], "ticks": [{"for": 20}, {"for": 30, "open": ["lift"]}, {"for": 20, "wish": [3, 0, 0]}]},
            {"spawn": [5.5, 1.2, 0], "ticks": [{"for": 40}, {"for": 30, "wish": [0, 0, 1], "jump": true}]}
        ]
    });
    Folder::new().with("floor.obj", FLOOR).with("slab.obj", SLAB).with("s.json", script.to_string())
}

/// The lines of the recording.
fn record(folder: &Folder) -> Vec<String> {
    let run = folder.run(&["walk", "--script", "s.json", "--record", "r.jsonl"], "");
    assert_eq!(run.code(), 0, "{}", run.err());
    std::fs::read_to_string(folder.path("r.jsonl")).unwrap().lines().map(str::to_owned).collect()
}

fn replay(folder: &Folder, lines: &[String]) -> Run {
    std::fs::write(folder.path("r.jsonl"), lines.join("\n") + "\n").unwrap();
    folder.run(&["replay", "r.jsonl"], "")
}

#[test]
fn what_was_recorded_is_walked_again_to_the_bit() {
    let folder = folder();
    let lines = record(&folder);
    assert_eq!(lines.len(), 72);
    let run = replay(&folder, &lines);
    assert_eq!(run.code(), 0, "{}{}", run.out(), run.err());
    assert!(run.out().starts_with("the same 70 ticks"), "{}", run.out());
}

#[test]
fn recording_a_walk_in_a_world_at_rest_changes_no_number_of_it() {
    let script = json!({
        "world": [{"level": "floor.obj"}], "spawn": [0, 2, 0],
        "ticks": [{"for": 60}, {"for": 30, "wish": [3, 0, 1]}, {"for": 60, "jump": true, "crouch": true}]
    });
    let folder = folder().with("still.json", script.to_string());
    let plain = folder.run(&["walk", "--script", "still.json"], "").lines();
    let run = folder.run(&["walk", "--script", "still.json", "--record", "r.jsonl"], "");
    let recorded = run.lines().into_iter().map(|mut line| {
        line.as_object_mut().unwrap().retain(|key, _| !["outcome", "moved"].contains(&key.as_str()));
        line["events"].as_array_mut().unwrap().retain(|e| !e["type"].as_str().unwrap().starts_with("touch_"));
        line
    });
    assert_eq!(recorded.collect::<Vec<_>>(), plain);
    assert_eq!(folder.run(&["replay", "r.jsonl"], "").code(), 0);
    let wandered =
        ["walk", "floor.obj", "--seed", "9", "--seconds", "2", "--out", "w.jsonl", "--record", "w.rec"];
    assert_eq!(folder.run(&wandered, "").code(), 0);
    let again = folder.run(&["replay", "w.rec"], "");
    assert!(
        again.code() == 0 && again.out().contains("120 ticks: the wanderer of seed 9"),
        "{}",
        again.out()
    );
}

/// Every number of a JSON value, as a pointer to it.
fn numbers(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Number(_) => found.push(path.to_owned()),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, item)| numbers(item, &format!("{path}/{i}"), found));
        }
        Value::Object(map) => {
            map.iter().for_each(|(key, item)| numbers(item, &format!("{path}/{key}"), found));
        }
        _ => {}
    }
}

#[test]
fn whatever_number_is_changed_is_found() {
    let folder = folder();
    let lines = record(&folder);
    let mut count = 0;
    // The head, ticks with inputs, a tick with a call, one with prints alone, the last line.
    for number in [0, 1, 21, 35, 41, 51, 71] {
        let line: Value = serde_json::from_str(&lines[number]).unwrap();
        let mut found = Vec::new();
        numbers(&line, "", &mut found);
        for path in found {
            // How many pieces are of the command line is for messages alone; a quaternion of another length
            // is the same turn.
            if path == "/source/given" || path.ends_with("/rotation/3") {
                continue;
            }
            let mut changed = line.clone();
            let value = changed.pointer_mut(&path).unwrap();
            *value = if value.is_f64() {
                json!(value.as_f64().unwrap() + 0.001)
            } else {
                json!(value.as_u64().unwrap() + 1)
            };
            let mut lines = lines.clone();
            lines[number] = changed.to_string();
            let run = replay(&folder, &lines);
            assert!(run.code() > 0, "line {} {path}: {}", number + 1, run.out());
            if run.code() == 1 && number > 0 {
                assert!(
                    run.out().starts_with(&format!("tick {} differs", number - 1)),
                    "{path}: {}",
                    run.out()
                );
            } else if run.code() == 2 {
                assert!(run.err().contains("line "), "{path}: {}", run.err());
            }
            count += 1;
        }
    }
    println!("{count} numbers changed, all found");
    assert!(count > 60);
}

#[test]
fn the_first_tick_that_differs_is_named_with_what_differs() {
    let folder = folder();
    let lines = record(&folder);
    let change = |number: usize, from: &str, to: &str| {
        let mut lines = lines.clone();
        assert!(lines[number].contains(from), "{}", lines[number]);
        lines[number] = lines[number].replacen(from, to, 1);
        replay(&folder, &lines)
    };
    let wish = change(51, "3.0", "-3.0");
    assert_eq!(wish.code(), 1, "{}", wish.err());
    assert!(wish.out().starts_with("tick 50 differs:\n  character 0, now at ["), "{}", wish.out());
    assert!(!wish.out().contains("character 1"), "{}", wish.out());
    let unopened = change(21, "\"open\":[0],", "");
    assert!(
        unopened.out().contains("tick 20 differs") && unopened.out().contains("movers"),
        "{}",
        unopened.out()
    );
    let hash: Value = serde_json::from_str(&lines[6]).unwrap();
    let other = change(6, hash["hash"].as_str().unwrap(), "0123456789abcdef");
    assert!(other.out().contains("tick 5 differs:\n  the inputs, or the hash"), "{}", other.out());
    std::fs::write(folder.path("slab.obj"), SLAB.replace("1.5 0 1.5", "1.5 0.01 1.5")).unwrap();
    let level = replay(&folder, &lines);
    assert!(level.code() == 1 && level.out().contains("before tick 0: the levels"), "{}", level.out());
}

#[test]
fn broken_files_are_refused_with_line_and_reason() {
    let folder = folder();
    let lines = record(&folder);
    let broken = |change: fn(&mut Vec<String>), words: &[&str]| {
        let mut lines = lines.clone();
        change(&mut lines);
        let run = replay(&folder, &lines);
        assert_eq!((run.code(), run.out()), (2, String::new()), "{words:?}");
        for word in words {
            assert!(run.err().contains(word), "{} does not say {word}", run.err());
        }
    };
    broken(|l| l.truncate(40), &["line 40", "39 ticks", "cut off"]);
    broken(|l| drop(l.remove(7)), &["line 8", "tick 7", "tick 6 comes next"]);
    broken(|l| drop(l.remove(1)), &["line 2"]);
    broken(|l| l[9] = "{\"tick\":8,".into(), &["line 10"]);
    broken(|l| l[9] = l[9].replace("\"tick\"", "\"tack\""), &["line 10", "tack"]);
    broken(|l| l[9] = l[9].replace("\"hash\":\"", "\"hash\":\"x"), &["line 10", "hash", "16 digits"]);
    broken(|l| l[71] = "{\"ticks\":69}".into(), &["line 72", "69", "70"]);
    broken(|l| l.push("{\"ticks\":70}".into()), &["line 73", "follows"]);
    broken(|l| l[51] = l[51].replacen("3.0", "3e300", 1), &["line 52", "tick 50", "wish"]);
    broken(|l| l[21] = l[21].replace("\"open\":[0]", "\"open\":[7]"), &["line 22", "no mover 7"]);
    broken(
        |l| {
            l[1] = l[1].replacen("\"inputs\":[", "\"inputs\":[[0.0,0.0,0.0,0],", 1);
        },
        &["line 2", "2 characters"],
    );
    broken(|l| l[0] = l[0].replace("slab.obj", "gone.obj"), &["line 1", "gone.obj"]);
    broken(|l| l[0] = l[0].replace("\"version\":", "\"version\":9"), &["recording of version 9"]);
}

#[test]
fn record_writes_what_walk_records_and_no_data() {
    let folder = folder();
    let wanted = record(&folder);
    let run = folder.run(&["record", "--script", "s.json", "-o", "again.rec"], "");
    assert_eq!(run.code(), 0, "{}", run.err());
    assert!(run.out().contains("again.rec") && !run.out().contains("\"tick\""), "{}", run.out());
    assert_eq!(std::fs::read_to_string(folder.path("again.rec")).unwrap(), wanted.join("\n") + "\n");
    let words = ["record", "floor.obj", "--seconds", "1", "-o", "w.rec", "--out", "data.jsonl"];
    assert_eq!(folder.run(&words, "").code(), 0);
    assert_eq!(std::fs::read_to_string(folder.path("data.jsonl")).unwrap().lines().count(), 60);
    assert!(!folder.path("out").exists());
    assert_eq!(folder.run(&["replay", "w.rec"], "").code(), 0);
    let help = folder.run(&["record", "--help"], "").out();
    assert!(help.contains("[default: none]") && !help.contains("out/walk"), "{help}");
    let nowhere = folder.run(&["record", "floor.obj"], "");
    assert!(nowhere.code() == 2 && nowhere.err().contains("--output <FILE>"), "{}", nowhere.err());
}

/// Ctrl-C in the middle of a long walk: its ticks are in a whole file, beside which nothing is left.
#[cfg(unix)]
#[test]
fn an_interrupted_recording_is_whole_and_is_walked_again() {
    let folder = folder();
    let words = ["record", "--scene", "lifts", "--seconds", "100000", "-o", "r.jsonl"];
    std::fs::write(folder.path("r.jsonl"), "an older one").unwrap();
    let run = folder.interrupted(&words, |folder| {
        std::fs::metadata(folder.path("r.jsonl.part")).is_ok_and(|half| half.len() > 10_000)
    });
    assert_eq!(run.code(), 130, "{}{}", run.out(), run.err());
    assert!(run.err().contains("interrupted after ") && run.out().contains("recording"), "{}", run.err());
    assert!(!folder.path("r.jsonl.part").exists());
    let again = folder.run(&["replay", "r.jsonl"], "");
    assert_eq!(again.code(), 0, "{}{}", again.out(), again.err());
    assert!(again.out().starts_with("the same "), "{}", again.out());
}

/// The data of an interrupted walk are whole lines.
#[cfg(unix)]
#[test]
fn an_interrupted_walk_leaves_its_data() {
    let folder = folder();
    let words = ["walk", "--scene", "lifts", "--seconds", "100000", "--out", "data"];
    let half = |folder: &Folder| {
        let files = std::fs::read_dir(folder.path("data")).into_iter().flatten().flatten();
        files.filter_map(|file| file.metadata().ok()).any(|half| half.len() > 10_000)
    };
    let run = folder.interrupted(&words, half);
    assert_eq!(run.code(), 130, "{}{}", run.out(), run.err());
    let data = std::fs::read_to_string(folder.path("data/lifts.jsonl")).unwrap();
    let lines: Vec<Value> = data.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.len() > 10 && lines.last().is_some_and(|line| line.get("tick").is_some()));
}
