//! Materials that change the pace of a character that stands on them.

use super::support::{floats, glb, square};
use glissando::traction::Traction;
use glissando::{Config, DVec3, Input, Scratch, Settings, State, World, step};
use glissando_level::{Format, Level, LoadOptions, Mechanisms, load_bytes};
use glissando_mechanisms::Machinery;

const MATERIALS: &str = r#""materials":[{"name":"stone"},
    {"name":"mud","extras":{"glissando":{"traction":{"speed":0.25}}}},
    {"name":"ice","extras":{"glissando":{"traction":{"friction":0.02}}}}]"#;
const DT: f64 = 1.0 / 60.0;

fn read(bytes: &[u8]) -> Level {
    load_bytes(Format::Gltf, bytes, &LoadOptions::default()).unwrap()
}

/// A floor of 100 m, from the origin along +X and -Z, of one of the materials; the node has these extras.
fn floor(material: usize, extras: &str) -> Level {
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},{MATERIALS},
        "nodes":[{{"mesh":0,"scale":[100,1,100],"extras":{{"glissando":{{{extras}}}}}}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"material":{material},"mode":5}}]}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}}],
        "bufferViews":[{{"buffer":0,"byteLength":48}}],"buffers":[{{"byteLength":48}}]}}"#
    );
    read(&glb(&json, &floats(&[0., 0., 0., 1., 0., 0., 0., 0., -1., 1., 0., -1.])))
}

/// The speeds at the end of a second of walking with a wish of 4 m/s, and half a second later.
fn speeds(world: &World) -> [f64; 2] {
    let config = Config::new(&Settings::default()).unwrap();
    let mut state = State::with_feet_at(&config, DVec3::new(50.0, 0.0, -50.0));
    let mut scratch = Scratch::new();
    [(4.0, 60), (0.0, 30)].map(|(speed, ticks)| {
        for _ in 0..ticks {
            let input = Input { wish: DVec3::X * speed, ..Input::default() };
            step(world, &config, &mut state, input, DT, &mut scratch).unwrap();
        }
        state.velocity.x
    })
}

#[test]
fn a_walker_is_slow_on_the_mud_of_a_level_and_glides_on_its_ice() {
    let on = |material| speeds(&floor(material, "").build().unwrap().world);
    assert_eq!(on(0), [4.0, 0.0]);
    assert_eq!(on(1), [1.0, 0.0]);
    // Friction of 40 m/s² takes 0.02 * 40 * 0.5 = 0.4 m/s in half a second.
    let [walking, gliding] = on(2);
    assert!(walking == 4.0 && (gliding - 3.6).abs() < 1e-9, "{walking} {gliding}");
}

#[test]
fn the_movers_of_a_level_have_the_tractions_of_their_materials() {
    let level = floor(1, r#""motion":{"linear":[0,0,0.5]}"#);
    let mut world = World::new();
    let bodies = Machinery::new(0, DT).add(&Mechanisms::of_level(&level), &mut world).unwrap();
    assert_eq!(bodies.len(), 1);
    assert_eq!(speeds(&world), [1.0, 0.0]);
}

#[test]
fn wrong_tractions_are_noted_by_name() {
    let materials = r#","materials":[{"name":"mud","extras":{"glissando":{"traction":{"speed":0.25}}}},
        {"name":"glue","extras":{"glissando":{"one_sided":true,"traction":{"speed":-1}}}},
        {"name":"tar","extras":{"glissando":{"traction":{"grip":1}}}},{"name":"stone"}]"#;
    let nodes = r#"[{"mesh":0},{"name":"yard","mesh":0,"extras":{"glissando":{"traction":{"speed":0.5}}}}]"#;
    let level = read(&square(nodes, materials));
    assert_eq!(level.tractions(), [(0, Traction { speed: 0.25, ..Traction::NORMAL })]);
    assert_eq!(level.mesh_options().one_sided, [1], "the rest of the extras counts");
    let noted = |words: &[&str]| {
        let is_meant = |note: &&String| words.iter().all(|word| note.contains(word));
        assert_eq!(level.notes.iter().filter(is_meant).count(), 1, "{:?}", level.notes);
    };
    noted(&["material 1 \"glue\"", "speed of a traction is -1", "between 0 and 1000"]);
    noted(&["material 2 \"tar\"", "`grip`", "`friction`"]);
    noted(&["node 1 \"yard\"", "traction is for materials"]);
    assert_eq!(level.notes.len(), 3);
}

#[test]
fn a_file_has_no_more_tractions_than_every_body_can_carry() {
    let muddy = r#"{"extras":{"glissando":{"traction":{"speed":0.5}}}}"#;
    let materials = format!(r#","materials":[{}]"#, [muddy; 70].join(","));
    let level = read(&square(r#"[{"mesh":0}]"#, &materials));
    assert_eq!(level.tractions().len(), 64);
    assert!(level.notes.iter().any(|note| note.starts_with("6 materials' tractions")), "{:?}", level.notes);
}
