//! Time: every engine answers all questions, in turn, again and again.

use crate::engines::Engine;
use crate::questions::Questions;
use std::hint::black_box;
use std::time::Instant;

/// Rounds at least, however slow an engine is.
const LEAST_ROUNDS: usize = 5;

/// How long a question took, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    pub median: f64,
    pub fastest: f64,
    pub rounds: usize,
}

impl Timing {
    pub fn of(mut rounds: Vec<f64>) -> Self {
        rounds.sort_by(f64::total_cmp);
        Self { median: rounds[rounds.len() / 2], fastest: rounds[0], rounds: rounds.len() }
    }
}

/// One round for each engine after the other, until the time is up.
pub fn interleaved(engines: &[&dyn Engine], questions: &Questions, seconds: f64) -> Vec<Timing> {
    let mut times = vec![Vec::new(); engines.len()];
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < seconds || times[0].len() < LEAST_ROUNDS {
        for (engine, times) in engines.iter().zip(&mut times) {
            let begin = Instant::now();
            for question in &questions.list {
                black_box(engine.ask(questions.kind, black_box(question)));
            }
            times.push(begin.elapsed().as_nanos() as f64 / questions.list.len() as f64);
        }
    }
    times.into_iter().map(Timing::of).collect()
}
