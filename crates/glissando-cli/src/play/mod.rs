//! `glissando play`: a window to walk in.
//!
//! ```text
//! arguments ─▶ Session ◀─ Game: keys in, time on ─▶ Scenery, camera, words ─▶ the window
//! ```

mod camera;
mod commands;
mod game;
mod help;
mod keep;
mod paint;
mod scenery;
mod setup;
mod words;

use crate::Outcome;
use crate::levels::Axis;
use clap::Args;
use game::Game;
use glissando_window::{Keys, Options, open};
use std::path::PathBuf;

/// Walk in a window: the tour without arguments. Press H there to see which key does what.
///
/// Without a display it says so and ends: `glissando serve` shows the same in a browser.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    walk: Walk,
    /// Begin on the way that the scene's script tells, or that chance does; G switches this
    #[arg(long)]
    autopilot: bool,
    /// Press these keys without a player: `w:2,w+space:0.2,none:1,o` holds W for 2 s, and so on; end after them
    #[arg(long, value_name = "KEYS", value_parser = setup::keys)]
    keys: Option<Keys>,
    /// End after so many seconds, in frames of a 60th of one however long they take
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seconds: Option<f64>,
    /// Write what is in the window at the end to this file, a PNG
    #[arg(long, value_name = "FILE")]
    screenshot: Option<PathBuf>,
    /// Width and height of the window in pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "1280x720", value_parser = setup::size)]
    size: (u16, u16),
}

/// What is walked.
#[derive(Args, Debug)]
struct Walk {
    /// Level files (.glb, .gltf, .obj, .stl); several share one world
    #[arg(value_name = "LEVEL")]
    levels: Vec<PathBuf>,
    /// A scene of the program instead of files; `--scene list` says which there are [default: tour]
    #[arg(long, value_name = "NAME", conflicts_with = "levels")]
    scene: Option<String>,
    /// Open what was kept: a clip's file, a link with `#clip=` in it, a recording; paused at its last tick
    #[arg(long, value_name = "FILE|LINK", conflicts_with_all = ["levels", "scene", "spawn", "hz", "seed", "unit", "up", "no_manifest", "no_movers"])]
    clip: Option<String>,
    /// Where to start: a marker's name or number, or the body's centre [default: the first spawn]
    #[arg(long, value_name = "NAME|X,Y,Z", allow_hyphen_values = true)]
    spawn: Option<String>,
    /// Ticks a second [default: the scene's, else 60]
    #[arg(long, allow_negative_numbers = true)]
    hz: Option<f64>,
    /// Seed of the wandering characters
    #[arg(long, default_value_t, value_parser = crate::numbers::whole::<u64>, allow_negative_numbers = true)]
    seed: u64,
    /// Metres per unit of the files [default: the manifest's, else 1]
    #[arg(long, value_name = "METRES", allow_negative_numbers = true)]
    unit: Option<f64>,
    /// Axis of the files that points up [default: the manifest's, else z for STL, y for the others]
    #[arg(long, value_name = "AXIS")]
    up: Option<Axis>,
    /// Do not read manifest.json and NAME.entities.json beside the files
    #[arg(long)]
    no_manifest: bool,
    /// Leave out what moves and is touched in the levels: doors, lifts, jump pads, teleports …
    #[arg(long)]
    no_movers: bool,
}

/// When a game ends by itself, and what it leaves.
#[derive(Debug)]
struct Ending {
    /// After so many seconds.
    seconds: f64,
    screenshot: Option<PathBuf>,
}

/// # Errors
/// Levels and clips that cannot be used; no display; files that cannot be written.
pub(crate) fn run(arguments: Arguments) -> anyhow::Result<Outcome> {
    let Arguments { walk, autopilot, keys, seconds, screenshot, size } = arguments;
    if setup::is_list(&walk) {
        return setup::list();
    }
    let is_by_itself = keys.is_some() || seconds.is_some() || screenshot.is_some();
    let ending = Ending { seconds: setup::seconds(seconds)?, screenshot };
    let mut session = setup::session(&walk)?;
    if autopilot {
        session.set_autopilot(true);
    }
    let title = format!("{} - glissando", session.walk().name);
    let keys = is_by_itself.then(|| keys.unwrap_or_default());
    let game = Game::new(session, is_by_itself.then_some(ending))?;
    open(&Options { title, size, keys }, game)?;
    Ok(Outcome::Clean)
}
