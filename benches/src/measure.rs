//! Time: every engine answers all questions, in turn, again and again.

use crate::engines::Engine;
use crate::questions::Questions;
use std::hint::black_box;
use std::time::Instant;

/// Rounds at least, however slow an engine is.
const LEAST_ROUNDS: usize = 5;
/// Questions that an engine answers before the next engine's turn: fewer than a hiccup of the machine lasts.
const TURN: usize = 200;

/// How long a question took, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// The mean over the turns of each turn's median over the rounds.
    pub median: f64,
    /// The mean over the turns of each turn's least.
    pub fastest: f64,
    pub rounds: usize,
}

impl Timing {
    /// Of the nanoseconds that each turn took in each round.
    pub fn of(mut turns: Vec<Vec<f64>>, count: usize) -> Self {
        turns.iter_mut().for_each(|rounds| rounds.sort_by(f64::total_cmp));
        let rounds = turns[0].len();
        let mean = |at: usize| turns.iter().map(|turn| turn[at]).sum::<f64>() / count as f64;
        Self { median: mean(rounds / 2), fastest: mean(0), rounds }
    }

    /// The mean of several.
    pub fn mean(all: &[Self]) -> Self {
        let mean = |of: fn(&Self) -> f64| all.iter().map(of).sum::<f64>() / all.len() as f64;
        let rounds = all.iter().map(|t| t.rounds).sum();
        Self { median: mean(|t| t.median), fastest: mean(|t| t.fastest), rounds }
    }
}

/// One turn for each engine after the other, until the time is up.
pub fn interleaved(engines: &[&dyn Engine], questions: &Questions, seconds: f64) -> Vec<Timing> {
    let turns: Vec<_> = questions.list.chunks(TURN).collect();
    let mut times = vec![vec![Vec::new(); turns.len()]; engines.len()];
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < seconds || times[0][0].len() < LEAST_ROUNDS {
        for (at, turn) in turns.iter().enumerate() {
            for (engine, times) in engines.iter().zip(&mut times) {
                let begin = Instant::now();
                for question in *turn {
                    black_box(engine.ask(questions.kind, black_box(question)));
                }
                times[at].push(begin.elapsed().as_nanos() as f64);
            }
        }
    }
    times.into_iter().map(|turns| Timing::of(turns, questions.list.len())).collect()
}
