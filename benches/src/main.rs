//! The same questions to glissando, Parry, Rapier and Box3D, in one process and in turns.
//!
//! Every engine gets the same triangles and the same starts and moves. The rounds are interleaved, so
//! that a noisy machine is noisy for all; the table shows medians over the rounds. Answers are compared
//! too: a fast wrong answer is not a fast answer.

mod agree;
mod engines;
mod generated;
mod level;
mod measure;
mod options;
mod questions;
mod random;
mod table;
mod walk;
mod walkers;

use agree::Judgement;
use clap::Parser;
use engines::Engine;
use level::Level;
use options::Options;
use questions::{Kind, Questions};
use std::error::Error;
use table::{Row, Table};

#[global_allocator]
static ALLOCATOR: cap::Cap<std::alloc::System> = cap::Cap::new(std::alloc::System, usize::MAX);

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    let mut table = Table::default();
    for level in level::load(&options)? {
        println!("\n{} ({} triangles)", level.name, level.triangles.len());
        bench_level(&level, &options, &mut table);
    }
    table.print_summary();
    if let Some(path) = &options.csv {
        std::fs::write(path, table.csv())?;
    }
    Ok(())
}

fn bench_level(level: &Level, options: &Options, table: &mut Table) {
    let builds = engines::build(level);
    for build in &builds {
        table.add_build(&level.name, build);
    }
    let judge = engines::Glissando::new(level);
    let stretched = level.stretched(questions::TALL);
    let tall = engines::build_peers(&stretched);
    for kind in Kind::ALL.into_iter().filter(|kind| options.wants(kind.name())) {
        let questions = Questions::new(level, &judge, kind, options);
        let peers = if kind.is_tall() { &tall } else { &builds };
        let mut engines: Vec<&dyn Engine> = Vec::new();
        if kind.is_tall() {
            engines.push(&*builds[0].engine);
        }
        engines.extend(peers.iter().map(|b| &*b.engine as &dyn Engine));
        engines.retain(|engine| options.wants_engine(engine.name()));
        let timings = measure::interleaved(&engines, &questions, options.seconds);
        let judgements = agree::compare(&judge, &engines, &questions);
        for ((engine, timing), judgement) in engines.iter().zip(timings).zip(judgements) {
            table.add(Row::new(&level.name, kind.name(), engine.name(), timing, judgement));
        }
        table.print_last(&level.name, kind.name());
    }
    if options.wants("walk") {
        for (engine, timing) in walk::bench(level, &judge, options) {
            table.add(Row::new(&level.name, "walk", engine, timing, Judgement::default()));
        }
    }
}
