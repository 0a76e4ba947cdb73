//! `glissando replay`: walks a recording again, or plays a captured tick again and tells it as a story.

use crate::Outcome;
use anyhow::Context;
use clap::Args;
use glissando::repro::{Replay, Repro};
use glissando::trace::TraceStep;
use glissando_level::Disk;
use glissando_play::record;
use glissando_play::script::read;
use std::io::{self, Write};
use std::path::PathBuf;

/// Largest repro that is read, in bytes.
const MOST_BYTES: u64 = 256 << 20;

/// Walk a recording of `glissando record` again, or play a tick that `--repro-at` has kept.
///
/// Of a recording the first tick that differs is named. Of a kept tick every sub-step is told. The exit code
/// is 1 if anything does not end with the same bits.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Arguments {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// # Errors
/// Files that are no repro; output that breaks.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let name = || arguments.file.display().to_string();
    let bytes = read::bytes(&arguments.file, MOST_BYTES).with_context(name)?;
    if record::is_recording(&bytes) {
        let verdict = record::replay(&Disk, &bytes).with_context(name)?;
        io::stdout().write_all(verdict.text.as_bytes())?;
        return Ok(if verdict.is_same { Outcome::Clean } else { Outcome::Findings });
    }
    let repro: Repro = read::json(&bytes).with_context(name)?;
    let mut story: Vec<TraceStep> = Vec::new();
    let replay = repro.replay(&mut story).with_context(name)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    tell(&mut out, &repro, &story, &replay)?;
    out.flush()?;
    Ok(if replay.is_same { Outcome::Clean } else { Outcome::Findings })
}

fn tell(out: &mut impl Write, repro: &Repro, story: &[TraceStep], replay: &Replay) -> io::Result<()> {
    let triangles: usize = repro.bodies.iter().map(|b| b.triangles.len()).sum();
    let [x, y, z] = repro.settings.radii.to_array();
    writeln!(out, "a tick of {} s, {triangles} triangles of {} bodies", repro.dt, repro.bodies.len())?;
    writeln!(out, "an ellipsoid of {x} x {y} x {z} m radii, {:?}", repro.state.ground)?;
    writeln!(
        out,
        "before: at {:?}, moving {:?}",
        repro.state.position.to_array(),
        repro.state.velocity.to_array()
    )?;
    let input = repro.input;
    let pressed = [(input.jump, "jump"), (input.crouch, "crouch"), (input.fly, "fly")];
    let pressed: Vec<&str> = pressed.iter().filter(|(is, _)| *is).map(|(_, name)| *name).collect();
    let pressed = if pressed.is_empty() { "nothing pressed".into() } else { pressed.join(", ") };
    writeln!(out, "wish: {:?}, {pressed}", input.wish.to_array())?;
    for step in story {
        writeln!(out, "  {step}")?;
    }
    for event in &replay.events {
        writeln!(out, "  event at {:.6} s of the tick: {:?}", event.time, event.kind)?;
    }
    let after = &replay.state;
    writeln!(
        out,
        "after: at {:?}, moving {:?}, {:?}",
        after.position.to_array(),
        after.velocity.to_array(),
        after.ground
    )?;
    if replay.is_same {
        return writeln!(out, "the same bits as when it was kept");
    }
    writeln!(out, "NOT the same: when it was kept it ended at {:?}", repro.after.position.to_array())?;
    writeln!(out, "  then {:?}\n  now  {after:?}", repro.after)
}
