//! What `walk` does in worlds that move: lifts, tables, doors, presses, belts, several characters.

use super::folder::{FLOOR, Folder, Run};
use serde_json::{Value, json};

/// A box as OBJ.
fn block(name: &str, low: [f64; 3], high: [f64; 3]) -> String {
    let mut text = format!("o {name}\n");
    for corner in 0..8 {
        let at = |axis: usize| if corner >> axis & 1 == 0 { low[axis] } else { high[axis] };
        text += &format!("v {} {} {}\n", at(0), at(1), at(2));
    }
    // Counted back from the last corner, so that boxes can follow each other in one file.
    for [a, b, c, d] in [[1, 5, 7, 3], [2, 4, 8, 6], [1, 2, 6, 5], [3, 7, 8, 4], [1, 3, 4, 2], [5, 6, 8, 7]] {
        let [a, b, c, d] = [a, b, c, d].map(|corner| corner - 9);
        text += &format!("f {a} {b} {c} {d}\n");
    }
    text
}

fn folder() -> Folder {
    let platform = block("platform", [-2.0, -1.0, -2.0], [2.0, 0.0, 2.0]);
    let leaf = block("leaf", [0.0, 0.05, -0.05], [2.0, 2.5, 0.05]);
    Folder::new()
        .with("floor.obj", FLOOR)
        .with("platform.obj", platform.clone())
        .with("two.obj", platform + &leaf)
        .with("press.obj", block("press", [-2.0, 4.0, -2.0], [2.0, 5.0, 2.0]))
}

/// Walks a script.
fn walk(script: &Value) -> Run {
    folder().with("s.json", script.to_string()).run(&["walk", "--script", "s.json"], "")
}

/// The lines of a script that is walked without findings.
fn lines(script: &Value) -> Vec<Value> {
    let run = walk(script);
    assert_eq!(run.code(), 0, "{}", run.err());
    run.lines()
}

fn at(line: &Value) -> [f64; 3] {
    serde_json::from_value(line["position"].clone()).unwrap()
}

fn outcomes(lines: &[Value]) -> Vec<&str> {
    let mut found: Vec<&str> = lines.iter().map(|line| line["outcome"].as_str().unwrap()).collect();
    found.dedup();
    found
}

/// The script that `docs/cli.md` shows.
#[test]
fn the_lift_of_the_documentation_lifts() {
    let docs = include_str!("../../../../docs/cli.md");
    let (_, rest) = docs.split_once("<!-- file: lift.json -->\n```json\n").unwrap();
    let script: Value = serde_json::from_str(rest.split_once("```").unwrap().0).unwrap();
    let lines = lines(&script);
    let of =
        |character: u64| -> Vec<&Value> { lines.iter().filter(|l| l["character"] == character).collect() };
    let (rider, other) = (of(0), of(1));
    assert_eq!(rider.len(), other.len());
    let highest = |lines: &[&Value]| lines.iter().map(|line| at(line)[1]).fold(0.0, f64::max);
    assert!((highest(&rider) - 3.909).abs() < 0.005, "{}", highest(&rider));
    assert!(highest(&other) < 2.1, "only falls");
}

/// The same lift with a rider of each body: flat bottoms stand on it as round ones do.
#[test]
fn a_lift_of_a_script_carries_every_body() {
    for body in ["ellipsoid", "capsule", "box", "cylinder"] {
        let lines = lines(&json!({
            "world": [{"level": "platform.obj", "motion": {"linear": [0, 1.5, 0]}}],
            "character": {"body": body}, "spawn": [0.3, 0.92, 0.4], "ticks": [{"for": 70}]
        }));
        let (from, to) = (at(&lines[9]), at(&lines[69]));
        assert!((to[1] - from[1] - 1.5).abs() < 1e-6, "{body}: {from:?} {to:?}");
        assert_eq!((to[0], to[2]), (0.3, 0.4), "{body}");
        assert_eq!(*outcomes(&lines).last().unwrap(), "carried", "{body}");
    }
}

#[test]
fn a_table_turns_who_stands_on_it() {
    let lines = lines(&json!({
        "world": [{"level": "platform.obj", "motion": {"angular": [0, std::f64::consts::FRAC_PI_2, 0]}}],
        "spawn": [1, 0.92, 0], "ticks": [{"for": 120}]
    }));
    // Half a turn in the two seconds, and a little less while it fell.
    let [x, _, z] = at(&lines[119]);
    assert!((x.hypot(z) - 1.0).abs() < 0.02 && x < -0.9, "{x} {z}");
    let moved: [f64; 3] = serde_json::from_value(lines[60]["moved"].clone()).unwrap();
    assert!((moved[0].hypot(moved[2]) - std::f64::consts::FRAC_PI_2 / 60.0).abs() < 1e-3, "{moved:?}");
    assert_eq!(*outcomes(&lines).last().unwrap(), "carried");
    assert!(lines[60].get("character").is_none(), "there is only one");
}

#[test]
fn a_belt_carries_along_the_worlds_axes_however_its_piece_is_turned() {
    let belt = |material: Value| {
        json!({
            "world": [{"level": "platform.obj", "pose": {"rotation": [0, 1, 0, 1], "scale": [1, 1, 3]},
                "conveyor": {"velocity": [0.5, 0, 0], "material": material}}],
            "spawn": [0, 0.92, 0], "ticks": [{"for": 90}]
        })
    };
    let lines = lines(&belt(Value::Null));
    let way = at(&lines[89])[0] - at(&lines[29])[0];
    assert!((way - 0.5).abs() < 1e-6 && at(&lines[89])[2].abs() < 1e-9, "{way}");
    let run = walk(&belt(json!("rubber")));
    assert!(run.code() == 2 && run.err().contains("conveyor.material is \"rubber\""), "{}", run.err());
}

#[test]
fn a_press_does_to_who_stands_below_what_its_policy_says() {
    for (policy, wanted, may_not) in
        [("push", "crushed", "blocked"), ("stop", "blocked", "crushed"), ("reverse", "blocked", "crushed")]
    {
        let lines = lines(&json!({
            "world": [{"level": "floor.obj"}, {"level": "press.obj", "policy": policy, "ends": "ping_pong",
                "path": [{}, {"time": 2, "translation": [0, -3.9, 0]}]}],
            "spawn": [0, 0.92, 0], "ticks": [{"for": 240}]
        }));
        let outcomes = outcomes(&lines);
        assert!(outcomes.contains(&wanted) && !outcomes.contains(&may_not), "{policy}: {outcomes:?}");
        let events = lines.iter().flat_map(|line| line["events"].as_array().unwrap());
        let squeezes: Vec<&Value> = events.filter(|event| event["type"] == "squeezed").collect();
        for squeeze in &squeezes {
            assert_eq!((&squeeze["is_crushed"], &squeeze["by"]), (&json!(wanted == "crushed"), &json!(1)));
        }
        assert!(!squeezes.is_empty());
        for line in &lines {
            let is_clear = line["clearance"].as_f64().is_none_or(|gap| gap > 0.0);
            assert!(is_clear || line["outcome"] == "crushed", "{line}");
        }
    }
}

#[test]
fn a_door_waits_until_it_is_opened_and_goes_back() {
    let lines = lines(&json!({
        "world": [{"level": "floor.obj"}, {"level": "two.obj", "part": "leaf", "name": "door", "policy": "reverse",
            "path": [{}, {"time": 1, "rotation": [0, 1, 0, 1]}], "ends": {"call": {"wait": 0.5}}}],
        "spawn": [1, 0.92, 1.5],
        "ticks": [
            {"for": 60, "wish": [0, 0, -4]},
            {"for": 60, "open": ["door"]},
            {"for": 60, "wish": [0, 0, -4]},
            {"for": 30}
        ]
    }));
    let z = |tick: usize| at(&lines[tick])[2];
    assert!(z(59) > 0.44, "a closed door is a wall");
    assert!(z(209) < -0.6, "an open one is none: {}", z(209));
}

#[test]
fn what_is_passed_through_tells_and_does_what_its_effect_says() {
    let walked = |effect: Value| {
        lines(&json!({
            "world": [{"level": "floor.obj"}, {"level": "press.obj", "kind": "trigger", "effect": effect,
                "pose": {"translation": [3, -4, 0]}}],
            "spawn": [-1, 0.92, 0], "ticks": [{"for": 30}, {"for": 45, "wish": [3, 0, 0]}, {"for": 45}]
        }))
    };
    let first = |lines: &[Value], kind: &str| {
        let events = lines.iter().flat_map(|line| line["events"].as_array().unwrap().clone());
        let found: Vec<Value> = events.filter(|event| event["type"] == kind).collect();
        assert_eq!(found.len(), 1, "{kind}: {found:?}");
        assert_eq!(found[0]["trigger"], "press");
        found[0].clone()
    };
    // Its near side is at x = 1: the body of 0.4 m touches it when it is at 0.6.
    let taken = walked(json!({"type": "pick_up"}));
    let event = first(&taken, "picked_up");
    assert!((event["position"][0].as_f64().unwrap() - 0.6).abs() < 1e-3, "{event}");
    assert_eq!(first(&taken, "entered")["time"], event["time"]);
    let thrown = walked(json!({"type": "launch", "velocity": [0, 9, 0]}));
    first(&thrown, "launched");
    assert!(thrown.iter().any(|line| at(line)[1] > 4.5));
    let gone = walked(json!({"type": "teleport", "to": [-5, 0.92, -5]}));
    first(&gone, "teleported");
    assert!(at(&gone[119])[2] < -4.9);
    let killed = walked(json!({"type": "kill"}));
    first(&killed, "killed");
    assert!(
        killed.windows(2).any(|pair| at(&pair[0])[0] > 0.5 && at(&pair[1])[0] < -0.9),
        "back at its start"
    );
}

#[test]
fn each_of_several_walks_its_own_way_and_stands_when_it_has_come_to_the_end() {
    let lines = lines(&json!({
        "world": [{"level": "floor.obj"}],
        "characters": [
            {"spawn": [0, 0.92, 0], "ticks": [{"for": 60, "wish": [2, 0, 0]}]},
            {"spawn": [0, 0.52, 5], "character": {"radii": 0.5}, "ticks": [{"for": 30, "wish": [-2, 0, 0]}]}
        ]
    }));
    assert_eq!(lines.len(), 120);
    let numbers = lines.iter().map(|l| (l["tick"].as_u64().unwrap(), l["character"].as_u64().unwrap()));
    assert_eq!(numbers.collect::<Vec<_>>(), (0..60).flat_map(|t| [(t, 0), (t, 1)]).collect::<Vec<_>>());
    assert!(at(&lines[118])[0] > 1.8 && at(&lines[119])[0] < -0.8);
    assert_eq!(at(&lines[119]), at(&lines[109]), "it stands");
}

#[test]
fn what_makes_no_sense_is_refused_with_file_key_and_value() {
    let refused = |script: Value, words: &[&str]| {
        let run = walk(&script);
        assert_eq!((run.code(), run.out()), (2, String::new()), "{script}");
        for word in ["s.json"].iter().chain(words) {
            assert!(run.err().contains(word), "{script}: {} does not say {word}", run.err());
        }
    };
    let piece = |fields: &str, words: &[&str]| {
        let mut piece: Value = serde_json::from_str(fields).unwrap();
        if piece.get("level").is_none() {
            piece["level"] = json!("platform.obj");
        }
        refused(json!({"world": [{"level": "floor.obj"}, piece]}), words);
    };
    piece(
        r#"{"motion": {"linear": [0, 1e10, 0]}}"#,
        &["world[1], platform.obj", "motion", "linear has 1e10"],
    );
    piece(r#"{"motion": {"liner": [0, 1, 0]}}"#, &["world[1].motion", "`liner`"]);
    piece(r#"{"motion": {}, "path": []}"#, &["platform.obj", "both motion and path"]);
    piece(r#"{"motion": {}, "pivot": [0, 0, 0]}"#, &["pivot"]);
    piece(r#"{"motion": {}, "ends": "loop"}"#, &["ends"]);
    piece(r#"{"policy": "stop"}"#, &["policy", "give motion or path"]);
    piece(r#"{"motion": {}, "policy": "bounce"}"#, &["world[1].policy", "`bounce`", "`reverse`"]);
    piece(r#"{"path": [{}]}"#, &["path has 1 keys"]);
    piece(r#"{"path": [{"time": 1}, {"time": 2}]}"#, &["path[0]", "time is 1"]);
    piece(r#"{"path": [{}, {"time": 2}, {"time": 1.5}]}"#, &["path[2]", "time is 1.5", "above 2"]);
    piece(r#"{"path": [{}, {"time": -1}]}"#, &["path[1]", "time is -1"]);
    piece(r#"{"path": [{}, {"time": 1, "rotation": [0, 0, 0, 0]}]}"#, &["path[1]", "rotation is [0.0"]);
    piece(r#"{"path": [{}, {"time": 1, "shift": [0, 0, 0]}]}"#, &["world[1].path[1]", "`shift`"]);
    piece(r#"{"path": [{}, {"time": 1, "translation": [1, 0, 0]}], "ends": "loop"}"#, &["loop", "jump back"]);
    piece(r#"{"path": [{}, {"time": 1}], "ends": {"call": {"wait": -1}}}"#, &["wait is -1"]);
    piece(r#"{"path": [{}, {"time": 1}], "ends": "round"}"#, &["world[1].ends", "`round`"]);
    piece(r#"{"name": "it"}"#, &["name is \"it\""]);
    piece(r#"{"part": "hull"}"#, &["part is \"hull\"", "\"platform\""]);
    piece(r#"{"level": "two.obj", "motion": {}}"#, &["2 solid instances", "\"platform\", \"leaf\""]);
    piece(r#"{"conveyor": {"velocity": [1, 0]}}"#, &["world[1].conveyor.velocity"]);
    piece(r#"{"conveyor": {"velocity": [1e10, 0, 0]}}"#, &["conveyor.velocity has 1e10"]);

    piece(
        r#"{"kind": "trigger", "tractions": [{}]}"#,
        &["world[1], platform.obj", "trigger", "no tractions"],
    );
    piece(r#"{"kind": "ghost"}"#, &["world[1].kind", "`ghost`", "`trigger`"]);
    piece(r#"{"effect": {"type": "kill"}}"#, &["effect", "\"kind\": \"trigger\""]);
    piece(r#"{"kind": "trigger", "motion": {}}"#, &["world[1], platform.obj", "trigger", "no motion"]);
    piece(r#"{"kind": "trigger", "effect": {"type": "bless"}}"#, &["world[1].effect", "`bless`"]);
    piece(
        r#"{"kind": "trigger", "effect": {"type": "open", "target": "gate"}}"#,
        &["effect.target is \"gate\""],
    );
    piece(
        r#"{"kind": "trigger", "effect": {"type": "launch", "velocity": [0, 1e10, 0]}}"#,
        &["effect", "launch", "1e10"],
    );

    let world = json!([{"level": "floor.obj"}, {"level": "platform.obj", "name": "lift", "motion": {"linear": [0, 1, 0]}}]);
    let spawn = json!([0, 5, 0]);
    refused(
        json!({"world": world, "spawn": spawn, "ticks": [{"open": ["door"]}]}),
        &["open has \"door\"", "\"lift\""],
    );
    refused(
        json!({"world": world, "spawn": spawn, "ticks": [{"close": ["lift"]}]}),
        &["close has \"lift\"", "call"],
    );
    refused(
        json!({"world": world, "spawn": spawn, "ticks": [{}, {"displacement": [0, 0, 0]}]}),
        &["ticks[1].displacement"],
    );
    refused(json!({"world": world, "spawn": spawn, "characters": [{}]}), &["spawn and characters"]);
    refused(json!({"world": world, "characters": []}), &["characters is []"]);
    refused(json!({"world": world, "characters": [{}, {"spwan": 0}]}), &["characters[1]", "`spwan`"]);
    refused(
        json!({"world": world, "characters": [{"spawn": spawn}, {"character": {"radii": -1}, "spawn": spawn}]}),
        &["characters[1]", "-1"],
    );
    refused(
        json!({"world": [{"level": "platform.obj", "motion": {"angular": [0, 200, 0]}}], "spawn": spawn, "ticks": [{}]}),
        &["world[0], platform.obj", "motion.angular is [0.0, 200.0, 0.0]", "94.2"],
    );
    let folder = folder().with("s.json", json!({"world": world, "spawn": spawn, "ticks": [{}]}).to_string());
    let run = folder.run(&["walk", "--script", "s.json", "--repro-at", "0", "r.json"], "");
    assert!(run.code() == 2 && run.err().contains("--record"), "{}", run.err());
}

/// A hedge that is walked through, and stood in.
#[test]
fn what_is_soft_is_entered_and_pushes_out() {
    let folder = folder().with("hedge.obj", block("hedge", [2.0, -0.5, -4.0], [4.0, 2.0, 4.0]));
    let walk = |push_speed: f64, wish: f64| {
        let script = json!({
            "world": [{"level": "floor.obj"}, {"level": "hedge.obj", "kind": "soft"}],
            "character": {"push_speed": push_speed}, "spawn": [0, 0.92, 0],
            "ticks": [{"for": 120, "wish": [wish, 0, 0]}, {"for": 60}]
        });
        std::fs::write(folder.path("s.json"), script.to_string()).unwrap();
        let run = folder.run(&["walk", "--script", "s.json"], "");
        assert_eq!(run.code(), 0, "{}", run.err());
        let lines = run.lines();
        let pushes = lines.iter().filter(|l| l["events"].to_string().contains("pushed_out")).count();
        (at(&lines[179])[0], pushes, lines[179]["clearance"].as_f64().unwrap())
    };
    let (held, pushes, _) = walk(2.0, 1.9);
    assert!((held - 1.6).abs() < 1e-9 && pushes > 20, "{held} {pushes}");
    let (through, pushes, clearance) = walk(1.0, 4.0);
    assert!(through > 4.4 && pushes > 5 && clearance > 0.0, "{through} {pushes} {clearance}");
}

/// A character that falls through a jump pad needs no floor.
#[test]
fn a_world_of_triggers_alone_is_walked() {
    let pad = json!({"level": "platform.obj", "kind": "trigger", "effect": {"type": "launch", "velocity": [0, 3, 0]}});
    let script = json!({"world": [pad], "spawn": [0, 3, 0], "ticks": [{"for": 90}]});
    let run = walk(&script);
    assert_eq!(run.code(), 0, "{}", run.err());
    let text = run.out();
    assert!(text.contains("\"launched\"") && text.contains("\"left\""), "{text}");
    assert!(!run.err().contains("warning"), "a trigger was touched: {}", run.err());
    let folder = folder().with("s.json", script.to_string());
    let run = folder.run(&["walk", "--script", "s.json", "--out", "out"], "");
    assert_eq!(run.code(), 0, "nothing to draw is no failure: {}", run.err());
    assert!(run.out().contains("s.jsonl") && !run.out().contains(".png"), "{}", run.out());
    // Without a spawn there is no floor to look for one on.
    let run = walk(&json!({"world": [pad], "ticks": [{"for": 9}]}));
    assert!(run.code() == 2 && run.err().contains("nothing solid to start on"), "{}", run.err());
}

#[test]
fn balls_are_in_the_data_of_the_first_character_and_in_the_table() {
    let ball =
        |x: f64, speed: f64| json!({"position": [x, 0.25, 2], "radius": 0.25, "velocity": [speed, 0, 0]});
    let run = walk(&json!({
        "world": [{"level": "floor.obj"}], "balls": {"list": [ball(0.0, 1.0), ball(4.0, 0.0)]},
        "characters": [{"spawn": [0, 0.92, 0], "ticks": [{"for": 60}]}, {"spawn": [4, 0.92, 0], "ticks": []}]
    }));
    assert_eq!(run.code(), 0, "{}", run.err());
    let lines = run.lines();
    let (first, others): (Vec<&Value>, Vec<&Value>) = lines.iter().partition(|line| line["character"] == 0);
    assert!(others.len() == 60 && others.iter().all(|line| line.get("balls").is_none()));
    for (tick, line) in (1..).zip(first) {
        let balls: Vec<[f64; 3]> = serde_json::from_value(line["balls"].clone()).unwrap();
        let [[x, ..], [still, ..]] = balls.as_slice() else { panic!("{line}") };
        assert!((x - f64::from(tick) / 60.0).abs() < 1e-3 && (still - 4.0).abs() < 1e-9, "{line}");
    }
    assert!(run.err().contains("  balls            2, went 0.00 to 1.00 m, "), "{}", run.err());
}
