//! The living world: the same characters on one level by every call that moves them, among movers and alone.
//!
//! All ways get the same starts and wishes, and take turns second by second, so that a noisy machine is noisy for all. The
//! ratios are to `step_many`, whose characters meet nothing but the level.

mod alone;
#[cfg(feature = "box3d")]
mod box3d;
mod crowd;
mod field;
mod lifts;
mod mechanisms;
mod memory;
#[cfg(feature = "rapier")]
mod rapier;
mod riders;
mod stage;
#[cfg(feature = "parallel")]
mod threads;

use crate::level::{self, Level};
use crate::options::Options;
use crate::scene::Scene;
use crate::walk::{Plan, RATE};
use glissando::Input;
use glissando::character::BodyShape;
use glissando_level::Mechanisms;
use std::error::Error;
use std::time::Instant;

/// The levels; the generated town where one is missing.
const LEVELS: [&str; 2] = ["oa_dm2", "re_vault"];
/// Ticks before the clock runs: all have landed.
const LANDING: usize = 16;
/// Seconds of the characters' own time that are measured.
const SECONDS: usize = 2;
/// Numbers of movers.
const MOVERS: [usize; 4] = [0, 1, 100, 1000];

/// A call that moves all characters at once.
pub trait Way: Send {
    fn name(&self) -> String;

    /// How many characters it moves.
    fn count(&self) -> usize;

    fn tick(&mut self, inputs: &[Input], dt: f64);

    /// The same on the threads of the current pool, where there is such a call.
    #[cfg(feature = "parallel")]
    fn tick_parallel(&mut self, inputs: &[Input], dt: f64) {
        self.tick(inputs, dt);
    }

    /// Where a character's centre is.
    fn centre(&self, who: usize) -> [f64; 3];

    /// Puts one character back.
    fn replace(&mut self, who: usize, centre: [f64; 3]);
}

/// Prints nanoseconds of a character's tick for every way, and the ratio to `step_many`.
pub fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    for name in LEVELS.into_iter().filter(|name| options.wants_level(name)) {
        let scene = Scene::new(level::one(options, name)?);
        for characters in [options.walkers.min(1000), 32] {
            measure(&scene, characters, options);
        }
        memory::measure(&scene, options.walkers.clamp(2, 1000), 1000, options.seed);
        measure_alone(&scene, options);
        measure_rollback(&scene, options);
    }
    if options.wants_level("field") {
        field::run(options);
    }
    measure_mechanisms(options)
}

/// One character in every level with mechanisms, beside the same character on a stage without them.
fn measure_mechanisms(options: &Options) -> Result<(), Box<dyn Error>> {
    let (mut logarithms, mut worst) = (Vec::new(), 0.0_f64);
    for (level, mechanisms) in level::with_mechanisms(options)? {
        let scene = Scene::new(level);
        let (plan, mechanical) = planned_mechanical(&scene, &mechanisms, options.seed);
        let mut ways: Vec<Box<dyn Way>> = vec![
            Box::new(stage::Staged::new(&scene.level, &plan.starts, 0, options.seed)),
            Box::new(mechanical),
        ];
        let times = time(&plan, &mut ways);
        print(&scene.level, 1, &ways, &times);
        logarithms.push((times[1] / times[0]).ln());
        worst = worst.max(times[1] / times[0]);
    }
    if !logarithms.is_empty() {
        let mean = (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp();
        let levels = logarithms.len();
        println!(
            "\n{levels} levels with mechanisms: {mean:.2} times the same without (geometric mean), at most {worst:.2}"
        );
    }
    Ok(())
}

/// One character in a level with its mechanisms. The places of a plan are free in the level; where a door stands in one of them, or it is
/// in lava, the next seed is taken.
fn planned_mechanical(scene: &Scene, mechanisms: &Mechanisms, seed: u64) -> (Plan, mechanisms::Mechanical) {
    let mut seed = seed;
    loop {
        let plan = Plan::new(scene, 1, SECONDS, seed);
        let mut mechanical = mechanisms::Mechanical::new(&scene.level, mechanisms, &plan.starts);
        if mechanical.is_fit() {
            return (plan, mechanical);
        }
        seed += 1;
    }
}

fn measure(scene: &Scene, characters: usize, options: &Options) {
    let plan = Plan::new(scene, characters, SECONDS, options.seed);
    let mut ways: Vec<Box<dyn Way>> = vec![
        Box::new(alone::Many::new(&scene.level, &plan.starts)),
        Box::new(crowd::Crowd::new(&scene.level, &plan.starts)),
    ];
    for movers in MOVERS {
        ways.push(Box::new(stage::Staged::new(&scene.level, &plan.starts, movers, options.seed)));
    }
    #[cfg(feature = "rapier")]
    for movers in MOVERS {
        ways.push(Box::new(rapier::Rapier::new(&scene.level, &plan.starts, movers, options.seed)));
    }
    #[cfg(feature = "box3d")]
    for movers in MOVERS {
        ways.push(Box::new(box3d::Box3d::new(&scene.level, &plan.starts, movers, options.seed)));
    }
    let times = time(&plan, &mut ways);
    print(&scene.level, characters, &ways, &times);
    #[cfg(feature = "parallel")]
    threads::measure(&scene.level, &plan, options);
}

/// One character among a thousand movers, beside the same character in the level alone.
fn measure_alone(scene: &Scene, options: &Options) {
    let plan = Plan::new(scene, 1, SECONDS, options.seed);
    let mut ways: Vec<Box<dyn Way>> = vec![Box::new(alone::Many::new(&scene.level, &plan.starts))];
    for movers in [0, 1000] {
        ways.push(Box::new(stage::Staged::new(&scene.level, &plan.starts, movers, options.seed)));
    }
    let times = time(&plan, &mut ways);
    print(&scene.level, 1, &ways, &times);
}

/// What a netcode does in a bad frame: restores a state and makes eight ticks again.
fn measure_rollback(scene: &Scene, options: &Options) {
    const CHARACTERS: usize = 32;
    const AGAIN: usize = 8;
    let plan = Plan::new(scene, CHARACTERS, SECONDS, options.seed);
    let inputs: Vec<Input> =
        plan.wishes(0).iter().map(|&wish| Input { wish: wish.into(), ..Input::default() }).collect();
    let ticks = vec![inputs; AGAIN];
    let dt = 1.0 / RATE as f64;
    for movers in [0, 100] {
        let mut staged = stage::Staged::new(&scene.level, &plan.starts, movers, options.seed);
        let mut times: Vec<f64> = (0..RATE)
            .map(|_| {
                staged.tick(&ticks[0], dt);
                let earlier = staged.state().clone();
                ticks.iter().for_each(|inputs| staged.tick(inputs, dt));
                let (end, begin) = (staged.state().clone(), Instant::now());
                staged.replay(&earlier, &ticks, dt);
                let microseconds = begin.elapsed().as_nanos() as f64 / 1000.0;
                assert!(*staged.state() == end, "the same ticks from the same state ended elsewhere");
                microseconds
            })
            .collect();
        times.sort_by(f64::total_cmp);
        let [median, last] = [times[times.len() / 2], times[times.len() - 1]];
        println!(
            "  restore and {AGAIN} ticks again, {CHARACTERS} characters, {movers} lifts: {median:.0} us (median), at most {last:.0}"
        );
    }
}

/// A way of moving characters, and what they want.
type Planned = (Plan, Box<dyn Way>);

/// A way and its plan, to count its instructions: what call ("many", "crowd", "stage"), on which ground ("spread", "dense" and "spawn" on
/// the bare field, or one of the levels of this bench), among how many lifts: "stage re_vault 100 lifts". Those of "many" and "crowd"
/// may have another body: "cylinder crowd dense". Or riders of a kind: "box riders lifts". Or one character in a level with its
/// mechanisms, or without: "with mechanisms oa_fan".
pub fn kernel(name: &str, options: &Options) -> Result<Option<Planned>, Box<dyn Error>> {
    if let Some(riders) = riders::kernel(name, options.seed) {
        return Ok(Some(riders));
    }
    if let Some(level) = name.strip_prefix("with mechanisms ") {
        let (_, plan, mechanical) = named_mechanical(level, options)?;
        return Ok(Some((plan, Box::new(mechanical))));
    }
    if let Some(level) = name.strip_prefix("without mechanisms ") {
        let (scene, plan, _) = named_mechanical(level, options)?;
        let alone = stage::Staged::new(&scene.level, &plan.starts, 0, options.seed);
        return Ok(Some((plan, Box::new(alone))));
    }
    let (name, body) = with_body(name);
    let (call, ground, lifts) = match name.split(' ').collect::<Vec<_>>()[..] {
        [call, ground] => (call, ground, 0),
        [call, ground, lifts, "lifts"] => (call, ground, lifts.parse()?),
        _ => return Ok(None),
    };
    let (level, plan) = match field::crowd(ground, options.seed) {
        Some(field) => field,
        None if LEVELS.contains(&ground) => {
            let scene = Scene::new(level::one(options, ground)?);
            let plan = Plan::new(&scene, options.walkers.min(1000), SECONDS, options.seed);
            (scene.level, plan)
        }
        None => return Ok(None),
    };
    let way: Box<dyn Way> = match call {
        "many" => Box::new(alone::Many::of_bodies(&level, &plan.starts, body)),
        "crowd" => Box::new(crowd::Crowd::of_bodies(&level, &plan.starts, body)),
        "stage" if body == BodyShape::Ellipsoid => {
            Box::new(stage::Staged::new(&level, &plan.starts, lifts, options.seed))
        }
        _ => return Ok(None),
    };
    Ok(Some((plan, way)))
}

/// One character in the level of this name, with its mechanisms.
fn named_mechanical(
    name: &str,
    options: &Options,
) -> Result<(Scene, Plan, mechanisms::Mechanical), Box<dyn Error>> {
    let found = level::with_mechanisms(options)?.into_iter().find(|(level, _)| level.name == name);
    let (level, mechanisms) =
        found.ok_or_else(|| format!("no level with mechanisms is called \"{name}\""))?;
    let scene = Scene::new(level);
    let (plan, mechanical) = planned_mechanical(&scene, &mechanisms, options.seed);
    Ok((scene, plan, mechanical))
}

/// The rest of a kernel's name, and the body that it begins with; the ellipsoid where it names none.
fn with_body(name: &str) -> (&str, BodyShape) {
    let bodies =
        [("capsule ", BodyShape::Capsule), ("box ", BodyShape::Box), ("cylinder ", BodyShape::Cylinder)];
    let named = bodies.into_iter().find_map(|(word, body)| Some((name.strip_prefix(word)?, body)));
    named.unwrap_or((name, BodyShape::Ellipsoid))
}

/// For every way the median over the ticks, in nanoseconds a character.
fn time(plan: &Plan, ways: &mut [Box<dyn Way>]) -> Vec<f64> {
    let mut times = vec![Vec::new(); ways.len()];
    for second in 0..=SECONDS {
        let wishes = plan.wishes(second);
        let inputs: Vec<Input> =
            wishes.iter().map(|&wish| Input { wish: wish.into(), ..Input::default() }).collect();
        for (way, times) in ways.iter_mut().zip(&mut times) {
            for tick in 0..if second == 0 { LANDING } else { RATE } {
                let begin = Instant::now();
                way.tick(&inputs, 1.0 / RATE as f64);
                let nanoseconds = begin.elapsed().as_nanos() as f64;
                if second > 0 && tick > 0 {
                    times.push(nanoseconds / way.count() as f64);
                }
                put_back(plan, &mut **way);
            }
        }
    }
    let median = |times: &mut Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    times.iter_mut().map(median).collect()
}

/// Puts back all who have fallen out of the level.
fn put_back(plan: &Plan, way: &mut dyn Way) {
    for who in 0..way.count() {
        if way.centre(who)[1] < plan.bottom() {
            way.replace(who, plan.starts[who]);
        }
    }
}

fn print(level: &Level, characters: usize, ways: &[Box<dyn Way>], times: &[f64]) {
    println!("\n{} ({} triangles), characters: {characters}", level.name, level.triangles.len());
    for (way, time) in ways.iter().zip(times) {
        println!("  {:<24} {time:>12.0} ns a character and tick {:>8.2} times", way.name(), time / times[0]);
    }
}
