//! `glissando query` against answers known from the geometry alone.

use super::folder::{FLOOR, Folder, WALL};
use serde_json::{Value, json};

/// The answers to questions about the floor and the wall.
fn ask(words: &[&str], questions: &[Value]) -> Vec<Value> {
    let input: String = questions.iter().map(|q| format!("{q}\n")).collect();
    let folder = Folder::new().with("floor.obj", FLOOR).with("wall.obj", WALL);
    let words = [&["query", "floor.obj", "wall.obj"], words].concat();
    let run = folder.run(&words, input);
    assert_eq!(run.code(), 0, "{}\n{}", run.out(), run.err());
    let answers = run.lines();
    assert_eq!(answers.len(), questions.len());
    answers
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn near(value: &Value, expected: f64) {
    assert!((number(value) - expected).abs() < 1e-9, "{value} is not {expected}");
}

fn near3(value: &Value, expected: [f64; 3]) {
    for (i, e) in expected.into_iter().enumerate() {
        near(&value[i], e);
    }
}

#[test]
fn a_ray_meets_the_floor_at_its_fraction_from_both_sides() {
    let down = json!({"id": "down", "op": "ray", "from": [1, 3, 2], "move": [0, -4, 0]});
    let up = json!({"id": "up", "op": "ray", "from": [1, -3, 2], "move": [0, 4, 0]});
    let miss = json!({"id": "miss", "op": "ray", "from": [1, 3, 2], "move": [0, -2.5, 0]});
    let answers = ask(&[], &[down, up, miss]);
    assert_eq!(answers[0]["id"], "down");
    near(&answers[0]["fraction"], 0.75);
    near(&answers[0]["distance"], 3.0);
    near3(&answers[0]["point"], [1.0, 0.0, 2.0]);
    assert_eq!(answers[0]["normal"], json!([0.0, 1.0, 0.0]));
    assert_eq!((&answers[0]["body"], &answers[0]["feature"]), (&json!(0), &json!("face")));
    assert_eq!((&answers[0]["name"], &answers[0]["triangle"]), (&json!("floor"), &json!(0)));
    assert_eq!(answers[1]["hit"], true);
    near3(&answers[1]["normal"], [0.0, -1.0, 0.0]);
    assert_eq!(answers[2], json!({"id": "miss", "hit": false}));
}

#[test]
fn a_ray_in_the_plane_of_a_triangle_meets_nothing_as_documented() {
    // Seen along such a ray the triangle is a line; `docs/cli.md` says so.
    let ask_along = |op: &str| ask(&[], &[json!({"op": op, "from": [-20, 0, 0], "move": [23, 0, 0]})]);
    assert_eq!(ask_along("ray")[0]["hit"], false);
    assert_eq!(ask_along("segment")[0]["hit"], false);
    let sphere = json!({"op": "sweep", "from": [-20, 0, 0], "move": [23, 0, 0], "radii": 1e-4, "raw": true});
    assert_eq!(ask(&[], &[sphere])[0]["hit"], true, "the least body meets its edge");
}

#[test]
fn a_segment_says_only_whether_something_is_in_the_way() {
    let to_wall = json!({"id": 1, "op": "segment", "from": [0, 1, 0], "move": [8, 0, 0]});
    let over_wall = json!({"id": 2, "op": "segment", "from": [0, 9, 0], "move": [8, 0, 0]});
    let answers = ask(&[], &[to_wall, over_wall]);
    assert_eq!(answers, [json!({"id": 1, "hit": true}), json!({"id": 2, "hit": false})]);
}

#[test]
fn a_sweep_stops_a_skin_before_the_surface_and_raw_touches_it() {
    let sweep = json!({"op": "sweep", "from": [0, 3, 0], "move": [0, -4, 0], "radii": [0.5, 1, 0.5]});
    let with = |key: &str, value: Value| {
        let mut question = sweep.clone();
        question[key] = value;
        question
    };
    let questions = [sweep.clone(), with("raw", json!(true)), with("skin", json!(0.1))];
    let answers = ask(&[], &questions);
    // The skin of an ellipsoid is a scaled copy: 1 % of each radius.
    near(&answers[0]["fraction"], (3.0 - 1.01) / 4.0);
    near(&answers[1]["fraction"], 0.5);
    near(&answers[2]["fraction"], (3.0 - 1.2) / 4.0);
    assert_eq!(answers[1]["feature"], "face");
    assert_eq!(answers[1]["depth"], 0.0);
    near3(&answers[1]["point"], [0.0, 0.0, 0.0]);
    let raw = ask(&["--raw"], &[sweep.clone(), with("raw", json!(false))]);
    near(&raw[0]["fraction"], 0.5);
    near(&raw[1]["fraction"], (3.0 - 1.01) / 4.0);
}

#[test]
fn a_sweep_meets_the_tip_and_the_edge_of_a_wall() {
    let tip = json!({"op": "sweep", "from": [4, 12, 0], "move": [0, -8, 0], "radii": 1, "raw": true});
    let edge = json!({"op": "sweep", "from": [4, 9, 4], "move": [0, -8, 0], "radii": 1, "raw": true});
    let answers = ask(&[], &[tip, edge]);
    assert_eq!(answers[0]["feature"], "vertex2");
    near(&answers[0]["fraction"], 3.0 / 8.0);
    near3(&answers[0]["point"], [4.0, 8.0, 0.0]);
    assert_eq!((&answers[0]["body"], &answers[0]["name"]), (&json!(1), &json!("wall")));
    // The edge falls 8 m in 8 m: the sphere's centre stops sqrt(2) above it.
    assert_eq!(answers[1]["feature"], "edge1");
    near(&answers[1]["fraction"], (9.0 - 4.0 - 2.0_f64.sqrt()) / 8.0);
}

#[test]
fn a_rotation_turns_the_ellipsoid() {
    let half = 0.5_f64.sqrt();
    let quarter_turn = [0.0, 0.0, half, half];
    let lying = json!({
        "op": "sweep", "from": [0, 3, 0], "move": [0, -4, 0], "radii": [1, 0.25, 0.25],
        "rotation": quarter_turn, "raw": true,
    });
    near(&ask(&[], &[lying])[0]["fraction"], 0.5);
}

#[test]
fn an_overlap_tells_how_deep_and_which_way_out() {
    let deep = json!({"op": "overlap", "from": [0, 0.75, 0], "radii": 1});
    let touching = json!({"op": "overlap", "from": [0, 1, 0], "radii": 1});
    let corner = json!({"op": "overlap", "from": [3.5, 0.875, 0], "radii": 1});
    let answers = ask(&[], &[deep, touching, corner]);
    near(&answers[0]["depth"], 0.25);
    near3(&answers[0]["normal"], [0.0, 1.0, 0.0]);
    near3(&answers[0]["point"], [0.0, 0.0, 0.0]);
    assert_eq!(answers[1], json!({"id": null, "hit": false}));
    near(&answers[2]["depth"], 0.5);
    near3(&answers[2]["normal"], [-1.0, 0.0, 0.0]);
}

#[test]
fn a_clearance_is_a_distance_in_metres() {
    let over = json!({"op": "clearance", "from": [0, 3, 0], "radii": [0.5, 1, 0.5]});
    let beside_wall = json!({"op": "clearance", "from": [2, 3, 0], "radii": [0.5, 1, 0.5]});
    let within = json!({"op": "clearance", "from": [0, 3, 0], "radii": [0.5, 1, 0.5], "within": 1.9});
    let inside = json!({"op": "clearance", "from": [0, 0.5, 0], "radii": [0.5, 1, 0.5]});
    let answers = ask(&[], &[over, beside_wall, within, inside]);
    near(&answers[0]["distance"], 2.0);
    near3(&answers[0]["point"], [0.0, 0.0, 0.0]);
    near(&answers[1]["distance"], 1.5);
    near3(&answers[1]["normal"], [-1.0, 0.0, 0.0]);
    assert_eq!(answers[2]["hit"], false);
    near(&answers[3]["distance"], -0.5);
}

#[test]
fn every_id_comes_back_as_it_was_written() {
    let ids = [r#""a\u0041""#, "18446744073709551616123", "-0.0", r#"{"k": [1,  2]}"#, "null", "1.50"];
    let folder = Folder::new().with("floor.obj", FLOOR);
    let input: String = ids
        .iter()
        .map(|id| format!("{{\"id\":{id},\"op\":\"segment\",\"from\":[0,1,0],\"move\":[0,1,0]}}\n"))
        .collect();
    let out = folder.run(&["query", "floor.obj"], input).out();
    for (line, id) in out.lines().zip(ids) {
        assert_eq!(line, format!("{{\"id\":{id},\"hit\":false}}"));
    }
    assert_eq!(out.lines().count(), ids.len());
}

#[test]
fn numbers_read_back_bit_for_bit() {
    // A floor at a height that no short decimal names; the answers repeat numbers that are known exactly.
    let height = f32::from_bits(0x3dcc_cccd);
    let floor = format!("v -9 {height} -9\nv 9 {height} -9\nv 0 {height} 9\nf 1 3 2\n");
    let folder = Folder::new().with("floor.obj", floor);
    let x: f64 = 0.1 + 0.2;
    let question = format!("{{\"op\":\"ray\",\"from\":[{x},1.0,-0.0],\"move\":[0,-1,0]}}\n");
    let answer = folder.run(&["query", "floor.obj"], question).out();
    assert!(answer.contains("0.30000000000000004"), "{answer}");
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let y = 1.0 - number(&answer["fraction"]);
    assert_eq!(number(&answer["point"][1]).to_bits(), y.to_bits());
    assert_eq!(number(&answer["point"][0]).to_bits(), x.to_bits());
    assert!((y - f64::from(height)).abs() < 1e-15);
    assert_eq!(number(&answer["normal"][0]), 0.0);
}

#[test]
fn a_bad_line_gets_an_error_and_the_next_one_its_answer() {
    let good = r#"{"id":"good","op":"ray","from":[0,1,0],"move":[0,-2,0]}"#;
    let bad = [
        (r#"{"id":1,"op":"ray","from":[0,1,0],"move":[0,-2,0]"#, "the line ends before its object does"),
        (r#"{"id":2,"op":"teleport","from":[0,1,0]}"#, "unknown variant `teleport`"),
        (r#"{"id":3,"from":[0,1,0],"move":[0,-2,0]}"#, "missing field `op`"),
        (r#"{"id":4,"op":"ray","from":[0,1,0]}"#, "missing field `move`"),
        (r#"{"id":5,"op":"ray","from":[NaN,1,0],"move":[0,-2,0]}"#, "(NaN and infinities are none"),
        (
            r#"{"id":6,"op":"ray","from":[1e999,1,0],"move":[0,-2,0]}"#,
            "number out of range: give one below 1.8e308",
        ),
        (r#"{"id":7,"op":"ray","from":[1e10,1,0],"move":[0,-2,0]}"#, "from is 1e10"),
        (r#"{"id":8,"op":"sweep","from":[0,1,0],"move":[0,-2,0]}"#, "missing field `radii`"),
        (r#"{"id":9,"op":"sweep","from":[0,1,0],"move":[0,-2,0],"radii":0}"#, "radius is 0"),
        (r#"{"id":10,"op":"sweep","from":[0,1,0],"move":[0,-2,0],"radii":[1,-1,1]}"#, "radius is -1"),
        (r#"{"id":11,"op":"sweep","from":[0,1,0],"move":[0,-2,0],"radii":"big"}"#, "radii must be"),
        (
            r#"{"id":12,"op":"sweep","from":[0,1,0],"move":[0,-2,0],"radii":1,"rotation":[0,0,0,0]}"#,
            "rotation",
        ),
        (r#"{"id":13,"op":"sweep","from":[0,1,0],"move":[0,-2,0],"radii":1,"skin":2}"#, "skin is 2"),
        (r#"{"id":14,"op":"sweep","from":[0,1,0],"move":[0,0,0],"radii":1,"skin":0,"raw":true}"#, "exclude"),
        (r#"{"id":15,"op":"clearance","from":[0,1,0],"radii":1,"within":-1}"#, "within is -1"),
        (r#"{"id":16,"op":"ray","from":[0,1],"move":[0,-2,0]}"#, "invalid length 2"),
        (r#"{"id":17,"op":"ray","form":[0,1,0],"move":[0,-2,0]}"#, "unknown field `form`"),
        (r#"{"id":18,"op":"clearance","from":[0,1,0],"radii":9e-5}"#, "must lie between 0.0001 and"),
        ("hello", "expected value"),
        ("[]", "invalid"),
        ("\u{0}\u{7f}", "expected value"),
    ];
    let input: String = bad.iter().map(|(line, _)| format!("{line}\n{good}\n")).collect();
    let run = Folder::new().with("floor.obj", FLOOR).run(&["query", "floor.obj"], input);
    assert_eq!(run.code(), 1, "{}", run.err());
    let answers = run.lines();
    assert_eq!(answers.len(), 2 * bad.len());
    for (index, (line, expected)) in bad.iter().enumerate() {
        let error = answers[2 * index]["error"].as_str().unwrap_or_else(|| panic!("{line} was answered"));
        assert!(error.contains(expected), "{line}: {error}");
        assert_eq!(answers[2 * index + 1]["hit"], true);
    }
    assert_eq!(answers[0]["id"], Value::Null, "a broken line has no id");
    assert_eq!(answers[2]["id"], 2, "a whole one has");
    assert!(answers[2]["error"].as_str().unwrap().starts_with("line 3, column"));
}

#[test]
fn invalid_utf8_is_a_bad_line_and_no_input_is_no_error() {
    let folder = Folder::new().with("floor.obj", FLOOR);
    let run = folder.run(&["query", "floor.obj"], b"\xff\xfe{}\n");
    assert_eq!((run.code(), run.lines().len()), (1, 1));
    let run = folder.run(&["query", "floor.obj"], "\n\r\n  \n");
    assert_eq!((run.code(), run.out().as_str()), (0, ""));
}

#[test]
fn many_lines_keep_their_order() {
    let question = |id: u32| {
        let x = f64::from(id) / 4000.0;
        format!("{{\"id\":{id},\"op\":\"ray\",\"from\":[{x},1,0],\"move\":[0,-2,0]}}\n")
    };
    let input: String = (0..20_000).map(question).collect();
    let answers = Folder::new().with("floor.obj", FLOOR).run(&["query", "floor.obj"], input).lines();
    assert_eq!(answers.len(), 20_000);
    for (id, answer) in answers.iter().enumerate() {
        assert_eq!(answer["id"], id);
        assert_eq!(number(&answer["point"][0]), id as f64 / 4000.0);
    }
}

#[test]
fn a_question_is_answered_before_the_next_one_is_asked() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let folder = Folder::new().with("floor.obj", FLOOR);
    let mut child = Command::new(env!("CARGO_BIN_EXE_glissando"))
        .arg("query")
        .arg(folder.path("floor.obj"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut to, mut from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for id in 0..3 {
        writeln!(to, "{{\"id\":{id},\"op\":\"ray\",\"from\":[0,1,0],\"move\":[0,-2,0]}}").unwrap();
        let mut line = String::new();
        from.read_line(&mut line).unwrap();
        assert!(line.starts_with(&format!("{{\"id\":{id},\"hit\":true")), "{line}");
    }
    drop(to);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let folder = Folder::new().with("floor.obj", FLOOR);
    let mut child = Command::new(env!("CARGO_BIN_EXE_glissando"))
        .arg("query")
        .arg(folder.path("floor.obj"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to = child.stdin.take().unwrap();
    let mut from = BufReader::new(child.stdout.take().unwrap());
    let question = "{\"op\":\"ray\",\"from\":[0,1,0],\"move\":[0,-2,0]}\n";
    to.write_all(question.as_bytes()).unwrap();
    from.read_line(&mut String::new()).unwrap();
    drop(from);
    // Either the program has ended already, or it ends when it cannot write.
    let _ = to.write_all(question.repeat(10_000).as_bytes());
    drop(to);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

/// The lines of the block after a marker in `docs/cli.md`.
fn documented(marker: &str) -> &'static str {
    let docs = include_str!("../../../../docs/cli.md");
    let (_, rest) = docs.split_once(&format!("<!-- {marker} -->\n```json\n")).expect("the marker");
    rest.split_once("```").expect("the end of the block").0
}

#[test]
fn questions_about_bodies_are_answered_as_documented_with_and_without_a_level() {
    let folder = Folder::new().with("floor.obj", FLOOR);
    for words in [&["query"][..], &["query", "floor.obj"]] {
        let run = folder.run(words, documented("questions"));
        assert_eq!((run.code(), run.out().as_str()), (0, documented("answers")), "{}", run.err());
    }
}

#[test]
fn bad_questions_about_bodies_are_refused_by_name() {
    let bad = [
        (r#"{"op":"ray","from":[0,1,0],"move":[0,-2,0]}"#, "asks a level"),
        (r#"{"op":"spheres"}"#, "missing field `spheres`"),
        (
            r#"{"op":"spheres","spheres":[{"from":[0,0,0],"radius":-1},{"from":[0,0,0],"radius":1}]}"#,
            "radius is -1",
        ),
        (r#"{"op":"spheres","spheres":[{"from":[0,0,0],"radius":1}]}"#, "invalid length 1"),
        (r#"{"op":"bounce","masses":[1,0],"velocities":[[1,0,0],[0,0,0]],"normal":[1,0,0]}"#, "mass is 0"),
        (r#"{"op":"bounce","masses":[1,1],"velocities":[[1,0,0],[0,0,0]]}"#, "give `normal`"),
        (
            r#"{"op":"bounce","masses":[1,1],"velocities":[[1,0,0],[0,0,0]],"positions":[[1,0,0],[1,0,0]]}"#,
            "normal is 0",
        ),
        (r#"{"op":"plane","from":[0,0,0]}"#, "missing field `plane`"),
        (r#"{"op":"plane","plane":{"point":[0,0,0],"normal":[0,0,0]},"from":[0,0,0]}"#, "normal is 0"),
        (r#"{"op":"plane","plane":{"point":[0,0,0],"normal":[0,1,0]}}"#, "missing field `from`"),
    ];
    let input: String = bad.iter().map(|(line, _)| format!("{line}\n")).collect();
    let run = Folder::new().run(&["query"], input);
    assert_eq!(run.code(), 1);
    for (answer, (line, expected)) in run.lines().iter().zip(bad) {
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{line} was answered"));
        assert!(error.contains(expected), "{line}: {error}");
    }
}
