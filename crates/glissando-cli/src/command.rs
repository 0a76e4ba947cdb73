//! The list of commands: a new one is a folder, a variant and an arm.

#[cfg(not(all(feature = "serve", feature = "window")))]
use crate::missing;
#[cfg(feature = "window")]
use crate::play;
#[cfg(feature = "serve")]
use crate::serve;
use crate::{Outcome, check, info, pool, query, record, render, replay, walk};
use clap::Subcommand;

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Answer questions about a level: a JSON object a line in, a JSON object a line out
    Query(query::Arguments),
    /// Walk through levels and tell what happened; the tour without arguments
    Walk(Box<walk::Arguments>),
    /// Walk, and keep the whole walk in a small file for `replay`
    Record(Box<record::Arguments>),
    /// Walk a recording again, or play a kept tick again and tell every sub-step of it
    Replay(replay::Arguments),
    /// Say what is in a level file and what is wrong with it
    Info(info::Arguments),
    /// Check levels: where players fall out, get trapped and cannot get, with a walk that shows it
    Check(Box<check::Arguments>),
    /// Draw a level: a PNG from above, from outside or from inside
    Render(render::Arguments),
    /// Play a break and some shots of pool: pictures of the ways, and what was kept
    Pool(pool::Arguments),
    /// Walk in a window; the tour without arguments
    #[cfg(feature = "window")]
    Play(Box<play::Arguments>),
    /// Walk in a window: needs a build with `--features window`
    #[cfg(not(feature = "window"))]
    Play(missing::Arguments),
    /// Open the page to walk in: serves it to the browser of this machine
    #[cfg(feature = "serve")]
    Serve(serve::Arguments),
    /// Open the page to walk in: needs a build with `--features serve`
    #[cfg(not(feature = "serve"))]
    Serve(missing::Arguments),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Self::Query(arguments) => query::run(&arguments),
            Self::Walk(arguments) => walk::run(*arguments),
            Self::Record(arguments) => record::run(*arguments),
            Self::Replay(arguments) => replay::run(&arguments),
            Self::Info(arguments) => info::run(&arguments),
            Self::Check(arguments) => check::run(&arguments),
            Self::Render(arguments) => render::run(&arguments),
            Self::Pool(arguments) => pool::run(&arguments),
            #[cfg(feature = "window")]
            Self::Play(arguments) => play::run(*arguments),
            #[cfg(not(feature = "window"))]
            Self::Play(arguments) => missing::refuse("play", "window", &arguments),
            #[cfg(feature = "serve")]
            Self::Serve(arguments) => serve::run(&arguments),
            #[cfg(not(feature = "serve"))]
            Self::Serve(arguments) => missing::refuse("serve", "serve", &arguments),
        }
    }
}

/// `glissando` alone: the tour.
pub(crate) fn run_without_arguments() -> anyhow::Result<Outcome> {
    walk::run(walk::Arguments::default())
}
