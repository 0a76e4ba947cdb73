//! What is passed through on a walk, and what follows: pick-ups, jump pads, teleporters, planes that start something.
//!
//! The stage tests the paths; what a character is in is in its entry of the stage's state.

use super::roster::NamedMover;
use crate::scene::Scene;
use crate::script::Piece;
use anyhow::{Context, bail};
use glissando::DVec3;
use glissando::TriggerId;
use glissando::stage::{Stage, StageCharacter, StageEventKind, StageState, TickReport};
use glissando::trigger::effect::{Consequence, ConsequenceKind, Effect, Effects, Taken, consequences};
use glissando::trigger::{Trigger, TriggerEvent, TriggerEventKind};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// An instance that is passed through, before it is on a stage.
#[derive(Clone, Debug)]
pub struct ScriptedTrigger {
    trigger: Trigger,
    /// Of the instance.
    name: String,
    effect: Option<Effect>,
}

/// The scripted triggers of a stage.
#[derive(Clone, Debug, Default)]
pub(super) struct ScriptedTriggers {
    effects: Effects,
    /// Of the instances, by rising handle.
    names: Vec<(TriggerId, String)>,
}

/// What is remembered of it: a part of the state of a walk.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Traces {
    /// By character: where it comes back to.
    checkpoints: Vec<DVec3>,
    taken: Taken,
}

impl Traces {
    /// Fresh ones of characters that start at these places.
    pub(super) fn of(starts: impl Iterator<Item = DVec3>) -> Self {
        Self { checkpoints: starts.collect(), taken: Taken::new() }
    }

    /// Of how many characters they are.
    pub(super) fn count(&self) -> usize {
        self.checkpoints.len()
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
    Follows(ConsequenceKind),
}

impl Passing {
    /// Its name in snake case, as that of the library's event.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Met(kind) => kind.name(),
            Self::Follows(kind) => kind.name(),
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

impl ScriptedTrigger {
    /// The instances of a piece that is passed through; none of another piece.
    ///
    /// # Errors
    /// Effects with numbers that none can have; names that no mover has.
    pub(super) fn of_piece(
        scene: &Scene,
        piece: &Piece,
        level: usize,
        movers: &[NamedMover],
    ) -> anyhow::Result<Vec<Self>> {
        let is_trigger = piece.is_trigger()?;
        let loaded = scene.levels.get(level).filter(|_| is_trigger);
        let effect = piece.effect.clone().map(|effect| effect.with_target(|name| called(&name, movers)));
        let effect = effect.transpose()?;
        effect.map_or(Ok(()), |effect| effect.check()).context("effect")?;
        let instances = loaded.into_iter().flat_map(|loaded| &loaded.level.instances);
        let triggers = instances.filter_map(|instance| {
            let built = loaded?.meshes.get(instance.mesh)?.as_ref()?;
            // What is closed has an inside; what is not is a surface.
            let trigger = Trigger::fitting(Arc::clone(&built.mesh)).at(instance.pose);
            Some(Self { trigger, name: instance.name.clone(), effect })
        });
        Ok(triggers.collect())
    }

    /// The name of the instance.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The effect on a character, if it has one.
    pub const fn effect(&self) -> Option<&Effect> {
        self.effect.as_ref()
    }

    /// Its triangles in the world, metres.
    pub fn triangles(&self) -> Vec<[DVec3; 3]> {
        triangles_of(&self.trigger)
    }

    /// All of it but the name, for a hash.
    pub(crate) fn content(&self) -> impl Serialize + use<> {
        (shape(&self.trigger), self.effect)
    }
}

impl ScriptedTriggers {
    /// Adds the triggers of a script to the stage.
    ///
    /// # Errors
    /// A pose that no body can have.
    pub(super) fn on(stage: &mut Stage, triggers: &[ScriptedTrigger]) -> anyhow::Result<Self> {
        let mut added = Self::default();
        for ScriptedTrigger { trigger, name, effect } in triggers {
            let id = stage.add_trigger(trigger.clone(), None).with_context(|| name.clone())?;
            effect.map_or(Ok(()), |effect| added.effects.set(id, effect))?;
            added.names.push((id, name.clone()));
        }
        Ok(added)
    }

    /// Everything that is passed through, with what of it is gone.
    pub(super) fn list<'p>(
        &'p self,
        stage: &'p Stage,
        traces: &'p Traces,
    ) -> impl Iterator<Item = TriggerShape> + 'p {
        self.names.iter().filter_map(|(id, name)| {
            let trigger = stage.triggers().trigger(*id).ok()?;
            let is_pick_up = matches!(self.effects.get(*id), Some(Effect::PickUp));
            let is_gone = traces.taken.is_taken(*id);
            Some(TriggerShape { name: name.clone(), triangles: triangles_of(&trigger), is_pick_up, is_gone })
        })
    }

    /// What a character is in, by name.
    pub(super) fn inside<'p>(&'p self, actor: &'p StageCharacter) -> impl Iterator<Item = &'p str> {
        let names = self.names.iter().filter(|(id, _)| actor.inside.is_in(*id));
        names.map(|(_, name)| name.as_str())
    }

    /// What each character met in a tick of the stage, and what follows is done; by character.
    ///
    /// # Errors
    /// None: the tick was done.
    pub(super) fn pass(
        &self,
        report: &TickReport<'_>,
        state: &mut StageState,
        traces: &mut Traces,
        (begin, dt): (f64, f64),
    ) -> anyhow::Result<Vec<Vec<Passed>>> {
        let mut all = vec![Vec::new(); state.characters.len()];
        if self.names.is_empty() {
            return Ok(all);
        }
        let (mut events, mut found) = (Vec::new(), Vec::new());
        // Most characters meet nothing in a tick, and the report has the events of all.
        let mut meets = vec![false; state.characters.len()];
        let met = report.events.iter().filter(|event| matches!(event.kind, StageEventKind::Trigger { .. }));
        for index in met.filter_map(|event| state.characters.position(event.character)) {
            meets[index] = true;
        }
        for (index, passed) in all.iter_mut().enumerate() {
            let Some(id) = state.characters.id(index) else { continue };
            events.clear();
            if meets[index] {
                events.extend(report.triggers_of(id).filter(|event| self.name(event.trigger).is_some()));
            }
            let actor = &state.characters[index];
            consequences(&self.effects, &events, &actor.inside, dt, &mut traces.taken, &mut found)?;
            *passed = self.told(&events, &found, actor, begin);
            for Consequence { kind, .. } in &found {
                follow(kind, index, state, &mut traces.checkpoints);
            }
        }
        Ok(all)
    }

    /// The name of a trigger; `None` for one that is not of the script.
    fn name(&self, id: TriggerId) -> Option<&str> {
        let place = self.names.binary_search_by_key(&id, |(own, _)| *own).ok()?;
        Some(&self.names[place].1)
    }

    /// Events and what follows from them, in order of time.
    fn told(
        &self,
        events: &[TriggerEvent],
        found: &[Consequence],
        actor: &StageCharacter,
        begin: f64,
    ) -> Vec<Passed> {
        let name = |id| self.name(id).unwrap_or_default().to_owned();
        let met = |event: &TriggerEvent| Passed {
            time: begin + event.time,
            position: event.position,
            name: name(event.trigger),
            what: Passing::Met(event.kind),
        };
        let follows = |consequence: &Consequence| {
            let Consequence { time, trigger, kind, .. } = *consequence;
            let event = events.iter().find(|event| event.trigger == trigger && event.time == time);
            let position = event.map_or(actor.state.position, |event| event.position);
            Passed { time: begin + time, position, name: name(trigger), what: Passing::Follows(kind) }
        };
        let mut all: Vec<Passed> = Vec::new();
        for passed in events.iter().map(met).chain(found.iter().map(follows)) {
            // They are few, and the page is smaller without a sort for each kind of list.
            all.insert(all.partition_point(|before| before.time <= passed.time), passed);
        }
        all
    }
}

/// The triangles of a trigger, where it is.
pub(super) fn triangles_of(trigger: &Trigger) -> Vec<[DVec3; 3]> {
    let triangles = (0..).map_while(|index| trigger.mesh.triangle(index));
    triangles.map(|corners| corners.map(|v| trigger.pose.transform_point(v.as_dvec3()))).collect()
}

/// What a trigger is and where, for a hash.
pub(crate) fn shape(trigger: &Trigger) -> impl Serialize + use<> {
    let triangles: Vec<_> = (0..).map_while(|index| trigger.mesh.triangle(index)).collect();
    (trigger.kind, trigger.pose, triangles)
}

/// Does what follows for a character, at the end of the tick.
fn follow(kind: &ConsequenceKind, index: usize, state: &mut StageState, checkpoints: &mut [DVec3]) {
    let own = &mut state.characters[index].state;
    match *kind {
        ConsequenceKind::Launched { velocity } => {
            // In the air at once, so that nothing of it is taken for a walk.
            own.launch(velocity);
        }
        ConsequenceKind::Teleported { to, velocity } => {
            own.teleport(to);
            own.velocity = velocity.unwrap_or(own.velocity);
        }
        ConsequenceKind::Killed => {
            own.teleport(checkpoints[index]);
            own.velocity = DVec3::ZERO;
        }
        ConsequenceKind::Reached => checkpoints[index] = own.position,
        ConsequenceKind::Opened { target } => {
            if let Some(mover) = usize::try_from(target).ok().and_then(|target| state.movers.get_mut(target))
            {
                mover.open();
            }
        }
        ConsequenceKind::Signalled
        | ConsequenceKind::PickedUp
        | ConsequenceKind::Hurt { .. }
        | ConsequenceKind::Released { .. } => {}
    }
}

/// The index of the mover that an effect opens.
fn called(name: &str, movers: &[NamedMover]) -> anyhow::Result<u64> {
    let is_meant = |mover: &NamedMover| mover.name.as_deref() == Some(name) && mover.is_called;
    match movers.iter().position(is_meant) {
        Some(place) => Ok(place as u64),
        None => bail!("effect.target is {name:?}: nothing of this name waits to be called"),
    }
}
