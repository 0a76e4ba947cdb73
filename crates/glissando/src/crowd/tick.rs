//! One tick of a crowd: every member's step at once; on an error nothing has changed.

use super::Member;
use super::batch::{Lane, batches_of};
use super::company::Company;
use super::earlier::Earlier;
use super::frame::Frames;
use super::near_pairs::NearPairs;
use super::own_step::gains_speed;
use super::pairs::{Neighbours, Pair, Range};
use super::push::{Pusher, Pushes};
use super::report::{CrowdReport, Lists, Meeting};
use super::separation::Apart;
use super::share::{Between, Walker};
use super::shove::{Meetings, Remembered, Shoves};
use super::survey::Surveyed;
use super::views::{Plain, Same, Views};
use crate::character::{Input, Own, State, check};
use crate::collide::Collide;
use crate::handle::CharacterId;
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::slide::SlidePlane;
use crate::sorting;
use crate::threads::{One, Threads};
use crate::trace::Listener;
use crate::world::World;
use alloc::vec::Vec;

/// Working memory of [`step`]. Surroundings that a member found in one tick are used in the next, if it is where that ended,
/// in the same world, unchanged; no result depends on them.
#[derive(Clone, Debug, Default)]
pub struct CrowdScratch {
    /// The handle of each member, for the reports of others.
    pub(super) handles: Vec<CharacterId>,
    pub(super) ranges: Vec<Range>,
    pub(super) near: NearPairs,
    /// The slack of the first search of a tick: more than shoves are expected to add to the reach of any member.
    pub(super) slack: f64,
    pub(super) pairs: Vec<Pair>,
    /// The members in pairs; what follows is numbered by them.
    pub(super) company: Company,
    /// Members, pairs and partings before members were shoved.
    pub(super) earlier: Earlier,
    pub(super) neighbours: Neighbours,
    pub(super) walkers: Vec<Walker>,
    pub(super) pushers: Vec<Pusher>,
    /// The walls that members touch.
    pub(super) walls: Vec<SlidePlane>,
    /// The walls of all members that do not remember their contacts, batch by batch.
    pub(super) surveyed: Vec<Surveyed>,
    pub(super) frames: Frames,
    /// The parting of each pair at their places; `None` if it is not known.
    pub(super) partings: Vec<Option<Apart>>,
    pub(super) between: Vec<Between>,
    pub(super) pushes: Pushes,
    /// Overlaps and pushes, member by member.
    pub(super) pressed: Vec<Meeting>,
    /// The start of each member's entries in `pressed`, and the end of the last.
    pub(super) pressed_ends: Vec<usize>,
    pub(super) shoves: Shoves,
    pub(super) is_settled: bool,
    pub(super) states: Vec<State>,
    /// One for each thread.
    pub(crate) lanes: Vec<Lane>,
    /// What each member remembers of its surroundings, and the number by which each has it.
    pub(crate) own: Vec<Own>,
    pub(super) numbers: Vec<u32>,
    /// One for each batch.
    pub(super) lists: Vec<Lists>,
    pub(crate) listener: Listener,
}

impl CrowdScratch {
    /// Empty memory; it grows to its final size in the first ticks.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the handles of so many members that have none.
    fn set_members(&mut self, count: usize) {
        self.set_handles((0..count as u32).map(CharacterId::of_member));
    }

    /// Makes room for what each of so many characters remembers, and for so many threads.
    pub(crate) fn grow(&mut self, count: usize, threads: usize) {
        if self.lanes.len() < threads {
            self.lanes.resize_with(threads, Lane::default);
        }
        if self.own.len() < count {
            self.own.resize_with(count, Own::default);
        }
    }

    /// Sets the handles of the members of the next step.
    pub(crate) fn set_handles(&mut self, handles: impl Iterator<Item = CharacterId>) {
        self.handles.clear();
        self.handles.extend(handles);
    }
}

/// Moves all members by one tick of `dt` seconds, each by its input.
///
/// No member ends inside another that it did not overlap at the start, nor passes through it. The states do not
/// depend on the order of the members, unless two are at exactly the same place: their indices choose the direction that they
/// part along.
///
/// A member that starts inside the world is moved out as in [`character::step`](crate::step()), unless others leave
/// no room for that. A member that ends inside has a report with [`stop`](super::MemberReport::stop)
/// [`Stop::Stuck`](crate::slide::Stop::Stuck) and an [`EventKind::Stuck`](crate::EventKind::Stuck) with the depth,
/// both when the world holds it and when its way out was undone ([`is_held`](super::MemberReport::is_held)). The same
/// holds for the characters of a [`Stage`](crate::stage::Stage::tick).
///
/// ```
/// use glissando::crowd::{CrowdScratch, Meeting, Member, step};
/// use glissando::{Config, DVec3, Input, Settings, State, World};
///
/// let config = Config::new(&Settings { gravity: DVec3::ZERO, ..Settings::default() })?;
/// let mut members = [-1.0, 1.0].map(|x| Member::new(config, State::at(DVec3::X * x)));
/// // They fly at each other at 100 m/s: without planes each would be far behind the other after a tick.
/// let inputs = [100.0, -100.0].map(|x| Input { wish: DVec3::X * x, fly: true, ..Input::default() });
/// let mut scratch = CrowdScratch::new();
/// for _ in 0..10 {
///     step(&World::new(), &mut members, &inputs, 1.0 / 60.0, &mut scratch)?;
/// }
/// let report = step(&World::new(), &mut members, &inputs, 1.0 / 60.0, &mut scratch)?;
/// let meetings = report.member(0).unwrap().meetings;
/// assert!(matches!(meetings, [Meeting::Touched { .. }]) && meetings[0].other().index() == 1);
/// assert!(members[0].state.position.x < members[1].state.position.x - 0.8);
/// # Ok::<(), glissando::InputError>(())
/// ```
///
/// # Cost
/// One step of each member; one plane for each pair of members that could meet in the tick, so up to the square of
/// their number if all are in one place; pushes take at most 64 passes over those pairs, and shoves at most 64 slides
/// of each member. [`CrowdReport::is_settled`] reports whether the passes were enough.
///
/// # Errors
/// The same as of [`character::step`](crate::step()), for any member; masses and strengths out of range; another number of inputs than of members. Then no member has changed.
pub fn step<'s>(
    world: &World,
    members: &mut [Member],
    inputs: &[Input],
    dt: f64,
    scratch: &'s mut CrowdScratch,
) -> Result<CrowdReport<'s>, InputError> {
    world.check_at_rest()?;
    scratch.set_members(members.len());
    step_with_handles(&Plain { world, members }, One, inputs, dt, scratch)?;
    Ok(scratch.finish(members))
}

/// [`step`] on the threads of the current rayon pool: the same bits.
///
/// The pool is the caller's, as for [`step_many_parallel`](crate::many::step_many_parallel).
///
/// # Errors
/// As for [`step`].
#[cfg(feature = "parallel")]
pub fn step_parallel<'s>(
    world: &World,
    members: &mut [Member],
    inputs: &[Input],
    dt: f64,
    scratch: &'s mut CrowdScratch,
) -> Result<CrowdReport<'s>, InputError> {
    world.check_at_rest()?;
    scratch.set_members(members.len());
    step_with_handles(&Plain { world, members }, crate::threads::Pool, inputs, dt, scratch)?;
    Ok(scratch.finish(members))
}

/// [`step`] through any implementation of [`Collide`]: a test's own world, a filtered one.
///
/// # Errors
/// As for [`step`].
pub fn step_through<'s>(
    world: &impl Collide,
    members: &mut [Member],
    inputs: &[Input],
    dt: f64,
    scratch: &'s mut CrowdScratch,
) -> Result<CrowdReport<'s>, InputError> {
    scratch.set_members(members.len());
    step_with_handles(&Same { world, members }, One, inputs, dt, scratch)?;
    Ok(scratch.finish(members))
}

/// The same with the members' handles already in the scratch memory, which has the new states and the report afterwards.
pub(crate) fn step_with_handles<V: Views>(
    views: &V,
    threads: impl Threads<V>,
    inputs: &[Input],
    dt: f64,
    scratch: &mut CrowdScratch,
) -> Result<(), InputError> {
    check_all(views, inputs, dt)?;
    scratch.grow(views.count(), threads.count());
    scratch.survey(views, threads, inputs, dt);
    scratch.give_way(views, threads, inputs, dt);
    scratch.go(views, threads, inputs, dt)
}

fn check_all(views: &impl Views, inputs: &[Input], dt: f64) -> Result<(), InputError> {
    let count = views.count() as f64;
    input::scalar("number of members", count, 0.0, f64::from(u32::MAX - 1))?;
    input::scalar("number of inputs (one for each member)", inputs.len() as f64, count, count)?;
    for (index, input) in inputs.iter().enumerate() {
        if views.is_apart(index) {
            continue;
        }
        let member = views.member(index);
        check(member.config, member.state, input, dt)?;
        input::scalar("mass", member.mass, 1e-3, 1e9)?;
        input::scalar("strength", member.strength, 0.0, 1e12)?;
    }
    Ok(())
}

/// The factor by which a shoved member may exceed the length of its push: rounding.
const ROOM: f64 = 1.01;

impl CrowdScratch {
    /// The report of a tick, whose states these members get.
    fn finish(&self, members: &mut [Member]) -> CrowdReport<'_> {
        for (member, state) in members.iter_mut().zip(&self.states) {
            member.state = *state;
        }
        self.report()
    }

    /// The members' states after the last tick.
    pub(crate) fn states(&self) -> &[State] {
        &self.states
    }

    /// The report of the last tick.
    pub(crate) fn report(&self) -> CrowdReport<'_> {
        CrowdReport { lists: &self.lists[..batches_of(self.states.len())], is_settled: self.is_settled }
    }

    /// Shoves the pushed members, and puts the planes at the new places.
    fn give_way<V: Views>(&mut self, views: &V, threads: impl Threads<V>, inputs: &[Input], dt: f64) {
        self.list_pressed();
        if !self.pushes.is_any() {
            self.slack = 0.0;
            return;
        }
        let mut growth = 0.0;
        for (&index, push) in self.company.members.iter().zip(&self.pushes.of) {
            let index = index as usize;
            let (member, range) = (views.member(index), &mut self.ranges[index]);
            let distance = push.displacement.length() * ROOM;
            range.reach += DVec3::splat(distance);
            let mut more = distance;
            if gains_speed(member.state, push) {
                let further = member.further(&inputs[index], dt, distance / dt);
                range.reach += further;
                more += further.max_element();
            }
            growth = if more > growth { more } else { growth };
        }
        // Pushed members reach further, so others may have joined.
        if self.meet_again(growth) {
            self.set_walkers(views, inputs, dt);
            self.pushes.renumber(&self.earlier.company, &self.company);
        }
        let Self { pairs, company, walkers, pushes, frames, partings, shoves, .. } = self;
        let meetings = Meetings { members: &company.members, pairs, frames };
        let remembered = Remembered { own: &mut self.own, numbers: &self.numbers };
        let how = (views, threads, &mut *self.lanes, remembered);
        self.is_settled &= shoves.carry_out(meetings, walkers, &pushes.of, partings, (inputs, dt), how);
        self.put_planes(views, threads);
    }

    /// Lists overlaps and pushes, before the planes move.
    fn list_pressed(&mut self) {
        self.pressed.clear();
        self.pressed_ends.clear();
        for number in 0..self.company.members.len() {
            let member = self.company.members[number] as usize;
            self.pressed_ends.resize(member + 1, self.pressed.len());
            self.list_pressed_of(number);
        }
        self.pressed_ends.resize(self.ranges.len() + 1, self.pressed.len());
    }

    fn list_pressed_of(&mut self, number: usize) {
        let start = self.pressed.len();
        for index in self.neighbours.of(number) {
            let (pair, between) = (self.pairs[*index as usize], &self.between[*index as usize]);
            let (is_first, other) = pair.other_of(number);
            let yields = self.pushes.yields[*index as usize][usize::from(!is_first)];
            if !(between.gap < 0.0 || yields) {
                continue;
            }
            let other = self.handles[self.company.members[other as usize] as usize];
            if between.gap < 0.0 {
                self.pressed.push(Meeting::Overlaps { other, depth: -between.gap });
            }
            if yields {
                self.pressed.push(Meeting::PushedBy { other });
            }
        }
        sorting::sort_by_key(&mut self.pressed[start..], Meeting::other);
    }
}
