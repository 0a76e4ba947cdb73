//! The list of commands: a new one is a folder, a variant and an arm.

use crate::{Outcome, info, query, render};
use clap::Subcommand;

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Answer questions about a level: a JSON object a line in, a JSON object a line out
    Query(query::Arguments),
    /// Say what is in a level file and what is wrong with it
    Info(info::Arguments),
    /// Draw a level: a PNG from above, from outside or from inside
    Render(render::Arguments),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Self::Query(arguments) => query::run(&arguments),
            Self::Info(arguments) => info::run(&arguments),
            Self::Render(arguments) => render::run(&arguments),
        }
    }
}

/// `glissando` alone: a walk, once there is one.
pub(crate) fn run_without_arguments() -> anyhow::Result<Outcome> {
    anyhow::bail!(
        "without a command this program would walk, which this build cannot: \
         try `glissando info LEVEL`, or `glissando --help` for all commands"
    )
}
