//! The program `glissando`: looks into level files and asks them what touches what.
//!
//! `main` only turns outcomes into exit codes; every command is a folder of its own.

mod beside;
mod body;
mod check;
mod command;
mod info;
mod interrupt;
mod levels;
#[cfg(not(all(feature = "serve", feature = "window")))]
mod missing;
mod numbers;
mod output;
mod picture;
#[cfg(feature = "window")]
mod play;
mod pool;
mod query;
mod record;
mod refused;
mod render;
mod replay;
#[cfg(feature = "serve")]
mod serve;
mod walk;

use clap::Parser;
use command::Command;
use std::io::Write;
use std::process::ExitCode;

/// Move through 3D triangle worlds, ask them questions, draw them.
///
/// Exit codes: 0 all well, 1 something was found, 2 the command could not do its work, 130 it was interrupted.
#[derive(Debug, Parser)]
#[command(name = "glissando", version, max_term_width = 100)]
struct Program {
    #[command(subcommand)]
    command: Option<Command>,
}

/// What a command that did its work has to say in its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All well.
    Clean,
    /// It did its work and found something that deserves a look.
    Findings,
    /// It was asked to end before its end; what it had done by then is written.
    Interrupted,
}

fn main() -> ExitCode {
    let program = Program::try_parse().unwrap_or_else(|error| refused::exit(error));
    let result = match program.command {
        Some(command) => command.run(),
        None => command::run_without_arguments(),
    };
    match result {
        Ok(Outcome::Clean) => ExitCode::SUCCESS,
        Ok(Outcome::Findings) => ExitCode::from(1),
        Ok(Outcome::Interrupted) => ExitCode::from(interrupt::EXIT),
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // If even this cannot be written, there is no channel left for an error.
            let _ = writeln!(std::io::stderr(), "error: {error:#}");
            ExitCode::from(2)
        }
    }
}
