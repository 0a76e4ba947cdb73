//! From one walker to a hundred thousand on one level: everybody's tick, then everybody's next.

use crate::level;
use crate::measure::Timing;
use crate::options::Options;
use crate::report;
use crate::results::{Results, Row, WALK};
use crate::scene::Scene;
use crate::walk::{Plan, RATE};
use crate::walkers::{self, Walker};
use std::error::Error;
use std::time::Instant;

/// Where they walk; the town where it is missing.
const LEVEL: &str = "re_castle";
const COUNTS: [usize; 6] = [1, 10, 100, 1000, 10_000, 100_000];
/// Walkers at least that a figure is made of.
const LEAST_WALKERS: usize = 100;
/// Ticks before the clock runs: all have landed.
const LANDING: usize = 16;
/// Ticks at least.
const LEAST_TICKS: usize = 5;
/// A peer that would take longer than this for a point of the curve is not asked any more, in seconds.
const PATIENCE: f64 = 8.0;

pub fn bench(options: &Options) -> Result<Results, Box<dyn Error>> {
    let mut results = Results::default();
    let scene = Scene::new(level::one(options, LEVEL)?);
    println!("\nwalkers on {} ({} triangles)", scene.level.name, scene.level.triangles.len());
    let mut walkers = walkers::all(&scene.level);
    walkers.retain(|w| options.wants_engine(w.name()));
    for walker in &mut walkers {
        let mut tick = 0.0;
        for count in COUNTS.into_iter().filter(|&c| c <= options.walkers) {
            let expected = tick * count as f64 * (LANDING + LEAST_TICKS) as f64 * 1e-9;
            if expected > PATIENCE && walker.name() != "glissando" {
                println!("  {} is not asked for {count}: {expected:.0} s", walker.name());
                break;
            }
            let timing = few_or_many(&scene, &mut **walker, count, options);
            tick = timing.median;
            let triangles = scene.level.triangles.len();
            let row = Row::new(&scene.level.name, triangles, WALK, walker.name(), 0.0).timed(timing);
            results.rows.push(Row { walkers: Some(count), ..row });
        }
    }
    report::print_rows(&results.rows);
    Ok(results)
}

/// Few walkers are what they are where they happen to stand, so groups of few are asked one after the other.
fn few_or_many(scene: &Scene, walker: &mut dyn Walker, count: usize, options: &Options) -> Timing {
    let groups = LEAST_WALKERS.div_ceil(count);
    let seconds = options.seconds / groups as f64;
    let plans = (0..groups as u64).map(|group| Plan::new(scene, count, 4, options.seed + group));
    Timing::mean(&plans.map(|plan| time(&plan, walker, seconds)).collect::<Vec<_>>())
}

/// Nanoseconds of a walker's tick, when all take turns: what one left in the cache, the others have thrown out.
fn time(plan: &Plan, walker: &mut dyn Walker, seconds: f64) -> Timing {
    let count = plan.starts.len();
    walker.place(&plan.starts);
    let mut times = Vec::new();
    let start = Instant::now();
    for tick in 0.. {
        let begin = Instant::now();
        walker.tick_all(plan.wishes(tick / RATE), 1.0 / RATE as f64);
        let time = begin.elapsed().as_nanos() as f64;
        for who in 0..count {
            plan.put_back(walker, who);
        }
        if tick >= LANDING {
            times.push(time);
        }
        if times.len() >= LEAST_TICKS && start.elapsed().as_secs_f64() > seconds {
            break;
        }
    }
    Timing::of(vec![times], count)
}
