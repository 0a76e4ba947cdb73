//! Warnings on standard error about levels and walks that their author did not mean so.

use super::folder::{FLOOR, Folder, Run};
use serde_json::json;

fn warnings(run: &Run) -> Vec<String> {
    run.err().lines().filter(|line| line.starts_with("warning: ")).map(str::to_owned).collect()
}

/// The warnings about the fall out of a script's world, and its table.
fn falls(script: &serde_json::Value) -> (Vec<String>, String) {
    let folder = Folder::new().with("floor.obj", FLOOR).with("s.json", script.to_string());
    let run = folder.run(&["walk", "--script", "s.json", "--out", "s.jsonl"], "");
    assert_eq!(run.code(), 0, "{}", run.err());
    (warnings(&run), run.out())
}

/// A triangle in a glTF, with these fields of its only node.
fn placed(node: &str) -> Folder {
    let corners: Vec<u8> =
        [0.0_f32, 0., 0., 0., 0., 9., 9., 0., 0.].iter().flat_map(|c| c.to_le_bytes()).collect();
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{{"name":"hall","mesh":0,{node}}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}}],"buffers":[{{"byteLength":36,"uri":"t.bin"}}]}}"#
    );
    Folder::new().with("t.bin", corners).with("t.gltf", json)
}

#[test]
fn a_walk_that_starts_below_its_level_still_has_its_table_its_warning_and_its_picture() {
    let folder = Folder::new().with("floor.obj", FLOOR);
    let words = ["walk", "floor.obj", "--spawn", "0,-3,0", "--seconds", "2", "--out", "here"];
    let run = folder.run(&words, "");
    assert_eq!(run.code(), 0, "{}", run.err());
    let [warning] = &warnings(&run)[..] else { panic!("{}", run.err()) };
    assert!(warning.contains("touched nothing in 2.00 s"), "{warning}");
    assert!(run.out().contains("nothing at all") && run.out().contains("floor.png"), "{}", run.out());
    assert!(std::fs::read(folder.path("here/floor.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_crowd_that_jumps_at_once_is_not_lost_and_its_body_is_told_once() {
    let folder = Folder::new();
    let run = folder.run(&["walk", "--scene", "crowd", "--seconds", "1", "--out", "crowd.jsonl"], "");
    assert_eq!((run.code(), warnings(&run)), (0, vec![]), "{}", run.err());
    assert_eq!(run.out().matches("an ellipsoid of 0.40 x 0.90 x 0.40 m radii").count(), 1, "{}", run.out());
    assert!(run.out().contains("jumped once"), "{}", run.out());
}

#[test]
fn what_was_skipped_while_loading_is_never_silent() {
    let folder = Folder::new().with("plain.obj", FLOOR).with("floor.obj", format!("{FLOOR}curv 1 2\n"));
    let question = r#"{"op":"ray","from":[1,1,1],"move":[0,-2,0]}"#;
    let expected = "warning: floor.obj: 1 OBJ statements like \"curv\" were skipped\n";
    for words in [
        &["walk", "floor.obj", "--seconds", "1", "--out", "w.jsonl"][..],
        &["record", "floor.obj", "--seconds", "1", "-o", "r.rec"],
        &["query", "floor.obj"],
        &["render", "floor.obj", "--size", "64x48"],
        &["check", "floor.obj", "--json", "--no-jumps", "--cell", "0.5"],
    ] {
        let run = folder.run(words, question);
        assert!(run.err().starts_with(expected), "{words:?}: {}", run.err());
        assert_eq!(warnings(&run).len(), 1, "{words:?}: {}", run.err());
        assert!(!run.out().contains("curv"), "{words:?}: {}", run.out());
    }
    let answer = |file| folder.run(&["query", file], question).out().replace("floor.obj", "plain.obj");
    assert_eq!(answer("floor.obj"), answer("plain.obj"), "answers stay as they are");
}

#[test]
fn five_notes_of_a_level_are_printed_and_the_others_are_counted() {
    let doors: Vec<_> = (0..8).map(|i| json!({"class": "func_door", "node": format!("gone{i}")})).collect();
    let list = json!({"movers": doors}).to_string();
    let folder = Folder::new().with("floor.obj", FLOOR).with("floor.entities.json", list);
    for words in [
        &["walk", "floor.obj", "--seconds", "1", "--out", "w.jsonl"][..],
        &["render", "floor.obj", "--size", "64x48"],
        &["check", "floor.obj", "--json", "--no-jumps", "--cell", "0.5"],
    ] {
        let run = folder.run(words, "");
        let warnings = warnings(&run);
        assert_eq!(warnings.len(), 6, "{words:?}: {}", run.err());
        assert!(warnings[4].contains("floor.obj: entities, mover 4 is left out"), "{}", run.err());
        assert_eq!(warnings[5], "warning: floor.obj: and 3 more: `glissando info floor.obj` lists them");
    }
    let run = folder.run(&["walk", "floor.obj", "--seconds", "1", "--no-movers", "--out", "w.jsonl"], "");
    assert_eq!(run.err(), "", "movers that are not wanted are no loss");
}

#[test]
fn a_level_of_refused_instances_is_refused_with_the_instance_its_value_and_what_to_do() {
    for (node, parts) in [
        (r#""scale":[0,0,0]"#, ["flattens", "use a scale without zeros"]),
        (r#""translation":[1e12,0,0]"#, ["1e12", "it must lie between"]),
    ] {
        let folder = placed(node);
        for command in ["walk", "query", "render", "check"] {
            let error = folder.run(&[command, "t.gltf"], "").err();
            let error = error.lines().last().unwrap();
            assert!(
                error.starts_with("error: t.gltf: instance 0 \"hall\" is left out: "),
                "{command}: {error}"
            );
            assert_eq!(error.matches("t.gltf").count(), 1, "{command}: {error}");
            assert!(parts.iter().all(|part| error.contains(part)), "{command}: {error}");
            assert!(
                error.ends_with("; nothing else is solid: correct its place or scale in the file"),
                "{command}: {error}"
            );
        }
    }
}

#[test]
fn a_fall_out_of_the_world_is_warned_about_with_its_time_and_depth() {
    let start =
        |x: f64, ticks: u32| json!({"spawn": [x, 0.91, 0], "ticks": [{"for": ticks, "wish": [4, 0, 0]}]});
    let script =
        |characters: serde_json::Value| json!({"world": [{"level": "floor.obj"}], "characters": characters});
    let (warnings, table) = falls(&script(json!([start(8.0, 120)])));
    let [warning] = &warnings[..] else { panic!("{warnings:?}") };
    for part in
        ["the character fell below the level from 1.", " s on, ", " m deep at the end", "`glissando check`"]
    {
        assert!(warning.contains(part), "{warning} does not say {part}");
    }
    assert!(table.contains("  fell             below the level from 1."), "{table}");
    let (warnings, _) = falls(&script(json!([start(-8.0, 120), start(8.0, 120)])));
    assert!(warnings.len() == 1 && warnings[0].contains("character 1 fell below"), "{warnings:?}");
    let (warnings, table) = falls(&script(json!([start(-8.0, 120)])));
    assert!(warnings.is_empty() && !table.contains("fell"), "{warnings:?} {table}");
}

#[test]
fn tables_and_kept_ticks_name_the_body_that_it_is_with_its_measures() {
    for (body, radii, in_table, in_story) in [
        (
            "ellipsoid",
            [0.4, 0.9, 0.4],
            "an ellipsoid of 0.40 x 0.90 x 0.40 m radii",
            "an ellipsoid of 0.4 x 0.9 x 0.4 m",
        ),
        (
            "capsule",
            [0.3, 0.6, 0.3],
            "a capsule of 0.30 m radius and 1.20 m height",
            "a capsule of 0.3 m radius and 1.2 m",
        ),
        (
            "box",
            [0.3, 0.6, 0.5],
            "a box of 0.30 x 0.60 x 0.50 m half extents",
            "a box of 0.3 x 0.6 x 0.5 m half extents",
        ),
        ("cylinder", [0.3, 0.6, 0.3], "a cylinder of 0.30 m radius and 1.20 m height", "rounded by 0.02 m"),
    ] {
        let script = json!({
            "world": [{"level": "floor.obj"}], "character": {"body": body, "radii": radii},
            "spawn": [0, 1, 0], "ticks": [{"for": 10}]
        });
        let folder = Folder::new().with("floor.obj", FLOOR).with("s.json", script.to_string());
        let run = folder.run(&["walk", "--script", "s.json", "--repro-at", "3", "r.json"], "");
        assert!(run.err().contains(in_table), "{}", run.err());
        let story = folder.run(&["replay", "r.json"], "").out();
        assert!(story.contains(in_story), "{story}");
    }
}
