//! The list of commands: a new one is a folder, a variant and an arm.

use crate::{Outcome, info, query, soak};
use clap::Subcommand;

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Answer questions about a level: a JSON object a line in, a JSON object a line out
    Query(query::Arguments),
    /// Say what is in a level file and what is wrong with it
    Info(info::Arguments),
    /// Look for faults in sweeps and walks, against independent oracles, for as long as you like
    Soak(soak::Arguments),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Self::Query(arguments) => query::run(&arguments),
            Self::Info(arguments) => info::run(&arguments),
            Self::Soak(arguments) => soak::run(&arguments),
        }
    }
}

/// `glissando` alone.
pub(crate) fn run_without_arguments() -> anyhow::Result<Outcome> {
    anyhow::bail!("no command was given: try `glissando info LEVEL`, or `glissando --help` for all of them")
}
