//! The walk itself, tick by tick: one character in a world at rest, or all characters on a stage.

use super::balls::BallWays;
use super::recording::Recording;
use super::repro::Wanted;
use super::summary::{Path, Summary};
use super::{Choice, trajectory};
use crate::interrupt::is_asked;
use anyhow::bail;
use glissando::stage::StageEvent;
use glissando::trace::TraceStep;
use glissando::{Input, World};
use glissando_play::record::StateHash;
use glissando_play::script::Order;
use glissando_play::walk::CLEARANCE_REACH;
use glissando_play::walk::Call;
use glissando_play::walk::Play;
use glissando_play::walk::Setup;
use glissando_play::walk::{Tick, Walker};
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
    /// The world as it was left, if it moved.
    pub(super) world: Option<World>,
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
    if setup.is_staged() || arguments.recording.is_some() {
        play(setup, arguments, out)
    } else {
        walk(setup, arguments, out)
    }
}

/// How many ticks there are at most.
fn most(setup: &Setup, arguments: &Choice) -> u64 {
    arguments.seconds.map_or(u64::MAX, |s| (s / setup.dt).round() as u64)
}

/// One character, in a world at rest.
fn walk(setup: &Setup, arguments: &Choice, out: &mut impl Write) -> anyhow::Result<Walked> {
    let [player] = setup.players.as_slice() else { bail!("a world at rest has one character") };
    let (world, config) = (&setup.scene.world, &player.config);
    let mut walker = Walker::new(world, config, player.spawn, setup.dt);
    let mut summary = Summary::new();
    let mut guide = player.guide(setup.dt);
    let mut story = Vec::new();
    let repro = Wanted::new(arguments.repro_at.as_deref())?;
    let most = most(setup, arguments);
    while let Some(order) = guide(walker.state()).filter(|_| summary.ticks < most && !is_asked()) {
        if let Some(wanted) = &repro {
            wanted.capture((world, config, setup.dt), walker.state(), &order, summary.ticks)?;
        }
        let tick = if arguments.trace {
            let tick = walker.go(&order, &mut story)?;
            tell(&tick, &story)?;
            story.clear();
            tick
        } else {
            walker.go(&order, &mut ())?
        };
        let mover = config.mover(tick.state.is_crouching);
        let (shape, filter) = (mover.shape(), mover.filter());
        let nearest = world.clearance(&shape, tick.state.position, CLEARANCE_REACH, filter)?;
        trajectory::write(out, &tick, nearest.map(|nearest| nearest.distance), &[])?;
        summary.add(&tick, nearest.as_ref(), config.settings().up);
    }
    if let Some(wanted) = repro.as_ref().filter(|_| !is_asked()) {
        wanted.check(summary.ticks)?;
    }
    let balls = BallWays::default();
    Ok(Walked { summaries: vec![summary], balls, trails: Vec::new(), world: None, hash: None })
}

/// The walk of all characters, on a stage.
fn play(setup: &Setup, arguments: &Choice, out: &mut impl Write) -> anyhow::Result<Walked> {
    if arguments.repro_at.is_some() {
        bail!("--repro-at is for one character in a world at rest: --record keeps a walk in one that moves");
    }
    let mut play = Play::new(setup)?;
    let mut recorder =
        arguments.recording.as_deref().map(|file| Recording::new(file, setup, arguments)).transpose()?;
    let mut summaries: Vec<Summary> = setup.players.iter().map(|_| Summary::new()).collect();
    let mut balls = BallWays::of(&play.state().balls);
    let mut trails = vec![Path::default(); setup.movers.len()];
    let mut guides: Vec<_> = setup.players.iter().map(|player| player.guide(setup.dt)).collect();
    let most = most(setup, arguments);
    let mut calls = setup.calls.as_slice();
    while play.state().tick < most && !is_asked() {
        let now = play.state().tick;
        let orders = guides.iter_mut().enumerate();
        let orders: Vec<Option<Order>> =
            orders.map(|(index, guide)| play.character(index).and_then(&mut **guide)).collect();
        if orders.iter().all(Option::is_none) {
            break;
        }
        let inputs: Vec<Input> = orders.iter().map(input).collect();
        let due = calls.iter().take_while(|call| call.tick <= now).count();
        let (due, later): (&[Call], &[Call]) = calls.split_at(due);
        calls = later;
        let ticks = play.go(&inputs, due)?;
        if let Some(recorder) = &mut recorder {
            recorder.add(&inputs, due, &play)?;
        }
        for (index, tick) in ticks.iter().enumerate() {
            if arguments.trace {
                tell(tick, &[])?;
            }
            let nearest = play.nearest(index)?;
            // They belong to no character: the line of the first one has them.
            let balls = if index == 0 { play.state().balls.as_slice() } else { &[] };
            trajectory::write(out, tick, nearest.map(|nearest| nearest.distance), balls)?;
            summaries[index].add(tick, nearest.as_ref(), setup.players[index].config.settings().up);
        }
        balls.add(&play.state().balls);
        let world = play.world()?;
        for (mover, trail) in setup.movers.iter().zip(&mut trails) {
            let body = world.body(mover.spec.body)?;
            let bounds = body.mesh.bounds();
            let middle = (bounds.min.as_dvec3() + bounds.max.as_dvec3()) * 0.5;
            trail.add(body.pose.transform_point(middle));
        }
    }
    if let Some(recorder) = recorder {
        recorder.finish()?;
    }
    let hash = Some(play.state_hash());
    Ok(Walked { summaries, balls, trails, world: Some(play.world()?.clone()), hash })
}

/// The inputs of a tick; none for a character whose script has ended.
fn input(order: &Option<Order>) -> Input {
    match order {
        Some(Order::Step(input)) => *input,
        _ => Input::default(),
    }
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
