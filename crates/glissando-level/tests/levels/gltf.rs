//! What glTF files become: geometry, transforms, conventions, and errors that say where.

use super::support::{floats, glb, square};
use glissando::DVec3;
use glissando_level::{Format, Level, LoadOptions, MarkerKind, Problem, Up, load_bytes};

fn read(bytes: &[u8]) -> Level {
    load_bytes(Format::Gltf, bytes, &LoadOptions::default()).unwrap()
}

fn refused(bytes: &[u8]) -> String {
    load_bytes(Format::Gltf, bytes, &LoadOptions::default()).unwrap_err().to_string()
}

/// One mesh of one primitive: `attributes` are accessor 0's fields, `primitive` what follows POSITION.
fn mesh(accessors: &str, primitive: &str, views: &str, binary: &[u8]) -> Vec<u8> {
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{{"mesh":0}}],"accessors":[{accessors}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}{primitive}}}]}}],
        "bufferViews":[{views}],"buffers":[{{"byteLength":{}}}]}}"#,
        binary.len()
    );
    glb(&json, binary)
}

const FOUR: [f32; 12] = [0., 0., 0., 1., 0., 0., 1., 0., -1., 0., 0., -1.];
const POSITIONS: &str = r#"{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}"#;

#[test]
fn all_index_types_give_the_same_triangles() {
    let indices: [u32; 6] = [0, 1, 2, 0, 2, 3];
    for (code, bytes) in [
        (5121, indices.iter().map(|&i| i as u8).collect::<Vec<u8>>()),
        (5123, indices.iter().flat_map(|&i| (i as u16).to_le_bytes()).collect()),
        (5125, indices.iter().flat_map(|&i| i.to_le_bytes()).collect()),
    ] {
        let accessors =
            format!(r#"{POSITIONS},{{"bufferView":1,"componentType":{code},"count":6,"type":"SCALAR"}}"#);
        let views = format!(
            r#"{{"buffer":0,"byteLength":48}},{{"buffer":0,"byteOffset":48,"byteLength":{}}}"#,
            bytes.len()
        );
        let level = read(&mesh(&accessors, r#","indices":1"#, &views, &[floats(&FOUR), bytes].concat()));
        assert_eq!(level.meshes[0].soup.triangles, [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(level.meshes[0].soup.vertices.len(), 4);
    }
}

#[test]
fn lists_strips_and_fans_without_indices_keep_their_fronts() {
    let view = r#"{"buffer":0,"byteLength":48}"#;
    for (mode, expected) in
        [(4, vec![[0, 1, 2]]), (5, vec![[0, 1, 2], [1, 3, 2]]), (6, vec![[1, 2, 0], [2, 3, 0]])]
    {
        let level = read(&mesh(POSITIONS, &format!(r#","mode":{mode}"#), view, &floats(&FOUR)));
        assert_eq!(level.meshes[0].soup.triangles, expected, "mode {mode}");
    }
    let lines = read(&mesh(POSITIONS, r#","mode":1"#, view, &floats(&FOUR)));
    assert!(lines.instances.is_empty() && lines.notes.len() == 3, "{:?}", lines.notes);
}

#[test]
fn strides_skip_what_lies_between_the_positions() {
    let interleaved: Vec<f32> = FOUR.chunks(3).flat_map(|p| [p[0], p[1], p[2], 9.0, 9.0]).collect();
    let view = r#"{"buffer":0,"byteLength":80,"byteStride":20}"#;
    let level = read(&mesh(POSITIONS, r#","mode":5"#, view, &floats(&interleaved)));
    assert_eq!(level.meshes[0].soup.vertices[3].to_array(), [0.0, 0.0, -1.0]);
}

#[test]
fn a_stride_that_is_no_multiple_of_4_is_refused_with_its_value() {
    let view = |stride: u32| format!(r#"{{"buffer":0,"byteLength":80,"byteStride":{stride}}}"#);
    for stride in [13, 14, 18] {
        let error = refused(&mesh(POSITIONS, "", &view(stride), &[0; 80]));
        let expected = format!("bufferView 0: byteStride is {stride}: it must be a multiple of 4");
        assert!(error.contains(&expected), "{error}");
    }
    // The size of elements without gaps is as good as no byteStride.
    let numbers: Vec<u8> = [0_i16, 0, 0, 1, 0, 0, 0, 0, -1].iter().flat_map(|n| n.to_le_bytes()).collect();
    let accessor = r#"{"bufferView":0,"componentType":5122,"count":3,"type":"VEC3"}"#;
    let level = read(&mesh(accessor, "", r#"{"buffer":0,"byteLength":18,"byteStride":6}"#, &numbers));
    assert_eq!(level.meshes[0].soup.vertices[2].to_array(), [0.0, 0.0, -1.0]);
}

#[test]
fn morph_weights_are_noted_because_they_are_not_applied() {
    let json = |mesh: &str, node: &str| {
        format!(
            r#"{{"asset":{{"version":"2.0"}},"nodes":[{{"name":"flag","mesh":0{node}}}],"accessors":[{POSITIONS}],
            "meshes":[{{"name":"cloth","primitives":[{{"attributes":{{"POSITION":0}}}}]{mesh}}}],
            "bufferViews":[{{"buffer":0,"byteLength":48}}],"buffers":[{{"byteLength":48}}]}}"#
        )
    };
    let notes = |mesh, node| read(&glb(&json(mesh, node), &floats(&FOUR))).notes;
    let plain = notes("", "").len();
    for (mesh, node, expected) in [
        (r#","weights":[0,0.5]"#, "", "mesh 0 \"cloth\" has morph weights"),
        ("", r#","weights":[1]"#, "node 0 \"flag\" has morph weights"),
    ] {
        let notes = notes(mesh, node);
        assert!(notes.len() == plain + 1 && notes.iter().any(|note| note.contains(expected)), "{notes:?}");
    }
    assert_eq!(notes(r#","weights":[0,0]"#, "").len(), plain, "weights of 0 change nothing");
}

#[test]
fn sparse_accessors_move_single_vertices_with_and_without_a_base() {
    let sparse = r#""componentType":5126,"count":4,"type":"VEC3","sparse":{"count":1,
        "indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":2}}}"#;
    let views = r#"{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":1},
        {"buffer":0,"byteOffset":52,"byteLength":12}"#;
    let binary = [floats(&FOUR), vec![2, 0, 0, 0], floats(&[7., 8., 9.])].concat();
    for (base, first) in [(r#"{"bufferView":0,"#, [1.0, 0.0, 0.0]), ("{", [0.0; 3])] {
        let level = read(&mesh(&format!("{base}{sparse}"), r#","mode":5"#, views, &binary));
        let vertices = &level.meshes[0].soup.vertices;
        assert_eq!(vertices[1].to_array(), first);
        assert_eq!(vertices[2].to_array(), [7.0, 8.0, 9.0]);
    }
    let beyond = [floats(&FOUR), vec![4, 0, 0, 0], floats(&[7., 8., 9.])].concat();
    let error = refused(&mesh(&format!("{{{sparse}"), "", views, &beyond));
    assert!(error.contains("patches element 4, but there are only 4"), "{error}");
}

#[test]
fn quantized_positions_are_read_as_numbers() {
    let accessor = r#"{"bufferView":0,"componentType":5122,"normalized":true,"count":3,"type":"VEC3"}"#;
    let numbers: [i16; 12] = [0, 0, 0, 0, 32767, 0, 0, 0, -32767, 0, 0, 0];
    let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
    let level = read(&mesh(accessor, "", r#"{"buffer":0,"byteLength":24,"byteStride":8}"#, &bytes));
    assert_eq!(level.meshes[0].soup.vertices[1].to_array(), [1.0, 0.0, 0.0]);
    assert_eq!(level.meshes[0].soup.vertices[2].to_array(), [-1.0, 0.0, 0.0]);
}

#[test]
fn transforms_go_down_the_tree_and_a_shared_mesh_is_stored_once() {
    let nodes = r#"[
        {"name":"root","scale":[2,2,2],"translation":[10,0,0],"children":[1,2]},
        {"name":"a","mesh":0,"rotation":[0,1.4142135623730951,0,1.4142135623730951]},
        {"name":"b","mesh":0,"matrix":[1,0,0,0, 0,1,0,0, 0,0,-1,0, 0,5,0,1]}]"#;
    let level = read(&square(nodes, ""));
    assert_eq!((level.meshes.len(), level.instances.len(), level.triangle_count()), (1, 2, 4));
    let near = |p: DVec3, q: [f64; 3]| assert!((p - DVec3::from(q)).length() < 1e-12, "{p:?}");
    near(level.instances[0].pose.transform_point(DVec3::X), [10.0, 0.0, -2.0]);
    near(level.instances[1].pose.transform_point(DVec3::new(0.0, 0.0, 1.0)), [10.0, 10.0, -2.0]);
    let flat = level.flatten().unwrap();
    let upward = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|i| flat.vertices[i as usize]);
        (b - a).cross(c - a).y
    };
    assert!(flat.triangles.iter().all(|t| upward(t) > 0.0), "a mirrored instance must keep its fronts");
}

#[test]
fn unit_and_up_of_the_options_scale_and_turn_everything() {
    let options = LoadOptions { unit: Some(0.5), up: Some(Up::Z), use_manifest: true };
    let bytes = square(r#"[{"mesh":0,"translation":[0,0,4]},{"name":"spawn","translation":[2,4,6]}]"#, "");
    let level = load_bytes(Format::Gltf, &bytes, &options).unwrap();
    assert_eq!(level.instances[0].pose.translation.to_array(), [0.0, 2.0, 0.0]);
    assert_eq!(level.markers[0].position.to_array(), [1.0, 3.0, -2.0]);
    for unit in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let options = LoadOptions { unit: Some(unit), ..LoadOptions::default() };
        let error = load_bytes(Format::Gltf, &bytes, &options).unwrap_err();
        assert!(matches!(error.problem, Problem::BadNumber { .. }), "{error}");
    }
}

#[test]
fn gpu_instancing_places_every_copy() {
    let nodes = r#"[{"mesh":0,"name":"tree","translation":[0,1,0],"extensions":
        {"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":0}}}}]"#;
    let level = read(&square(nodes, r#","extensionsRequired":["EXT_mesh_gpu_instancing"]"#));
    assert_eq!(level.instances.len(), 4);
    assert_eq!(level.instances[2].pose.translation.to_array(), [1.0, 1.0, -1.0]);
    assert_eq!(level.triangle_count(), 8);
}

#[test]
fn deep_trees_are_walked_and_cycles_refused() {
    let chain: Vec<String> = (1..50_000).map(|i| format!(r#"{{"children":[{i}]}}"#)).collect();
    let level = read(&square(&format!(r#"[{},{{"mesh":0}}]"#, chain.join(",")), ""));
    assert_eq!(level.instances.len(), 1);
    for nodes in
        [r#"[{"children":[1]},{"children":[2]},{"children":[1]}]"#, r#"[{"children":[1,1]},{"mesh":0}]"#]
    {
        assert!(refused(&square(nodes, "")).contains("node 1: is reached twice"));
    }
    let all_cycle = read(&square(r#"[{"children":[1]},{"children":[0]}]"#, ""));
    assert!(all_cycle.notes.iter().any(|n| n.contains("2 nodes are not in the scene")));
}

#[test]
fn compressed_files_are_refused_with_the_extension_and_what_to_do() {
    for (name, remedy) in [
        ("KHR_draco_mesh_compression", "without Draco"),
        ("EXT_meshopt_compression", "without meshopt"),
        ("ACME_secret", "without it"),
    ] {
        let error = refused(&square("[]", &format!(r#","extensionsRequired":["{name}"]"#)));
        assert!(error.contains(name) && error.contains(remedy), "{error}");
    }
    read(&square("[]", r#","extensionsRequired":["KHR_materials_unlit","KHR_texture_basisu"]"#));
}

#[test]
fn one_explicit_collision_node_makes_all_others_intangible() {
    let solid = |nodes: &str| {
        let level = read(&square(nodes, ""));
        level.instances.iter().map(|i| i.solid).collect::<Vec<_>>()
    };
    assert_eq!(solid(r#"[{"mesh":0,"name":"floor"},{"mesh":0,"name":"trigger_1"}]"#), [true, false]);
    assert_eq!(solid(r#"[{"mesh":0,"name":"floor"},{"mesh":0,"name":"UCX_floor_01"}]"#), [false, true]);
    assert_eq!(solid(r#"[{"mesh":0,"name":"a-col"},{"mesh":0,"name":"b"}]"#), [true, false]);
    let below = r#"[{"name":"sketch-noimp","children":[1]},{"mesh":0,"name":"a-col"},{"mesh":0,"name":"b"}]"#;
    assert_eq!(solid(below), [false, true], "what is below -noimp must not count as explicit");
    let extras = r#"[{"mesh":0,"extras":{"glissando":{"collision":false}}},{"mesh":0}]"#;
    assert_eq!(solid(extras), [false, true]);
}

#[test]
fn spawns_come_from_names_of_points_and_from_extras() {
    let nodes = r#"[
        {"name":"Spawn.001","translation":[1,2,3],"rotation":[0,1,0,0]},
        {"name":"door","extras":{"glissando":{"spawn":true},"team":7}},
        {"name":"spawn_room","mesh":0},
        {"name":"path_3"},{"name":"goal"},{"name":"eye","camera":0}]"#;
    let level = read(&square(nodes, ""));
    let kinds: Vec<_> = level.markers.iter().map(|m| (m.name.as_str(), m.kind)).collect();
    let expected = [
        ("Spawn.001", MarkerKind::Spawn),
        ("door", MarkerKind::Spawn),
        ("path_3", MarkerKind::Path),
        ("goal", MarkerKind::Other),
    ];
    assert_eq!(kinds, expected);
    assert_eq!(level.markers[0].position.to_array(), [1.0, 2.0, 3.0]);
    assert!((level.markers[0].yaw_radians - std::f64::consts::FRAC_PI_2).abs() < 1e-12, "looks along -Z");
    assert_eq!(level.markers[1].extras.as_ref().unwrap()["team"], 7);
    assert!(level.instances[0].solid && level.notes.iter().any(|n| n.contains("spawn_room")));
}

#[test]
fn only_the_projects_own_mark_makes_a_material_one_sided() {
    let materials = r#","materials":[{"name":"a"},{"name":"a","doubleSided":true},{"name":"glass-OneSided"},
        {"extras":{"glissando":{"one_sided":true}}}]"#;
    let level = read(&square(r#"[{"mesh":0}]"#, materials));
    let one_sided: Vec<bool> = level.materials.iter().map(|m| m.one_sided).collect();
    assert_eq!(one_sided, [false, false, true, true, false]);
    assert_eq!(level.mesh_options().one_sided, [2, 3]);
    assert_eq!(level.meshes[0].soup.material(1), 4, "a primitive without material has the last one");
}

#[test]
fn the_sky_and_what_extras_say_are_off_limits() {
    let materials = r#","materials":[{"name":"Sky_02"},{"name":"skylight"},{"name":"playerclip"},
        {"name":"sky","extras":{"glissando":{"off_limits":false}}},{"extras":{"glissando":{"off_limits":true}}}]"#;
    let nodes = r#"[{"mesh":0},{"mesh":0,"extras":{"glissando":{"off_limits":true}}},
        {"mesh":0,"extras":{"glissando":{"off_limits":true,"collision":false}}}]"#;
    let level = read(&square(nodes, materials));
    let off_limits: Vec<bool> = level.materials.iter().map(|m| m.off_limits).collect();
    assert_eq!(off_limits, [true, false, false, false, true, false]);
    let instances: Vec<_> = level.instances.iter().map(|i| (i.solid, i.is_off_limits())).collect();
    assert_eq!(instances, [(true, false), (true, true), (false, true)]);
    let wrong = read(&square(r#"[{"mesh":0,"extras":{"glissando":{"off_limits":"no"}}}]"#, ""));
    assert!(wrong.notes.iter().any(|note| note.contains("node 0: extras")), "{:?}", wrong.notes);
}

#[test]
fn broken_references_are_errors_that_say_where() {
    let view = r#"{"buffer":0,"byteLength":48}"#;
    let short = r#"{"bufferView":0,"componentType":5126,"count":5,"type":"VEC3"}"#;
    let index = format!(r#"{POSITIONS},{{"bufferView":0,"componentType":5125,"count":3,"type":"SCALAR"}}"#);
    let cases = [
        (mesh(short, "", view, &floats(&FOUR)), "mesh 0, primitive 0, accessor 0, bufferView 0: 5 elements"),
        (mesh("", "", view, &floats(&FOUR)), "accessor 0: is referred to, but the file has only 0"),
        (mesh(POSITIONS, r#","material":3"#, view, &floats(&FOUR)), "material: 3 is referred to"),
        (mesh(POSITIONS, r#","mode":9"#, view, &floats(&FOUR)), "mode: 9"),
        (
            mesh(&index, r#","indices":1"#, view, &floats(&[0., 0., 2., 0.].repeat(3))),
            "number 2 is 1073741824",
        ),
        (square(r#"[{"mesh":1,"name":"x"}]"#, ""), r#"node 0 "x", mesh 1: is referred to"#),
        (square(r#"[{"rotation":[0,0,0,0]}]"#, ""), "node 0, rotation"),
        (square(r#"[{"matrix":[1,0,0,1, 0,1,0,0, 0,0,1,0, 0,0,0,1]}]"#, ""), "last row is 1 0 0 1"),
        (square(r#"[{"translation":[1,2]}]"#, ""), "node 0"),
        (
            square(
                r#"[{"scale":[1e200,1,1],"children":[1]},{"name":"arm","scale":[1e300,1,1],"children":[2]},{"mesh":0}]"#,
                "",
            ),
            r#"node 1 "arm", transform: its place in the world is not finite: its own transform has numbers up to 1e300, multiplied with numbers up to 1e200"#,
        ),
        (glb(r#"{"asset":{"version":"1.0"}}"#, &[]), "glTF version"),
        (glb("{}", &[]), "asset: is missing"),
        (b"glTF\x02\0\0\0\xff\0\0\0".to_vec(), "it was cut off"),
        (b"hello".to_vec(), "this is no glTF"),
    ];
    for (bytes, expected) in cases {
        let error = refused(&bytes);
        assert!(error.contains(expected), "{error:?} does not contain {expected:?}");
    }
}

#[test]
fn vertices_that_are_not_finite_are_passed_on_and_noted() {
    let mut numbers = FOUR;
    numbers[4] = f32::NAN;
    let level = read(&mesh(POSITIONS, r#","mode":5"#, r#"{"buffer":0,"byteLength":48}"#, &floats(&numbers)));
    assert!(level.meshes[0].soup.vertices[1].y.is_nan());
    assert!(level.notes.iter().any(|n| n.contains("1 vertices are NaN")), "{:?}", level.notes);
}

#[test]
fn meshes_that_share_one_vertex_buffer_take_only_what_they_use() {
    let many: Vec<f32> = (0..30_000).map(|i| i as f32).collect();
    let indices = r#"{"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}"#;
    let accessors =
        format!(r#"{{"bufferView":0,"componentType":5126,"count":10000,"type":"VEC3"}},{indices}"#);
    let views = r#"{"buffer":0,"byteLength":120000},{"buffer":0,"byteOffset":120000,"byteLength":6}"#;
    let binary = [floats(&many), vec![5, 0, 15, 39, 5, 0]].concat();
    let level = read(&mesh(&accessors, r#","indices":1"#, views, &binary));
    assert_eq!(level.meshes[0].soup.vertices.len(), 2);
    assert_eq!(level.meshes[0].soup.vertices[1].x, 29_997.0);
    assert_eq!(level.meshes[0].soup.triangles, [[0, 1, 0]]);
}
