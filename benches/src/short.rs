//! The short form: glissando alone, on generated scenes, its answers before the oracle and known hashes.
//!
//! No time is looked at. A hash that changed means that some answer changed in some bit: either by mistake or on
//! purpose, and then the line that is printed goes into [`HASHES`]. The trace beside a hash, some of the answers, says which
//! one changed first.

use crate::engines::{Build, Engine, build};
use crate::generated;
use crate::questions::{Kind, Questions};
use crate::scene::Scene;
use crate::scenes;
use crate::walk::{Deeds, Plan};
use crate::walkers::{self, Walker};
use glissando_testkit::run_trace::RunTrace;
use std::error::Error;

/// Seed of the scenes and of the questions.
const SEED: u64 = 1;
/// Questions of each kind.
const QUESTIONS: usize = 500;
/// Triangles of the soup.
const SOUP: usize = 50_000;
/// Characters, and seconds that they walk.
const WALK: (usize, usize) = (16, 10);

/// The hash of all answers on a scene, and the trace of some.
type Known = (&'static str, u64, &'static str);

/// Of rays, and of spheres and ellipsoids that sweep and walk.
const HASHES: [Known; 2] = [
    ("town", 0xda26_3346_3670_7729, include_str!("traces/town.txt")),
    ("soup 50k", 0x7de7_e976_7d0b_97c4, include_str!("traces/soup.txt")),
];

/// Of the bodies with a core.
const HASHES_WITH_CORES: [Known; 2] = [
    ("town, bodies with a core", 0x1c51_b3b2_833b_33db, include_str!("traces/town_cores.txt")),
    ("soup 50k, bodies with a core", 0x24cd_3bf6_102d_67f9, include_str!("traces/soup_cores.txt")),
];

pub fn run() -> Result<(), Box<dyn Error>> {
    let mut faults = Vec::new();
    let scenes = [generated::town(SEED), generated::soup(SOUP, SEED)].map(Scene::new);
    for (scene, known) in scenes.iter().zip(HASHES) {
        let mut hash = Hash::new();
        ask(scene, &Kind::RAYS_AND_ELLIPSOIDS, &mut hash, &mut faults);
        let plan = Plan::new(scene, WALK.0, WALK.1, SEED);
        walk(scene, &plan, &mut *walkers::ours(&scene.level), &mut hash, &mut faults);
        faults.extend(hash.compare(known));
    }
    for (scene, known) in scenes.iter().zip(HASHES_WITH_CORES) {
        let mut hash = Hash::new();
        ask(scene, &Kind::WITH_CORES, &mut hash, &mut faults);
        let plan = Plan::for_all(scene, WALK.0, WALK.1, SEED);
        for mut walker in walkers::ours_with_cores(&scene.level) {
            walk(scene, &plan, &mut *walker, &mut hash, &mut faults);
        }
        faults.extend(hash.compare(known));
    }
    // An error that `main` returns is printed without its line breaks.
    faults.iter().for_each(|fault| eprintln!("{fault}"));
    if faults.is_empty() { Ok(()) } else { Err(format!("{} faults", faults.len()).into()) }
}

fn ask(scene: &Scene, kinds: &[Kind], hash: &mut Hash, faults: &mut Vec<String>) {
    let builds: Vec<Build> = build(&scene.level);
    let engine: &dyn Engine = &*builds[0].engine;
    for &kind in kinds {
        let questions = Questions::new(scene, kind, QUESTIONS, SEED);
        for (number, question) in (0..).zip(&questions.list) {
            let answer = engine.ask(kind, question);
            hash.trace.add(number, kind.name(), answer.as_slice());
            hash.add(answer.map_or(u64::MAX, f64::to_bits));
        }
        let agreement = scenes::judge(scene, &[engine], &questions)[0];
        println!(
            "{} {}: {} hits of {} right",
            scene.level.name,
            kind.name(),
            agreement.hits,
            agreement.asked
        );
        if !agreement.is_right() {
            faults.push(format!("{}, {}: {agreement:?}", scene.level.name, kind.name()));
        }
    }
}

fn walk(scene: &Scene, plan: &Plan, walker: &mut dyn Walker, hash: &mut Hash, faults: &mut Vec<String>) {
    let name = walker.question();
    let deeds @ Deeds { ticks, metres, inside, through, .. } = plan.judge(scene, walker);
    println!("{} {name}: {metres:.0} m in {ticks} ticks", scene.level.name);
    for who in 0..plan.starts.len() {
        let centre = walker.centre(who);
        hash.trace.add(ticks as u64, format_args!("walker {who}"), centre);
        centre.iter().for_each(|c| hash.add(c.to_bits()));
    }
    if inside + through > 0 {
        faults.push(format!("{}, {name}: {deeds:?}", scene.level.name));
    }
}

/// FNV-1a (Fowler, Noll & Vo, 1991), over whole words, with the trace of every fiftieth answer.
struct Hash {
    word: u64,
    trace: RunTrace,
}

impl Hash {
    fn new() -> Self {
        Self { word: 0xcbf2_9ce4_8422_2325, trace: RunTrace::every(50) }
    }

    /// Prints the hash; what is wrong with it.
    fn compare(&self, (name, expected, wanted): Known) -> Vec<String> {
        println!("(\"{name}\", 0x{:016x})", self.word);
        let changed = format!("{name}: the hash of all answers was 0x{expected:016x}");
        let trace = self.trace.compare(name, wanted).err();
        trace.into_iter().chain((self.word != expected).then_some(changed)).collect()
    }

    fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.word = (self.word ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
