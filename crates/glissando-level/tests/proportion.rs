//! Files that are made to ask for more memory or time than their size allows.

#[path = "support/measure.rs"]
mod measure;
mod support;

use glissando_level::{Format, Problem};
use measure::Worst;
use support::{floats, glb, square};

/// About a megabyte of repeats.
fn many(piece: &str) -> String {
    let mut text = piece.repeat(1_000_000 / piece.len());
    text.pop();
    text
}

fn document(nodes: &str, rest: &str) -> Vec<u8> {
    square(&format!("[{nodes}]"), rest)
}

#[test]
fn no_small_file_takes_memory_or_time_out_of_proportion() {
    let mut worst = Worst::default();
    let mut gltf = |name: &str, bytes: Vec<u8>| (worst.load(Format::Gltf, &bytes, name), name.to_owned());
    let accepted = [
        gltf("empty nodes", document(&many("{},"), "")),
        gltf("nodes with a mesh", document(&many(r#"{"mesh":0},"#), "")),
        gltf("named nodes", document(&many(r#"{"name":""},"#), "")),
        gltf("extras of lists", document(&many(r#"{"extras":[[],[],[],[]]},"#), "")),
        gltf("extras of objects", document(&many(r#"{"extras":[{"":0},{"":0},{"":0},{"":0}]},"#), "")),
        gltf("one huge extras", document(&format!(r#"{{"extras":[{}]}}"#, many(r#"{"":0},"#)), "")),
        gltf("mechanisms of nothing", document(&many(r#"{"extras":{"glissando":{"kind":0}}},"#), "")),
        gltf("triggers by name", document(&many(r#"{"mesh":0,"name":"trigger"},"#), "")),
        gltf("long names", document(&format!(r#"{{"mesh":0,"name":"{}"}}"#, many("spawn")), "")),
        gltf("many notes", document(&many(r#"{"mesh":0,"scale":[0,0,0],"skin":0},"#), "")),
        gltf("unused meshes", document("", &format!(r#","unused":[{}]"#, many("[],")))),
        gltf("white space", document(&many("          "), "")),
        gltf("materials", document("", &format!(r#","materials":[{}]"#, many("{},")))),
        gltf("chain", document(&chain(60_000), "")),
        gltf("a mesh with a long name", long_mesh_name(50_000)),
    ];
    for (level, name) in accepted {
        assert!(level.is_ok(), "{name}: {:?}", level.err());
    }
    let refused = [
        gltf("nested arrays", document("", &format!(r#","extras":{}"#, "[".repeat(1_000_000)))),
        gltf("nested extras", document(&format!(r#"{{"extras":{}1}}"#, "[".repeat(1_000_000)), "")),
        gltf(
            "buffers",
            format!(r#"{{"asset":{{"version":"2.0"}},"buffers":[{}]}}"#, many("{},")).into_bytes(),
        ),
        gltf("a shared accessor", shared_accessor(10_000)),
        gltf("a long accessor", long_accessor(20_000)),
        gltf("zeros without bytes", zeros(u64::from(u32::MAX))),
        gltf("zeros beyond any memory", zeros(u64::MAX)),
        gltf("copies of nothing", copies(2_000_000_000)),
    ];
    for (level, name) in refused {
        assert!(level.is_err(), "{name} was accepted");
    }
    let Err(error) = worst.load(Format::Gltf, &shared_accessor(10_000), "a shared accessor") else {
        panic!("accepted")
    };
    assert!(matches!(error.problem, Problem::OutOfProportion { .. }), "{error}");
    text_files(&mut worst);
    println!("{worst:?}");
}

fn text_files(worst: &mut Worst) {
    let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    let groups: String = (0..60_000).map(|i| format!("g {i}\nf 1 2 3\n")).collect();
    let materials: String = (0..60_000).map(|i| format!("usemtl {i}\n")).collect();
    let zigzag: String = (0..30_000).map(|i| format!("v {i} {} 0\n", (i * i) % 7919)).collect();
    let outline: String = (1..=30_000).map(|i| format!(" {i}")).collect();
    for (name, text) in [
        ("a fan of one corner", format!("{corners}f {}", many("1 "))),
        ("small faces", format!("{corners}{}", many("f 1 2 3\n"))),
        ("groups", format!("{corners}{groups}")),
        ("materials", format!("{corners}{materials}f 1 2 3\n")),
        ("vertices", format!("{}\nf 1 2 3\n", many("v 1 1 1\n"))),
        ("a polygon of many ears", format!("{zigzag}f{outline}\n")),
        ("one line", format!("{corners}f 1 2 3\n{}", many("\\\n"))),
        ("bytes that are no text", "\u{80}".repeat(500_000)),
    ] {
        let _ = worst.load(Format::Obj, text.as_bytes(), name);
    }
    let facet = "facet\nvertex 1 1 1\nvertex 1 1 1\nvertex 1 1 1\nendfacet\n";
    for (name, text) in [
        ("facets", format!("solid\n{}\n", many(facet))),
        ("solids", many("solid\nendsolid\n")),
        ("solids of one facet", many(&format!("solid\n{facet}endsolid\n"))),
        ("vertices", format!("solid\nfacet\n{}\n", many("vertex 1 1 1\n"))),
        ("a count without triangles", format!("{}\u{7f}\u{7f}\u{7f}\u{7f}", " ".repeat(80))),
    ] {
        let _ = worst.load(Format::Stl, text.as_bytes(), name);
    }
}

fn chain(length: usize) -> String {
    let mut nodes: String = (1..length).map(|i| format!(r#"{{"children":[{i}]}},"#)).collect();
    nodes.push_str("{}");
    nodes
}

/// Many meshes that each take all of one accessor.
fn shared_accessor(meshes: usize) -> Vec<u8> {
    let numbers: Vec<f32> = (0..30_000).map(|i| i as f32).collect();
    let nodes: Vec<String> = (0..meshes).map(|i| format!(r#"{{"mesh":{i}}}"#)).collect();
    let mesh = r#"{"primitives":[{"attributes":{"POSITION":0}}]}"#;
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{}],"meshes":[{}],"buffers":[{{"byteLength":120000}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":10000,"type":"VEC3"}}],
        "bufferViews":[{{"buffer":0,"byteLength":120000}}]}}"#,
        nodes.join(","),
        vec![mesh; meshes].join(",")
    );
    glb(&json, &floats(&numbers))
}

/// Many nodes with one mesh whose name is long.
fn long_mesh_name(nodes: usize) -> Vec<u8> {
    let nodes = vec![r#"{"mesh":0}"#; nodes].join(",");
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{nodes}],"accessors":[{{"componentType":5126,"count":3,
        "type":"VEC3"}}],"meshes":[{{"name":"{}","primitives":[{{"attributes":{{"POSITION":0}}}}]}}]}}"#,
        many("name")
    );
    json.into_bytes()
}

/// Many primitives that refer to an accessor with a long description.
fn long_accessor(primitives: usize) -> Vec<u8> {
    let primitives = vec![r#"{"attributes":{"POSITION":0}}"#; primitives].join(",");
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{{"mesh":0}}],"meshes":[{{"primitives":[{primitives}]}}],
        "accessors":[{{"componentType":5126,"count":3,"type":"VEC3","min":[{}]}}]}}"#,
        many("0,")
    );
    json.into_bytes()
}

/// An accessor without bytes behind it.
fn zeros(count: u64) -> Vec<u8> {
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{{"mesh":0}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
        "accessors":[{{"componentType":5126,"count":{count},"type":"VEC3"}}]}}"#
    );
    json.into_bytes()
}

/// Copies of a mesh, placed by an accessor without bytes.
fn copies(count: u64) -> Vec<u8> {
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{{"mesh":0,"extensions":{{"EXT_mesh_gpu_instancing":
        {{"attributes":{{"TRANSLATION":1}}}}}}}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
        "accessors":[{{"componentType":5126,"count":3,"type":"VEC3"}},
        {{"componentType":5126,"count":{count},"type":"VEC3"}}]}}"#
    );
    json.into_bytes()
}
