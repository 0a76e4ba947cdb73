//! What the triggers on a character's path do to it.

use crate::arrival::{arrive, centre_above};
use crate::incident::{Cause, Incident, IncidentKind};
use crate::state::{FULL_HEALTH, MachineryState, Person};
use crate::tick::After;
use crate::{Crossing, Machinery, Role, Touch};
use glissando::stage::{Stage, StageCharacter, StageState, TickReport};
use glissando::trigger::effect::{Consequence, ConsequenceKind, Effect, consequences};
use glissando::trigger::{TriggerBuffer, TriggerEvent, TriggerEventKind};
use glissando::{CharacterId, DVec3, Ground, InputError, State};

/// One character after its tick on the stage, with everything that may change.
pub(crate) struct Visit<'a> {
    pub(crate) machinery: &'a Machinery,
    pub(crate) stage: &'a mut Stage,
    pub(crate) now: &'a mut StageState,
    pub(crate) state: &'a mut MachineryState,
    pub(crate) after: &'a mut After,
    pub(crate) index: usize,
    pub(crate) character: CharacterId,
    pub(crate) dt: f64,
}

/// Memory for the consequences of one path after the other.
#[derive(Debug, Default)]
pub(crate) struct PersonScratch {
    buffer: TriggerBuffer,
    /// The events of all paths, by character, with their places in the report.
    all: Vec<(CharacterId, usize, TriggerEvent)>,
    events: Vec<TriggerEvent>,
    found: Vec<Consequence>,
}

impl PersonScratch {
    /// Takes the events of all characters out of a report.
    pub(crate) fn take(&mut self, report: &TickReport<'_>) {
        self.all.clear();
        let events = report.triggers().enumerate();
        self.all.extend(events.map(|(place, (character, event))| (character, place, event)));
        self.all.sort_unstable_by_key(|(character, place, _)| (*character, *place));
    }

    /// Lists the events of a character, in order of time.
    fn list_of(&self, character: CharacterId, events: &mut Vec<TriggerEvent>) {
        let first = self.all.partition_point(|(other, ..)| *other < character);
        let own = self.all[first..].iter().take_while(|(whose, ..)| *whose == character);
        events.clear();
        events.extend(own.map(|(.., event)| *event));
    }
}

impl Machinery {
    /// Whether an event of a path counts; a crossing that does is made an entry.
    fn acts(&self, event: &mut TriggerEvent, state: &MachineryState) -> bool {
        let Some((index, Role::Touch(touch))) = self.role(event.trigger) else { return false };
        let is_hurt = matches!(touch.effect, Effect::Hurt { .. });
        if state.is_waiting(index) && !is_hurt {
            return false;
        }
        match (event.kind, touch.crossing) {
            (TriggerEventKind::Crossed { from_front }, Some(crossing)) if !is_hurt => {
                event.kind = TriggerEventKind::Entered;
                from_front || crossing == Crossing::Any
            }
            (TriggerEventKind::Crossed { .. }, _) => false,
            (_, Some(_)) => is_hurt,
            (_, None) => true,
        }
    }
}

impl Visit<'_> {
    /// Lets the character meet everything that was taken of its path, up to a death; returns whether it lives on.
    ///
    /// # Errors
    /// A destination that is no place.
    pub(crate) fn meet(&mut self) -> Result<bool, InputError> {
        let mut events = core::mem::take(&mut self.after.person.events);
        let mut found = core::mem::take(&mut self.after.person.found);
        self.after.person.list_of(self.character, &mut events);
        for event in events.iter().filter(|e| e.kind == TriggerEventKind::Entered) {
            if let Some((_, Role::Zone(machine))) = self.machinery.role(event.trigger) {
                let by = (event.time, Some(self.character));
                self.machinery.call(*machine, self.now, by, &mut self.after.incidents);
            }
        }
        events.retain_mut(|event| self.machinery.acts(event, self.state));
        let memory = &self.now.characters[self.index].inside;
        let effects = &self.machinery.effects;
        consequences(effects, &events, memory, self.dt, &mut self.state.taken, &mut found)?;
        let mut lives = true;
        for consequence in &found {
            let at = place_of(&events, consequence).unwrap_or(self.actor().state.position);
            lives = self.apply(consequence, at)?;
            // The events after a death belong to the path of the old life.
            if !lives {
                break;
            }
        }
        (self.after.person.events, self.after.person.found) = (events, found);
        if lives {
            self.launch_again();
        }
        Ok(lives)
    }

    /// A character that has landed on a jump pad without leaving it is thrown again.
    fn launch_again(&mut self) {
        let machinery = self.machinery;
        let actor = self.actor();
        if actor.state.ground != Ground::Standing {
            return;
        }
        let pad = actor.inside.inside().iter().find_map(|id| match machinery.effect(*id) {
            Some(Effect::Launch { velocity, .. }) => Some((*id, *velocity)),
            _ => None,
        });
        if let Some((trigger, velocity)) = pad {
            actor.state.launch(velocity);
            let position = actor.state.position;
            self.tell(self.dt, position, IncidentKind::Launched { trigger, velocity });
        }
    }

    /// Applies one consequence; returns whether the character lives on.
    fn apply(&mut self, consequence: &Consequence, at: DVec3) -> Result<bool, InputError> {
        let Consequence { time, trigger, kind, .. } = *consequence;
        let Some((index, Role::Touch(touch))) = self.machinery.role(trigger) else { return Ok(true) };
        let mut lives = true;
        match kind {
            ConsequenceKind::Signalled => self.tell(time, at, IncidentKind::Signalled { trigger }),
            ConsequenceKind::PickedUp => self.tell(time, at, IncidentKind::PickedUp { trigger }),
            ConsequenceKind::Reached => {
                self.person().home = at;
                self.tell(time, at, IncidentKind::Reached { trigger });
            }
            ConsequenceKind::Launched { velocity } => {
                self.actor().state.launch(velocity);
                self.tell(time, at, IncidentKind::Launched { trigger, velocity });
            }
            ConsequenceKind::Teleported { to, velocity } => {
                self.teleport(consequence, touch, (to, velocity), at)?;
            }
            ConsequenceKind::Hurt { damage, .. } => {
                lives = self.hurt(Cause::Trigger(trigger), damage, time)?;
            }
            ConsequenceKind::Killed => {
                self.die(Cause::Trigger(trigger), time, at)?;
                lives = false;
            }
            // Nothing in a level has such an effect.
            ConsequenceKind::Opened { .. } | ConsequenceKind::Released { .. } => return Ok(true),
        }
        let by = (time, Some(self.character));
        if !matches!(kind, ConsequenceKind::Hurt { .. }) {
            self.machinery.fire(touch.target, self.now, by, &mut self.after.incidents);
            self.state.wait(index, touch.wait);
        }
        Ok(lives)
    }

    fn actor(&mut self) -> &mut StageCharacter {
        &mut self.now.characters[self.index]
    }

    fn person(&mut self) -> &mut Person {
        &mut self.state.people[self.index]
    }

    fn tell(&mut self, time: f64, position: DVec3, kind: IncidentKind) {
        self.after.incidents.push(Incident { time, character: Some(self.character), position, kind });
    }

    /// The feet go there.
    fn teleport(
        &mut self,
        consequence: &Consequence,
        touch: &Touch,
        (feet, velocity): (DVec3, Option<DVec3>),
        from: DVec3,
    ) -> Result<(), InputError> {
        let Consequence { time, trigger, .. } = *consequence;
        let (config, is_crouching) = (self.actor().config, self.actor().state.is_crouching);
        let config = self.stage.config(config).ok_or(InputError::DeadConfig { config })?;
        let to = centre_above(config, is_crouching, feet);
        let yaw_radians = touch.yaw_radians;
        self.person().yaw_radians = yaw_radians.unwrap_or(self.person().yaw_radians);
        let body = &mut self.actor().state;
        body.teleport(to);
        body.velocity = velocity.unwrap_or(body.velocity);
        let is_clear = self.arrive()?;
        self.tell(time, from, IncidentKind::Teleported { trigger, to, yaw_radians, is_clear });
        Ok(())
    }

    /// Takes health, or gives it up to the full; a character without health starts again. Returns whether it lives on.
    ///
    /// # Errors
    /// A home that is no place.
    pub(crate) fn hurt(&mut self, cause: Cause, damage: f64, time: f64) -> Result<bool, InputError> {
        let at = self.actor().state.position;
        self.person().health = (self.person().health - damage).min(FULL_HEALTH);
        self.tell(time, at, IncidentKind::Hurt { cause, damage });
        let lives = self.person().health > 0.0;
        if !lives {
            self.die(cause, time, at)?;
        }
        Ok(lives)
    }

    /// Starts again, in good health and at rest.
    fn die(&mut self, cause: Cause, time: f64, from: DVec3) -> Result<(), InputError> {
        let to = self.person().home;
        let actor = self.actor();
        let State { is_jump_held, teleports, .. } = actor.state;
        actor.state = State { is_jump_held, teleports, ..State::at(to) };
        actor.state.teleport(to);
        actor.is_crushed = false;
        (self.person().health, self.person().squeezed_for) = (FULL_HEALTH, 0.0);
        let is_clear = self.arrive()?;
        self.tell(time, from, IncidentKind::Died { cause, to, is_clear });
        Ok(())
    }

    /// Triggers of others are entered in the next tick. Returns whether there is room.
    fn arrive(&mut self) -> Result<bool, InputError> {
        let machinery = self.machinery;
        let acts = |trigger| machinery.role(trigger).is_some();
        arrive(self.stage, self.now, self.character, acts, &mut self.after.person.buffer)
    }
}

/// Where the event was from which a consequence follows.
fn place_of(events: &[TriggerEvent], consequence: &Consequence) -> Option<DVec3> {
    let same = |e: &&TriggerEvent| e.trigger == consequence.trigger && e.time == consequence.time;
    events.iter().find(same).map(|e| e.position)
}
