//! Damaged files: cut off, flipped, spliced, with absurd numbers. A fixed seed, so every run is the same.

#[path = "support/measure.rs"]
mod measure;
mod support;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use glissando_level::Format;
use glissando_testkit::form;
use measure::Worst;
use support::{Accidents, floats, glb};

/// Numbers and things that stand where a JSON number stood.
const ABSURD: [&str; 16] = [
    "0",
    "1",
    "2",
    "-1",
    "255",
    "65536",
    "2147483648",
    "4294967295",
    "18446744073709551615",
    "1e308",
    "1e999",
    "0.5",
    "null",
    "[]",
    "{}",
    "\"x\"",
];

/// A document that uses every feature of the reader; the buffer is the chunk or inline.
fn rich_json(buffer: &str) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0,5]}}],
"nodes":[{{"name":"root","children":[1,2,3,4],"scale":[1,2,1]}},{{"mesh":0,"name":"a-col","rotation":[0,1,0,1]}},
{{"mesh":1,"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,3,4,5,1]}},{{"name":"spawn","extras":{{"glissando":{{"spawn":true}}}}}},
{{"mesh":1,"extensions":{{"EXT_mesh_gpu_instancing":{{"attributes":{{"TRANSLATION":0,"ROTATION":4}}}}}}}},{{"camera":0}}],
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1,"material":0}},
{{"attributes":{{"POSITION":0}},"mode":5}}]}},{{"name":"m","primitives":[{{"attributes":{{"POSITION":2}},"indices":3,"mode":6}}]}}],
"materials":[{{"name":"x-onesided","extras":{{"glissando":{{"one_sided":true}}}}}}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}},
{{"bufferView":1,"componentType":5121,"count":6,"type":"SCALAR"}},
{{"bufferView":0,"byteOffset":12,"componentType":5126,"count":3,"type":"VEC3","sparse":{{"count":1,
"indices":{{"bufferView":1,"componentType":5121}},"values":{{"bufferView":0}}}}}},
{{"bufferView":2,"componentType":5123,"count":3,"type":"SCALAR"}},
{{"bufferView":3,"componentType":5120,"normalized":true,"count":4,"type":"VEC4"}}],
"bufferViews":[{{"buffer":0,"byteLength":48,"byteStride":12}},{{"buffer":0,"byteOffset":48,"byteLength":6}},
{{"buffer":0,"byteOffset":54,"byteLength":6}},{{"buffer":0,"byteOffset":60,"byteLength":16}}],
"buffers":[{{"byteLength":76{buffer}}}]}}"#
    )
}

fn rich_binary() -> Vec<u8> {
    let mut binary = floats(&[0., 0., 0., 1., 0., 0., 1., 0., -1., 0., 0., -1.]);
    binary.extend_from_slice(&[0, 1, 2, 0, 2, 3, 0, 0, 1, 0, 2, 0]);
    binary.extend_from_slice(&[127, 0, 0, 0, 0, 127, 0, 0, 0, 0, 127, 0, 0, 0, 0, 127]);
    binary
}

fn seeds() -> Vec<(Format, Vec<u8>)> {
    let base64 = STANDARD.encode(rich_binary());
    let inline = format!(r#","uri":"data:application/octet-stream;base64,{base64}""#);
    let obj = "mtllib a\no a\nv 0 0 0\nv 1 0 0\nv 1 0 -1\nv 0 0 -1 1\nv 0.2 0 -.2\ng b-col\nusemtl c\n\
        f 1 2 3 4\nf -1/1/1 -2 -3\\\n -4\n# x\ng a\nf 1//3 2//2 5//1 4\nf 1 5 2 4 3\n";
    let facet =
        "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 2 0 0\nvertex 0 3e0 -4\nendloop\nendfacet\n";
    let mut binary = b"solid ".to_vec();
    binary.resize(80, b' ');
    binary.extend_from_slice(&[2, 0, 0, 0]);
    binary.resize(184, 1);
    vec![
        (Format::Gltf, glb(&rich_json(""), &rich_binary())),
        (Format::Gltf, rich_json(&inline).into_bytes()),
        (Format::Obj, obj.into()),
        (Format::Stl, format!("solid a\n{facet}{facet}endsolid a\nsolid b\n{facet}endsolid\n").into_bytes()),
        (Format::Stl, binary),
    ]
}

/// The JSON with one of its numbers replaced.
fn with_absurd_number(json: &str, which: usize, instead: &str) -> Option<String> {
    let is_number = |c: char| c.is_ascii_digit() || c == '-' || c == '.';
    let mut starts = json.char_indices().filter(|&(i, c)| is_number(c) && !json[..i].ends_with(is_number));
    let (start, _) = starts.nth(which)?;
    let end = json[start..].find(|c| !is_number(c)).map_or(json.len(), |n| start + n);
    Some(format!("{}{instead}{}", &json[..start], &json[end..]))
}

/// One to four accidents: bytes changed, cut out, doubled, or taken from another file.
fn damaged(bytes: &[u8], other: &[u8], accidents: &mut Accidents) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=accidents.below(4) {
        let at = accidents.below(bytes.len());
        let end = (at + accidents.below(40)).min(bytes.len());
        match accidents.below(6) {
            0 => bytes[at] ^= 1 << accidents.below(8),
            1 => bytes[at] = accidents.below(256) as u8,
            2 => drop(bytes.drain(at..end)),
            3 => {
                let from = accidents.below(other.len());
                let piece = other[from..(from + accidents.below(40)).min(other.len())].to_vec();
                bytes.splice(at..end, piece);
            }
            4 => {
                let piece = bytes[at..end].repeat(1 + accidents.below(20));
                bytes.splice(at..at, piece);
            }
            _ => bytes[at..end].fill(accidents.below(256) as u8),
        }
        if bytes.is_empty() {
            bytes.push(0);
        }
    }
    bytes
}

#[test]
fn no_damaged_file_makes_a_reader_panic_hang_or_fill_the_memory() {
    let mut worst = Worst::default();
    let seeds = seeds();
    for (format, bytes) in &seeds {
        let level = worst.load(*format, bytes, "an undamaged file").unwrap();
        assert!(level.triangle_count() >= 2);
        for end in 0..bytes.len() {
            let _ = worst.load(*format, &bytes[..end], &format!("a file cut off at {end}"));
            for value in [0, b' ', b'9', b'"', 0x7f, 0x80, 0xff, bytes[end] ^ 1, bytes[end] ^ 0x40] {
                let mut flipped = bytes.clone();
                flipped[end] = value;
                let _ = worst.load(*format, &flipped, &format!("byte {end} set to {value}"));
            }
        }
    }
    let json = rich_json("");
    let numbers = (0..).take_while(|&n| with_absurd_number(&json, n, "").is_some()).count();
    for first in 0..numbers {
        for instead in ABSURD {
            let Some(one) = with_absurd_number(&json, first, instead) else { continue };
            let _ = worst.load(Format::Gltf, &glb(&one, &rich_binary()), &one);
        }
    }
    let mut accidents = Accidents(0x9E37_79B9_7F4A_7C15);
    for _ in 0..form::cases(50_000, 200_000) {
        let mut absurd = json.clone();
        for _ in 0..=accidents.below(3) {
            let (which, instead) = (accidents.below(numbers), ABSURD[accidents.below(ABSURD.len())]);
            absurd = with_absurd_number(&absurd, which, instead).unwrap_or(absurd);
        }
        let _ = worst.load(Format::Gltf, &glb(&absurd, &rich_binary()), &absurd);
    }
    for case in 0..form::cases(300_000, 1_200_000) {
        let (format, bytes) = &seeds[accidents.below(seeds.len())];
        let (_, other) = &seeds[accidents.below(seeds.len())];
        let bytes = damaged(bytes, other, &mut accidents);
        let _ = worst.load(*format, &bytes, &format!("accident {case}"));
    }
    println!("{worst:?}");
    assert!(worst.loaded > worst.cases / 100, "hardly any case got past the first check");
}
