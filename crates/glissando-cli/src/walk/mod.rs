//! `glissando walk`: a character goes through levels, by a script or as it likes, and everything is told.

mod output;
mod picture;
mod repro;
mod setup;
mod spawn;
mod summary;
#[cfg(test)]
mod tests;
mod trajectory;
mod walker;
mod wander;

use crate::Outcome;
use crate::levels::Axis;
use clap::Args;
use glissando::trace::TraceStep;
use output::Destination;
use repro::Wanted;
use setup::Setup;
use std::io::{self, Write};
use std::path::PathBuf;
use summary::Summary;
pub(crate) use walker::{Tick, Walker};

/// Walk through levels and tell what happened: the tour without arguments.
///
/// With --script the walk is what the script says, and its data goes to standard output unless --out is
/// given; without one a wanderer walks that is the same for the same --seed. docs/cli.md tells the format
/// of scripts and of the data.
#[derive(Args, Debug, Default)]
#[command(verbatim_doc_comment)]
pub(crate) struct Arguments {
    /// Level files (.glb, .gltf, .obj, .stl); several share one world
    #[arg(value_name = "LEVEL")]
    levels: Vec<PathBuf>,
    /// The walk as a JSON file: world, character, and what is pressed when
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Where to start: a marker's name or number, or the body's centre [default: the first spawn]
    #[arg(long, value_name = "NAME|X,Y,Z", allow_hyphen_values = true)]
    spawn: Option<String>,
    /// How long to walk at most [default: to the script's end; 30 without a script]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seconds: Option<f64>,
    /// Ticks a second [default: the script's, else 60]
    #[arg(long, allow_negative_numbers = true)]
    hz: Option<f64>,
    /// Which way the wanderer goes
    #[arg(long, default_value_t)]
    seed: u64,
    /// Folder for the data and pictures, or a file NAME.jsonl for the data alone [default: out/walk]
    #[arg(long, value_name = "DIR|FILE")]
    out: Option<PathBuf>,
    /// Tell every sub-step of every tick on standard error
    #[arg(long)]
    trace: bool,
    /// Write this tick (from 0) with all it needs to a file that `glissando replay` plays again
    #[arg(long, num_args = 2, value_names = ["TICK", "FILE"])]
    repro_at: Option<Vec<String>>,
    /// Metres per unit of the files [default: the manifest's, else 1]
    #[arg(long, value_name = "METRES", allow_negative_numbers = true)]
    unit: Option<f64>,
    /// Axis of the files that points up [default: the manifest's, else z for STL, y for the others]
    #[arg(long, value_name = "AXIS")]
    up: Option<Axis>,
    /// Do not read manifest.json and NAME.entities.json beside the files
    #[arg(long)]
    no_manifest: bool,
}

/// How far surfaces are looked for, in metres.
const CLEARANCE_REACH: f64 = 1.0;

/// # Errors
/// Levels and scripts that cannot be used, files that cannot be written.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let walk = Setup::new(arguments)?;
    let destination = Destination::new(arguments.out.as_deref(), arguments.script.is_some(), &walk.name);
    let summary = match destination.trajectory()? {
        Some(mut file) => {
            let summary = walk.go(arguments, &mut file)?;
            file.flush()?;
            summary
        }
        None => {
            let mut out = io::BufWriter::new(io::stdout().lock());
            let summary = walk.go(arguments, &mut out)?;
            out.flush()?;
            summary
        }
    };
    let picture = destination.picture(&walk, &summary)?;
    let mut text = Vec::new();
    walk.describe(&mut text)?;
    summary.write(&mut text, &walk)?;
    destination.describe(
        &mut text,
        picture.as_deref(),
        arguments.levels.is_empty() && arguments.script.is_none(),
    )?;
    if destination == Destination::Stdout {
        io::stderr().write_all(&text)?;
    } else {
        io::stdout().write_all(&text)?;
    }
    Ok(if summary.has_findings() { Outcome::Findings } else { Outcome::Clean })
}

impl Setup {
    /// Walks to the end and writes the data of every tick to `out`.
    ///
    /// # Errors
    /// Orders that are refused; those of `out`.
    fn go(&self, arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<Summary> {
        let world = &self.scene.world;
        let mut walker = Walker::new(world, &self.config, self.spawn, self.dt);
        let mut summary = Summary::new();
        let mut guide = self.guide();
        let mut story = Vec::new();
        let repro = Wanted::new(arguments.repro_at.as_deref())?;
        let most = arguments.seconds.map_or(u64::MAX, |s| (s / self.dt).round() as u64);
        while let Some(order) = guide(walker.state()).filter(|_| summary.ticks < most) {
            if let Some(wanted) = &repro {
                wanted.capture((world, &self.config, self.dt), walker.state(), &order, summary.ticks)?;
            }
            let tick = if arguments.trace {
                let tick = walker.go(&order, &mut story)?;
                tell(&tick, &story)?;
                story.clear();
                tick
            } else {
                walker.go(&order, &mut ())?
            };
            let clearance = self.clearance(&tick)?;
            trajectory::write(out, &tick, clearance)?;
            summary.add(&tick, clearance, self.config.settings().up);
        }
        if let Some(wanted) = &repro {
            wanted.check(summary.ticks)?;
        }
        Ok(summary)
    }

    /// Metres from the body to the nearest surface at the end of a tick, where one is near.
    fn clearance(&self, tick: &Tick) -> anyhow::Result<Option<f64>> {
        let (state, filter) = (&tick.state, self.config.settings().filter);
        let shape = self.config.shape(state.is_crouching);
        let nearest = self.scene.world.clearance(&shape, state.position, CLEARANCE_REACH, filter)?;
        Ok(nearest.map(|nearest| nearest.distance))
    }
}

/// The story of a tick, on standard error.
fn tell(tick: &Tick, story: &[TraceStep]) -> io::Result<()> {
    let mut out = io::stderr().lock();
    writeln!(out, "tick {} to {:.4} s", tick.number, tick.time)?;
    for step in story {
        writeln!(out, "  {step}")?;
    }
    for event in &tick.events {
        writeln!(out, "  event at {:.6} s: {:?}", event.time, event.kind)?;
    }
    Ok(())
}
