//! A walk in a world that moves: bodies and characters together, a tick of the stage at a time.

use super::roster::{self, Call};
use super::scripted_triggers::{ScriptedTriggers, Traces, TriggerShape, triangles_of};
use super::setup::Setup;
use super::tick::{Staged, Tick};
use super::{CLEARANCE_REACH, incident};
use crate::record::StateHash;
use crate::stopwatch::Stopwatch;
use anyhow::Context;
use glissando::path::Waypoint;
use glissando::slide::Stop;
use glissando::stage::{
    Outcome, Stage, StageCharacter, StageEvent, StageEventKind, StageState, TickReport, Touch,
};
use glissando::trace::TraceStep;
use glissando::trigger::effect::Effect;
use glissando::world::Clearance;
use glissando::{BodyId, Config, DAffine3, DVec3, Event, Input, State, World};
use glissando_mechanisms::{Incident, Machinery, MachineryScratch, MachineryState, Played};

/// A stage, and how everything on it is.
#[derive(Debug)]
pub struct Play {
    pub(super) stage: Stage,
    pub(super) state: StageState,
    machinery: Machinery,
    /// How the movers and triggers of the levels are, besides where they are.
    pub(super) more: MachineryState,
    scratch: MachineryScratch,
    scripted_triggers: ScriptedTriggers,
    pub(super) traces: Traces,
    /// By character, whose settings are under its index on the stage too.
    pub(super) configs: Vec<Config>,
    /// Seconds a tick.
    pub(super) dt: f64,
    pub(super) heard: Heard,
}

/// What is known of the last tick of the character that is traced.
#[derive(Clone, Debug, Default)]
pub struct Heard {
    /// Its own move, step by step.
    pub trace: Vec<TraceStep>,
    /// The bodies that it touches at the end.
    pub touches: Vec<Touch>,
    /// Sweeps taken by its own move.
    pub sub_steps: usize,
    /// The way that it went, with what carried it.
    pub path: Vec<Waypoint>,
    /// The character.
    character: Option<usize>,
}

impl Play {
    /// All characters at rest at their starts, every mover at the start of its path.
    ///
    /// # Errors
    /// Movers that are refused, by name.
    pub fn new(walk: &Setup) -> anyhow::Result<Self> {
        let mut stage = roster::stage(&walk.scene, &walk.movers)?;
        stage.set_ball_settings(walk.balls.0).context("balls")?;
        let mut state = stage.initial_state();
        state.balls.extend(walk.balls.1.iter().copied());
        let scripted_triggers = ScriptedTriggers::on(&mut stage, &walk.scripted_triggers)?;
        let mut machinery = walk.machinery.clone();
        machinery.add_triggers(&mut stage)?;
        machinery.begin(&mut state);
        for player in &walk.players {
            let config = stage.add_config(player.config);
            state.characters.insert(StageCharacter::new(config, State::at(player.spawn)));
        }
        let (more, scratch) = (MachineryState::new(), MachineryScratch::default());
        let traces = Traces::of(walk.players.iter().map(|player| player.spawn));
        let configs = walk.players.iter().map(|player| player.config).collect();
        let heard = Heard::default();
        Ok(Self {
            stage,
            state,
            machinery,
            more,
            scratch,
            scripted_triggers,
            traces,
            configs,
            dt: walk.dt,
            heard,
        })
    }

    /// Records the own move of a character from the next tick on; `None` records none.
    pub fn trace_character(&mut self, character: Option<usize>) {
        self.heard = Heard { character, ..Heard::default() };
        self.scratch.trace_character(character.and_then(|index| self.state.characters.id(index)));
    }

    /// What was heard in the last tick.
    pub const fn heard(&self) -> &Heard {
        &self.heard
    }

    /// The bodies that move, and their poses between an earlier state and now, to be drawn: at `share` of the way.
    pub fn poses_between(&self, before: &StageState, share: f64) -> impl Iterator<Item = (BodyId, DAffine3)> {
        let movers = self.stage.movers();
        movers.filter_map(move |(mover, spec)| {
            Some((spec.body, self.stage.pose_between(mover, before, &self.state, share)?))
        })
    }

    /// What the characters are, by index.
    pub fn configs(&self) -> &[Config] {
        &self.configs
    }

    /// The rules of what moves and is touched in the levels.
    pub const fn rules(&self) -> &Machinery {
        &self.machinery
    }

    /// How everything is.
    pub const fn state(&self) -> &StageState {
        &self.state
    }

    /// How the mechanisms of the levels are, besides where they are.
    pub const fn machinery(&self) -> &MachineryState {
        &self.more
    }

    /// What is remembered of what was passed through.
    pub const fn traces(&self) -> &Traces {
        &self.traces
    }

    /// How a character is.
    pub fn character(&self, index: usize) -> Option<&State> {
        self.state.characters.as_slice().get(index).map(|actor| &actor.state)
    }

    /// The world as it is.
    ///
    /// # Errors
    /// None after a tick that was done.
    pub fn world(&mut self) -> anyhow::Result<&World> {
        Ok(self.stage.world_at(&self.state)?)
    }

    /// Goes one tick further; what became of each character, by index.
    ///
    /// # Errors
    /// Inputs with numbers that are refused, movers that turn too fast, with the number of the tick.
    pub fn go(&mut self, inputs: &[Input], calls: &[Call]) -> anyhow::Result<Vec<Tick>> {
        let number = self.state.tick;
        for call in calls {
            call.make(&mut self.state);
        }
        let from: Vec<DVec3> = self.state.characters.iter().map(|actor| actor.state.position).collect();
        let watch = Stopwatch::started();
        let Self { stage, state, machinery, more, scratch, dt, .. } = self;
        let done = machinery.tick(stage, state, more, inputs, *dt, scratch);
        let nanoseconds = watch.nanoseconds();
        let Played { report, incidents } = done.with_context(|| format!("tick {number}"))?;
        self.heard.take(&report);
        let begin = number as f64 * self.dt;
        let time = (number + 1) as f64 * self.dt;
        let span = (begin, self.dt);
        let mut passed = self.scripted_triggers.pass(&report, &mut self.state, &mut self.traces, span)?;
        let characters = self.state.characters.iter().zip(&from).enumerate();
        let is_one_of_several = from.len() > 1;
        let events = by_character(report.events, from.len(), |event| event.character.index() as usize);
        // The first character gets the incidents that no character caused.
        let cause = |incident: &Incident| incident.character.map_or(0, |who| who.index() as usize);
        let told_of = by_character(incidents, from.len(), cause);
        let tick = |(index, (actor, from)): (usize, (&StageCharacter, &DVec3))| {
            let (events, staged) = told(&report, (index, &events[index]), begin);
            let passed = passed.get_mut(index).map(core::mem::take).unwrap_or_default();
            let incidents = told_of[index].iter();
            let incidents = incidents.map(|i| incident::Incident::new(i, &self.machinery, begin)).collect();
            let staged = Some(Staged { is_one_of_several, passed, incidents, ..staged });
            let own = report.characters.get(index);
            let stop = own.and_then(|own| own.stop).unwrap_or(Stop::Done);
            let reduced_skin = own.and_then(|own| own.reduced_skin);
            let (from, state) = (*from, actor.state);
            Tick { number, time, from, state, events, stop, reduced_skin, nanoseconds, staged }
        };
        Ok(characters.map(tick).collect())
    }

    /// 64 bits that stand for all that changes, as it is, bit for bit: equal on all machines.
    pub fn state_hash(&self) -> StateHash {
        StateHash::of(self)
    }

    /// What is passed through: that of the script, then that of the levels.
    pub fn trigger_shapes(&self) -> Vec<TriggerShape> {
        let mut all: Vec<TriggerShape> = self.scripted_triggers.list(&self.stage, &self.traces).collect();
        for &id in self.machinery.trigger_ids() {
            let Ok(trigger) = self.stage.triggers().trigger(id) else { continue };
            let name = self.machinery.trigger_name(id).to_owned();
            let is_pick_up = matches!(self.machinery.effect(id), Some(Effect::PickUp));
            let is_gone = self.more.taken.is_taken(id);
            all.push(TriggerShape { name, triangles: triangles_of(&trigger), is_pick_up, is_gone });
        }
        all
    }

    /// What a character is in, by name.
    pub fn inside(&self, character: usize) -> Vec<String> {
        let Some(actor) = self.state.characters.as_slice().get(character) else { return Vec::new() };
        let of_level = self.machinery.trigger_ids().iter().filter(|id| actor.inside.is_in(**id));
        let of_level = of_level.map(|id| self.machinery.trigger_name(*id));
        self.scripted_triggers.inside(actor).chain(of_level).map(str::to_owned).collect()
    }

    /// Metres from a body to the nearest surface, where one is near.
    ///
    /// # Errors
    /// None after a tick that was done.
    pub fn clearance(&mut self, character: usize) -> anyhow::Result<Option<f64>> {
        Ok(self.nearest(character)?.map(|nearest| nearest.distance))
    }

    /// The surface that is nearest to a body, where one is near.
    ///
    /// # Errors
    /// None after a tick that was done.
    pub fn nearest(&mut self, character: usize) -> anyhow::Result<Option<Clearance>> {
        let Some(actor) = self.state.characters.as_slice().get(character).cloned() else { return Ok(None) };
        let config = *self.stage.config(actor.config).context("no such settings")?;
        let mover = config.mover(actor.state.is_crouching);
        let (shape, filter) = (mover.shape(), mover.filter());
        Ok(self.world()?.clearance(&shape, actor.state.position, CLEARANCE_REACH, filter)?)
    }
}

impl Heard {
    /// Keeps the recorded move of a report.
    fn take(&mut self, report: &TickReport<'_>) {
        let Some(character) = self.character else { return };
        self.trace.clear();
        self.trace.extend_from_slice(report.trace);
        self.touches.clear();
        self.touches
            .extend(report.touches.iter().filter(|touch| touch.character.index() as usize == character));
        self.path.clear();
        self.path.extend_from_slice(report.path_of(character));
        self.sub_steps = report.characters.get(character).map_or(0, |own| own.sub_steps);
    }
}

/// Deals entries to the characters that they belong to, in order; an entry of a character beyond `count` is left out.
fn by_character<T>(all: &[T], count: usize, whose: impl Fn(&T) -> usize) -> Vec<Vec<&T>> {
    let mut lists: Vec<Vec<&T>> = (0..count).map(|_| Vec::new()).collect();
    for one in all {
        if let Some(list) = lists.get_mut(whose(one)) {
            list.push(one);
        }
    }
    lists
}

/// What happened to a character: in its own move, and by the world. Times are counted from the start of the walk.
fn told(
    report: &TickReport<'_>,
    (character, events): (usize, &[&StageEvent]),
    begin: f64,
) -> (Vec<Event>, Staged) {
    let of_world = report.characters.get(character);
    let mut staged = Staged {
        character,
        is_one_of_several: false,
        outcome: of_world.map_or(Outcome::Unaffected, |c| c.outcome),
        moved: of_world.map_or(DVec3::ZERO, |c| c.moved),
        events: Vec::new(),
        passed: Vec::new(),
        incidents: Vec::new(),
    };
    let mut own = Vec::new();
    for event in events {
        let event = event.with_time(begin + event.time);
        match event.own() {
            Some(event) => own.push(event),
            // Those of triggers are told by name, with what follows from them.
            None if matches!(event.kind, StageEventKind::Trigger { .. }) => {}
            None => staged.events.push(event),
        }
    }
    (own, staged)
}
