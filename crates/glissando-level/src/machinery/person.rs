//! What the triggers on a character's path do to it.

use super::incident::{Cause, Incident, IncidentKind};
use super::state::{FULL_HEALTH, MachineryState, Person};
use super::tick::After;
use super::wave::direction;
use super::{Crossing, Machinery, Role, Touch};
use crate::mechanism::Effect;
use glissando::path::Waypoint;
use glissando::stage::{Actor, StageState};
use glissando::trigger::effect::{Consequence, Outcome, consequences};
use glissando::trigger::{TriggerBuffer, TriggerEvent, TriggerEventKind};
use glissando::{CharacterId, Config, DVec3, Filter, Ground, InputError, State, TriggerId, World};

/// One character in its tick.
pub(super) struct Visit<'a> {
    pub(super) index: usize,
    pub(super) character: CharacterId,
    pub(super) config: Config,
    /// As it is at the end of the tick.
    pub(super) world: &'a World,
    pub(super) path: &'a [Waypoint],
    pub(super) dt: f64,
}

/// Memory for the consequences of one path.
#[derive(Debug, Default)]
pub(super) struct PersonScratch {
    buffer: TriggerBuffer,
    events: Vec<TriggerEvent>,
    found: Vec<Consequence>,
}

impl Machinery {
    /// Lets a character meet everything on its path.
    ///
    /// # Errors
    /// A path with places that are none.
    pub(super) fn visit(
        &self,
        visit: &Visit<'_>,
        stage: &mut StageState,
        state: &mut MachineryState,
        after: &mut After,
    ) -> Result<(), InputError> {
        let index = visit.index;
        let After { person, incidents, .. } = after;
        let shape = visit.config.shape(stage.characters[index].state.is_crouching);
        let PersonScratch { buffer, events, found } = person;
        let memory = &mut state.people[index].inside;
        let met = self.triggers.travel(&shape, visit.path, Filter::ALL, memory, buffer)?;
        events.clear();
        events.extend_from_slice(met);
        for event in events.iter().filter(|e| e.kind == TriggerEventKind::Entered) {
            if let Some(Role::Zone(machine)) = self.roles.get(event.trigger.index() as usize) {
                self.call(*machine, stage, (event.time, Some(visit.character)), incidents);
            }
        }
        events.retain_mut(|event| self.acts(event, state));
        let memory = &state.people[index].inside;
        consequences(&self.effects, events, memory, visit.dt, &mut state.taken, found)?;
        for consequence in found.iter() {
            let at = place_of(events, consequence).unwrap_or(stage.characters[index].state.position);
            let mut meeting = Meeting { machinery: self, visit, stage, state, incidents, buffer };
            meeting.apply(consequence, at)?;
        }
        self.launch_again(visit, stage, state, incidents);
        Ok(())
    }

    /// Whether an event of a path counts; a crossing that does is made an entry.
    fn acts(&self, event: &mut TriggerEvent, state: &MachineryState) -> bool {
        let Some(Role::Touch(touch)) = self.roles.get(event.trigger.index() as usize) else { return false };
        let is_hurt = matches!(touch.effect, Effect::Hurt { .. });
        if state.is_waiting(event.trigger.index()) && !is_hurt {
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

    /// A character that has landed on a jump pad without leaving it is thrown again.
    fn launch_again(
        &self,
        visit: &Visit<'_>,
        stage: &mut StageState,
        state: &MachineryState,
        incidents: &mut Vec<Incident>,
    ) {
        let index = visit.index;
        let actor = &mut stage.characters[index];
        if actor.state.ground != Ground::Standing {
            return;
        }
        let pad = state.people[index].inside.inside().iter().find_map(|id| match self.effect(*id) {
            Some(Effect::Launch { velocity, .. }) => Some((*id, *velocity)),
            _ => None,
        });
        if let Some((trigger, velocity)) = pad {
            throw(&mut actor.state, velocity);
            let kind = IncidentKind::Launched { trigger, velocity };
            let position = actor.state.position;
            incidents.push(Incident { time: visit.dt, character: Some(visit.character), position, kind });
        }
    }

    /// Takes health; a character without health starts again.
    ///
    /// # Errors
    /// A home that is no place.
    pub(super) fn hurt(
        &self,
        visit: &Visit<'_>,
        (cause, damage, time): (Cause, f64, f64),
        stage: &mut StageState,
        state: &mut MachineryState,
        after: &mut After,
    ) -> Result<(), InputError> {
        let After { person, incidents, .. } = after;
        let buffer = &mut person.buffer;
        let mut meeting = Meeting { machinery: self, visit, stage, state, incidents, buffer };
        meeting.hurt(cause, damage, time)
    }

    fn role(&self, trigger: TriggerId) -> Option<&Touch> {
        match self.roles.get(trigger.index() as usize) {
            Some(Role::Touch(touch)) => Some(touch),
            _ => None,
        }
    }
}

/// Everything at hand when a consequence is applied.
struct Meeting<'a, 'b> {
    machinery: &'a Machinery,
    visit: &'a Visit<'b>,
    stage: &'a mut StageState,
    state: &'a mut MachineryState,
    incidents: &'a mut Vec<Incident>,
    buffer: &'a mut TriggerBuffer,
}

impl Meeting<'_, '_> {
    fn apply(&mut self, consequence: &Consequence, at: DVec3) -> Result<(), InputError> {
        let Consequence { time, trigger, outcome, .. } = *consequence;
        let Some(touch) = self.machinery.role(trigger) else { return Ok(()) };
        match outcome {
            Outcome::Opened { .. } => self.tell(time, at, IncidentKind::Signalled { trigger }),
            Outcome::PickedUp => self.tell(time, at, IncidentKind::PickedUp { trigger }),
            Outcome::Reached => {
                self.person().home = at;
                self.tell(time, at, IncidentKind::Reached { trigger });
            }
            Outcome::Launched { velocity } => {
                throw(&mut self.actor().state, velocity);
                self.tell(time, at, IncidentKind::Launched { trigger, velocity });
            }
            Outcome::Teleported { to } => self.teleport(consequence, to, at)?,
            Outcome::Hurt { damage, .. } => self.hurt(Cause::Trigger(trigger), damage, time)?,
            Outcome::Killed => self.die(Cause::Trigger(trigger), time, at)?,
            Outcome::Released { .. } => return Ok(()),
        }
        let by = (time, Some(self.visit.character));
        if !matches!(outcome, Outcome::Hurt { .. }) {
            self.machinery.fire(touch.target, self.stage, by, self.incidents);
            self.state.wait(trigger.index(), touch.wait);
        }
        Ok(())
    }

    fn actor(&mut self) -> &mut Actor {
        &mut self.stage.characters[self.visit.index]
    }

    fn person(&mut self) -> &mut Person {
        &mut self.state.people[self.visit.index]
    }

    fn tell(&mut self, time: f64, position: DVec3, kind: IncidentKind) {
        self.incidents.push(Incident { time, character: Some(self.visit.character), position, kind });
    }

    /// The feet go there; it leaves in the direction in which it then looks, if a speed is given.
    fn teleport(&mut self, consequence: &Consequence, feet: DVec3, from: DVec3) -> Result<(), InputError> {
        let Consequence { time, trigger, .. } = *consequence;
        let Some(Effect::Teleport { yaw_radians, speed, .. }) = self.machinery.effect(trigger) else {
            return Ok(());
        };
        let mover = self.visit.config.mover(self.actor().state.is_crouching);
        let up = self.visit.config.settings().up;
        let to = feet + up * (mover.shape().extent_along(up) * mover.rest_shell());
        let yaw = yaw_radians.unwrap_or(self.person().yaw_radians);
        self.person().yaw_radians = yaw;
        let body = &mut self.actor().state;
        body.teleport(to);
        if let Some(speed) = speed {
            body.velocity = direction(yaw) * *speed;
        }
        let is_clear = self.arrive(to)?;
        let kind = IncidentKind::Teleported { trigger, to, yaw_radians: *yaw_radians, is_clear };
        self.tell(time, from, kind);
        Ok(())
    }

    fn hurt(&mut self, cause: Cause, damage: f64, time: f64) -> Result<(), InputError> {
        let at = self.actor().state.position;
        self.person().health -= damage;
        self.tell(time, at, IncidentKind::Hurt { cause, damage });
        if self.person().health <= 0.0 { self.die(cause, time, at) } else { Ok(()) }
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
        let is_clear = self.arrive(to)?;
        self.tell(time, from, IncidentKind::Died { cause, to, is_clear });
        Ok(())
    }

    /// What it is in where it has arrived is remembered, and does nothing: else two teleports would play ball with it.
    /// Whether there is room.
    fn arrive(&mut self, to: DVec3) -> Result<bool, InputError> {
        let mover = self.visit.config.mover(self.actor().state.is_crouching);
        let shape = mover.shape();
        let Self { machinery, visit, state, buffer, .. } = self;
        let memory = &mut state.people[visit.index].inside;
        machinery.triggers.teleport(&shape, to, Filter::ALL, memory, buffer)?;
        let nearest = visit.world.clearance(&shape, to, 0.0, mover.filter())?;
        Ok(nearest.is_none_or(|nearest| nearest.distance > 0.0))
    }
}

/// Gives a character a velocity in the air.
fn throw(state: &mut State, velocity: DVec3) {
    // It is where it is: only so is everything forgotten that holds it.
    state.teleport(state.position);
    state.velocity = velocity;
}

/// Where the event was from which a consequence follows.
fn place_of(events: &[TriggerEvent], consequence: &Consequence) -> Option<DVec3> {
    let same = |e: &&TriggerEvent| e.trigger == consequence.trigger && e.time == consequence.time;
    events.iter().find(same).map(|e| e.position)
}
