//! What moves and is touched in a level, at work: [`Mechanisms`](glissando_level::Mechanisms) on a stage, with
//! the rules of a game: health, death, checkpoints, teams.
//!
//! ```text
//! Mechanisms ─add─▶ Machinery ── bodies ─▶ World ─▶ Stage ── movers()
//!                      │
//!                      ├─ add_triggers ─▶ Stage
//!                      └─ tick: the stage's tick ─▶ its events of triggers ─▶ what follows: doors called,
//!                         people hurt, thrown, sent elsewhere ─▶ incidents
//! ```
//! Like the stage, the machinery itself does not change: all that does is in [`MachineryState`], plain data beside the
//! stage's own state. Copy both to save, hand both in again to restore.
//!
//! The rules: a zone starts its mover and everything of its team; a character that stays in it, or stands on the mover,
//! keeps it at its far end. A mover that arrives there fires its target, and so does a trigger. Volumes hurt by the time
//! spent inside; a character without health, or killed, starts again at its last checkpoint.
//!
//! ```
//! use glissando::stage::{StageCharacter, Stage};
//! use glissando::trigger::effect::Effect;
//! use glissando::{Config, DVec3, Input, Mesh, MeshOptions, Settings, Soup, State, Vec3, World};
//! use glissando_level::{Mechanisms, TriggerShape, TriggerSpec};
//! use glissando_mechanisms::{IncidentKind, Machinery, MachineryScratch, MachineryState};
//!
//! const TICK: f64 = 1.0 / 60.0;
//! let mut world = World::new();
//! let floor = Soup::cuboid(Vec3::ZERO, Vec3::new(9.0, 1.0, 9.0));
//! world.insert_mesh(Mesh::build(&floor, &MeshOptions::default())?.0);
//! // Usually from `glissando_level::load_mechanisms`.
//! let pad = TriggerShape::Box { low: DVec3::new(-1.0, 1.0, -1.0), high: DVec3::new(1.0, 1.1, 1.0) };
//! let pad = TriggerSpec::new(pad, Effect::Launch { velocity: DVec3::Y * 9.0 });
//! let mechanisms = Mechanisms { triggers: vec![pad], ..Mechanisms::default() };
//!
//! let mut machinery = Machinery::new(0, TICK);
//! machinery.add(&mechanisms, &mut world)?;
//! let mut stage = Stage::new(world);
//! for mover in machinery.movers() {
//!     stage.add_mover(mover.clone())?;
//! }
//! machinery.add_triggers(&mut stage)?;
//! let mut state = stage.initial_state();
//! machinery.begin(&mut state);
//!
//! let config = Config::new(&Settings::default())?;
//! let person = stage.add_config(config);
//! state.characters.insert(StageCharacter::new(person, State::with_feet_at(&config, DVec3::Y)));
//! let (mut more, mut scratch) = (MachineryState::new(), MachineryScratch::default());
//! let played = machinery.tick(&mut stage, &mut state, &mut more, &[Input::default()], TICK, &mut scratch)?;
//! assert!(matches!(played.incidents[0].kind, IncidentKind::Launched { .. }));
//! assert_eq!(state.characters[0].state.velocity, DVec3::Y * 9.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arrival;
mod build;
mod course;
mod incident;
mod machine;
mod person;
mod shape;
mod squeeze;
mod start;
mod state;
mod tick;

pub use arrival::{arrive, centre_above};
pub use course::{Call, Course, start_mover};
pub use incident::{Cause, Incident, IncidentKind};
pub use shape::ShapeMaker;
pub use state::{FULL_HEALTH, MachineryState, Person};
pub use tick::{MachineryScratch, Played};

use crate::machine::Machine;
use glissando::stage::{MoverSpec, Stage};
use glissando::trigger::Trigger;
use glissando::trigger::effect::{Effect, Effects};
use glissando::{BodyId, DVec3, InputError, TriggerId};
use serde::Serialize;

/// The mechanisms of one or more levels, ready for a stage. It does not change from tick to tick.
#[derive(Clone, Debug)]
pub struct Machinery {
    /// Longest tick in seconds.
    tick: f64,
    /// Index of its first mover among those of the stage.
    first: usize,
    machines: Vec<Machine>,
    /// The index of the machine of each body, by the body's slot in the world; beyond all indices for those of others.
    of_body: Vec<usize>,
    /// What [`Machinery::movers`] gives: by machine.
    specs: Vec<MoverSpec>,
    triggers: Vec<Trigger>,
    /// By trigger.
    roles: Vec<Role>,
    /// The handles of the triggers on the stage, once they were added.
    ids: Vec<TriggerId>,
    /// The index of the trigger in each slot of the stage; beyond all indices for those of others.
    slots: Vec<usize>,
    /// Of the triggers on the stage.
    effects: Effects,
    /// Which machines a name starts; triggers and machines have indices into this.
    targets: Vec<Vec<usize>>,
    notes: Vec<String>,
}

/// What a trigger of the set is there for.
#[derive(Clone, Debug, Serialize)]
enum Role {
    /// Starts a machine.
    Zone(usize),
    /// Acts on a character that touches it.
    Touch(Box<Touch>),
}

/// A trigger of the level.
#[derive(Clone, Debug, Serialize)]
struct Touch {
    name: String,
    effect: Effect,
    what: Option<String>,
    yaw_radians: Option<f64>,
    /// Seconds before it acts again.
    wait: f64,
    /// Index into the targets.
    target: Option<usize>,
    /// Which way a surface has to be crossed; `None` for a volume.
    crossing: Option<Crossing>,
    /// The machine that moves it.
    carrier: Option<usize>,
}

/// Which crossings of a surface count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
enum Crossing {
    FromFront,
    Any,
}

impl Machinery {
    /// No mechanisms, for a stage that has `first` movers before, with ticks of at most `tick` seconds.
    pub fn new(first: usize, tick: f64) -> Self {
        Self {
            tick,
            first,
            machines: Vec::new(),
            of_body: Vec::new(),
            specs: Vec::new(),
            triggers: Vec::new(),
            roles: Vec::new(),
            ids: Vec::new(),
            slots: Vec::new(),
            effects: Effects::new(),
            targets: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The movers to add to the stage, in this order, after the `first` others.
    pub fn movers(&self) -> &[MoverSpec] {
        &self.specs
    }

    /// Adds the triggers to a stage that has the movers. To be called once for each machinery.
    ///
    /// # Errors
    /// [`InputError::DeadMover`] if the stage lacks a mover that a trigger moves with.
    pub fn add_triggers(&mut self, stage: &mut Stage) -> Result<(), InputError> {
        for (trigger, role) in self.triggers.iter().zip(&self.roles) {
            let touch = if let Role::Touch(touch) = role { Some(touch) } else { None };
            let carrier = touch.and_then(|touch| touch.carrier);
            let mover = carrier.and_then(|machine| stage.movers().nth(self.first + machine).map(|m| m.0));
            let id = stage.add_trigger(trigger.clone(), mover)?;
            let slot = id.index() as usize;
            self.slots.resize(self.slots.len().max(slot + 1), usize::MAX);
            self.slots[slot] = self.ids.len();
            self.ids.push(id);
            touch.map_or(Ok(()), |touch| self.effects.set(id, touch.effect))?;
        }
        Ok(())
    }

    /// Whether nothing moves and nothing is touched.
    pub fn is_empty(&self) -> bool {
        self.machines.is_empty() && self.roles.is_empty()
    }

    /// What was left out or had to be changed, and why.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The name of a mover: by its index among [`Machinery::movers`].
    pub fn mover_name(&self, mover: usize) -> &str {
        self.machines.get(mover).map_or("", |machine| &machine.name)
    }

    /// The class of a mover as the file gives it.
    pub fn mover_class(&self, mover: usize) -> &str {
        self.machines.get(mover).map_or("", |machine| &machine.class)
    }

    /// Whether a mover waits to be started.
    pub fn is_called(&self, mover: usize) -> bool {
        self.machines.get(mover).is_some_and(|machine| !machine.is_going)
    }

    /// The name of a trigger.
    pub fn trigger_name(&self, trigger: TriggerId) -> &str {
        match self.role(trigger) {
            Some((_, Role::Touch(touch))) => &touch.name,
            Some((_, Role::Zone(mover))) => self.mover_name(*mover),
            None => "",
        }
    }

    /// What a trigger does; `None` for the zone of a mover, and for a trigger of others.
    pub fn effect(&self, trigger: TriggerId) -> Option<&Effect> {
        match self.role(trigger)?.1 {
            Role::Touch(touch) => Some(&touch.effect),
            Role::Zone(_) => None,
        }
    }

    /// What a pick-up is, where the file says so.
    pub fn what(&self, trigger: TriggerId) -> Option<&str> {
        match self.role(trigger)?.1 {
            Role::Touch(touch) => touch.what.as_deref().filter(|what| !what.is_empty()),
            Role::Zone(_) => None,
        }
    }

    /// The index of a trigger and what it is there for.
    fn role(&self, trigger: TriggerId) -> Option<(usize, &Role)> {
        let index = *self.slots.get(trigger.index() as usize)?;
        (self.ids.get(index) == Some(&trigger)).then(|| (index, &self.roles[index]))
    }

    /// The machine that moves a body.
    pub(crate) fn machine_of(&self, body: BodyId) -> Option<usize> {
        let machine = *self.of_body.get(body.index() as usize)?;
        self.machines.get(machine).is_some_and(|machine| machine.body == body).then_some(machine)
    }

    /// The triggers to add to the stage, the zones of movers among them, at rest.
    pub fn triggers(&self) -> &[Trigger] {
        &self.triggers
    }

    /// The handles of the triggers on the stage; none before [`Machinery::add_triggers`].
    pub fn trigger_ids(&self) -> &[TriggerId] {
        &self.ids
    }

    /// Everything that does not change but the triangles, to be compared or to have a print taken of it.
    pub fn rules(&self) -> impl Serialize {
        (self.first, &self.machines, &self.specs, &self.roles, &self.targets)
    }

    /// Places worth going to: the middles of the zones of movers, and of the triggers that neither hurt nor kill.
    pub fn places(&self) -> impl Iterator<Item = DVec3> {
        self.triggers.iter().zip(&self.roles).filter(|(_, role)| role.is_harmless()).map(|(trigger, _)| {
            let bounds = trigger.mesh.bounds();
            trigger.pose.transform_point((bounds.min.as_dvec3() + bounds.max.as_dvec3()) * 0.5)
        })
    }
}

impl Role {
    fn is_harmless(&self) -> bool {
        !matches!(self, Self::Touch(touch) if matches!(touch.effect, Effect::Hurt { .. } | Effect::Kill))
    }
}
