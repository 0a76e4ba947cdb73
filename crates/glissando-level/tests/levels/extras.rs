//! Extras of nodes: their mechanisms, and notes on nonsense in them.

use super::support::{floats, glb, square};
use glissando::DVec3;
use glissando::stage::Policy;
use glissando::trigger::effect::Effect;
use glissando_level::{Format, Level, LoadOptions, Mechanisms, MotionSpec, Start, TriggerShape, load_bytes};

fn read(bytes: &[u8]) -> Level {
    load_bytes(Format::Gltf, bytes, &LoadOptions::default()).unwrap()
}

/// A node of the square with these words in its extras.
fn node(name: &str, words: &str) -> String {
    format!(r#"{{"name":"{name}","mesh":0,"translation":[1,2,3],"extras":{{"glissando":{{{words}}}}}}}"#)
}

fn of(words: &str) -> Mechanisms {
    Mechanisms::of_level(&read(&square(&format!("[{}]", node("it", words)), "")))
}

/// A file with every word of the extras form: floor, lift, turntable, train, pendulum, pad, gate.
pub(super) fn rich() -> Vec<u8> {
    let nodes = [
        r#"{"name":"floor","mesh":0}"#.to_owned(),
        node(
            "lift",
            r#""shuttle":{"travel":[0,4,0],"speed":2,"wait":1},"margin":0.5,"policy":"reverse","damage":5"#,
        ),
        node("table", r#""motion":{"angular":[0,1.5,0],"pivot":[7,8,9]}"#),
        node(
            "gate",
            r#""path":[{"time":0},{"time":1,"rotation":[0,1,0,1]},{"time":3,"translation":[0,0,1]}],
            "repeat":false,"start":"target","target_name":"gate","team":"t","policy":"stop""#,
        ),
        node("bob", r#""bob":{"amplitude":[0,1,0],"period":3,"phase":0.25}"#),
        node("swing", r#""swing":{"axis":[0,0,2],"radians":0.5,"period":2}"#),
        node("pad", r#""effect":{"type":"launch","apex":[1.5,7,2.5]}"#),
        node(
            "exit",
            r#""effect":{"type":"teleport","to":"spawn_b","speed":3},"target":"gate","one_way":true"#,
        ),
        node("spikes", r#""kind":"trigger","effect":{"type":"hurt","damage":10},"wait":2"#),
        r#"{"name":"spawn_b","translation":[5,0,5]}"#.to_owned(),
        r#"{"name":"trigger_secret","mesh":0}"#.to_owned(),
    ];
    square(&format!("[{}]", nodes.join(",")), "")
}

#[test]
fn extras_make_movers_and_triggers_and_neither_is_solid() {
    let level = read(&rich());
    assert_eq!(level.solid_triangle_count(), 2, "only the floor");
    assert!(level.notes.is_empty(), "{:?}", level.notes);
    let found = Mechanisms::of_level(&level);
    assert!(found.notes.is_empty(), "{:?}", found.notes);
    let names: Vec<&str> = found.movers.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["lift", "table", "gate", "bob", "swing"]);
    let lift = &found.movers[0];
    assert_eq!(lift.origin.to_array(), [1.0, 2.0, 3.0]);
    assert_eq!(lift.soup.vertices[2].to_array(), [1.0, 0.0, -1.0]);
    let travel = DVec3::new(0.0, 4.0, 0.0);
    assert_eq!(lift.motion, MotionSpec::Shuttle { travel, speed: 2.0, wait: Some(1.0) });
    let (low, high) = (DVec3::new(0.5, 1.5, 1.5), DVec3::new(2.5, 2.5, 3.5));
    assert_eq!(lift.start, Start::Zone { low, high, holds: true });
    assert_eq!((lift.policy, lift.damage), (Policy::Reverse, 5.0));
    let MotionSpec::Steady { angular, pivot, .. } = found.movers[1].motion else { panic!() };
    assert_eq!((angular.to_array(), pivot.to_array()), ([0.0, 1.5, 0.0], [7.0, 8.0, 9.0]));
    let MotionSpec::Path { keys, pivot, repeat: false } = &found.movers[2].motion else { panic!() };
    assert_eq!((keys.len(), pivot.to_array()), (3, [1.0, 2.0, 3.0]));
    assert_eq!(found.movers_started_by("gate"), [2]);
    assert!(matches!(found.movers[3].motion, MotionSpec::Bob { phase: 0.25, .. }));
    assert!(matches!(found.movers[4].motion, MotionSpec::Swing { axis: DVec3::Z, .. }));
}

#[test]
fn extras_make_pads_teleports_and_signals() {
    let found = Mechanisms::of_level(&read(&rich()));
    let names: Vec<&str> = found.triggers.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["pad", "exit", "spikes", "trigger_secret"]);
    let Effect::Launch { velocity } = found.triggers[0].effect else { panic!() };
    let up = (2.0_f64 * 9.81 * 5.0).sqrt();
    assert!((velocity - DVec3::new(0.0, up, 0.0)).length() < 1e-12, "{velocity:?}");
    let Effect::Teleport { to, velocity: Some(velocity) } = found.triggers[1].effect else { panic!() };
    assert_eq!(to.to_array(), [5.0, 0.0, 5.0]);
    let yaw = found.triggers[1].yaw_radians.expect("that of the marker");
    assert!((velocity - DVec3::new(yaw.cos(), 0.0, -yaw.sin()) * 3.0).length() < 1e-12, "{velocity:?}");
    assert!(matches!(found.triggers[1].shape, TriggerShape::Surface { front_only: true, .. }));
    assert_eq!(found.triggers[2].effect, Effect::Hurt { per_second: 10.0 });
    assert!(
        matches!(found.triggers[2].shape, TriggerShape::Surface { front_only: false, .. }),
        "a square has no inside"
    );
    assert_eq!(found.triggers[3].effect, Effect::Signal);
}

#[test]
fn what_is_below_a_mover_moves_with_it_and_collision_meshes_stand_for_it() {
    let parent =
        r#"{"name":"lift","children":[1,2],"extras":{"glissando":{"shuttle":{"travel":[0,1,0],"speed":1}}}}"#;
    let nodes = format!(
        r#"[{parent},{{"mesh":0,"name":"a"}},{{"mesh":0,"name":"b","translation":[5,0,0]}},{{"mesh":0}}]"#
    );
    let level = read(&square(&nodes, ""));
    assert_eq!(Mechanisms::of_level(&level).movers[0].soup.triangles.len(), 4);
    assert_eq!(level.solid_triangle_count(), 2);
    let level = read(&square(&nodes.replace("\"b\"", "\"b-col\""), ""));
    assert_eq!(Mechanisms::of_level(&level).movers[0].soup.triangles.len(), 2);
    assert_eq!(level.solid_triangle_count(), 2, "the mover's collision mesh says nothing about the floor");
}

#[test]
fn a_closed_mesh_is_a_volume_even_if_faces_do_not_share_vertices() {
    let corners = [[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [0., 0., 1.]];
    let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let vertices: Vec<f32> = faces.iter().flatten().flat_map(|&i: &usize| corners[i]).collect();
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":12,"type":"VEC3"}}],
        "bufferViews":[{{"buffer":0,"byteLength":144}}],"buffers":[{{"byteLength":144}}]}}"#,
        node("pit", r#""effect":{"type":"kill"}"#)
    );
    let found = Mechanisms::of_level(&read(&glb(&json, &floats(&vertices))));
    assert!(matches!(found.triggers[0].shape, TriggerShape::Closed(_)));
    assert_eq!(found.triggers[0].effect, Effect::Kill);
}

#[test]
fn a_flag_for_a_point_of_a_path_is_not_a_path() {
    let bytes = square(r#"[{"mesh":0},{"name":"p","extras":{"glissando":{"path":true}}}]"#, "");
    let level = read(&bytes);
    assert_eq!(level.markers.len(), 1);
    assert!(Mechanisms::of_level(&level).is_empty());
}

#[test]
fn a_velocity_that_is_too_large_is_noted_in_its_own_unit() {
    for (words, expected) in [
        (
            r#""motion":{"angular":[0,1e9,0]}"#,
            "motion, angular is [0.0, 1000000000.0, 0.0] rad/s: every part",
        ),
        (r#""motion":{"linear":[0,1e9,0]}"#, "motion, linear is [0.0, 1000000000.0, 0.0] m/s: every part"),
        (r#""shuttle":{"travel":[0,1e9,0],"speed":1}"#, "travel is [0.0, 1000000000.0, 0.0] m: every part"),
        (
            r#""effect":{"type":"launch","velocity":[0,1e9,0]}"#,
            "velocity is [0.0, 1000000000.0, 0.0] m/s: every part",
        ),
    ] {
        let notes = of(words).notes;
        assert!(notes.iter().any(|note| note.contains(expected)), "{words}: {notes:?}");
    }
}

#[test]
fn nonsense_in_extras_is_left_out_with_a_note_that_names_node_and_field() {
    for (words, note) in [
        (r#""shuttle":{"travel":[0,0,0],"speed":1}"#, "the length of shuttle, travel is 0"),
        (r#""shuttle":{"travel":[0,1e300,0],"speed":1}"#, "shuttle, travel is [0.0, 1e300"),
        (r#""shuttle":{"travel":[0,1,0],"speed":-1}"#, "shuttle, speed in m/s is -1"),
        (r#""shuttle":{"travel":[0,1,0],"speed":1,"hurry":2}"#, "unknown field `hurry`"),
        (r#""shuttle":{"travel":[0,1],"speed":1}"#, "invalid length 2"),
        (r#""shuttle":{"speed":1}"#, "missing field `travel`"),
        (r#""motion":{"angular":"fast"}"#, "invalid type: string"),
        (r#""motion":{},"bob":{"amplitude":[0,1,0],"period":1}"#, "only one of"),
        (r#""bob":{"amplitude":[0,1,0],"period":0}"#, "bob, period is 0"),
        (r#""bob":{"amplitude":[0,1,0],"period":1,"phase":2}"#, "bob, phase is 2"),
        (r#""swing":{"axis":[0,0,0],"radians":1,"period":1}"#, "swing, axis is [0.0, 0.0, 0.0]"),
        (r#""path":[{"time":0}]"#, "path has 1 keys"),
        (r#""path":[{"time":1},{"time":2}]"#, "path, key 0: time is 1"),
        (r#""path":[{"time":0},{"time":0}]"#, "path, key 1: time is 0"),
        // A turn in no time could not be slowed down: its keys would have had the time NaN.
        (r#""path":[{"time":0},{"time":5e-324,"rotation":[0,1,0,1]}]"#, "above 0.0 by at least 1e-6"),
        (r#""path":[{"time":0},{"time":1,"rotation":[0,0,0,0]}]"#, "path, key 1: rotation"),
        (r#""kind":"ghost""#, "unknown variant `ghost`"),
        (r#""kind":"solid","damage":-3"#, "damage is -3"),
        (r#""kind":"solid","policy":"love""#, "unknown variant `love`"),
        (r#""effect":{"type":"teleport","to":"nowhere"}"#, "no marker is named \"nowhere\""),
        (r#""effect":{"type":"teleport","to":[0,0,0],"speed":2}"#, "it needs a yaw"),
        (r#""effect":{"type":"launch"}"#, "either velocity or apex"),
        (r#""effect":{"type":"launch","apex":[0,1,0]}"#, "not above the trigger"),
        (r#""effect":{"type":"hurt"}"#, "missing field `damage`"),
        (r#""effect":{"type":"hurt","damage":1,"interval":0}"#, "effect, interval is 0"),
        (r#""effect":"kill""#, "invalid type: string"),
    ] {
        let found = of(words);
        assert!(found.is_empty(), "{words}");
        let [line] = &found.notes[..] else { panic!("{words}: {:?}", found.notes) };
        assert!(line.contains("node \"it\" is left out") && line.contains(note), "{words}: {line}");
    }
    let found = of(r#""kind":"solid","polcy":"stop""#);
    assert_eq!(found.movers[0].motion, MotionSpec::Still);
    assert!(found.notes[0].contains("\"polcy\" is not known"), "{:?}", found.notes);
}

/// A mistyped word makes no mechanism, so nobody reads it but to name it.
#[test]
fn unknown_words_of_nodes_and_materials_are_named() {
    let nodes = r#"[{"name":"wall","mesh":0,"extras":{"glissando":{"colision":false}}},
        {"name":"lift","mesh":0,"extras":{"glissando":{"shutle":{"travel":[0,1,0],"speed":1}}}},
        {"name":"door","mesh":0,"extras":{"glissando":{"kind":"solid","polcy":"stop","off_limits":true}}},
        {"name":"plain","mesh":0,"extras":{"glissando":{"spawn":false,"off_limits":false},"shutle":1}},
        {"name":"here","extras":{"glissando":{"spwan":true}}}]"#;
    let materials = r#","materials":[{"name":"ice","extras":{"glissando":{"collision":true}}}]"#;
    let level = read(&square(nodes, materials));
    let noted = |words: [&str; 2]| {
        let is_meant = |note: &&String| words.iter().all(|word| note.contains(word));
        assert_eq!(level.notes.iter().filter(is_meant).count(), 1, "{words:?}: {:?}", level.notes);
    };
    noted(["node 0 \"wall\": extras, glissando", "\"colision\" is not known"]);
    noted(["node 1 \"lift\"", "\"shutle\" is not known"]);
    noted(["node 4 \"here\"", "\"spwan\" is not known"]);
    noted(["material 0 \"ice\"", "\"collision\" is not known"]);
    assert_eq!(level.notes.len(), 4, "{:?}", level.notes);
    let found = Mechanisms::of_level(&level);
    let [line] = &found.notes[..] else { panic!("{:?}", found.notes) };
    assert!(line.contains("\"door\"") && line.contains("\"polcy\" is not known"), "{line}");
}

#[test]
fn the_example_of_the_documentation_is_a_lift() {
    let docs = include_str!("../../../../docs/levels.md");
    let (_, example) = docs.split_once("```json\n").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    let nodes = format!("[{}]", example.replace("\"mesh\": 3", "\"mesh\": 0"));
    let found = Mechanisms::of_level(&read(&square(&nodes, "")));
    let [lift] = &found.movers[..] else { panic!("{:?}", found.notes) };
    let travel = DVec3::new(0.0, 3.0, 0.0);
    assert_eq!(lift.motion, MotionSpec::Shuttle { travel, speed: 1.5, wait: Some(2.0) });
    assert_eq!(lift.policy, Policy::Reverse);
}
