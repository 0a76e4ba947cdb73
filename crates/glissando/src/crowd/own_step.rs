//! A member's own step: through the world, behind its planes, from the end of its shove.

mod touched;

pub(super) use touched::Named;

use super::batch::{BATCH, Lane, OwnPart, OwnParts, batches_of};
use super::behind_planes::{Planes, PlanesBefore};
use super::company::Company;
use super::member::MemberRef;
use super::pairs::{Neighbours, Pair, Range};
use super::push::Push;
use super::report::{Lists, Meeting};
use super::share::{Between, Walker};
use super::tick::CrowdScratch;
use super::views::Views;
use crate::character::step_recorded;
use crate::character::{
    Config, Event, EventKind, Ground, Input, Own, Recalled, Report, State, check_motion, step_behind,
    step_checked,
};
use crate::collide::{Collide, Surface};
use crate::handle::CharacterId;
use crate::input::InputError;
use crate::math::DVec3;
use crate::slide::{SlideBuffer, Stop};
use crate::threads::Threads;
use crate::world::World;

/// What the own steps of all members read.
struct Steps<'a> {
    handles: &'a [CharacterId],
    ranges: &'a [Range],
    company: &'a Company,
    pairs: &'a [Pair],
    neighbours: &'a Neighbours,
    between: &'a [Between],
    walkers: &'a [Walker],
    pushes: &'a [Push],
    pressed: &'a [Meeting],
    pressed_ends: &'a [usize],
    inputs: &'a [Input],
    dt: f64,
}

/// Some members, with what only their steps change.
struct Batch<'a> {
    /// The index of the first.
    first: usize,
    states: &'a mut [State],
    own: OwnPart<'a>,
    lists: &'a mut Lists,
}

impl CrowdScratch {
    /// Makes every member's own step; the members keep their old states until all are done.
    pub(super) fn go<V: Views>(
        &mut self,
        views: &V,
        threads: impl Threads<V>,
        inputs: &[Input],
        dt: f64,
    ) -> Result<(), InputError> {
        let count = inputs.len();
        let batches = batches_of(count);
        if self.lists.len() < batches {
            self.lists.resize_with(batches, Lists::default);
        }
        // Every member's step sets its state.
        self.states.resize(count, State::at(DVec3::ZERO));
        for lane in &mut self.lanes {
            lane.listener.to = self.listener.to;
            lane.listener.story.clear();
        }
        let steps = Steps {
            handles: &self.handles,
            ranges: &self.ranges,
            company: &self.company,
            pairs: &self.pairs,
            neighbours: &self.neighbours,
            between: &self.between,
            walkers: &self.walkers,
            pushes: &self.pushes.of,
            pressed: &self.pressed,
            pressed_ends: &self.pressed_ends,
            inputs,
            dt,
        };
        let mut own = OwnParts::new(&mut self.own);
        let parts = self.numbers.chunks(BATCH).zip(self.states.chunks_mut(BATCH)).zip(&mut self.lists);
        let batches = parts.enumerate().map(|(number, ((numbers, states), lists))| Batch {
            first: number * BATCH,
            states,
            own: own.take(numbers.last()),
            lists,
        });
        threads.deal(views, batches, &mut self.lanes, |views, batch, lane| steps.make(views, batch, lane));
        for lane in &mut self.lanes {
            if !lane.listener.story.is_empty() {
                core::mem::swap(&mut self.listener.story, &mut lane.listener.story);
            }
        }
        let refused = self.lists[..batches_of(count)].iter().find_map(|lists| lists.error);
        refused.map_or(Ok(()), Err)
    }
}

impl Steps<'_> {
    /// Makes the own steps of a batch.
    fn make(&self, views: &impl Views, batch: Batch, lane: &mut Lane) {
        let Batch { first, states, mut own, lists } = batch;
        lists.clear();
        for (index, state) in (first..).zip(states) {
            let plain = views.plain(index).and_then(|world| Some((world, own.get(views.own(index))?)));
            let made = match (self.number_of(index), plain) {
                (None, Some(plain)) => self.step_lone(plain, views, (index, state), lane, lists),
                (number, plain) => {
                    self.plane_in(views, (index, number), &mut lane.planes);
                    let world: &dyn Collide = &views.of(index);
                    self.step_one((world, plain), views, (index, state), &[true, false], lane, lists)
                }
            };
            if let Err(error) = made {
                lists.error = lists.error.or(Some(error));
            }
        }
    }

    /// The number of a member that could meet another.
    fn number_of(&self, member: usize) -> Option<usize> {
        self.company.number_of(member).filter(|number| !self.neighbours.of(*number).is_empty())
    }

    /// Lists the planes of a member.
    fn plane_in(&self, views: &impl Views, (member, number): (usize, Option<usize>), planes: &mut Planes) {
        let Some(number) = number else { return planes.clear() };
        let MemberRef { config, state, .. } = views.member(member);
        planes.replace(
            config.body(state.is_crouching).body(),
            self.neighbours.of(number).iter().map(|&index| {
                let (is_first, other) = self.pairs[index as usize].other_of(number);
                let name = self.handles[self.company.members[other as usize] as usize];
                self.between[index as usize].plane(is_first, name)
            }),
        );
        planes.move_with(self.stood_on(views, number, state.support));
    }

    /// The surface that carries a member, or carried it last: its support, or that of the member on which it stands or slides.
    fn stood_on(&self, views: &impl Views, number: usize, support: Option<Surface>) -> Option<Surface> {
        let Some(below) = support?.owner.character() else { return support };
        self.neighbours.of(number).iter().find_map(|&index| {
            let (_, other) = self.pairs[index as usize].other_of(number);
            let other = self.company.members[other as usize] as usize;
            if self.handles[other] == below { views.member(other).state.support } else { None }
        })
    }

    /// The own step of a member that could meet no other, in a plain world: [`Steps::step_one`] without what is about others.
    fn step_lone(
        &self,
        (world, own): (&World, &mut Own),
        views: &impl Views,
        (index, state): (usize, &mut State),
        lane: &mut Lane,
        lists: &mut Lists,
    ) -> Result<(), InputError> {
        let member = views.member(index);
        *state = *member.state;
        let inputs = (self.inputs[index], self.dt);
        let story = &mut lane.listener.recorder_for(self.handles[index]);
        let memory = (&mut lane.memory, &mut *own, Recalled::before(views.is_apart(index)));
        let report = match views.front(index) {
            None => step_checked(world, member.config, state, inputs, memory, story),
            Some(mut front) => step_behind(&mut front, world, member.config, state, inputs, memory, story),
        };
        if self.is_in_range(index, &member, state) {
            lists.add(&report, DVec3::ZERO, false);
            return Ok(());
        }
        lane.planes.clear();
        self.step_one((&views.of(index), Some((world, own))), views, (index, state), &[false], lane, lists)
    }

    /// The overlaps and pushes of a member.
    fn pressed_on(&self, index: usize) -> &[Meeting] {
        &self.pressed[self.pressed_ends[index]..self.pressed_ends[index + 1]]
    }

    /// Whether a member is at a place that it was expected to reach.
    fn is_in_range(&self, index: usize, member: &MemberRef, state: &State) -> bool {
        let displacement = (state.position - member.state.position).abs();
        (self.ranges[index].reach - displacement).min_element() >= 0.0
    }

    /// One member's own step: its state, and its report.
    ///
    /// A step up or down may slide aside along a slanted plane and leave the member's range. The move is then
    /// repeated without such steps, and undone if that leaves the range too: `tries` says with or without.
    #[inline(never)]
    fn step_one(
        &self,
        (world, mut plain): (&dyn Collide, Option<(&World, &mut Own)>),
        views: &impl Views,
        (index, state): (usize, &mut State),
        tries: &[bool],
        lane: &mut Lane,
        lists: &mut Lists,
    ) -> Result<(), InputError> {
        let (input, dt) = (&self.inputs[index], self.dt);
        let Lane { planes, buffer, character, memory, listener, names, .. } = lane;
        let member = views.member(index);
        let number = self.number_of(index);
        let shoved = number.map_or(DVec3::ZERO, |number| self.walkers[number].at - member.state.position);
        let is_faster = number.is_some_and(|number| gains_speed(member.state, &self.pushes[number]));
        let is_as_asked = shoved == DVec3::ZERO;
        for &steps in tries {
            // The first of two moves has left other contacts in the cache.
            let recalled = Recalled::before(views.is_apart(index) && is_as_asked && steps);
            let stepless;
            let config = if steps {
                member.config
            } else {
                stepless = without_steps(member.config)?;
                &stepless
            };
            *state = *member.state;
            shove(state, shoved, is_faster, dt);
            if !is_as_asked {
                check_motion(config, state)?;
            }
            let story = &mut listener.recorder_for(self.handles[index]);
            let inputs = (*input, dt);
            let report = match &mut plain {
                Some((world, own)) => {
                    let memory = (&mut *memory, &mut **own, recalled);
                    match (views.front(index), planes.is_empty()) {
                        // A step through the world itself.
                        (None, true) => step_checked(world, config, state, inputs, memory, story),
                        (None, false) => step_behind(planes, world, config, state, inputs, memory, story),
                        (Some(mut front), true) => {
                            step_behind(&mut front, world, config, state, inputs, memory, story)
                        }
                        (Some(front), false) => {
                            let front = &mut PlanesBefore { planes, front };
                            step_behind(front, world, config, state, inputs, memory, story)
                        }
                    }
                }
                None => {
                    let behind = planes.before_world(world);
                    step_recorded(&behind, config, state, inputs, character, story)?
                }
            };
            if !self.is_in_range(index, &member, state) {
                continue;
            }
            let Some(number) = number else {
                lists.add(&report, shoved, false);
                return Ok(());
            };
            lists.begin(self.pressed_on(index));
            self.touch_others(views, (index, number), &report, state, (names, lists));
            lists.end(&report, shoved, false);
            return Ok(());
        }
        *state = *member.state;
        shove(state, shoved, is_faster, dt);
        let State { position, velocity, .. } = *state;
        let stuck = depth_in(world, &member, state, buffer).map(|depth| Event {
            time: 0.0,
            position,
            velocity,
            kind: EventKind::Stuck { depth },
        });
        let stop = if stuck.is_some() { Stop::Stuck } else { Stop::Blocked };
        let none = Report { events: stuck.as_slice(), ..Report::nothing(stop) };
        lists.begin(self.pressed_on(index));
        lists.end(&none, shoved, true);
        state.velocity = DVec3::ZERO;
        Ok(())
    }
}

/// How deep a member that stays where it is is inside the world, metres; `None` if it is not.
fn depth_in(world: &dyn Collide, member: &MemberRef, state: &State, buffer: &mut SlideBuffer) -> Option<f64> {
    let mover = member.config.body(state.is_crouching);
    mover.gather(world, state.position, &mut buffer.contacts);
    let depth = -buffer.contacts.first()?.gap();
    (depth > 0.0).then_some(depth)
}

/// The same settings without steps up and without snapping down.
fn without_steps(config: &Config) -> Result<Config, InputError> {
    let mut settings = *config.settings();
    (settings.ground.step_height, settings.ground.snap_distance) = (0.0, 0.0);
    Config::new(&settings)
}

/// Whether a push makes a member faster: in the air, unless it only resolves an overlap.
pub(super) fn gains_speed(state: &State, push: &Push) -> bool {
    push.is_forced() && state.ground == Ground::Airborne
}

/// Shoves a member. On foot friction takes the speed of the shove; in the air the push adds it.
fn shove(state: &mut State, shoved: DVec3, is_faster: bool, dt: f64) {
    let length = shoved.length();
    if length > 0.0 {
        state.position += shoved;
        state.safe_position = state.position;
        if is_faster {
            let along = shoved / length;
            let lack = length / dt - state.velocity.dot(along);
            state.velocity += along * if lack > 0.0 { lack } else { 0.0 };
        }
    }
}
