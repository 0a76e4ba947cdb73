//! Levels in folders: separate buffers, manifests, entity lists, and things that are no levels.

use super::support::{Folder, floats, square};
use glissando::character::BodyShape;
use glissando_level::{Format, LoadOptions, Problem, SpawnAnchor, Up, load, load_bytes};
use std::fs::File;
use std::path::Path;

fn gltf(uri: &str) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{{"mesh":0}}],"buffers":[{{"byteLength":36,"uri":"{uri}"}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}}]}}"#
    )
}

#[test]
fn buffers_are_found_beside_the_file_and_inside_it() {
    let folder = Folder::new("buffers");
    folder.write("two words.bin", floats(&[0., 0., 0., 1., 0., 0., 0., 0., 1.]));
    let inline = format!("data:application/octet-stream;base64,{}", "AAAAAAAA".repeat(6));
    // URIs are resolved by their words: the folder `sub` need not be there.
    for uri in ["two%20words.bin", "./two%20words.bin", "sub/../two%20words.bin", &inline] {
        let level = load(&folder.write("a.gltf", gltf(uri)), &LoadOptions::default()).unwrap();
        assert_eq!(level.triangle_count(), 1, "{uri}");
    }
}

#[test]
fn buffers_elsewhere_are_refused_with_what_to_do() {
    let folder = Folder::new("elsewhere");
    folder.write("short.bin", [0; 35]);
    for (uri, expected) in [
        ("../secret.bin", "leads out of the level's folder"),
        ("/etc/passwd", "leads out of the level's folder"),
        ("https://example.org/a.bin", "leads out of the level's folder"),
        ("%2e%2e/secret.bin", "leads out of the level's folder"),
        ("sub/../../secret.bin", "leads out of the level's folder"),
        ("%zz", "bad % escape"),
        ("%ff", "bad % escape"),
        ("missing.bin", "uri \"missing.bin\": is not there"),
        ("short.bin", "byteLength: is 36, but only 35 bytes"),
        ("", "is not a regular file"),
        ("data:,abc", "without base64"),
        ("data:;base64,****", "base64"),
    ] {
        let error =
            load(&folder.write("a.gltf", gltf(uri)), &LoadOptions::default()).unwrap_err().to_string();
        assert!(error.contains("a.gltf: ") && error.contains(expected), "{error:?}: {expected:?}");
    }
    let error = load_bytes(Format::Gltf, gltf("a.bin").as_bytes(), &LoadOptions::default()).unwrap_err();
    assert!(error.to_string().contains("load the level from its folder"), "{error}");
}

#[test]
fn what_is_no_level_file_is_an_error_that_says_so() {
    let folder = Folder::new("no-level");
    std::fs::create_dir(folder.0.join("folder.glb")).unwrap();
    folder.write("empty.obj", "");
    let problem = |name: &str| load(&folder.0.join(name), &LoadOptions::default()).unwrap_err().problem;
    assert!(matches!(problem("missing.glb"), Problem::Missing));
    assert!(matches!(problem("folder.glb"), Problem::NotAFile));
    assert!(matches!(problem("empty.obj"), Problem::Empty));
    assert!(matches!(problem("level.fbx"), Problem::UnknownFormat { .. }));
    assert!(matches!(problem("level"), Problem::UnknownFormat { .. }));
    let huge = folder.0.join("huge.stl");
    File::create(&huge).unwrap().set_len(3 << 30).unwrap();
    assert!(matches!(problem("huge.stl"), Problem::TooLarge { .. }));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/dev/zero", folder.0.join("endless.obj")).unwrap();
        assert!(matches!(problem("endless.obj"), Problem::NotAFile));
    }
}

const MANIFEST: &str = r#"{"levels":[{"name":"other"},{"name":"a","files":{"glb":"a.glb","movers":"b.glb"},
    "unit_m":0.5,"up":"z","spawn_points":[{"class":"start","pos":[2,4,60],"yaw_deg":90}],
    "reference_character":{"ellipsoid_suggestion":[1,2,1],"step":3,"gravity":20,
    "spawn_is":"player origin, feet are 24 below it"}}]}"#;

#[test]
fn the_manifest_gives_unit_axis_spawns_and_body_in_metres() {
    let folder = Folder::new("manifest");
    folder.write("manifest.json", MANIFEST);
    let path = folder.write("a.glb", square(r#"[{"mesh":0,"translation":[0,0,2]}]"#, ""));
    let level = load(&path, &LoadOptions::default()).unwrap();
    assert_eq!(level.instances[0].pose.translation.to_array(), [0.0, 1.0, 0.0]);
    assert_eq!(level.markers[0].position.to_array(), [1.0, 18.0, -2.0]);
    assert_eq!(level.markers[0].anchor, SpawnAnchor::Feet);
    assert_eq!(level.markers[0].yaw_radians, std::f64::consts::FRAC_PI_2);
    let body = level.character.unwrap();
    assert_eq!((body.radii.to_array(), body.step_height), ([0.5, 1.0, 0.5], Some(1.5)));
    assert_eq!((body.gravity, body.run_speed), (Some(10.0), None));

    for (name, body) in [("capsule", BodyShape::Capsule), ("box", BodyShape::Box)] {
        let character = format!(r#""body":"{name}","radius":1,"height":3,"step":3"#);
        folder.write("manifest.json", MANIFEST.replace(r#""step":3"#, &character));
        let settings = load(&path, &LoadOptions::default()).unwrap().settings();
        assert_eq!((settings.body, settings.radii.to_array()), (body, [0.5, 0.75, 0.5]));
        assert!(glissando::Config::new(&settings).is_ok());
    }
    folder.write("manifest.json", MANIFEST);

    let options = LoadOptions { unit: Some(2.0), up: Some(Up::Y), use_manifest: true };
    let level = load(&path, &options).unwrap();
    assert_eq!(level.markers[0].position.to_array(), [4.0, 8.0 - 48.0, 120.0]);
    assert_eq!(level.character.unwrap().radii.y, 4.0);

    let options = LoadOptions { use_manifest: false, ..LoadOptions::default() };
    let level = load(&path, &options).unwrap();
    assert!(level.markers.is_empty() && level.character.is_none() && level.unit == 1.0);

    let movers = folder.write("b.glb", square(r#"[{"mesh":0}]"#, ""));
    let level = load(&movers, &LoadOptions::default()).unwrap();
    assert!(level.markers.is_empty() && level.unit == 0.5);
}

#[test]
fn bad_manifests_are_refused_if_they_are_ours_and_noted_if_not() {
    let folder = Folder::new("bad-manifest");
    let path = folder.write("a.glb", square(r#"[{"mesh":0}]"#, ""));
    for (manifest, expected) in [
        (r#"{"levels":[{"name":"a","unit_m":0}]}"#, "unit_m in manifest.json is 0"),
        (r#"{"levels":[{"name":"a","unit_m":"1"}]}"#, "manifest.json, level 0"),
        (r#"{"levels":[{"name":"a","up":"x"}]}"#, "manifest.json, up"),
        (r#"{"levels":[{"name":"a","reference_character":{"radius":0,"height":1}}]}"#, "must be a finite"),
    ] {
        folder.write("manifest.json", manifest);
        let error = load(&path, &LoadOptions::default()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error:?}: {expected:?}");
    }
    for manifest in ["", "[]", r#"{"name":"a web app"}"#, "\u{0}", "{\"levels\":[3]}"] {
        folder.write("manifest.json", manifest);
        assert_eq!(load(&path, &LoadOptions::default()).unwrap().triangle_count(), 2);
    }
}

#[test]
fn manifests_that_were_cut_off_never_stop_a_level_from_loading() {
    let folder = Folder::new("cut-manifest");
    let path = folder.write("a.glb", square(r#"[{"mesh":0}]"#, ""));
    for end in 0..MANIFEST.len() {
        folder.write("manifest.json", &MANIFEST[..end]);
        let level = load(&path, &LoadOptions::default()).unwrap();
        assert!(level.markers.is_empty() && level.notes[0].contains("manifest.json"), "{end}");
    }
}

#[test]
fn entity_lists_give_spawns_only_where_nothing_else_does() {
    let folder = Folder::new("entities");
    folder.write("a.entities.json", r#"{"spawns":[{"pos":[1,2,3]}],"movers":[{"odd":true}]}"#);
    let path = folder.write("a.glb", square(r#"[{"mesh":0}]"#, ""));
    let level = load(&path, &LoadOptions::default()).unwrap();
    let spawn = level.spawns().next().unwrap();
    assert_eq!((spawn.position.to_array(), spawn.anchor), ([1.0, 2.0, 3.0], SpawnAnchor::AboveFloor));
    folder.write("a.glb", square(r#"[{"mesh":0},{"name":"spawn"}]"#, ""));
    assert_eq!(load(&path, &LoadOptions::default()).unwrap().spawns().count(), 1);
    folder.write("a.entities.json", r#"{"spawns":[{"pos":[1,2]}]}"#);
    folder.write("a.glb", square(r#"[{"mesh":0}]"#, ""));
    assert!(load(&path, &LoadOptions::default()).unwrap_err().to_string().contains("entities"));
    assert!(load(Path::new("."), &LoadOptions::default()).is_err());
}

/// Numbers of the manifest are multiplied by its unit: an overflow is named, and places no spawn at infinity.
#[test]
fn manifests_whose_numbers_overflow_in_metres_are_refused_by_name() {
    let folder = Folder::new("overflow");
    let level = folder.write("a.glb", square(r#"[{"mesh":0}]"#, ""));
    let manifest = |rest: &str| {
        folder.write("manifest.json", format!(r#"{{"levels":[{{"name":"a","unit_m":1e6,{rest}}}]}}"#));
        load(&level, &LoadOptions::default())
    };
    for (rest, expected) in [
        (
            r#""spawn_points":[{"pos":[0,0,0]},{"pos":[0,1e305,0]}]"#,
            "spawn_points[1], pos: is [0.0, 1e305, 0.0]",
        ),
        (r#""reference_character":{"radius":1e305,"height":2}"#, "radii"),
        (r#""reference_character":{"radius":1,"height":2,"gravity":1e305}"#, "gravity"),
    ] {
        let error = manifest(rest).unwrap_err().to_string();
        assert!(error.contains(expected), "{error:?} does not contain {expected:?}");
    }
    let text = r#""reference_character":{"spawn_is":"feet are nan below"},"spawn_points":[{"pos":[0,1,0]}]"#;
    let level = manifest(text).unwrap();
    assert_eq!(level.markers[0].position.to_array(), [0.0, 1e6, 0.0]);
    assert!(level.notes.iter().any(|note| note.contains("spawn_is")), "{:?}", level.notes);
}
