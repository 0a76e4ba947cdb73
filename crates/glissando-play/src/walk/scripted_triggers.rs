//! What is passed through on a walk, and what follows: pick-ups, jump pads, teleporters, planes that start something.

use super::roster::NamedMover;
use crate::scene::Scene;
use crate::script::{EffectWord, Piece};
use anyhow::{Context, bail};
use glissando::TriggerId;
use glissando::stage::{Actor, StageState, TickReport};
use glissando::trigger::effect::{Consequence, Effect, Effects, Outcome, Taken, consequences};
use glissando::trigger::{
    Trigger, TriggerBuffer, TriggerEvent, TriggerEventKind, TriggerKind, TriggerMemory, Triggers,
};
use glissando::{Config, DVec3, InputError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Everything that is passed through.
#[derive(Clone, Debug, Default)]
pub struct ScriptedTriggers {
    triggers: Triggers,
    effects: Effects,
    /// Of the instances, by rising handle.
    names: Vec<(TriggerId, String)>,
}

/// What is remembered of it: a part of the state of a walk.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Traces {
    /// By character.
    inside: Vec<TriggerMemory>,
    /// By character: where it comes back to.
    checkpoints: Vec<DVec3>,
    taken: Taken,
}

impl Traces {
    /// Of how many characters they are.
    pub(super) fn count(&self) -> usize {
        if self.inside.len() == self.checkpoints.len() { self.inside.len() } else { usize::MAX }
    }
}

/// Something that happened with a trigger.
#[derive(Clone, Debug, PartialEq)]
pub struct Passed {
    /// Seconds since the start of the walk.
    pub time: f64,
    /// Where the character was, metres.
    pub position: DVec3,
    /// Of the instance.
    pub name: String,
    /// What happened.
    pub what: Passing,
}

/// What happened with it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Passing {
    /// It was entered, crossed or left.
    Met(TriggerEventKind),
    /// What followed from that.
    Follows(Outcome),
}

impl Passing {
    /// Its name in snake case, as that of the library's event.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Met(kind) => kind.name(),
            Self::Follows(outcome) => outcome.name(),
        }
    }
}

/// A trigger as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct TriggerShape {
    /// What it is called.
    pub name: String,
    /// Its triangles, in the world where it is at the start; metres.
    pub triangles: Vec<[DVec3; 3]>,
    /// Whether it can be taken.
    pub is_pick_up: bool,
    /// Whether it was taken.
    pub is_gone: bool,
}

impl ScriptedTriggers {
    /// Everything that is passed through, with what of it is gone.
    pub(super) fn list<'p>(&'p self, traces: &'p Traces) -> impl Iterator<Item = TriggerShape> + 'p {
        self.names.iter().filter_map(|(id, name)| {
            let trigger = self.triggers.trigger(*id).ok()?;
            let is_pick_up = matches!(self.effects.get(*id), Some(Effect::PickUp));
            let triangles = triangles_of(&trigger);
            Some(TriggerShape {
                name: name.clone(),
                triangles,
                is_pick_up,
                is_gone: traces.taken.is_taken(*id),
            })
        })
    }

    /// What a character is in, by name.
    pub(super) fn inside<'p>(
        &'p self,
        traces: &'p Traces,
        character: usize,
    ) -> impl Iterator<Item = &'p str> {
        let inside = traces.inside.get(character);
        let is_in = move |id: TriggerId| inside.is_some_and(|memory| memory.is_in(id));
        self.names.iter().filter(move |(id, _)| is_in(*id)).map(|(_, name)| name.as_str())
    }
    /// Whether there is nothing to pass through.
    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All of it, for a hash.
    pub fn content(&self) -> impl Serialize {
        (shapes(&self.triggers), self.effects.clone())
    }

    /// Adds the instances of a piece, if it is one to be passed through.
    ///
    /// # Errors
    /// Effects with numbers that none can have; names that no mover has.
    pub(super) fn add(
        &mut self,
        scene: &Scene,
        piece: &Piece,
        level: usize,
        movers: &[NamedMover],
    ) -> anyhow::Result<()> {
        if !piece.is_trigger()? {
            return Ok(());
        }
        let effect = piece.effect.as_ref().map(|word| effect(word, movers)).transpose()?;
        let Some(loaded) = scene.levels.get(level) else { return Ok(()) };
        for instance in &loaded.level.instances {
            let Some(built) = loaded.meshes.get(instance.mesh).and_then(Option::as_ref) else { continue };
            let trigger = |kind| Trigger::new(Arc::clone(&built.mesh), kind).at(instance.pose);
            // What is closed has an inside; what is not is a surface.
            let id = match self.triggers.insert(trigger(TriggerKind::VolumeByBody)) {
                Err(InputError::Open { .. }) => self.triggers.insert(trigger(TriggerKind::Surface))?,
                other => other?,
            };
            if let Some(effect) = effect {
                self.effects.set(id, effect).context("effect")?;
            }
            self.names.push((id, instance.name.clone()));
        }
        Ok(())
    }

    /// Fresh memories of triggers, of characters that start at these places.
    pub(super) fn traces(&self, starts: impl Iterator<Item = DVec3>) -> Traces {
        let checkpoints: Vec<DVec3> = starts.collect();
        Traces { inside: vec![TriggerMemory::new(); checkpoints.len()], checkpoints, taken: Taken::new() }
    }

    /// What each character met on the way that it really went in a tick, and what follows is done; by character.
    ///
    /// # Errors
    /// None: the paths are those of a tick that was done.
    pub(super) fn pass(
        &self,
        report: &TickReport<'_>,
        configs: &[Config],
        state: &mut StageState,
        traces: &mut Traces,
        (begin, dt): (f64, f64),
    ) -> anyhow::Result<Vec<Vec<Passed>>> {
        let mut all = vec![Vec::new(); state.characters.len()];
        if self.is_empty() {
            return Ok(all);
        }
        let (mut buffer, mut found) = (TriggerBuffer::new(), Vec::new());
        for (index, config) in configs.iter().enumerate() {
            let actor = &state.characters[index];
            let shape = config.shape(actor.state.is_crouching);
            let memory = &mut traces.inside[index];
            let filter = config.settings().filter;
            let events = self.triggers.travel(&shape, report.path_of(index), filter, memory, &mut buffer)?;
            consequences(&self.effects, events, memory, dt, &mut traces.taken, &mut found)?;
            all[index] = self.told(events, &found, actor, begin);
            for Consequence { outcome, .. } in &found {
                follow(outcome, index, state, &mut traces.checkpoints);
            }
        }
        Ok(all)
    }

    /// Events and what follows from them, in order of time.
    fn told(&self, events: &[TriggerEvent], found: &[Consequence], actor: &Actor, begin: f64) -> Vec<Passed> {
        let name = |id: TriggerId| {
            self.names.iter().find(|(own, _)| *own == id).map_or(String::new(), |(_, name)| name.clone())
        };
        let met = |event: &TriggerEvent| Passed {
            time: begin + event.time,
            position: event.position,
            name: name(event.trigger),
            what: Passing::Met(event.kind),
        };
        let follows = |consequence: &Consequence| {
            let Consequence { time, trigger, outcome, .. } = *consequence;
            let event = events.iter().find(|event| event.trigger == trigger && event.time == time);
            let position = event.map_or(actor.state.position, |event| event.position);
            Passed { time: begin + time, position, name: name(trigger), what: Passing::Follows(outcome) }
        };
        let mut all: Vec<Passed> = events.iter().map(met).chain(found.iter().map(follows)).collect();
        all.sort_by(|a, b| a.time.total_cmp(&b.time));
        all
    }
}

/// The triangles of a trigger, where it is.
pub(super) fn triangles_of(trigger: &Trigger) -> Vec<[DVec3; 3]> {
    let triangles = (0..).map_while(|index| trigger.mesh.triangle(index));
    triangles.map(|corners| corners.map(|v| trigger.pose.transform_point(v.as_dvec3()))).collect()
}

/// What triggers are and where, for a hash.
pub(crate) fn shapes(triggers: &Triggers) -> impl Serialize + use<> {
    let shape = |id: TriggerId| {
        let trigger = triggers.trigger(id).ok()?;
        let triangles: Vec<_> = (0..).map_while(|index| trigger.mesh.triangle(index)).collect();
        Some((id, trigger.kind, trigger.pose, triangles))
    };
    triggers.ids().map(shape).collect::<Vec<_>>()
}

/// Does what follows for a character, at the end of the tick.
fn follow(outcome: &Outcome, index: usize, state: &mut StageState, checkpoints: &mut [DVec3]) {
    let own = &mut state.characters[index].state;
    match *outcome {
        Outcome::Launched { velocity } => {
            // In the air at once, so that nothing of it is taken for a walk.
            own.teleport(own.position);
            own.velocity = velocity;
        }
        Outcome::Teleported { to } => own.teleport(to),
        Outcome::Killed => {
            own.teleport(checkpoints[index]);
            own.velocity = DVec3::ZERO;
        }
        Outcome::Reached => checkpoints[index] = own.position,
        Outcome::Opened { target } => {
            if let Some(mover) = usize::try_from(target).ok().and_then(|target| state.movers.get_mut(target))
            {
                mover.open();
            }
        }
        Outcome::PickedUp | Outcome::Hurt { .. } | Outcome::Released { .. } => {}
    }
}

/// The effect that a script means.
fn effect(word: &EffectWord, movers: &[NamedMover]) -> anyhow::Result<Effect> {
    Ok(match word {
        EffectWord::PickUp => Effect::PickUp,
        EffectWord::Launch(velocity) => Effect::Launch { velocity: *velocity },
        EffectWord::Teleport(to) => Effect::Teleport { to: *to },
        EffectWord::Hurt(per_second) => Effect::Hurt { per_second: *per_second },
        EffectWord::Kill => Effect::Kill,
        EffectWord::Checkpoint => Effect::Checkpoint,
        EffectWord::Open(name) => {
            let place = movers.iter().position(|mover| mover.name.as_ref() == Some(name) && mover.is_called);
            match place {
                Some(place) => Effect::Open { target: place as u64 },
                None => bail!("effect.open is {name:?}: nothing of this name waits to be called"),
            }
        }
    })
}
