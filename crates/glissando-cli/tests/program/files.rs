//! What the program says about files that are good, bad, or not there.

use super::folder::{FLOOR, Folder, Run, WALL};
use serde_json::{Value, json};

/// Every command that reads levels refuses this file with exit code 2 and one line that names it once and says all
/// of `parts`.
fn refused(folder: &Folder, file: &str, parts: &[&str]) {
    for command in ["query", "info", "walk", "render"] {
        let run = folder.run(&[command, file], "");
        assert_eq!(run.code(), 2, "{command}: {}", run.out());
        assert_eq!(run.out(), "");
        let error = run.err();
        assert_eq!(error.lines().count(), 1, "{error}");
        assert_eq!(error.matches(file).count(), 1, "{command}: {error}");
        for part in [&["error: ", file], parts].concat() {
            assert!(error.contains(part), "{command}: {error} does not say {part}");
        }
    }
}

#[test]
fn a_missing_file_is_named() {
    refused(&Folder::new(), "nowhere.glb", &["check the path"]);
}

#[test]
fn an_empty_file_is_no_level() {
    for file in ["empty.obj", "empty.glb", "empty.stl"] {
        refused(&Folder::new().with(file, ""), file, &["empty"]);
    }
}

#[test]
fn a_truncated_file_is_no_level() {
    let folder = Folder::new().with("half.glb", b"glTF\x02\0\0\0\xff\0\0\0").with("half.stl", [0; 83]);
    refused(&folder, "half.glb", &[]);
    refused(&folder, "half.stl", &[]);
}

#[test]
fn a_line_of_an_obj_that_makes_no_sense_is_named() {
    let folder = Folder::new().with("bad.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n");
    refused(&folder, "bad.obj", &["line 4"]);
}

#[test]
fn a_format_that_is_not_read_is_told_what_is() {
    refused(&Folder::new().with("level.fbx", "x"), "level.fbx", &[".glb", ".obj", ".stl"]);
}

#[test]
fn a_script_says_once_which_file_is_wrong_and_where_and_what_to_do() {
    let script = |text: &str, parts: &[&str]| {
        let folder = Folder::new().with("s.json", text).with("floor.obj", FLOOR).with("empty.glb", "");
        let run = folder.run(&["walk", "--script", "s.json"], "");
        let error = run.err();
        assert_eq!((run.code(), error.lines().count()), (2, 1), "{error}");
        for part in [&["s.json"], parts].concat() {
            assert_eq!(error.matches(part).count(), 1, "{error} does not say {part} once");
        }
    };
    script("", &["it is empty"]);
    script(r#"{"world":[{"level":"gone.obj"}]}"#, &["world[0]", "gone.obj", "check the path"]);
    script(r#"{"world":[{"level":"empty.glb"}]}"#, &["world[0]", "empty.glb", "is empty: export it again"]);
    let with = |fields: &str| format!(r#"{{"world":[{{"level":"floor.obj"}}],{fields}}}"#);
    script(&with(r#""spawn":[0,1e300,0],"ticks":[{}]"#), &["is 1e300", "between -1e9 and 1e9"]);
    script(&with(r#""spawn":[0,NaN,0]"#), &["line 1", "spawn[1]", "NaN and infinities"]);
    script(&with(r#""character":{"push_speed":-1}"#), &["push_speed is -1", "between 0 and 1000"]);
    let folder = Folder::new().with("floor.obj", FLOOR);
    for spawn in ["0,nan,0", "1e300,0,0", "1,2"] {
        let run = folder.run(&["walk", "floor.obj", "--spawn", spawn], "");
        assert!(
            run.code() == 2 && run.err().contains(&format!("spawn {spawn}: a point is")),
            "{}",
            run.err()
        );
    }
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let folder = Folder::new().with("floor.obj", FLOOR);
    for unit in ["0", "-1", "nan", "inf"] {
        let run = folder.run(&["info", "floor.obj", &format!("--unit={unit}")], "");
        assert_eq!(run.code(), 2, "{unit}: {}", run.out());
        assert!(run.err().contains("unit"), "{}", run.err());
    }
    assert_eq!(folder.run(&["info", "floor.obj", "--up", "x"], "").code(), 2);
    assert_eq!(folder.run(&["render"], "").code(), 2);
    assert_eq!(folder.run(&["dance"], "").code(), 2);
    assert_eq!(folder.run(&["--help"], "").code(), 0);
    assert_eq!(folder.run(&["--version"], "").code(), 0);
}

#[test]
fn info_counts_what_is_there() {
    let folder = Folder::new().with("floor.obj", FLOOR).with("wall.obj", WALL);
    let run = folder.run(&["info", "floor.obj", "wall.obj", "--unit", "0.5"], "");
    assert_eq!(run.code(), 0, "{}", run.err());
    let text = run.out();
    for part in ["floor.obj", "wall.obj", "2 triangles", "10.00 x 0.00 x 10.00 m", "open edges", "tree: "] {
        assert!(text.contains(part), "{text}\ndoes not say {part}");
    }
    let json = folder.run(&["info", "--json", "floor.obj", "wall.obj"], "").lines();
    assert_eq!((&json[0]["triangles"], &json[1]["solid_triangles"]), (&Value::from(2), &Value::from(1)));
    assert_eq!(json[1]["instances"][0]["body"], 1);
    assert_eq!(json[0]["meshes"][0]["report"]["open_edges"].as_array().map(Vec::len), Some(4));
}

#[test]
fn info_says_one_triangle_and_leaves_out_a_material_that_has_neither_name_nor_triangle() {
    // Every OBJ has the material of the faces before its first `usemtl`.
    let obj = "v 0 0 0\nv 1 0 0\nv 0 0 1\nusemtl stone\nf 1 2 3\n";
    let folder = Folder::new().with("one.obj", obj).with("wall.obj", WALL);
    let text = folder.run(&["info", "one.obj"], "").out();
    for part in ["1 triangle in 1 instance and 1 mesh; 1 of them collides", "1 triangle, 3 vertices"] {
        assert!(text.contains(part), "{text}\ndoes not say {part}");
    }
    let (_, materials) = text.split_once("materials\n").unwrap();
    assert_eq!(materials.trim_end(), "  1 \"stone\": 1 triangle, two-sided", "with its number");
    assert!(!text.contains("\"\""), "{text}");
    let json = folder.run(&["info", "--json", "one.obj"], "").lines();
    assert_eq!(json[0]["materials"].as_array().map(Vec::len), Some(2), "numbers stay what they are");
    let text = folder.run(&["info", "wall.obj"], "").out();
    assert!(text.contains("  0 without a name: 1 triangle, two-sided"), "{text}");
}

#[test]
fn info_counts_what_moves_and_is_touched_by_class_and_says_what_was_left_out() {
    let hurt = r#"{"class":"trigger_hurt","aabb":[[0,0,0],[1,1,1]]}"#;
    let lava = r#"{"kind":"lava","aabb":[[0,0,0],[1,1,1]]}"#;
    let door = r#"{"class":"func_door","node":"gone"}"#;
    let list = format!(r#"{{"triggers":[{hurt},{hurt}],"liquids":[{lava}],"movers":[{door}]}}"#);
    let folder = Folder::new().with("floor.obj", FLOOR).with("floor.entities.json", &list);
    let text = folder.run(&["info", "floor.obj"], "").out();
    for part in [
        "is touched: 2 trigger_hurt",
        "liquids: 1 lava",
        "mover 0 is left out: no mesh has its node \"gone\"",
    ] {
        assert!(text.contains(part), "{text}\ndoes not say {part}");
    }
    let json = folder.run(&["info", "--json", "floor.obj"], "").lines();
    assert_eq!(json[0]["triggers"]["trigger_hurt"], 2);
    let without = folder.run(&["info", "--no-manifest", "floor.obj"], "").out();
    assert!(!without.contains("trigger_hurt"), "{without}");
}

/// A floor of 20 units beside a manifest that says how long a unit is, walked by a script with this pose and spawn.
fn scaled(pose: Value, spawn: [f64; 3], options: &[&str]) -> Run {
    let manifest = json!({"levels": [{"name": "floor", "files": {"obj": "floor.obj"}, "unit_m": 0.25}]});
    let script = json!({
        "world": [{"level": "floor.obj", "pose": pose}], "spawn": spawn, "ticks": [{"for": 90}]
    });
    let folder = Folder::new().with("floor.obj", FLOOR).with("manifest.json", manifest.to_string());
    let folder = folder.with("s.json", script.to_string());
    let run = folder.run(&[&["walk", "--script", "s.json"], options].concat(), "");
    assert_eq!(run.code(), 0, "{}", run.err());
    run
}

/// A script's own scale and the manifest's unit are two ways to say the same; with both at once the floor was a
/// quarter as wide as meant, and the walker fell beside it for ever.
#[test]
fn a_scale_in_a_script_counts_in_place_of_the_manifests_unit() {
    // The floor reaches 10 units from its middle: 2.5 m by the manifest, 5 m by a scale of 0.5.
    let ends = |pose: Value, x: f64, options: &[&str]| {
        let lines = scaled(pose, [x, 2.0, 0.0], options).lines();
        lines.last().unwrap()["ground"].as_str().unwrap().to_owned()
    };
    let own = || json!({"scale": 0.5});
    assert_eq!((ends(own(), 4.5, &[]), ends(own(), 5.5, &[])), ("standing".into(), "airborne".into()));
    let moved = || json!({"translation": [0, 0.5, 0]});
    assert_eq!((ends(moved(), 2.0, &[]), ends(moved(), 3.0, &[])), ("standing".into(), "airborne".into()));
    // A unit on the command line is that of the file, whatever a script makes of it.
    let unit = ["--unit", "2"];
    assert_eq!((ends(own(), 9.5, &unit), ends(own(), 10.5, &unit)), ("standing".into(), "airborne".into()));
}

/// Such a walk has no fault, but it is never meant: it looked like a success.
#[test]
fn a_walk_that_touches_nothing_is_warned_about_and_says_what_to_check() {
    let run = scaled(json!({}), [30.0, 2.0, 0.0], &[]);
    let warnings: Vec<String> =
        run.err().lines().filter(|line| line.starts_with("warning")).map(str::to_owned).collect();
    let [warning] = warnings.as_slice() else { panic!("{}", run.err()) };
    for part in ["touched nothing in 1.50 s", "spawn (30, 2, 0)", "scale", "up axis", "(-2.50, "] {
        assert!(warning.contains(part), "{warning} does not say {part}");
    }
    assert!(run.err().contains("  touched          nothing at all"), "{}", run.err());
    let run = scaled(json!({}), [0.0, 2.0, 0.0], &[]);
    assert!(!run.err().contains("warning") && !run.err().contains("touched"), "{}", run.err());
}
