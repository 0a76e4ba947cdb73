//! One kind of work and nothing else between two marks, so that its instructions can be counted.

use crate::engines::{Engine, Glissando};
use crate::generated;
use crate::level;
use crate::living::{self, Way};
use crate::options::Options;
use crate::questions::{Kind, Questions};
use crate::results::{BUILD, WALK};
use crate::scene::Scene;
use crate::walk::{Plan, RATE};
use crate::walkers::{self, Walker};
use glissando::Input;
use std::error::Error;
use std::hint::black_box;

const SEED: u64 = 1;
/// Characters that walk, each with a scratch of its own.
const CHARACTERS: usize = 16;
/// Those that walk all at once.
const MANY: usize = 1000;
const WALK_OF_MANY: &str = "walk of many";
/// Ticks that are not counted: all have landed.
const LANDING: usize = 16;

/// Does `count` questions or ticks of a kind, or one build, on the town, or on the level that `--level` names; prints how many were
/// counted.
pub fn run(name: &str, options: &Options) -> Result<(), Box<dyn Error>> {
    let count = options.count;
    let scene = Scene::new(match options.level.first() {
        Some(name) => level::load(options)?.into_iter().find(|l| l.name == *name).ok_or_else(|| {
            format!("no level is called \"{name}\": name a file of the folder of levels, without .glb")
        })?,
        None => generated::town(SEED),
    });
    let done = match name {
        BUILD => build(&scene),
        WALK => walk(&scene, walkers::ours(&scene.level), count),
        WALK_OF_MANY => walk_of_many(&scene, count),
        name => {
            let mut bodies = walkers::ours_with_cores(&scene.level);
            if let Some((plan, way)) = living::kernel(name, options)? {
                tick_of_all(&plan, way, count)
            } else if let Some(walker) = bodies.find(|w| w.question() == name) {
                walk(&scene, walker, count)
            } else {
                let kind = Kind::all().find(|kind| kind.name() == name);
                ask(&scene, kind.ok_or_else(|| format!("no kernel is called \"{name}\""))?, count)
            }
        }
    };
    println!("{done}");
    Ok(())
}

fn build(scene: &Scene) -> usize {
    counted_once(&mut || drop(black_box(Glissando::new(&scene.level))));
    scene.level.triangles.len()
}

fn ask(scene: &Scene, kind: Kind, count: usize) -> usize {
    let questions = Questions::new(scene, kind, count, SEED).list;
    let engine = Glissando::new(&scene.level);
    counted_once(&mut || {
        for question in &questions {
            black_box(engine.ask(kind, black_box(question)));
        }
    });
    questions.len()
}

fn walk(scene: &Scene, mut walker: Box<dyn Walker>, count: usize) -> usize {
    let plan = Plan::for_all(scene, CHARACTERS, count.div_ceil(CHARACTERS * RATE), SEED);
    walker.place(&plan.starts);
    let mut ticks = 0;
    for second in 0..plan.seconds() {
        for (who, &wish) in plan.wishes(second).iter().enumerate() {
            counted_once(&mut || (0..RATE).for_each(|_| walker.tick(who, wish, 1.0 / RATE as f64)));
            plan.put_back(&mut *walker, who);
            ticks += RATE;
        }
    }
    ticks
}

fn walk_of_many(scene: &Scene, count: usize) -> usize {
    let plan = Plan::new(scene, MANY, 4, SEED);
    let mut walker = walkers::ours(&scene.level);
    walker.place(&plan.starts);
    let ticks = count.div_ceil(MANY);
    for tick in 0..LANDING + ticks {
        let mut work = || walker.tick_all(plan.wishes(tick / RATE), 1.0 / RATE as f64);
        if tick < LANDING {
            work()
        } else {
            counted_once(&mut work)
        }
        (0..MANY).for_each(|who| {
            plan.put_back(&mut *walker, who);
        });
    }
    ticks * MANY
}

fn tick_of_all(plan: &Plan, mut way: Box<dyn Way>, count: usize) -> usize {
    let ticks = count.div_ceil(way.count());
    for tick in 0..LANDING + ticks {
        let wishes = plan.wishes(tick / RATE % plan.seconds());
        let inputs: Vec<Input> =
            wishes.iter().map(|&wish| Input { wish: wish.into(), ..Input::default() }).collect();
        let mut work = || way.tick(&inputs, 1.0 / RATE as f64);
        if tick < LANDING { work() } else { counted_once(&mut work) }
    }
    eprintln!("hash of the places: {:016x}", hash_of_places(&*way));
    ticks * way.count()
}

/// A number that other places would give another one, to tell whether a faster way leads to the same places.
fn hash_of_places(way: &dyn Way) -> u64 {
    let centres = (0..way.count()).flat_map(|who| way.centre(who));
    // FNV-1a, by words.
    centres.fold(0xcbf2_9ce4_8422_2325, |hash, c| (hash ^ c.to_bits()).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Between its call and its return instructions are counted: callgrind knows it by its name.
#[inline(never)]
fn counted_once(work: &mut dyn FnMut()) {
    work();
}
