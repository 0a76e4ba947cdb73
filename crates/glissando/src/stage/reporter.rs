//! The reports of characters after their own moves, batch by batch: a batch has lists of its own, which are put one after the other.

use super::StageCharacter;
use super::character_world::{CharacterWorld, ContactFilters};
use super::effect::WorldEffect;
use super::report::{CharacterReport, StageEvent, StageEventKind, Touch};
use super::with_balls::{Obstacle, WithBalls};
use crate::character::{Event, LoadedContact, Report, State};
use crate::collide::Collide;
use crate::crowd::{CrowdReport, Meeting, MemberReport};
use crate::handle::CharacterId;
use crate::math::DVec3;
use crate::path::Waypoint;
use crate::slide::Stop;
use crate::sorting;
use crate::world::World;
use alloc::vec::Vec;

/// The result of a character's own move.
pub(super) struct Own<'a> {
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
pub(super) const NO_MOVE: Own<'static> = Own {
    events: &[],
    contacts: &[],
    meetings: &[],
    path: &[],
    sub_steps: 0,
    stop: None,
    reduced_skin: None,
    is_held: false,
};

impl<'a> Own<'a> {
    /// Of a member of a crowd.
    const fn of_member(member: &MemberReport<'a>) -> Self {
        Self {
            events: member.events,
            contacts: member.contacts,
            meetings: member.meetings,
            path: member.path,
            sub_steps: member.sub_steps,
            stop: Some(member.stop),
            reduced_skin: member.reduced_skin,
            is_held: member.is_held,
        }
    }

    /// Of a character that moves alone.
    pub(super) const fn of_one(report: Report<'a>) -> Self {
        Self {
            events: report.events,
            contacts: report.contacts,
            meetings: &[],
            path: report.path,
            sub_steps: report.sub_steps,
            stop: Some(report.stop),
            reduced_skin: report.reduced_skin,
            is_held: false,
        }
    }
}

/// What the reports of a tick are made of.
pub(super) struct Reporter<'a, F> {
    pub(super) world: &'a World,
    pub(super) contact_filters: F,
    pub(super) balls: &'a [Obstacle],
    pub(super) ids: &'a [CharacterId],
    /// The characters at the start of the tick.
    pub(super) before: &'a [StageCharacter],
    pub(super) effects: &'a [WorldEffect],
    /// Intermediate places of the characters that made room, each with the character's index.
    pub(super) places: &'a [(u32, DVec3)],
    /// The ways on which all were carried and shoved.
    pub(super) shoved: &'a [Waypoint],
    pub(super) dt: f64,
}

/// The crowd after its step: the indices of its members among the characters, their states and reports.
#[derive(Clone, Copy)]
pub(super) struct Moved<'a> {
    pub(super) indices: &'a [u32],
    pub(super) states: &'a [State],
    pub(super) report: CrowdReport<'a>,
}

/// The lists of a batch.
#[derive(Clone, Debug, Default)]
pub(super) struct ReportLists {
    path: Vec<Waypoint>,
    events: Vec<StageEvent>,
    touches: Vec<Touch>,
}

/// Some characters, with what only their reports change.
pub(super) struct Batch<'a> {
    /// The index of the first.
    pub(super) first: usize,
    pub(super) actors: &'a mut [StageCharacter],
    pub(super) reports: &'a mut [CharacterReport],
    pub(super) lists: &'a mut ReportLists,
}

/// Characters that one thread looks at.
pub(super) const BATCH: usize = 64;

impl<F: ContactFilters> Reporter<'_, F> {
    /// Reports the characters of a batch, and gives them their new states.
    pub(super) fn report(&self, moved: Moved<'_>, batch: Batch<'_>) {
        let Batch { first, actors, reports, lists } = batch;
        lists.clear();
        let mut member = moved.indices.partition_point(|index| (*index as usize) < first);
        for (index, (actor, report)) in (first..).zip(actors.iter_mut().zip(reports)) {
            let own = match moved.report.member(member).filter(|_| !actor.is_crushed) {
                Some(report) => {
                    actor.state = moved.states[member];
                    member += 1;
                    Own::of_member(&report)
                }
                None => NO_MOVE,
            };
            self.add(index, actor, &own, (report, &mut *lists));
        }
    }

    /// Reports a character.
    pub(super) fn add(
        &self,
        index: usize,
        actor: &mut StageCharacter,
        own: &Own<'_>,
        (report, lists): (&mut CharacterReport, &mut ReportLists),
    ) {
        let ReportLists { path, events, touches } = lists;
        let (velocity, dt) = (self.before[index].state.velocity, self.dt);
        let world = CharacterWorld { world: self.world, contact_filter: self.contact_filters.of(index) };
        let world = WithBalls { world, balls: self.balls };
        let effect = &self.effects[index];
        let (character, position) = (self.ids[index], effect.shoved.position);
        effect.strike.note(&mut actor.state);
        let mut push = |time, kind| events.push(StageEvent { time, character, position, velocity, kind });
        // Most have no squeeze, which is nearly all of a report's memory: it is copied only where there is one.
        match effect.shoved.squeeze.as_ref().or(effect.blocked.as_ref()) {
            Some(squeeze) => {
                let [by, against] =
                    [&squeeze.by, &squeeze.against].map(|c| c.as_ref().map(|c| c.surface.owner));
                let is_crushed = effect.shoved.squeeze.is_some();
                push(squeeze.time, StageEventKind::Squeezed { is_crushed, by, against });
                report.squeeze = Some(*squeeze);
            }
            None => report.squeeze = None,
        }
        for meeting in own.meetings {
            push(0.0, StageEventKind::Met(*meeting));
        }
        for Event { time, position, velocity, kind } in own.events.iter().copied().chain(effect.strike.event)
        {
            let kind = StageEventKind::Own(kind);
            events.push(StageEvent { time, character, position, velocity, kind });
        }
        let (first, touched) = (path.len(), touches.len());
        let shoved = &self.shoved[effect.path.clone()];
        let start = shoved[0].position;
        let places =
            self.places.iter().filter(|(character, _)| *character as usize == index).map(|(_, place)| *place);
        report.world_moves_for = join(path, shoved, (position, places), own.path, dt);
        touch(character, own.contacts, touches);
        report_touches(&world, actor, character, &self.before[index].state, &touches[touched..], dt, events);
        report.outcome = effect.outcome();
        report.moved = position - start;
        report.turn = effect.turn;
        (report.sub_steps, report.stop) = (own.sub_steps, own.stop);
        (report.reduced_skin, report.is_held) = (own.reduced_skin, own.is_held);
        report.path = first..path.len();
    }
}

impl ReportLists {
    pub(super) fn clear(&mut self) {
        self.path.clear();
        self.events.clear();
        self.touches.clear();
    }

    /// Appends the lists to those of all batches.
    pub(super) fn append_to(
        &mut self,
        reports: &mut [CharacterReport],
        (path, events, touches): (&mut Vec<Waypoint>, &mut Vec<StageEvent>, &mut Vec<Touch>),
    ) {
        for report in reports {
            report.path.start += path.len();
            report.path.end += path.len();
        }
        // Of one batch alone nothing has to be copied.
        if path.is_empty() && events.is_empty() && touches.is_empty() {
            core::mem::swap(path, &mut self.path);
            core::mem::swap(events, &mut self.events);
            core::mem::swap(touches, &mut self.touches);
        } else {
            path.extend_from_slice(&self.path);
            events.extend_from_slice(&self.events);
            touches.extend_from_slice(&self.touches);
        }
    }
}

/// Appends the path of a whole tick: carried and shoved, through the places where the character made room up to
/// `taken_to`, then its own move. Returns the seconds of it in which the world moves.
fn join(
    path: &mut Vec<Waypoint>,
    shoved: &[Waypoint],
    (taken_to, places): (DVec3, impl Iterator<Item = DVec3>),
    own: &[Waypoint],
    dt: f64,
) -> f64 {
    let start = shoved[0].position;
    let was_taken = shoved.iter().any(|w| w.position != start) || taken_to != start;
    let has_moved = own.iter().any(|w| w.position != taken_to);
    let half = if was_taken && has_moved { 0.5 } else { 1.0 };
    if was_taken {
        path.extend(shoved.iter().map(|w| Waypoint { time: w.time * half, ..*w }));
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
    dt * half
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

/// Reports touches that began and ended, and stores the present ones in the actor. `before` is its state at the start of the tick.
fn report_touches(
    world: &dyn Collide,
    actor: &mut StageCharacter,
    character: CharacterId,
    before: &State,
    now: &[Touch],
    dt: f64,
    events: &mut Vec<StageEvent>,
) {
    // Both are in order of their owners.
    if actor.touching.iter().eq(now.iter().map(|t| &t.contact.surface.owner)) {
        return;
    }
    let (position, velocity) = (actor.state.position, before.velocity);
    let mut push = |kind| events.push(StageEvent { time: dt, character, position, velocity, kind });
    for owner in &actor.touching {
        if !now.iter().any(|t| t.contact.surface.owner == *owner) {
            push(StageEventKind::TouchEnded { owner: *owner });
        }
    }
    let in_world = before.velocity_in(world);
    for Touch { contact, load, .. } in now {
        let owner = contact.surface.owner;
        if !actor.touching.contains(&owner) {
            let surface = world.surface_velocity(&contact.surface, contact.point);
            let speed = contact.normal.dot(surface - in_world);
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
