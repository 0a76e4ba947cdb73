//! Every kind of question on every level, and a walk.

use crate::engines::{self, Engine};
use crate::level::{self, Level};
use crate::measure::{self, Timing};
use crate::options::Options;
use crate::questions::{Kind, Questions, TALL};
use crate::report;
use crate::results::{Results, Row};
use crate::scene::Scene;
use crate::truth::{Agreement, Truth};
use crate::walk::Plan;
use crate::walkers;
use std::error::Error;

/// All levels that are wanted.
pub fn bench(options: &Options) -> Result<Results, Box<dyn Error>> {
    let mut results = Results::default();
    for level in level::load(options)? {
        println!("\n{} ({} triangles)", level.name, level.triangles.len());
        bench_level(level, options, &mut results);
    }
    Ok(results)
}

fn bench_level(level: Level, options: &Options, results: &mut Results) {
    let from = results.rows.len();
    let scene = Scene::new(level);
    let Level { name, triangles, .. } = &scene.level;
    let builds = engines::build(&scene.level);
    for build in builds.iter().filter(|b| options.wants_engine(b.engine.name())) {
        results.add_build(name, triangles.len(), build);
    }
    let kinds: Vec<_> = Kind::all().filter(|kind| options.wants(kind.name())).collect();
    let is_stretched = kinds.iter().any(|kind| kind.is_tall());
    let tall = if is_stretched { engines::build_peers(&scene.level.stretched(TALL)) } else { Vec::new() };
    for kind in kinds {
        let peers = if kind.is_tall() { &tall } else { &builds[1..] };
        let engines = std::iter::once(&builds[0]).chain(peers).map(|b| &*b.engine);
        let engines: Vec<_> = engines.filter(|e| options.wants_engine(e.name()) && e.can(kind)).collect();
        let questions = Questions::new(&scene, kind, options.questions, options.seed);
        ask(&scene, &engines, &questions, options.seconds, results);
    }
    walk(&scene, options, results);
    report::print_rows(&results.rows[from..]);
}

/// Times and judges these engines.
pub fn ask(
    scene: &Scene,
    engines: &[&dyn Engine],
    questions: &Questions,
    seconds: f64,
    results: &mut Results,
) {
    let timings = measure::interleaved(engines, questions, seconds);
    let agreements = judge(scene, engines, questions);
    let Level { name, triangles, .. } = &scene.level;
    for ((engine, timing), agreement) in engines.iter().zip(timings).zip(agreements) {
        let row = Row::new(name, triangles.len(), questions.kind.name(), engine.name(), 0.0).timed(timing);
        results.rows.push(Row { agreement: Some(agreement), ..row });
    }
}

/// Every engine's answers before the oracle: all of them, or a part where that would take too long.
pub fn judge(scene: &Scene, engines: &[&dyn Engine], questions: &Questions) -> Vec<Agreement> {
    let mut agreements = vec![Agreement::default(); engines.len()];
    for question in questions.list.iter().step_by(questions.kind.judged_one_of()) {
        let truth = Truth::new(&scene.blocks, questions.kind, question);
        for (engine, agreement) in engines.iter().zip(&mut agreements) {
            agreement.add(&truth, engine.ask(questions.kind, question));
        }
    }
    agreements
}

/// Times and judges the walkers.
pub fn walk(scene: &Scene, options: &Options, results: &mut Results) {
    let all = walkers::all(&scene.level).into_iter().chain(walkers::ours_with_cores(&scene.level));
    let mut walkers: Vec<_> =
        all.filter(|w| options.wants_engine(w.name()) && options.wants(w.question())).collect();
    if walkers.is_empty() {
        return;
    }
    let plan = Plan::for_all(scene, options.characters, options.walk, options.seed);
    let timings: Vec<Timing> = plan.time(&mut walkers, 2.0 * options.seconds);
    let Level { name, triangles, .. } = &scene.level;
    for (walker, timing) in walkers.iter_mut().zip(timings) {
        let deeds = Some(plan.judge(scene, &mut **walker));
        let row = Row::new(name, triangles.len(), walker.question(), walker.name(), 0.0).timed(timing);
        results.rows.push(Row { deeds, ..row });
    }
}
