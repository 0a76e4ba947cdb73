//! `glissando query`: a question a line in, an answer a line out.

mod answer;
mod ask;
mod bodies;
mod lines;
mod question;

use crate::levels::LevelArguments;
use crate::{Outcome, output};
use answer::Answer;
use ask::Oracle;
use clap::Args;
use glissando_play::scene::Scene;
use std::io;

/// Read questions from standard input, one JSON object a line, and answer each on standard output.
///
///   {"id": 1, "op": "sweep", "from": [0, 2, 0], "move": [0, -5, 0], "radii": [0.3, 0.9, 0.3]}
///
/// op is ray, segment, sweep, overlap or clearance, which ask the level; or spheres, bounce or plane, which
/// need none. docs/cli.md tells all fields. A line that cannot be answered gets {"id", "error"} and makes the
/// exit code 1.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, mut_arg("levels", |levels| levels.required(false)))]
pub(crate) struct Arguments {
    #[command(flatten)]
    levels: LevelArguments,
    /// Sweeps touch the surface itself instead of stopping a skin (0.01 of the smallest radius) before it
    #[arg(long)]
    raw: bool,
}

/// # Errors
/// Levels that cannot be loaded; input or output that breaks.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let scene = if arguments.levels.levels.is_empty() { Scene::empty() } else { arguments.levels.scene()? };
    let oracle = Oracle { scene: &scene, raw: arguments.raw };
    let counter = output::counter("questions");
    let refused = lines::answer_all(io::stdin().lock(), io::stdout().lock(), |number, line, out| {
        let answer = match question::read(number, line) {
            Ok(question) => oracle.answer(&question),
            Err((id, error)) => Answer::refused(id, error),
        };
        counter.inc(1);
        answer.write(out)
    })?;
    counter.finish_and_clear();
    Ok(if refused == 0 { Outcome::Clean } else { Outcome::Findings })
}
