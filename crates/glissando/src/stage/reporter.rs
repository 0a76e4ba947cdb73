//! The reports of characters after their own moves, batch by batch: a batch has lists of its own, which are put one after the other.

use super::StageCharacter;
use super::character_world::{CharacterWorld, ContactFilters};
use super::effect::{Effects, WorldEffect};
use super::report::{CharacterReport, Outcome, StageEvent, StageEventKind, Touch};
use super::room::Passed;
use super::with_balls::{Obstacle, WithBalls};
use crate::character::{Event, LoadedContact, Report, State};
use crate::collide::Collide;
use crate::crowd::{CrowdReport, MemberReport};
use crate::handle::CharacterId;
use crate::math::DVec3;
use crate::path::Waypoint;
use crate::slide::Stop;
use crate::sorting;
use crate::world::World;
use alloc::vec::Vec;

/// The result for a crushed character, which makes no move.
const NO_MOVE: MemberReport<'static> = MemberReport::of_one(Report::nothing(Stop::Done));

/// What the reports of a tick are made of.
pub(super) struct Reporter<'a, F> {
    pub(super) world: &'a World,
    pub(super) contact_filters: F,
    pub(super) balls: &'a [Obstacle],
    pub(super) taken: Taken<'a>,
}

/// The characters, and what the world has done to them.
#[derive(Clone, Copy)]
pub(super) struct Taken<'a> {
    pub(super) ids: &'a [CharacterId],
    /// The characters at the start of the tick.
    pub(super) before: &'a [StageCharacter],
    pub(super) effects: &'a Effects,
    /// Intermediate places of the characters that made room, by character.
    pub(super) places: &'a [Passed],
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
        let mut own_moves = moved.report.members_from(member);
        for (index, (actor, report)) in (first..).zip(actors.iter_mut().zip(reports)) {
            let own = if actor.is_crushed { None } else { own_moves.next() };
            if own.is_some() {
                actor.state = moved.states[member];
                member += 1;
            }
            self.add(index, actor, own.as_ref(), (report, &mut *lists));
        }
    }

    /// Reports a character and its own move; `None` for a crushed one.
    pub(super) fn add(
        &self,
        index: usize,
        actor: &mut StageCharacter,
        own: Option<&MemberReport<'_>>,
        (report, lists): (&mut CharacterReport, &mut ReportLists),
    ) {
        report.stop = own.map(|own| own.stop);
        let own = own.unwrap_or(&NO_MOVE);
        let Taken { ids, before, effects, dt, .. } = self.taken;
        let before = &before[index].state;
        let (first, touched) = (lists.path.len(), lists.touches.len());
        let effect = effects.get(index);
        if effect.is_some_and(WorldEffect::has_event) || !own.events.is_empty() || !own.meetings.is_empty() {
            self.taken.add_events((index, effect), own, &mut lists.events);
        }
        if let Some(effect) = effect {
            effect.strike.note(&mut actor.state);
            self.taken.add_effect((index, effect), own, (report, &mut lists.path));
        } else {
            (report.outcome, report.squeeze) = (Outcome::Unaffected, None);
            (report.moved, report.turn) = (DVec3::ZERO, DVec3::ZERO);
            report.world_moves_for = dt;
            add_own(&mut lists.path, before.position, own.path, dt);
        }
        let ReportLists { path, events, touches } = lists;
        let character = ids[index];
        touch(character, own.contacts, touches);
        let now = &touches[touched..];
        // Both are in order of their owners.
        if !actor.touching.iter().eq(now.iter().map(|touch| &touch.contact.surface.owner)) {
            let world = CharacterWorld { world: self.world, contact_filter: self.contact_filters.of(index) };
            let world = WithBalls { world, balls: self.balls };
            report_touches(&world, actor, character, before, now, dt, events);
        }
        report.sub_steps = own.sub_steps;
        (report.reduced_skin, report.is_held) = (own.reduced_skin, own.is_held);
        report.path = first..path.len();
    }
}

impl Taken<'_> {
    /// Appends the events of a character: its squeeze, those of its own move, and the hit by a wall in motion.
    #[inline(never)]
    fn add_events(
        &self,
        (index, effect): (usize, Option<&WorldEffect>),
        own: &MemberReport<'_>,
        events: &mut Vec<StageEvent>,
    ) {
        let velocity = self.before[index].state.velocity;
        let (character, position) = (self.ids[index], self.effects.places[index]);
        let mut push = |time, kind| events.push(StageEvent { time, character, position, velocity, kind });
        if let Some((squeeze, is_crushed)) = effect.and_then(WorldEffect::squeeze) {
            let [by, against] = [&squeeze.by, &squeeze.against].map(|c| c.as_ref().map(|c| c.surface.owner));
            push(squeeze.time, StageEventKind::Squeezed { is_crushed, by, against });
        }
        for meeting in own.meetings {
            push(0.0, StageEventKind::Met(*meeting));
        }
        for event in own.events.iter().chain(effect.and_then(|effect| effect.strike.event.as_ref())) {
            let Event { time, position, velocity, kind } = *event;
            let kind = StageEventKind::Own(kind);
            events.push(StageEvent { time, character, position, velocity, kind });
        }
    }

    /// Reports the effect of the world on a character, and its way.
    #[inline(never)]
    fn add_effect(
        &self,
        (index, effect): (usize, &WorldEffect),
        own: &MemberReport<'_>,
        (report, path): (&mut CharacterReport, &mut Vec<Waypoint>),
    ) {
        let (start, position) = (self.before[index].state.position, self.effects.places[index]);
        // Most have no squeeze, which is nearly all of a report's memory: it is copied only where there is one.
        match effect.squeeze() {
            Some((squeeze, _)) => report.squeeze = Some(*squeeze),
            None => report.squeeze = None,
        }
        let begin = [Waypoint { time: 0.0, position: start }];
        let shoved = match &self.shoved[effect.path.clone()] {
            [] => &begin,
            shoved => shoved,
        };
        let first = self.places.partition_point(|passed| (passed.character as usize) < index);
        let places = self.places[first..].iter().take_while(|passed| passed.character as usize == index);
        let places = places.map(|passed| passed.at);
        report.world_moves_for = join(path, shoved, (position, places), own.path, self.dt);
        report.outcome = effect.outcome();
        report.moved = position - shoved[0].position;
        report.turn = effect.turn;
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
    let was_taken = taken_to != start || shoved[1..].iter().any(|w| w.position != start);
    let has_moved = own.iter().any(|w| w.position != taken_to);
    if !was_taken {
        add_own(path, start, own, dt);
        return dt;
    }
    let half = if has_moved { 0.5 } else { 1.0 };
    path.extend(shoved.iter().map(|w| Waypoint { time: w.time * half, ..*w }));
    path.extend(places.map(|position| Waypoint { time: dt * half, position }));
    path.push(Waypoint { time: dt * half, position: taken_to });
    if has_moved {
        let own = own.iter();
        path.extend(own.map(|w| Waypoint { time: half * dt + w.time * half, position: w.position }));
    }
    dt * half
}

/// Appends the path of a tick in which a character makes its own move alone, from `start`.
fn add_own(path: &mut Vec<Waypoint>, start: DVec3, own: &[Waypoint], dt: f64) {
    path.push(Waypoint { time: 0.0, position: start });
    if own.iter().any(|w| w.position != start) {
        path.extend_from_slice(own);
    } else {
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

/// Reports touches that began and ended, and stores the present ones in the actor. `before` is its state at the start of the tick.
#[inline(never)]
fn report_touches(
    world: &dyn Collide,
    actor: &mut StageCharacter,
    character: CharacterId,
    before: &State,
    now: &[Touch],
    dt: f64,
    events: &mut Vec<StageEvent>,
) {
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
