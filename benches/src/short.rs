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
use crate::walkers;
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

/// The hash of all answers on each scene, and the trace of some.
const HASHES: [(&str, u64, &str); 2] = [
    ("town", 0x2fbd_b463_eca3_a7b2, include_str!("traces/town.txt")),
    ("soup 50k", 0x52a4_c64a_45ba_38f3, include_str!("traces/soup.txt")),
];

pub fn run() -> Result<(), Box<dyn Error>> {
    let mut faults = Vec::new();
    for (level, (name, expected, wanted)) in
        [generated::town(SEED), generated::soup(SOUP, SEED)].into_iter().zip(HASHES)
    {
        let scene = Scene::new(level);
        let mut hash = Hash::new();
        ask(&scene, &mut hash, &mut faults);
        walk(&scene, &mut hash, &mut faults);
        faults.extend(hash.trace.compare(name, wanted).err());
        println!("(\"{name}\", 0x{:016x})", hash.word);
        if hash.word != expected {
            faults.push(format!("{name}: the hash of all answers was 0x{expected:016x}"));
        }
    }
    // An error that `main` returns is printed without its line breaks.
    faults.iter().for_each(|fault| eprintln!("{fault}"));
    if faults.is_empty() { Ok(()) } else { Err(format!("{} faults", faults.len()).into()) }
}

fn ask(scene: &Scene, hash: &mut Hash, faults: &mut Vec<String>) {
    let builds: Vec<Build> = build(&scene.level);
    let engine: &dyn Engine = &*builds[0].engine;
    for kind in Kind::ALL {
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

fn walk(scene: &Scene, hash: &mut Hash, faults: &mut Vec<String>) {
    let (characters, seconds) = WALK;
    let plan = Plan::new(scene, characters, seconds, SEED);
    let mut walker = walkers::ours(&scene.level);
    let deeds @ Deeds { ticks, metres, inside, through, .. } = plan.judge(scene, &mut *walker);
    println!("{} walk: {metres:.0} m in {ticks} ticks", scene.level.name);
    for who in 0..characters {
        let centre = walker.centre(who);
        hash.trace.add(ticks as u64, format_args!("walker {who}"), centre);
        centre.iter().for_each(|c| hash.add(c.to_bits()));
    }
    if inside + through > 0 {
        faults.push(format!("{}, walk: {deeds:?}", scene.level.name));
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

    fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.word = (self.word ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
