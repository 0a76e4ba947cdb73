//! What `walk` and `replay` do with good and bad scripts, through files and pipes.

use super::folder::{FLOOR, Folder};
use serde_json::{Value, json};

/// The files that `docs/cli.md` shows, by name.
fn example(name: &str) -> String {
    let docs = include_str!("../../../../docs/cli.md");
    let (_, rest) = docs.split_once(&format!("<!-- file: {name} -->\n```json\n")).expect(name);
    rest.split_once("```").expect(name).0.to_owned()
}

fn folder() -> Folder {
    Folder::new().with("floor.obj", FLOOR).with("jump.json", example("jump.json"))
}

fn types(lines: &[Value]) -> Vec<String> {
    let events = lines.iter().flat_map(|line| line["events"].as_array().unwrap());
    events.map(|event| event["type"].as_str().unwrap().to_owned()).collect()
}

fn point(value: &Value) -> [f64; 3] {
    serde_json::from_value(value.clone()).unwrap()
}

#[test]
fn the_script_of_the_documentation_lands_and_jumps_up_to_the_other_floor() {
    let run = folder().run(&["walk", "--script", "jump.json"], "");
    assert_eq!(run.code(), 0, "{}", run.err());
    let lines = run.lines();
    assert_eq!(lines.len(), 210);
    let numbers: Vec<u64> = lines.iter().map(|line| line["tick"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (0..210).collect::<Vec<u64>>());
    let types = types(&lines);
    let order: Vec<&str> =
        types.iter().map(String::as_str).filter(|t| ["landed", "jumped"].contains(t)).collect();
    assert_eq!(order, ["landed", "jumped", "landed"], "{types:?}");
    for line in &lines {
        assert!(line["clearance"].as_f64().is_none_or(|clearance| clearance > 0.0), "{line}");
    }
    // The other floor is at y 1.
    let height = point(&lines[179]["position"])[1];
    assert!(height > 1.5 && height < 1.51, "crouching on the other floor: {height}");
    let risen = point(&lines[209]["position"])[1] - height;
    assert!((risen - 3.0).abs() < 1e-9, "30 displacements of 0.1 m: {risen}");
    assert!(run.err().contains("a jump up to the other floor"), "notes are in the table: {}", run.err());
}

#[test]
fn a_landing_has_the_time_and_speed_of_free_fall() {
    let run = folder().run(&["walk", "--script", "jump.json"], "");
    let lines = run.lines();
    let landed = lines.iter().flat_map(|l| l["events"].as_array().unwrap()).find(|e| e["type"] == "landed");
    let landed = landed.unwrap();
    let height = 2.0 - point(&landed["position"])[1];
    let (speed, time) = (landed["speed"].as_f64().unwrap(), landed["time"].as_f64().unwrap());
    assert!((speed - (2.0 * 9.81 * height).sqrt()).abs() < 1e-3, "{landed}");
    assert!((time - (2.0 * height / 9.81).sqrt()).abs() < 1e-3, "{landed}");
    assert!((landed["energy_per_mass"].as_f64().unwrap() - 9.81 * height).abs() < 1e-2, "{landed}");
}

#[test]
fn two_runs_write_the_same_bytes() {
    let folder = folder();
    let run = |words: &[&str]| folder.run(words, "").0.stdout;
    let scripted = ["walk", "--script", "jump.json"];
    assert_eq!(run(&scripted), run(&scripted));
    for seed in ["1", "2"] {
        let words = |out| ["walk", "floor.obj", "--seed", seed, "--seconds", "5", "--out", out];
        assert_eq!(folder.run(&words("one.jsonl"), "").code(), 0);
        assert_eq!(folder.run(&words("other.jsonl"), "").code(), 0);
        let bytes = |name| std::fs::read(folder.path(name)).unwrap();
        assert_eq!(bytes("one.jsonl"), bytes("other.jsonl"), "seed {seed}");
    }
}

#[test]
fn a_folder_gets_data_and_a_picture_and_the_table_goes_to_standard_output() {
    let folder = folder();
    let run = folder.run(&["walk", "--script", "jump.json", "--out", "here/it/is"], "");
    assert_eq!((run.code(), run.err()), (0, String::new()));
    for part in ["jump.jsonl", "jump.png", "never inside", "landed"] {
        assert!(run.out().contains(part), "{part}: {}", run.out());
    }
    assert!(std::fs::read(folder.path("here/it/is/jump.png")).unwrap().starts_with(b"\x89PNG"));
    let data = std::fs::read_to_string(folder.path("here/it/is/jump.jsonl")).unwrap();
    let piped = folder.run(&["walk", "--script", "jump.json"], "");
    assert_eq!(data, piped.out(), "the same data in a file and in a pipe");
}

#[test]
fn plain_slides_go_as_far_as_asked_or_to_the_wall() {
    let wall = "v 4 -8 -8\nv 4 -8 8\nv 4 8 8\nv 4 8 -8\nf 1 2 3 4\n";
    let script = json!({
        "world": [{"level": "wall.obj"}], "character": {"radii": 0.5}, "spawn": [0, 0, 0],
        "ticks": [{"for": 4, "displacement": [0.5, 0.25, 0]}, {"for": 10, "displacement": [0.5, 0.25, 0]}]
    });
    let folder = Folder::new().with("wall.obj", wall).with("slide.json", script.to_string());
    let run = folder.run(&["walk", "--script", "slide.json"], "");
    let lines = run.lines();
    assert_eq!(point(&lines[3]["position"]), [2.0, 1.0, 0.0], "nothing falls");
    assert_eq!(point(&lines[3]["velocity"]), [30.0, 15.0, 0.0]);
    let [x, y, _] = point(&lines[13]["position"]);
    assert!(x > 3.49 && x < 3.5 && (y - 3.5).abs() < 1e-9, "slid up along the wall: {x}, {y}");
    assert!(types(&lines).is_empty());
}

#[test]
fn a_pose_scales_then_turns_then_shifts() {
    // A triangle in the plane z = 1, scaled to z = 2, turned to x = 2, shifted to x = 5.
    let script = json!({
        "world": [{"level": "t.obj", "pose": {
            "translation": [3, 0, 0], "rotation": [0, 1, 0, 1], "scale": [1, 1, 2]}}],
        "character": {"radii": [0.5, 0.5, 0.5]}, "spawn": [0, 0, 0],
        "ticks": [{"displacement": [10, 0, 0]}]
    });
    let folder = Folder::new().with("t.obj", "v -9 -9 1\nv 9 -9 1\nv 0 9 1\nf 1 2 3\n");
    let run = folder.with("s.json", script.to_string()).run(&["walk", "--script", "s.json"], "");
    let [x, ..] = point(&run.lines()[0]["position"]);
    assert!(x > 4.49 && x < 4.5, "{x}");
}

#[test]
fn up_may_be_any_direction_and_gravity_goes_against_it() {
    // A floor in the plane x = 0; up is -x.
    let script = json!({
        "world": [{"level": "f.obj"}], "up": [-2, 0, 0], "spawn": [-3, 0, 0],
        "character": {"radii": [0.9, 0.4, 0.4]}, "ticks": [{"for": 120}]
    });
    let folder = Folder::new().with("f.obj", "v 0 -9 -9\nv 0 9 -9\nv 0 0 9\nf 1 2 3\n");
    let run = folder.with("s.json", script.to_string()).run(&["walk", "--script", "s.json"], "");
    let lines = run.lines();
    assert_eq!(lines[119]["ground"], "standing");
    let [x, y, z] = point(&lines[119]["position"]);
    assert!((x + 0.909).abs() < 0.005 && y == 0.0 && z == 0.0, "{x} {y} {z}");
}

#[test]
fn a_jump_that_is_held_is_one_jump() {
    let script = json!({
        "world": [{"level": "floor.obj"}], "spawn": [0, 1, 0],
        "ticks": [{"for": 30}, {"for": 300, "jump": true}, {"for": 30}, {"for": 120, "jump": true}]
    });
    let folder = Folder::new().with("floor.obj", FLOOR).with("s.json", script.to_string());
    let lines = folder.run(&["walk", "--script", "s.json"], "").lines();
    assert_eq!(types(&lines).iter().filter(|t| *t == "jumped").count(), 2);
}

/// A script with this text is refused with exit code 2, nothing on standard output, and these words.
fn refused(script: &str, words: &[&str]) {
    let folder = Folder::new().with("floor.obj", FLOOR).with("bad.json", script);
    let run = folder.run(&["walk", "--script", "bad.json"], "");
    assert_eq!((run.code(), run.out().as_str()), (2, ""), "{script}: {}", run.err());
    for word in [&["error: ", "bad.json"], words].concat() {
        assert!(run.err().contains(word), "{script}: {} does not say {word}", run.err());
    }
}

#[test]
fn scripts_that_cannot_be_walked_say_what_is_wrong_and_where() {
    let with =
        |rest: &str| format!("{{\"world\": [{{\"level\": \"floor.obj\"}}], \"spawn\": [0, 2, 0],\n {rest}}}");
    refused("", &["it is empty"]);
    refused("[1, 2", &["line 1"]);
    refused("{} {}", &["line 1", "end of the object"]);
    refused("{}", &["world"]);
    refused("{\"world\": [{\"level\": \"nowhere.obj\"}]}", &["nowhere.obj"]);
    refused("{\"world\": [{\"level\": \"floor.obj\", \"scale\": 2}]}", &["world[0]", "`scale`"]);
    refused(
        "{\"world\": [{\"level\": \"floor.obj\", \"pose\": {\"rotation\": [0, 0, 0, 0]}}]}",
        &["rotation"],
    );
    refused(
        "{\"world\": [{\"level\": \"floor.obj\", \"pose\": {\"scale\": \"big\"}}]}",
        &["scale", "three numbers"],
    );
    refused(&with("\"tics\": []"), &["line 2", "`tics`"]);
    refused(&with("\"character\": {\"hight\": 2}"), &["line 2", "character", "`hight`"]);
    refused(&with("\"character\": {\"acceleration\": \"slow\"}"), &["character.acceleration", "instant"]);
    refused(&with("\"character\": {\"radii\": [0.4, -0.9, 0.4]}"), &["character", "-0.9"]);
    refused(&with("\"character\": {\"radii\": [0.4, 0.9]}"), &["character.radii"]);
    refused(&with("\"character\": {\"friction\": -1}"), &["friction"]);
    refused(&with("\"character\": {\"max_slope_degrees\": 100}"), &["max_slope_degrees", "100"]);
    refused(&with("\"up\": [0, 0, 0]"), &["up"]);
    refused(&with("\"dt\": -1"), &["dt is -1"]);
    refused(&with("\"dt\": 1e999"), &["line 2"]);
    refused(&with("\"ticks\": [{}, {\"wish\": [1, 2]}]"), &["ticks[1].wish"]);
    refused(&with("\"ticks\": [{\"for\": -1}]"), &["ticks[0].for"]);
    refused(
        &with("\"ticks\": [{\"jump\": true, \"displacement\": [0, 0, 0]}]"),
        &["ticks[0]", "displacement"],
    );
    refused(&with("\"ticks\": [{\"for\": 99999999999}]"), &["99999999999"]);
    refused(&with("\"ticks\": [{}, {\"wish\": [1e300, 0, 0]}]"), &["ticks[1]", "wish has 1e300"]);
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let folder = folder();
    let cases: [(&[&str], &str); 10] = [
        (&["--script", "nowhere.json"], "nowhere.json"),
        (&["--script", "."], "not a file"),
        (&["floor.obj", "--spawn", "door"], "no spawns"),
        (&["floor.obj", "--spawn", "1,2"], "x,y,z"),
        (&["floor.obj", "--spawn", "nan,0,0"], "spawn nan,0,0"),
        (&["floor.obj", "--hz", "0"], "hz is 0"),
        (&["floor.obj", "--hz", "1e9"], "at most 1000000"),
        (&["floor.obj", "--seconds", "-1"], "--seconds is -1"),
        (&["--script", "jump.json", "--hz", "50.5"], "ticks[0]"),
        (&["--script", "jump.json", "--repro-at", "210", "r.json"], "210 ticks"),
    ];
    for (words, part) in cases {
        let run = folder.run(&[&["walk"], words].concat(), "");
        assert_eq!(run.code(), 2, "{words:?}: {}", run.err());
        assert!(run.err().contains(part), "{words:?}: {} does not say {part}", run.err());
    }
}

#[test]
fn a_kept_tick_plays_again_with_the_same_bits_and_tells_its_story() {
    let folder = folder();
    let keep = |tick: &str| folder.run(&["walk", "--script", "jump.json", "--repro-at", tick, "r.json"], "");
    for tick in ["0", "28", "91", "160"] {
        assert_eq!(keep(tick).code(), 0);
        let replay = folder.run(&["replay", "r.json"], "");
        assert_eq!(replay.code(), 0, "tick {tick}: {}{}", replay.out(), replay.err());
        assert!(replay.out().contains("the same bits"), "{}", replay.out());
    }
    assert!(folder.run(&["replay", "r.json"], "").out().contains("wants to move"));
    assert_eq!(keep("200").code(), 2, "a plain slide is no tick of the character");
}

#[test]
fn a_tick_that_cannot_be_kept_is_refused_before_the_walk() {
    let folder = folder();
    for (tick, file, part) in
        [("3", "nowhere/r.json", "nowhere/r.json: cannot be written"), ("300", "r.json", "has 210 ticks")]
    {
        let run = folder.run(&["walk", "--script", "jump.json", "--repro-at", tick, file], "");
        assert_eq!((run.code(), run.out().as_str()), (2, ""), "{}", run.err());
        assert!(run.err().contains(part), "{} does not say {part}", run.err());
    }
    let run = folder
        .run(&["walk", "floor.obj", "--spawn", "0,2,0", "--seconds", "1", "--repro-at", "60", "r.json"], "");
    assert!(run.code() == 2 && run.err().contains("has 60 ticks"), "{}", run.err());
    assert!(!folder.path("r.json").exists() && !folder.path("r.json.part").exists());
}

#[test]
fn a_repro_that_was_changed_is_told_from_one_that_was_not() {
    let folder = folder();
    folder.run(&["walk", "--script", "jump.json", "--repro-at", "28", "r.json"], "");
    let text = std::fs::read_to_string(folder.path("r.json")).unwrap();
    let change = |path: &str, value: Value| {
        let mut repro: Value = serde_json::from_str(&text).unwrap();
        *repro.pointer_mut(path).expect(path) = value;
        let name = "changed.json";
        std::fs::write(folder.path(name), repro.to_string()).unwrap();
        folder.run(&["replay", name], "")
    };
    let other = change("/state/position", json!([0.5, 0.95, -5.0]));
    assert_eq!(other.code(), 1, "{}", other.err());
    assert!(other.out().contains("NOT the same"), "{}", other.out());
    let bad = [
        ("/dt", json!(-1.0), "dt"),
        ("/version", json!(2), "a repro of version 2, and this program reads version 1"),
        ("/bodies/0/triangles/0/corners/0", json!([1e38, 0, 0]), "corner"),
        ("/bodies/0/id/index", json!(4_000_000_000_u32), "body index"),
        ("/bodies/0/triangles/0/index", json!(4_000_000_000_u32), "triangle index"),
        (
            "/bodies/0/pose/matrix3",
            json!({"x_axis": [0, 0, 0], "y_axis": [0, 0, 0], "z_axis": [0, 0, 0]}),
            "pose",
        ),
        ("/settings/radii", json!([0.0, 1.0, 1.0]), "radius"),
        ("/bodies", json!(3), "bodies"),
    ];
    for (path, value, word) in bad {
        let run = change(path, value);
        assert_eq!(run.code(), 2, "{path}: {}", run.out());
        assert!(run.err().contains(word), "{path}: {} does not say {word}", run.err());
    }
    // A triangle that has become a line still is no reason to fail.
    let line = change("/bodies/0/triangles/0/corners", json!([[0, 0, 0], [1, 0, 0], [2, 0, 0]]));
    assert!(line.code() < 2, "{}", line.err());
}

#[test]
fn the_tour_leaves_behind_what_makes_the_same_tour_again() {
    let folder = Folder::new();
    let tour = folder.run(&["walk", "--out", "t"], "");
    assert_eq!((tour.code(), tour.err()), (0, String::new()));
    let again = folder.run(&["walk", "--script", "t/tour.json"], "");
    assert_eq!(again.code(), 0, "{}", again.err());
    assert_eq!(again.out(), std::fs::read_to_string(folder.path("t/tour.jsonl")).unwrap());
}

#[test]
fn a_character_that_follows_its_wish_at_once_is_kept_with_its_tick() {
    let script = json!({
        "world": [{"level": "floor.obj"}], "spawn": [0, 0.91, 0],
        "character": {"acceleration": "instant", "friction": "instant"},
        "ticks": [{"for": 30}, {"for": 60, "wish": [4, 0, 0]}, {"for": 10}]
    });
    let folder = Folder::new().with("floor.obj", FLOOR).with("s.json", script.to_string());
    let run = folder.run(&["walk", "--script", "s.json", "--repro-at", "30", "r.json"], "");
    let lines = run.lines();
    assert_eq!(point(&lines[30]["velocity"]), [4.0, 0.0, 0.0]);
    assert!((point(&lines[99]["position"])[0] - 4.0).abs() < 1e-9, "{}", lines[99]);
    let replay = folder.run(&["replay", "r.json"], "");
    assert_eq!(replay.code(), 0, "{}{}", replay.out(), replay.err());
}
