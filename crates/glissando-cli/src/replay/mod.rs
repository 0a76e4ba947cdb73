//! `glissando replay`: walks a recording again, or plays a captured tick again and tells it as a story.

mod root;

use crate::{Outcome, body};
use anyhow::{Context, bail};
use clap::Args;
use glissando::repro::{Replay, Repro};
use glissando::trace::TraceStep;
use glissando_level::Disk;
use glissando_play::count::count;
use glissando_play::record;
use glissando_play::saved::Kind;
use glissando_play::script::read;
use glissando_play::session::{Clip, Session};
use root::Root;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Largest repro that is read, in bytes.
const MOST_BYTES: u64 = 256 << 20;

/// Walk a recording of `glissando record` again, a tick that `--repro-at` has kept, or a clip of the page.
///
/// Of a recording the first tick that differs is named. Of a kept tick, and of the last one of a clip, every
/// sub-step is told. The exit code is 1 if anything does not end with the same bits.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Arguments {
    /// The file, or the link of a clip
    #[arg(value_name = "FILE|LINK")]
    file: PathBuf,
}

/// # Errors
/// Files that are no repro; output that breaks.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    // A file may be called so too.
    let link = arguments.file.to_str().filter(|text| text.contains("clip=") && !arguments.file.exists());
    if let Some(link) = link {
        return clip(link.as_bytes()).context("the link");
    }
    let name = || arguments.file.display().to_string();
    let bytes = read::bytes(&arguments.file, MOST_BYTES).with_context(name)?;
    let outcome = match Kind::of(&bytes) {
        Some(Kind::Recording) => recording(&arguments.file, &bytes),
        Some(Kind::Repro) => repro(&bytes),
        _ if Clip::is_clip(&bytes) => clip(&bytes),
        _ => bail!(
            "{}: it does not begin with {{\"glissando\": \"recording\", \"clip\" or \"repro\", \"version\": …}} and has no \
             link with #clip= in it: give what record, --repro-at or a session has kept",
            name()
        ),
    };
    outcome.with_context(name)
}

fn recording(file: &Path, bytes: &[u8]) -> anyhow::Result<Outcome> {
    let verdict = record::replay(&Root::of(file, bytes), bytes)?;
    io::stdout().write_all(verdict.text.as_bytes())?;
    Ok(if verdict.is_same { Outcome::Clean } else { Outcome::Findings })
}

/// Plays a kept tick again and tells it.
fn repro(bytes: &[u8]) -> anyhow::Result<Outcome> {
    Kind::Repro.check(bytes)?;
    let repro: Repro = read::json(bytes)?;
    let mut story: Vec<TraceStep> = Vec::new();
    let replay = repro.replay(&mut story)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    tell(&mut out, &repro, &story, &replay)?;
    out.flush()?;
    Ok(if replay.is_same { Outcome::Clean } else { Outcome::Findings })
}

/// Walks a clip again and tells its last tick.
fn clip(text: &[u8]) -> anyhow::Result<Outcome> {
    let clip = Clip::read(text)?;
    let (mut session, is_same) = Session::open(&Disk, &clip)?;
    let status = session.status()?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    writeln!(out, "{}, to tick {}", clip.origin().name, status.tick)?;
    for step in &status.trace {
        writeln!(out, "  {step}")?;
    }
    for held in &status.touches {
        writeln!(out, "  held by {} along {:?}, {:.3} m/s", held.name, held.normal, held.load)?;
    }
    let support = status.support.map_or(String::new(), |name| format!(" on {name}"));
    writeln!(out, "then at {:?}, moving {:?}, {}{support}", status.position, status.velocity, status.ground)?;
    let words =
        if is_same { "the same bits as when it was kept" } else { "NOT the same as when it was kept" };
    writeln!(out, "{words}")?;
    out.flush()?;
    Ok(if is_same { Outcome::Clean } else { Outcome::Findings })
}

fn tell(out: &mut impl Write, repro: &Repro, story: &[TraceStep], replay: &Replay) -> io::Result<()> {
    let triangles: usize = repro.bodies.iter().map(|b| b.triangles.len()).sum();
    let (triangles, bodies) = (count(triangles as u64, "triangle"), count(repro.bodies.len() as u64, "body"));
    let body = body::describe(&repro.settings, |length| length.to_string());
    writeln!(out, "a tick of {} s, {triangles} of {bodies}", repro.dt)?;
    writeln!(out, "{body}, {:?}", repro.state.ground)?;
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
