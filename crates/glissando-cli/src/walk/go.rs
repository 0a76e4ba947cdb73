//! The walk itself, tick by tick.

use super::balls::BallWays;
use super::recording::Recording;
use super::repro::Wanted;
use super::summary::{Path, Summary};
use super::{Choice, trajectory};
use crate::interrupt::is_asked;
use anyhow::bail;
use glissando::stage::StageEvent;
use glissando::trace::TraceStep;
use glissando_play::record::StateHash;
use glissando_play::walk::{Driver, Play, Player, Setup, Tick};
use std::io::{self, Write};

/// What came of a walk.
#[derive(Debug)]
pub(super) struct Walked {
    /// By character.
    pub(super) summaries: Vec<Summary>,
    /// The ways that the balls went.
    pub(super) balls: BallWays,
    /// The ways that the movers' middles went.
    pub(super) trails: Vec<Path>,
    /// Everything as it was left.
    pub(super) play: Play,
    /// 64 bits of everything that changes, as it is at the end of a walk on a stage.
    pub(super) hash: Option<StateHash>,
}

impl Walked {
    /// Whether something happened that never should.
    pub(super) fn has_findings(&self) -> bool {
        self.summaries.iter().any(Summary::has_findings)
    }
}

/// Walks to the end and writes the data of every tick to `out`.
///
/// # Errors
/// Orders that are refused; options that do not go with this walk; those of `out`.
pub(super) fn go(setup: &Setup, arguments: &Choice, out: &mut impl Write) -> anyhow::Result<Walked> {
    let (is_staged, is_recorded) = (setup.is_staged(), arguments.recording.is_some());
    if arguments.repro_at.is_some() && (is_staged || is_recorded) {
        bail!("--repro-at is for one character in a world at rest: --record keeps a walk in one that moves");
    }
    let most = arguments.seconds.map_or(u64::MAX, |s| (s / setup.dt).round() as u64);
    let mut repro = Wanted::new(arguments.repro_at.as_deref())?;
    if let Some(wanted) = &repro {
        let planned = setup.players.iter().filter_map(Player::tick_count).max();
        wanted.check(planned.map_or(most, |planned| planned.min(most)))?;
    }
    let (mut play, mut driver) = (Play::new(setup)?, Driver::new(setup));
    play.trace_character(arguments.trace.then_some(0));
    let mut recorder =
        arguments.recording.as_deref().map(|file| Recording::new(file, setup, arguments)).transpose()?;
    let mut summaries: Vec<Summary> = setup.players.iter().map(|_| Summary::new()).collect();
    let mut balls = BallWays::of(&play.state().balls);
    let mut trails = vec![Path::default(); setup.movers.len()];
    while play.state().tick < most && !is_asked() {
        let Some(turn) = driver.next(&play) else { break };
        if let Some(wanted) = &mut repro {
            wanted.capture(setup, &play, &turn)?;
        }
        let mut ticks = play.take(&turn)?;
        if let Some(recorder) = &mut recorder {
            recorder.add(&turn.inputs, turn.calls, &play)?;
        }
        for (index, tick) in ticks.iter_mut().enumerate() {
            // Nothing but itself moves the character: the data is that of a plain step, recorded or not.
            tick.staged.take_if(|_| !is_staged);
            if arguments.trace {
                tell(tick, if index == 0 { &play.heard().trace } else { &[] })?;
            }
            let nearest = play.nearest(index)?;
            // They belong to no character: the line of the first one has them.
            let balls = if index == 0 { play.state().balls.as_slice() } else { &[] };
            trajectory::write(out, tick, nearest.map(|nearest| nearest.distance), balls)?;
            let up = setup.players[index].config.settings().up;
            summaries[index].add(tick, nearest.as_ref(), up);
            summaries[index].follow_fall(tick, play.world()?, up);
        }
        balls.add(&play.state().balls);
        follow(setup, &mut play, &mut trails)?;
    }
    if let Some(recorder) = recorder {
        recorder.finish()?;
    }
    if let Some(wanted) = repro.filter(|_| !is_asked()) {
        wanted.check(play.state().tick)?;
    }
    let hash = (is_staged || is_recorded).then(|| play.state_hash());
    Ok(Walked { summaries, balls, trails, play, hash })
}

/// Adds where the middles of the movers are.
fn follow(setup: &Setup, play: &mut Play, trails: &mut [Path]) -> anyhow::Result<()> {
    let world = play.world()?;
    for (mover, trail) in setup.movers.iter().zip(trails) {
        let body = world.body(mover.spec.body)?;
        let bounds = body.mesh.bounds();
        let middle = (bounds.min.as_dvec3() + bounds.max.as_dvec3()) * 0.5;
        trail.add(body.pose.transform_point(middle));
    }
    Ok(())
}

/// The story of a tick, on standard error.
fn tell(tick: &Tick, story: &[TraceStep]) -> io::Result<()> {
    let mut out = io::stderr().lock();
    write!(out, "tick {} to {:.4} s", tick.number, tick.time)?;
    match &tick.staged {
        Some(staged) => {
            writeln!(
                out,
                ", character {}: {:?} by {:?}",
                staged.character,
                staged.outcome,
                staged.moved.to_array()
            )?;
        }
        None => writeln!(out)?,
    }
    for step in story {
        writeln!(out, "  {step}")?;
    }
    for event in &tick.events {
        writeln!(out, "  event at {:.6} s: {:?}", event.time, event.kind)?;
    }
    for StageEvent { time, kind, .. } in tick.staged.iter().flat_map(|staged| &staged.events) {
        writeln!(out, "  event at {time:.6} s: {kind:?}")?;
    }
    Ok(())
}
