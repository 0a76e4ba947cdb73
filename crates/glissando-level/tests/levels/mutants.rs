//! A level with everything that has a place (nested transforms, copies, markers, movers, triggers, spawns of the
//! files beside it), and mutants of it whose numbers are made to overflow.

use super::support::{Accidents, floats, glb};
use glissando::{Mesh, World};
use glissando_level::{Bag, Level, LoadOptions, Mechanisms, load_from, load_mechanisms_from};
use glissando_mechanisms::Machinery;
use glissando_testkit::form;
use std::path::Path;

/// What every mutant starts from.
#[derive(Clone)]
struct Parts {
    json: String,
    binary: Vec<u8>,
    manifest: String,
    entities: String,
    movers: String,
}

/// Numbers that overflow where they are multiplied, and some that are no numbers at all.
const POISON: [&str; 16] = [
    "1e300",
    "-1e300",
    "1e308",
    "1.7976931348623157e308",
    "-1.7976931348623157e308",
    "1e154",
    "-1e154",
    "1e39",
    "3.4028236e38",
    "1e-300",
    "5e-324",
    "0",
    "-0.0",
    "1e999",
    "null",
    "[1,2,3]",
];

/// Bits of floats that are NaN, infinite or the largest there are.
const POISONED_BITS: [u32; 6] = [0x7FC0_0000, 0xFFC0_0001, 0x7F80_0000, 0xFF80_0000, 0x7F7F_FFFF, 1];

const NODES: &str = r#"[
{"name":"root","children":[1,4,6],"scale":[2,1,2],"translation":[1,0,0]},
{"name":"arm","children":[2],"rotation":[0,0.6,0,0.8],"scale":[1.5,1.5,1.5]},
{"name":"hand","children":[3],"mesh":0,"matrix":[1,0,0,0, 0,2,0,0, 0,0,1,0, 3,4,5,1]},
{"name":"finger","translation":[0,0.5,0],"scale":[3,3,3],"rotation":[0.1,0.2,0.3,0.9]},
{"name":"lift","mesh":0,"translation":[4,0,-2],"extras":{"glissando":{"shuttle":{"travel":[0,3,0],"speed":1.5,"wait":2}}},
 "children":[5]},
{"name":"rail","mesh":0,"scale":[1,2,1],"translation":[0,1,0]},
{"name":"pad","mesh":0,"extras":{"glissando":{"effect":{"type":"launch","apex":[2,9,0]},"wait":1}}},
{"name":"gate","mesh":0,"extras":{"glissando":{"effect":{"type":"teleport","to":"spawn a","speed":2}}}},
{"name":"fan","mesh":0,"extras":{"glissando":{"motion":{"linear":[0,0,0],"angular":[0,2,0],"pivot":[1,1,1]}}}},
{"name":"train","mesh":0,"extras":{"glissando":{"path":[{"time":0},{"time":2,"translation":[1,0,0],"rotation":[0,1,0,1]}]}}},
{"name":"raft","mesh":0,"extras":{"glissando":{"bob":{"amplitude":[0,0.5,0],"period":3},"start":"always"}}},
{"name":"bell","mesh":0,"extras":{"glissando":{"swing":{"axis":[0,0,1],"radians":0.5,"period":2},"margin":0.5}}},
{"name":"spawn a","translation":[0,2,0],"rotation":[0,0.38,0,0.92]},
{"name":"trees","mesh":0,"translation":[0,0,7],"extensions":{"EXT_mesh_gpu_instancing":{"attributes":
 {"TRANSLATION":0,"ROTATION":2,"SCALE":3}}}}]"#;

impl Parts {
    /// The undamaged level.
    fn new() -> Self {
        let json = format!(
            r#"{{"asset":{{"version":"2.0"}},"nodes":{NODES},
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}},
{{"bufferView":1,"componentType":5121,"count":6,"type":"SCALAR"}},
{{"bufferView":2,"componentType":5126,"count":4,"type":"VEC4"}},
{{"bufferView":3,"componentType":5126,"count":4,"type":"VEC3"}}],
"bufferViews":[{{"buffer":0,"byteLength":48}},{{"buffer":0,"byteOffset":160,"byteLength":6}},
{{"buffer":0,"byteOffset":48,"byteLength":64}},{{"buffer":0,"byteOffset":112,"byteLength":48}}],
"buffers":[{{"byteLength":166}}]}}"#
        );
        let mut binary = floats(&[0., 0., 0., 1., 0., 0., 1., 0., -1., 0., 0., -1.]);
        binary.extend(floats(&[0., 0., 0., 1.].repeat(4)));
        binary.extend(floats(&[1., 2., 1.].repeat(4)));
        binary.extend_from_slice(&[0, 1, 2, 0, 2, 3, 0, 0]);
        let manifest = r#"{"levels":[{"name":"a","files":{"glb":"a.glb"},"unit_m":0.5,"up":"y","reference_character":
{"radius":0.5,"height":2,"step":0.5,"gravity":20,"run_speed":8,"jump_speed":9,"spawn_is":"feet are 1.5 below"},
"spawn_points":[{"class":"start","pos":[1,2,3],"yaw_deg":90}]}]}"#;
        let entities = r#"{"aabb":[[-9,-9,-9],[9,9,9]],"movers":[
{"class":"func_door","node":"door","aabb":[[0,0,-1],[1,0,0]],"origin":[0,0,0],"travel":[0,3,0],"speed":2,"keys":{"wait":"3"}},
{"class":"func_bobbing","node":"door","amplitude":[0,1,0],"period_s":3},
{"class":"func_train","node":"door","path":[[0,0,0],[4,0,0],[4,0,4]],"speed":3},
{"class":"func_rotating","node":"door","axis":[0,1,0],"deg_per_s":90}],
"triggers":[{"class":"trigger_push","aabb":[[0,0,0],[1,1,1]],"target_pos":[0.5,8,0.5]},
{"class":"trigger_teleport","aabb":[[2,0,0],[3,1,1]],"target_pos":[7,7,7],"brushes":[{"aabb":[[2,0,0],[3,1,1]],
"planes":[[1,0,0,3],[-1,0,0,-2],[0,1,0,1],[0,-1,0,0],[0,0,1,1],[0,0,-1,0],[1,1,0,3.5]]}]},
{"class":"teleport","index":4,"pos":[1,1,1],"yaw":45,"links":[4],"push":30,"radius":6},
{"class":"pusher","pos":[5,1,1],"yaw":30,"pitch":60,"force":10},
{"class":"trigger_teleport_line","line":[[0,0,0],[4,0,0]],"target_pos":[7,7,7]}],
"liquids":[{"kind":"lava","aabb":[[0,-3,0],[9,-2,9]]}],
"targets":[{"class":"teleport_goal","name":"t","pos":[7,7,7],"yaw_deg":10}],"spawns":[{"pos":[1,2,3]}]}"#;
        let movers =
            json.replace(NODES, r#"[{"name":"door","mesh":0,"scale":[1,1,1],"translation":[0,0,0]}]"#);
        let (manifest, entities) = (manifest.into(), entities.into());
        Self { json, binary, manifest, entities, movers }
    }

    /// One to four of the numbers of these files, most of them in the nodes, are others.
    fn mutate(&mut self, accidents: &mut Accidents) {
        if accidents.below(4) == 0 {
            let word = 4 * accidents.below(self.binary.len() / 4);
            let bits = POISONED_BITS[accidents.below(POISONED_BITS.len())];
            self.binary[word..word + 4].copy_from_slice(&bits.to_le_bytes());
        }
        for _ in 0..=accidents.below(4) {
            let text = match accidents.below(12) {
                0 => &mut self.manifest,
                1 => &mut self.entities,
                2 => &mut self.movers,
                _ => &mut self.json,
            };
            let (ends, is_json) = (numbers(text), text.starts_with("{\"asset"));
            // What is no transform stands after the nodes.
            let count =
                if is_json { ends.iter().filter(|(at, _)| *at < NODES.len()).count() } else { ends.len() };
            let Some(&(start, end)) = ends.get(accidents.below(count)) else { continue };
            text.replace_range(start..end, POISON[accidents.below(POISON.len())]);
        }
    }

    /// Reads the level, and what moves in it.
    fn read(&self) -> Result<(Level, Mechanisms), String> {
        let mut bag = Bag::default();
        bag.put("a.glb", glb(&self.json, &self.binary));
        bag.put("manifest.json", self.manifest.clone().into_bytes());
        bag.put("a.entities.json", self.entities.clone().into_bytes());
        bag.put("a.movers.glb", glb(&self.movers, &self.binary));
        let (path, options) = (Path::new("a.glb"), LoadOptions::default());
        let level = load_from(&bag, path, &options).map_err(|error| error.to_string())?;
        let mechanisms =
            load_mechanisms_from(&bag, path, &level, &options).map_err(|error| error.to_string())?;
        Ok((level, mechanisms))
    }
}

/// Where the numbers of a JSON text are, but for those inside of names.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let (mut found, mut in_name, mut at) = (Vec::new(), false, 0);
    let bytes = text.as_bytes();
    while at < bytes.len() {
        in_name ^= bytes[at] == b'"';
        let is_number = |b: &u8| b.is_ascii_digit() || b"-+.e".contains(b);
        let starts = !in_name && (bytes[at].is_ascii_digit() || bytes[at] == b'-');
        let length = if starts { bytes[at..].iter().take_while(|b| is_number(b)).count() } else { 0 };
        if length > 0 {
            found.push((at, at + length));
        }
        at += length.max(1);
    }
    found
}

/// The first number that is NaN or infinite in what a value prints.
fn not_finite(value: &impl std::fmt::Debug) -> Option<String> {
    // What stays where it is until it is closed waits without end.
    let text = format!("{value:?}").replace("wait: inf", "");
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.any(|word| word == "NaN" || word == "inf").then_some(text)
}

/// Numbers that are fine one by one multiply along nested nodes, copies and units: what comes out is finite, or the
/// file is refused. Otherwise a body or a spawn is nowhere, which is found only when something walks there.
#[test]
fn whatever_is_read_of_a_mutant_has_finite_places() {
    let undamaged = Parts::new();
    let (level, mechanisms) = undamaged.read().unwrap();
    assert!(mechanisms.notes.is_empty(), "{:?}", mechanisms.notes);
    let counts =
        (level.instances.len(), level.markers.len(), mechanisms.movers.len(), mechanisms.triggers.len());
    assert_eq!(counts, (13, 3, 9, 7), "the level of this test uses all that has a place");
    let mut accidents = Accidents(0x5851_F42D_4C95_7F2D);
    let (mut cases, mut read, mut overflows) = (0, 0, 0);
    for case in 0..form::cases(4_000, 12_000) {
        let mut mutant = undamaged.clone();
        mutant.mutate(&mut accidents);
        cases += 1;
        let result = std::panic::catch_unwind(|| mutant.read());
        match result.unwrap_or_else(|_| panic!("mutant {case} makes a reader panic: {}", mutant.json)) {
            Ok((level, mechanisms)) => {
                read += 1;
                check_places(level, mechanisms, case);
            }
            Err(error) => overflows += usize::from(error.contains("not finite")),
        }
    }
    println!("{cases} mutants: {read} were read, {overflows} refused for a place that is not finite");
    assert!(read > cases / 4 && overflows > cases / 100, "{read} read, {overflows} refused of {cases}");
}

/// All numbers of a level and its mechanisms are finite, but for vertices that are noted and of which no mesh is made.
fn check_places(level: Level, mechanisms: Mechanisms, case: usize) {
    for mesh in &level.meshes {
        let is_finite = mesh.soup.vertices.iter().all(|v| v.is_finite());
        let is_noted = level.notes.iter().any(|note| note.contains("NaN or infinite"));
        let is_refused = || Mesh::build(&mesh.soup, &level.mesh_options()).is_err();
        assert!(is_finite || (is_noted && is_refused()), "mutant {case}: vertices are not finite");
    }
    let level = Level { meshes: Vec::new(), notes: Vec::new(), ..level };
    assert_eq!(not_finite(&level), None, "mutant {case}");
    let mechanisms = Mechanisms { notes: Vec::new(), ..mechanisms };
    assert_eq!(not_finite(&mechanisms), None, "mutant {case}");
    let mut machinery = Machinery::new(0, 1.0 / 60.0);
    let mut world = World::new();
    // What no world can hold is noted or refused.
    let _ = machinery.add(&mechanisms, &mut world);
    let bodies: Vec<_> = world.bodies().map(|(_, body)| body.pose).collect();
    assert_eq!(not_finite(&bodies), None, "mutant {case}");
    assert_eq!(not_finite(&machinery.movers()), None, "mutant {case}");
}
