//! One tick of a crowd: every member's step at once; on an error nothing has changed.

use super::Member;
use super::own_step::gains_speed;
use super::pairs::{Neighbours, Pair, PairSearch, Range};
use super::push::{Pusher, Pushes};
use super::report::{CrowdReport, Lists, Meeting};
use super::separating_plane::SeparatingPlane;
use super::share::{Between, Walker, plane_between};
use super::shove::Shoves;
use super::views::{Plain, Same, Views};
use crate::character::{Input, Memory, Own, Scratch, State, check, recover_character};
use crate::collide::Collide;
use crate::handle::CharacterId;
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::slide::{Recovery, SlideBuffer, SlidePlane};
use crate::sorting;
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
    search: PairSearch,
    pub(super) pairs: Vec<Pair>,
    pub(super) neighbours: Neighbours,
    pub(super) walkers: Vec<Walker>,
    pushers: Vec<Pusher>,
    /// The walls that members touch, member by member.
    walls: Vec<SlidePlane>,
    pub(super) between: Vec<Between>,
    pub(super) pushes: Pushes,
    /// Overlaps and pushes, member by member.
    pub(super) pressed: Vec<Meeting>,
    /// The start of each member's entries in `pressed`, and the end of the last.
    pub(super) pressed_ends: Vec<usize>,
    shoves: Shoves,
    is_settled: bool,
    pub(super) planes: Vec<SeparatingPlane>,
    pub(super) states: Vec<State>,
    pub(super) buffer: SlideBuffer,
    pub(super) character: Scratch,
    pub(crate) memory: Memory,
    /// What each member remembers of its surroundings.
    pub(crate) own: Vec<Own>,
    pub(super) lists: Lists,
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

    /// Makes room for what each of so many characters remembers.
    pub(crate) fn grow_own(&mut self, count: usize) {
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
/// depend on the order of the members.
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
    step_with_handles(&Plain(world), members, inputs, dt, scratch)
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
    step_with_handles(&Same(world), members, inputs, dt, scratch)
}

/// The same with the members' handles already in the scratch memory.
pub(crate) fn step_with_handles<'s>(
    views: &impl Views,
    members: &mut [Member],
    inputs: &[Input],
    dt: f64,
    scratch: &'s mut CrowdScratch,
) -> Result<CrowdReport<'s>, InputError> {
    check_all(members, inputs, dt)?;
    scratch.grow_own(members.len());
    scratch.survey(views, members, inputs, dt);
    scratch.give_way(views, members, inputs, dt);
    scratch.go(views, members, inputs, dt)?;
    for (member, state) in members.iter_mut().zip(&scratch.states) {
        member.state = *state;
    }
    Ok(CrowdReport { lists: &scratch.lists, is_settled: scratch.is_settled })
}

fn check_all(members: &[Member], inputs: &[Input], dt: f64) -> Result<(), InputError> {
    let count = members.len() as f64;
    input::scalar("number of members", count, 0.0, f64::from(u32::MAX - 1))?;
    input::scalar("number of inputs (one for each member)", inputs.len() as f64, count, count)?;
    for (member, input) in members.iter().zip(inputs) {
        check(&member.config, &member.state, input, dt)?;
        input::scalar("mass", member.mass, 1e-3, 1e9)?;
        input::scalar("strength", member.strength, 0.0, 1e12)?;
    }
    Ok(())
}

/// The factor by which a shoved member may exceed the length of its push: rounding.
const ROOM: f64 = 1.01;

impl CrowdScratch {
    /// Computes ranges, wants, pushers, pairs, planes and pushes of all members.
    fn survey(&mut self, views: &impl Views, members: &[Member], inputs: &[Input], dt: f64) {
        self.ranges.clear();
        self.walkers.clear();
        self.pushers.clear();
        self.walls.clear();
        for (index, (member, input)) in members.iter().zip(inputs).enumerate() {
            let is_known = self.knows_clear_place(views, index, member);
            let out = if is_known { 0.0 } else { self.escape_distance(&views.of(index), member) };
            self.ranges.push(member.range(input, dt, out));
            self.walkers.push(member.walker(input, dt));
            self.pushers.push(member.pusher(input, &self.buffer.contacts, &mut self.walls));
        }
        self.pushes.clear(members.len());
        self.meet();
        self.put_planes();
        self.is_settled = true;
        if dt > 0.0 {
            self.is_settled = self.pushes.find(&self.pushers, &self.walls, &self.pairs, &self.between, dt);
        }
    }

    /// Fills the buffer with the contacts of a member that remembers them, and is clear of all.
    fn knows_clear_place(&mut self, views: &impl Views, index: usize, member: &Member) -> bool {
        let (mover, at) = (member.config.mover(member.state.is_crouching), member.state.position);
        let Some(world) = views.plain(index) else { return false };
        let Some(own) = self.own.get_mut(views.own(index)) else { return false };
        let Some(contacts) = own.known_contacts(world, &mover, at) else { return false };
        self.buffer.contacts.clear();
        self.buffer.contacts.extend_from_slice(contacts);
        mover.is_clear_of(contacts, at)
    }

    /// How far a member may jump to leave a surface that it is in, metres; 0 if it is clear.
    fn escape_distance(&mut self, world: &dyn Collide, member: &Member) -> f64 {
        let state = &member.state;
        let mover = member.config.mover(state.is_crouching);
        let to = match recover_character(&world, &mover, state, &mut self.buffer, &mut ()) {
            Recovery::Free => return 0.0,
            Recovery::Moved(to) => to,
            Recovery::Stuck => state.safe_position,
        };
        2.0 * (to - state.position).length() + mover.shape().largest_radius()
    }

    fn meet(&mut self) {
        self.search.find(&self.ranges, &mut self.pairs);
        self.neighbours.list(self.ranges.len(), &self.pairs);
    }

    /// Puts a plane between every pair at the present places.
    fn put_planes(&mut self) {
        self.between.clear();
        for pair in &self.pairs {
            let [first, second] = [pair.first, pair.second].map(|i| &self.walkers[i as usize]);
            self.between.push(plane_between(first, second, self.pushes.yields(*pair)));
        }
    }

    /// Shoves the pushed members, and puts the planes at the new places.
    fn give_way(&mut self, views: &impl Views, members: &[Member], inputs: &[Input], dt: f64) {
        self.list_pressed();
        if !self.pushes.is_any() {
            return;
        }
        let own = members.iter().zip(inputs);
        for ((range, push), (member, input)) in self.ranges.iter_mut().zip(&self.pushes.of).zip(own) {
            let distance = push.displacement.length() * ROOM;
            range.reach += DVec3::splat(distance);
            if gains_speed(&member.state, push) {
                range.reach += member.further(input, dt, distance / dt);
            }
        }
        self.meet();
        let (pairs, neighbours) = (&self.pairs, &self.neighbours);
        self.is_settled &=
            self.shoves.carry_out(views, &mut self.walkers, &self.pushes.of, pairs, neighbours);
        self.put_planes();
    }

    /// Lists overlaps and pushes, before the planes move.
    fn list_pressed(&mut self) {
        self.pressed.clear();
        self.pressed_ends.clear();
        self.pressed_ends.push(0);
        for member in 0..self.walkers.len() {
            let start = self.pressed.len();
            for index in self.neighbours.of(member) {
                let (pair, between) = (self.pairs[*index as usize], &self.between[*index as usize]);
                let (is_first, other) = pair.other_of(member);
                let other = self.handles[other as usize];
                if between.gap < 0.0 {
                    self.pressed.push(Meeting::Overlaps { other, depth: -between.gap });
                }
                if self.pushes.yields(pair)[usize::from(!is_first)] {
                    self.pressed.push(Meeting::PushedBy { other });
                }
            }
            sorting::sort_by_key(&mut self.pressed[start..], Meeting::other);
            self.pressed_ends.push(self.pressed.len());
        }
    }
}
