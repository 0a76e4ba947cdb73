//! Every character's own move, in the world after the movers' motion, and its report.

use super::character_world::{CharacterWorld, CharacterWorlds, ContactFilters};
use super::report::{CharacterReport, StageEvent, StageEventKind, Touch};
use super::tick::{StageScratch, WorldEffect};
use super::with_balls::WithBalls;
use super::{Stage, StageCharacter, StageState};
use crate::character::step_recorded;
use crate::character::{Config, Event, Ground, Input, LoadedContact, State, step_with};
use crate::collide::Collide;
use crate::crowd::{self, CrowdScratch, Meeting};
use crate::handle::CharacterId;
use crate::input::InputError;
use crate::math::DVec3;
use crate::path::Waypoint;
use crate::slide::{SlidePlane, Stop, nearest_allowed};
use crate::sorting;
use crate::threads::Threads;
use alloc::vec::Vec;

/// The result of a character's own move.
struct Own<'a> {
    events: &'a [Event],
    contacts: &'a [LoadedContact],
    meetings: &'a [Meeting],
    path: &'a [Waypoint],
    sub_steps: usize,
    stop: Option<Stop>,
    reduced_skin: Option<f64>,
    is_held: bool,
}

/// The result for a crushed character, which makes no move.
const NO_MOVE: Own<'static> = Own {
    events: &[],
    contacts: &[],
    meetings: &[],
    path: &[],
    sub_steps: 0,
    stop: None,
    reduced_skin: None,
    is_held: false,
};

/// The lists of a tick's report.
struct Lists<'a> {
    ids: &'a [CharacterId],
    effects: &'a [WorldEffect],
    /// Intermediate places of the characters that made room, each with the character's index.
    places: &'a [(u32, DVec3)],
    path: &'a mut Vec<Waypoint>,
    characters: &'a mut [CharacterReport],
    events: &'a mut Vec<StageEvent>,
    touches: &'a mut Vec<Touch>,
}

impl Stage {
    /// Makes every character's own move. Several move as a crowd, in which no character enters another.
    pub(super) fn own_moves<F: ContactFilters + Copy>(
        &self,
        state: &StageState,
        inputs: &[Input],
        (contact_filters, threads): (F, impl for<'a> Threads<CharacterWorlds<'a, F>>),
        dt: f64,
        scratch: &mut StageScratch,
    ) -> Result<(), InputError> {
        let StageScratch { effects, left, pushes, next, indices, inputs: wishes, planes, .. } = &mut *scratch;
        next.truncate(state.characters.len());
        indices.clear();
        wishes.clear();
        for (index, ((actor, effect), input)) in
            (0..).zip(state.characters.iter().zip(effects.iter()).zip(inputs))
        {
            match next.get_mut(index as usize) {
                Some(next) => next.copy_from(actor),
                None => next.push(actor.clone()),
            }
            let config = self.config_of(actor)?;
            // It holds for the place and the speed that it was asked with.
            let is_same = effect.shoved.position == actor.state.position && effect.struck == DVec3::ZERO;
            left[index as usize].is_apart &= is_same;
            let actor = &mut next[index as usize];
            take_along(actor, config, (effect, &pushes[effect.pushes.clone()]), planes);
            if !actor.is_crushed {
                indices.push(index);
                wishes.push(*input);
            }
        }
        scratch.characters.resize_with(state.characters.len(), CharacterReport::default);
        scratch.events.clear();
        scratch.touches.clear();
        scratch.balls.forget_presses();
        scratch.crowd.listener.story.clear();
        scratch.is_settled = !scratch.room.is_spent();
        if scratch.indices.len() == 1 && state.balls.is_empty() {
            self.alone(state, &contact_filters, dt, scratch)
        } else {
            self.together(state, (contact_filters, threads), dt, scratch)
        }
    }

    /// The own move if only one character moves.
    fn alone(
        &self,
        before: &StageState,
        contact_filters: &dyn ContactFilters,
        dt: f64,
        scratch: &mut StageScratch,
    ) -> Result<(), InputError> {
        let StageScratch {
            character,
            crowd,
            indices,
            inputs,
            effects,
            left,
            next,
            path,
            characters,
            events,
            touches,
            room,
            ..
        } = scratch;
        let moving = indices[0] as usize;
        let mut state = next[moving].state;
        let config = self.config_of(&next[moving])?;
        let filtered = CharacterWorld::of(&self.world, contact_filters, moving);
        let ids = before.characters.ids();
        let CrowdScratch { listener, lanes, own, .. } = crowd;
        let memory = &mut lanes[0].memory;
        let story = &mut listener.recorder_for(ids[moving]);
        let own = match (filtered.contact_filter, own.get_mut(moving)) {
            (None, Some(own)) => step_with(
                &self.world,
                config,
                &mut state,
                (inputs[0], dt),
                (memory, own, left[moving].is_apart),
                story,
            )?,
            _ => step_recorded(&filtered, config, &mut state, (inputs[0], dt), character, story)?,
        };
        let own = Own {
            events: own.events,
            contacts: own.contacts,
            meetings: &[],
            path: own.path,
            sub_steps: own.sub_steps,
            stop: Some(own.stop),
            reduced_skin: own.reduced_skin,
            is_held: false,
        };
        let mut lists = Lists { ids, effects, places: &room.places, path, characters, events, touches };
        for (index, actor) in next.iter_mut().enumerate() {
            let velocity = before.characters[index].state.velocity;
            let filtered = CharacterWorld::of(&self.world, contact_filters, index);
            if actor.is_crushed {
                lists.add(&filtered, index, actor, velocity, &NO_MOVE, dt);
            } else {
                actor.state = state;
                lists.add(&filtered, index, actor, velocity, &own, dt);
            }
        }
        Ok(())
    }

    /// The own moves of several characters.
    fn together<F: ContactFilters + Copy>(
        &self,
        before: &StageState,
        (contact_filters, threads): (F, impl for<'a> Threads<CharacterWorlds<'a, F>>),
        dt: f64,
        scratch: &mut StageScratch,
    ) -> Result<(), InputError> {
        let StageScratch {
            crowd,
            indices,
            inputs,
            effects,
            left,
            next,
            path,
            characters,
            events,
            touches,
            room,
            balls,
            is_settled,
            ..
        } = scratch;
        let round = core::mem::take(&mut balls.obstacles);
        let ids = before.characters.ids();
        crowd.set_handles(indices.iter().map(|position| ids[*position as usize]));
        let worlds = CharacterWorlds {
            world: &self.world,
            configs: &self.configs,
            characters: next,
            contact_filters,
            left,
            indices,
            balls: &round,
        };
        crowd::step_with_handles(&worlds, threads, inputs, dt, crowd)?;
        let report = crowd.report();
        *is_settled &= report.is_settled;
        let mut moved = crowd.states().iter().zip(report.members());
        let mut lists = Lists { ids, effects, places: &room.places, path, characters, events, touches };
        for (index, actor) in next.iter_mut().enumerate() {
            let velocity = before.characters[index].state.velocity;
            let filtered =
                WithBalls { world: CharacterWorld::of(&self.world, &contact_filters, index), balls: &round };
            let Some((state, own)) = (if actor.is_crushed { None } else { moved.next() }) else {
                lists.add(&filtered, index, actor, velocity, &NO_MOVE, dt);
                continue;
            };
            if !round.is_empty() {
                let config = self.config_of(actor)?;
                balls.note_presses(&round, index, actor, config, own.contacts, own.events);
            }
            actor.state = *state;
            let own = Own {
                events: own.events,
                contacts: own.contacts,
                meetings: own.meetings,
                path: own.path,
                sub_steps: own.sub_steps,
                stop: Some(own.stop),
                reduced_skin: own.reduced_skin,
                is_held: own.is_held,
            };
            lists.add(&filtered, index, actor, velocity, &own, dt);
        }
        balls.obstacles = round;
        Ok(())
    }
}

impl Lists<'_> {
    /// Reports a character; `velocity` is its velocity at the start of the tick.
    fn add(
        &mut self,
        world: &dyn Collide,
        index: usize,
        actor: &mut StageCharacter,
        velocity: DVec3,
        own: &Own<'_>,
        dt: f64,
    ) {
        let effect = &self.effects[index];
        let (character, position) = (self.ids[index], effect.shoved.position);
        let squeeze = effect.shoved.squeeze.or(effect.blocked);
        let mut push =
            |time, kind| self.events.push(StageEvent { time, character, position, velocity, kind });
        if let Some(squeeze) = squeeze {
            let [by, against] = [squeeze.by, squeeze.against].map(|c| c.map(|c| c.surface.owner));
            let is_crushed = effect.shoved.squeeze.is_some();
            push(squeeze.time, StageEventKind::Squeezed { is_crushed, by, against });
        }
        for meeting in own.meetings {
            push(0.0, StageEventKind::Met(*meeting));
        }
        for Event { time, position, velocity, kind } in own.events.iter().copied() {
            let kind = StageEventKind::Own(kind);
            self.events.push(StageEvent { time, character, position, velocity, kind });
        }
        let (first, touched) = (self.path.len(), self.touches.len());
        let start = self.path[effect.path.start].position;
        let places =
            self.places.iter().filter(|(character, _)| *character as usize == index).map(|(_, place)| *place);
        join(self.path, effect.path.clone(), (position, places), own.path, dt);
        touch(character, own.contacts, self.touches);
        report_touches(world, actor, character, velocity, &self.touches[touched..], dt, self.events);
        let report = &mut self.characters[index];
        // Field by field: most have no squeeze, which is nearly all of a report's memory.
        report.outcome = effect.outcome();
        report.moved = position - start;
        report.turn = effect.turn;
        report.squeeze = squeeze;
        (report.sub_steps, report.stop) = (own.sub_steps, own.stop);
        (report.reduced_skin, report.is_held) = (own.reduced_skin, own.is_held);
        report.path = first..self.path.len();
    }
}

impl StageCharacter {
    /// Becomes equal to another one; the lists keep their memory.
    fn copy_from(&mut self, other: &Self) {
        let Self { state, config, is_crushed, touching, inside, mass, strength, layers } = other;
        self.touching.clone_from(touching);
        self.inside.clone_from(inside);
        (self.state, self.config, self.is_crushed) = (*state, *config, *is_crushed);
        (self.mass, self.strength, self.layers) = (*mass, *strength, *layers);
    }
}

/// Puts a character where the world has taken it, before its own move.
fn take_along(
    actor: &mut StageCharacter,
    config: &Config,
    (effect, pushes): (&WorldEffect, &[SlidePlane]),
    planes: &mut Vec<SlidePlane>,
) {
    actor.state.position = effect.shoved.position;
    actor.is_crushed = effect.shoved.squeeze.is_some();
    if actor.is_crushed {
        actor.state.velocity = DVec3::ZERO;
    } else {
        take_up_speed(config, &mut actor.state, pushes, planes);
        actor.state.velocity += effect.struck;
    }
}

/// An airborne character moves at least as fast as the body that pushes it; it lands on ground that comes from below.
fn take_up_speed(config: &Config, state: &mut State, pushes: &[SlidePlane], planes: &mut Vec<SlidePlane>) {
    if state.ground == Ground::Standing {
        return;
    }
    let settings = config.settings();
    planes.clear();
    planes.extend(pushes.iter().filter(|p| p.normal.dot(settings.up) < settings.ground.cos_climb));
    if let Some(allowed) = nearest_allowed(state.velocity, planes) {
        state.velocity = allowed.displacement;
    }
}

/// Appends the path of a whole tick: carried and shoved, through the places where the character made room up to
/// `taken_to`, then its own move.
fn join(
    path: &mut Vec<Waypoint>,
    shoved: core::ops::Range<usize>,
    (taken_to, places): (DVec3, impl Iterator<Item = DVec3>),
    own: &[Waypoint],
    dt: f64,
) {
    let start = path[shoved.start].position;
    let was_taken = path[shoved.clone()].iter().any(|w| w.position != start) || taken_to != start;
    let has_moved = own.iter().any(|w| w.position != taken_to);
    let half = if was_taken && has_moved { 0.5 } else { 1.0 };
    if was_taken {
        for index in shoved {
            let Waypoint { time, position } = path[index];
            path.push(Waypoint { time: time * half, position });
        }
        path.extend(places.map(|position| Waypoint { time: dt * half, position }));
        path.push(Waypoint { time: dt * half, position: taken_to });
    } else {
        path.push(Waypoint { time: 0.0, position: start });
    }
    if has_moved {
        let from = if was_taken { half * dt } else { 0.0 };
        path.extend(own.iter().map(|w| Waypoint { time: from + w.time * half, position: w.position }));
    } else if !was_taken {
        path.push(Waypoint { time: dt, position: start });
    }
}

/// Appends the touches at the end of a character's own move, in order of their owners.
fn touch(character: CharacterId, contacts: &[LoadedContact], touches: &mut Vec<Touch>) {
    let first = touches.len();
    for held in contacts {
        let owner = held.contact.surface.owner;
        match touches[first..].iter_mut().find(|t| t.contact.surface.owner == owner) {
            Some(touch) => touch.load += held.load,
            None => touches.push(Touch { character, contact: held.contact, load: held.load }),
        }
    }
    sorting::sort_by_key(&mut touches[first..], |t| t.contact.surface.owner);
}

/// Reports touches that began and ended, and stores the present ones in the actor.
fn report_touches(
    world: &dyn Collide,
    actor: &mut StageCharacter,
    character: CharacterId,
    velocity: DVec3,
    now: &[Touch],
    dt: f64,
    events: &mut Vec<StageEvent>,
) {
    let position = actor.state.position;
    let mut push = |kind| events.push(StageEvent { time: dt, character, position, velocity, kind });
    for owner in &actor.touching {
        if !now.iter().any(|t| t.contact.surface.owner == *owner) {
            push(StageEventKind::TouchEnded { owner: *owner });
        }
    }
    for Touch { contact, load, .. } in now {
        let owner = contact.surface.owner;
        if !actor.touching.contains(&owner) {
            let surface = world.surface_velocity(&contact.surface, contact.point);
            let speed = contact.normal.dot(surface - velocity);
            push(StageEventKind::TouchBegan {
                owner,
                speed: if speed > 0.0 { speed } else { 0.0 },
                load: *load,
            });
        }
    }
    actor.touching.clear();
    actor.touching.extend(now.iter().map(|t: &Touch| t.contact.surface.owner));
}
