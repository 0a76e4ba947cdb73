//! `glissando info`: what is in a level file, and what is wrong with it.

mod report;
mod text;

use crate::Outcome;
use crate::levels::LevelArguments;
use clap::Args;
use report::Report;
use std::io::{self, BufWriter, Write};

/// Say what is in a level file: counts, bounds, the state of its meshes, trees, materials, spawns, what moves and
/// what is touched, notes.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    levels: LevelArguments,
    /// One JSON object a level, with every index of every list
    #[arg(long)]
    json: bool,
}

/// # Errors
/// Levels that cannot be loaded; output that breaks.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let levels = arguments.levels.load()?;
    let mut out = BufWriter::new(io::stdout().lock());
    let mut first_body = 0;
    for loaded in &levels {
        let mechanisms = arguments.levels.mechanisms(loaded)?;
        let report = Report::of(loaded, &mechanisms, first_body);
        first_body += loaded.level.instances.len();
        if arguments.json {
            serde_json::to_writer(&mut out, &report)?;
            writeln!(out)?;
        } else {
            text::write(&mut out, &report)?;
        }
    }
    out.flush()?;
    Ok(Outcome::Clean)
}
