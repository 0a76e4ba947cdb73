//! `glissando walk`: a character goes through levels, by a script or as it likes, and everything is told.

mod balls;
mod fallen;
mod finding;
mod go;
mod output;
mod picture;
mod recording;
mod repro;
mod setup;
mod story;
mod summary;
#[cfg(test)]
mod tests;
mod trajectory;
mod untouched;
mod words;

use crate::levels::Axis;
use crate::numbers::whole;
use crate::{Outcome, interrupt};
use anyhow::Context;
use clap::Args;
use glissando_play::count::count;
use glissando_play::walk::Setup;
use go::Walked;
use output::Destination;
#[cfg(feature = "window")]
pub(crate) use setup::list as list_scenes;
use std::io::{self, Write};
use std::path::PathBuf;

/// Walk through levels and tell what happened: the tour without arguments.
///
/// With --script the walk is what the script says, and its data goes to standard output unless --out is
/// given; without one a wanderer walks that is the same for the same --seed. docs/cli.md tells the format
/// of scripts and of the data.
#[derive(Args, Debug, Default)]
#[command(verbatim_doc_comment)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) choice: Choice,
    /// Write the whole walk to a file of inputs and hashes that `glissando replay` walks again
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// World, characters and length of a walk; shared by all commands that walk.
#[derive(Args, Debug, Default)]
pub(crate) struct Choice {
    /// Level files (.glb, .gltf, .obj, .stl); several share one world
    #[arg(value_name = "LEVEL")]
    levels: Vec<PathBuf>,
    /// A scene of the program instead of files; `--scene list` says which there are
    #[arg(long, value_name = "NAME", conflicts_with_all = ["levels", "script"])]
    pub(crate) scene: Option<String>,
    /// Walk where chance says, also where there is a script
    #[arg(long, conflicts_with = "script")]
    wander: bool,
    /// The walk as a JSON file: world, character, and what is pressed when
    #[arg(long, value_name = "FILE")]
    pub(crate) script: Option<PathBuf>,
    /// Where to start: a marker's name or number, or the body's centre [default: the first spawn]
    #[arg(long, value_name = "NAME|X,Y,Z", allow_hyphen_values = true)]
    spawn: Option<String>,
    /// How long to walk at most [default: to the script's end; 30 without a script]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seconds: Option<f64>,
    /// Ticks a second [default: the script's, else 60]
    #[arg(long, allow_negative_numbers = true)]
    pub(crate) hz: Option<f64>,
    /// Which way the wanderer goes
    #[arg(long, default_value_t, value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Folder for the data and pictures, or a file NAME.jsonl for the data alone [default: out/walk]
    #[arg(long, value_name = "DIR|FILE")]
    out: Option<PathBuf>,
    /// Tell every sub-step of every tick of the first character on standard error
    #[arg(long)]
    trace: bool,
    /// Write this tick (from 0) with all it needs to a file that `glissando replay` plays again
    #[arg(long, num_args = 2, value_names = ["TICK", "FILE"])]
    repro_at: Option<Vec<String>>,
    /// Where the walk is recorded, if it is.
    #[arg(skip)]
    recording: Option<PathBuf>,
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

/// Most characters that a table tells of.
const TOLD: usize = 4;

/// # Errors
/// Levels and scripts that cannot be used, files that cannot be written.
pub(crate) fn run(arguments: Arguments) -> anyhow::Result<Outcome> {
    let Arguments { choice, record } = arguments;
    let choice = Choice { recording: record, ..choice };
    go(&choice, |name| Destination::new(choice.out.as_deref(), choice.script.is_some(), name))
}

/// Walks, and writes to this file what `glissando replay` walks again; data and pictures only where `--out` says.
///
/// # Errors
/// As for [`run`].
pub(crate) fn record(choice: Choice, file: PathBuf) -> anyhow::Result<Outcome> {
    let choice = Choice { recording: Some(file), ..choice };
    let out = choice.out.as_deref();
    go(&choice, |name| out.map_or(Destination::Nowhere, |out| Destination::new(Some(out), false, name)))
}

fn go(arguments: &Choice, destination: impl Fn(&str) -> Destination) -> anyhow::Result<Outcome> {
    if arguments.scene.as_deref() == Some("list") {
        setup::list(&mut io::stdout())?;
        return Ok(Outcome::Clean);
    }
    let mut walk = setup::setup(arguments)?;
    let destination = destination(&walk.name);
    interrupt::listen()?;
    let walked = go_to(&walk, &destination, arguments);
    let mut walked = match &arguments.script {
        Some(script) => walked.with_context(|| script.display().to_string())?,
        None => walked?,
    };
    walk.scene.follow(walked.play.world()?);
    let picture = destination.picture(&walk, &walked)?;
    let mut text = Vec::new();
    setup::describe(&walk, &mut text)?;
    for (index, summary) in walked.summaries.iter().enumerate() {
        if index < TOLD || summary.has_findings() {
            summary.write(&mut text, &walk, index)?;
        }
    }
    if let Some(others) = walked.summaries.len().checked_sub(TOLD).filter(|others| *others > 0) {
        writeln!(
            text,
            "\nand {}, told here if something was found; the data has all\n",
            count(others as u64, "more character")
        )?;
    }
    walked.balls.write(&mut text)?;
    if let Some(hash) = walked.hash {
        writeln!(text, "  {:<16} {hash}, of the whole state at the end", "state hash")?;
    }
    let is_tour = arguments.levels.is_empty() && arguments.script.is_none() && arguments.scene.is_none();
    destination.describe(&mut text, picture.as_deref(), is_tour)?;
    if let Some(file) = &arguments.recording {
        writeln!(text, "  {:<16} {}", "recording", file.display())?;
    }
    // Standard error may be closed; the walk is still worth having.
    let _ = untouched::warn(&walk, &walked, &mut io::stderr());
    let _ = fallen::warn(&walked, &mut io::stderr());
    if destination == Destination::Stdout {
        io::stderr().write_all(&text)?;
    } else {
        io::stdout().write_all(&text)?;
    }
    if let Some(line) = finding::line(&walk, &walked.summaries, arguments) {
        // Standard error may be closed; the walk is done all the same, and the exit code says what came of it.
        let _ = writeln!(io::stderr(), "{line}");
    }
    if interrupt::is_asked() {
        let ticks = walked.summaries.first().map_or(0, |summary| summary.ticks);
        let _ = writeln!(io::stderr(), "interrupted after {}: all of them are written", count(ticks, "tick"));
        return Ok(Outcome::Interrupted);
    }
    Ok(if walked.has_findings() { Outcome::Findings } else { Outcome::Clean })
}

/// Walks to the end; the data of every tick goes where it belongs.
///
/// # Errors
/// Orders that are refused; files that cannot be written.
fn go_to(walk: &Setup, destination: &Destination, arguments: &Choice) -> anyhow::Result<Walked> {
    match destination.trajectory()? {
        Some(mut file) => {
            let walked = go::go(walk, arguments, &mut file)?;
            file.finish()?;
            Ok(walked)
        }
        None if *destination == Destination::Nowhere => go::go(walk, arguments, &mut io::sink()),
        None => {
            let mut out = io::BufWriter::new(io::stdout().lock());
            let walked = go::go(walk, arguments, &mut out)?;
            out.flush()?;
            Ok(walked)
        }
    }
}
