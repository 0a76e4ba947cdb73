//! The table of a walk, and the line that says why its exit code is 1.

use super::folder::{FLOOR, Folder, Run, WALL};
use serde_json::{Value, json};

/// A floor and a ceiling without names, 1.96 m above each other.
const SLOT: &str = "v -9 0 -9\nv -9 0 9\nv 9 0 9\nv 9 0 -9\nv -9 1.96 -9\nv 9 1.96 -9\nv 9 1.96 9\nv -9 1.96 9\n\
                    f 1 2 3 4\nf 5 6 7 8\n";

/// Walks by this script among `floor.obj`, `wall.obj`, their nameless twins and `slot.obj`; data goes to `s.jsonl`.
fn walk(script: &Value, options: &[&str]) -> (Folder, Run) {
    let nameless = |text: &str| text.split_once('\n').unwrap().1.to_owned();
    let folder = Folder::new().with("floor.obj", FLOOR).with("wall.obj", WALL).with("slot.obj", SLOT);
    let folder = folder.with("plain.obj", nameless(FLOOR)).with("plain_wall.obj", nameless(WALL));
    let folder = folder.with("s.json", script.to_string());
    let run = folder.run(&[&["walk", "--script", "s.json", "--out", "s.jsonl"], options].concat(), "");
    (folder, run)
}

fn data(folder: &Folder) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.path("s.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn exit_code_1_says_in_a_line_what_was_found_when_with_which_body_and_what_to_do() {
    let script = |levels: Value| json!({"world": levels, "spawn": [0, 0.2, 0], "ticks": [{"for": 60}]});
    let cases = [
        (json!([{"level": "floor.obj"}]), "in floor of floor.obj"),
        (json!([{"level": "wall.obj"}, {"level": "plain.obj"}]), "in body 1 of plain.obj"),
    ];
    for (levels, body) in cases {
        let (_, run) = walk(&stuck_between(&script(levels)), &[]);
        let error = run.err();
        assert_eq!((run.code(), error.lines().count()), (1, 1), "{error}{}", run.out());
        let parts =
            ["warning: the character was stuck in 60 ticks, first in tick 0 (0.02 s)", body, "mm deep"];
        for part in
            [&parts[..], &["start it where there is room, with `spawn` in the script or --spawn"]].concat()
        {
            assert!(error.contains(part), "{error} does not say {part}");
        }
    }
    let (_, run) = walk(&stuck_between(&script(json!([{"level": "floor.obj"}]))), &["--spawn", "0,5,0"]);
    assert_eq!((run.code(), run.err()), (0, String::new()), "all well needs no words");
}

/// The script with a ceiling 1 m above the floor, too low for the body.
fn stuck_between(script: &Value) -> Value {
    let mut script = script.clone();
    let ceiling = json!({"level": "plain.obj", "pose": {"translation": [0, 1, 0]}});
    script["world"].as_array_mut().unwrap().push(ceiling);
    script
}

#[test]
fn the_line_names_which_of_several_it_was() {
    let still = |x: f64, y: f64| json!({"spawn": [x, y, 0], "ticks": [{"for": 30}]});
    let script = json!({
        "world": [{"level": "floor.obj"}, {"level": "plain.obj", "pose": {"translation": [0, 1, 0]}}],
        "characters": [still(-5.0, 3.0), still(0.0, 0.2), still(5.0, 0.2)]
    });
    let (_, run) = walk(&script, &[]);
    let error = run.err();
    assert_eq!(run.code(), 1, "{}", run.out());
    for part in
        ["character 1 was stuck in 30 ticks", "with 1 other character too", "with `spawn` in the script\n"]
    {
        assert!(error.contains(part), "{error} does not say {part}");
    }
}

#[test]
fn what_happens_in_every_tick_is_one_row_and_the_data_has_all() {
    let script = json!({"world": [{"level": "plain.obj"}], "spawn": [0, 0.2, 0], "ticks": [{"for": 60}]});
    let (folder, run) = walk(&stuck_between(&script), &[]);
    let out = run.out();
    let rows: Vec<&str> =
        out.lines().filter(|line| line.contains(" stuck   ") && line.contains("deep")).collect();
    assert_eq!(rows.len(), 1, "{out}");
    assert!(rows[0].contains("60 times to 0.98 s, up to "), "{out}");
    assert!(out.contains("stuck 60 times\n"), "{out}");
    let events: usize = data(&folder).iter().map(|line| line["events"].as_array().unwrap().len()).sum();
    assert_eq!(events, 60);
}

#[test]
fn a_body_without_a_name_has_its_number_and_the_only_one_needs_none() {
    let script = |levels: Value| json!({"world": levels, "spawn": [2, 1, 0], "ticks": [{"for": 30}, {"for": 60, "wish": [4, 0, 0]}]});
    let words = |levels: Value, word: &str| {
        let (_, run) = walk(&script(levels), &[]);
        let out = run.out();
        let row = out.lines().find(|line| line.contains(word)).unwrap_or_else(|| panic!("{out}"));
        // Between the name and the place.
        row.split_whitespace().skip(1).take_while(|word| *word != "2.00").collect::<Vec<_>>().join(" ")
    };
    let landed = words(json!([{"level": "plain.obj"}]), "landed ");
    assert!(landed.ends_with(" m/s"), "{landed}");
    let both = json!([{"level": "plain.obj"}, {"level": "plain_wall.obj"}]);
    let landed = words(both.clone(), "landed ");
    assert!(landed.ends_with(" m/s on body 0"), "{landed}");
    assert!(words(both, "hit wall").contains(" m/s, body 1 "));
    let named = words(json!([{"level": "floor.obj"}]), "landed ");
    assert!(named.ends_with(" m/s on floor"), "{named}");
}

#[test]
fn one_is_singular() {
    let script = json!({"world": [{"level": "plain_wall.obj"}], "spawn": [0, 1, 0], "ticks": [{}]});
    let (_, run) = walk(&script, &["--record", "s.rec"]);
    for part in ["s, 1 tick\n", "plain_wall.obj: 1 triangle in 1 body\n"] {
        assert!(run.out().contains(part), "{} does not say {part}", run.out());
    }
    let script = json!({"world": [{"level": "plain.obj"}], "spawn": [0, 1, 0], "ticks": [{"for": 30}]});
    let (folder, run) = walk(&script, &["--record", "s.rec"]);
    assert!(run.out().contains("landed once"), "{}", run.out());
    let replayed = folder.run(&["replay", "s.rec"], "").out();
    assert!(replayed.contains("1 character, 0 movers"), "{replayed}");
}

#[test]
fn a_gap_smaller_than_the_skin_is_in_the_data_and_in_the_table_also_on_a_stage() {
    // 1.95 m tall under 1.96 m, 4.5 mm above the floor: the body fits, the skin of 9.75 mm at its ends does not.
    let script = json!({
        "world": [{"level": "slot.obj"}], "spawn": [0, 0.9795, 0], "character": {"radii": [0.3, 0.975, 0.3]},
        "ticks": [{"for": 60, "wish": [2, 0, 0]}]
    });
    for options in [&[][..], &["--record", "s.rec"]] {
        let (folder, run) = walk(&script, options);
        assert_eq!((run.code(), run.err()), (0, String::new()), "{}", run.out());
        let lines = data(&folder);
        let gaps: Vec<f64> = lines.iter().filter_map(|line| line["reduced_skin"].as_f64()).collect();
        assert_eq!(gaps.len(), 60, "{}", lines[0]);
        assert!(gaps.iter().all(|gap| *gap > 0.0 && *gap < 0.003), "{gaps:?}");
        let row = "60 ticks with a gap of 1.5 mm instead of 3.0: the body fits, its skin does not";
        assert!(run.out().contains(row), "{}", run.out());
    }
    let wide = json!({"world": [{"level": "floor.obj"}], "spawn": [0, 1, 0], "ticks": [{"for": 30}]});
    let (folder, run) = walk(&wide, &[]);
    assert!(!run.out().contains("narrow"), "{}", run.out());
    assert!(data(&folder).iter().all(|line| line.get("reduced_skin").is_none()));
}
