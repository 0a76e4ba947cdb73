//! A member's own step: through the world, behind its planes, from the end of its shove.

use super::company::Company;
use super::member::MemberRef;
use super::pairs::{Neighbours, Pair};
use super::push::Push;
use super::report::Meeting;
use super::tick::CrowdScratch;
use super::views::Views;
use crate::character::{
    Config, Event, EventKind, Ground, Input, LoadedContact, Report, State, step_behind, step_through,
    step_with,
};
use crate::collide::Collide;
use crate::handle::CharacterId;
use crate::input::InputError;
use crate::math::DVec3;
use crate::slide::Stop;
use crate::world::World;

impl CrowdScratch {
    /// Makes every member's own step; the members keep their old states until all are done.
    pub(super) fn go(&mut self, views: &impl Views, inputs: &[Input], dt: f64) -> Result<(), InputError> {
        self.lists.clear();
        self.states.clear();
        for (index, input) in inputs.iter().enumerate() {
            self.plane_in(views, index);
            let plain = views.plain(index).map(|world| (world, views.own(index)));
            let state = self.step_one((&views.of(index), plain), views, index, input, dt)?;
            self.states.push(state);
        }
        Ok(())
    }

    /// Lists the planes of a member.
    fn plane_in(&mut self, views: &impl Views, member: usize) {
        let Self { planes, company, neighbours, pairs, between, handles, .. } = self;
        let number = company.number_of(member);
        let near = number.map_or(&[][..], |number| neighbours.of(number));
        let own = number.unwrap_or(0);
        let MemberRef { config, state, .. } = views.member(member);
        planes.replace(
            config.body(state.is_crouching).body(),
            near.iter().map(|&index| {
                let (is_first, other) = pairs[index as usize].other_of(own);
                let name = handles[company.members[other as usize] as usize];
                between[index as usize].plane(is_first, name)
            }),
        );
    }

    /// One member's own step, and its report.
    ///
    /// A step up or down may slide aside along a slanted plane and leave the member's range. The move is then
    /// repeated without such steps, and undone if that leaves the range too.
    fn step_one(
        &mut self,
        (world, plain): (&dyn Collide, Option<(&World, usize)>),
        views: &impl Views,
        index: usize,
        input: &Input,
        dt: f64,
    ) -> Result<State, InputError> {
        let member = views.member(index);
        let number = self.company.number_of(index);
        let shoved = number.map_or(DVec3::ZERO, |number| self.walkers[number].at - member.state.position);
        let is_faster = number.is_some_and(|number| gains_speed(member.state, &self.pushes.of[number]));
        let start = shoved_state(member.state, shoved, is_faster, dt);
        let is_as_asked = shoved == DVec3::ZERO;
        for steps in [true, false] {
            let stepless;
            let config = if steps {
                member.config
            } else {
                stepless = without_steps(member.config)?;
                &stepless
            };
            let mut state = start;
            let story = &mut self.listener.list_for(self.handles[index]);
            let remembered = plain.and_then(|(world, own)| Some((world, self.own.get_mut(own)?)));
            let (planes, inputs) = (&self.planes, (*input, dt));
            let report = match remembered {
                // Without planes it is a step through the world itself.
                Some((world, own)) if self.planes.is_empty() => {
                    let memory = (&mut self.memory, own, views.is_apart(index));
                    step_with(world, config, &mut state, inputs, memory, story)?
                }
                Some((world, own)) => {
                    let memory = (&mut self.memory, own, views.is_apart(index) && is_as_asked);
                    step_behind(planes, world, config, &mut state, inputs, memory, story)?
                }
                None => {
                    // One compiled character for all worlds: a dynamic call costs nothing beside a query.
                    let behind: &dyn Collide = &planes.before_world(world);
                    step_through(&behind, config, &mut state, *input, dt, &mut self.character, story)?
                }
            };
            let displacement = (state.position - member.state.position).abs();
            if (self.ranges[index].reach - displacement).min_element() < 0.0 {
                continue;
            }
            let Some(number) = number else {
                self.lists.add(&report, &[], core::iter::empty(), shoved, false);
                return Ok(state);
            };
            let company = &self.company;
            let others = Others {
                of: number,
                handles: &self.handles,
                company,
                pairs: &self.pairs,
                near: &self.neighbours,
            };
            for held in report.contacts {
                if let Some(other) = others.holding(held) {
                    let retreat = self.walkers[other].at - views.member(others.member(other)).state.position;
                    let stands = (state.ground == Ground::Standing).then(|| member.up());
                    let towards = -held.contact.normal;
                    state.velocity = pushing_on(&state, stands, member.drive(input), towards, retreat / dt);
                }
            }
            let touched = report.contacts.iter().filter_map(|held| others.touch(views, member.state, held));
            let pressed = &self.pressed[self.pressed_ends[index]..self.pressed_ends[index + 1]];
            self.lists.add(&report, pressed, touched, shoved, false);
            return Ok(state);
        }
        let stuck = self.depth_in(world, &member, &start).map(|depth| Event {
            time: 0.0,
            position: start.position,
            velocity: start.velocity,
            kind: EventKind::Stuck { depth },
        });
        let stop = if stuck.is_some() { Stop::Stuck } else { Stop::Blocked };
        let pressed = &self.pressed[self.pressed_ends[index]..self.pressed_ends[index + 1]];
        let none = Report { events: stuck.as_slice(), ..Report::nothing(stop) };
        self.lists.add(&none, pressed, core::iter::empty(), shoved, true);
        Ok(State { velocity: DVec3::ZERO, ..start })
    }

    /// How deep a member that stays where it is is inside the world, metres; `None` if it is not.
    fn depth_in(&mut self, world: &dyn Collide, member: &MemberRef, state: &State) -> Option<f64> {
        let mover = member.config.body(state.is_crouching);
        let contacts = &mut self.buffer.contacts;
        mover.gather(&world, state.position, contacts);
        let depth = -contacts.first()?.gap();
        (depth > 0.0).then_some(depth)
    }
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

/// The state of a shoved member. On foot friction takes the speed of the shove; in the air the push adds it.
fn shoved_state(state: &State, shoved: DVec3, is_faster: bool, dt: f64) -> State {
    let mut state = *state;
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
    state
}

/// The velocity of a member held by another that yields: it moves on as fast as the other yields.
///
/// `stands` is up for a standing member: its velocity stays level. `towards` is the direction of the other, `retreat`
/// the velocity at which the other was shoved.
fn pushing_on(state: &State, stands: Option<DVec3>, drive: DVec3, towards: DVec3, retreat: DVec3) -> DVec3 {
    let level = stands.map_or(towards, |up| towards - up * towards.dot(up));
    let (speed, wanted) = (retreat.dot(towards), drive.dot(towards));
    let Some(along) = level.try_normalize().filter(|_| speed > 0.0 && wanted > 0.0) else {
        return state.velocity;
    };
    let lack = if speed < wanted { speed } else { wanted } - state.velocity.dot(along);
    if lack > 0.0 { state.velocity + along * lack } else { state.velocity }
}

/// The members that one member could meet, by their numbers in the company.
struct Others<'a> {
    of: usize,
    handles: &'a [CharacterId],
    company: &'a Company,
    pairs: &'a [Pair],
    near: &'a Neighbours,
}

impl Others<'_> {
    /// The index of the member with a number.
    fn member(&self, number: usize) -> usize {
        self.company.members[number] as usize
    }

    /// The number of the member that a contact is with; `None` for other contacts.
    fn holding(&self, held: &LoadedContact) -> Option<usize> {
        let name = held.contact.surface.owner.character()?;
        let others = self.near.of(self.of).iter();
        let mut others = others.map(|index| self.pairs[*index as usize].other_of(self.of).1 as usize);
        others.find(|other| self.handles[self.member(*other)] == name)
    }

    /// The touch of a contact with another member; `None` for other contacts.
    fn touch(&self, views: &impl Views, own: &State, held: &LoadedContact) -> Option<Meeting> {
        let other = self.member(self.holding(held)?);
        let normal = held.contact.normal;
        let closing = views.member(other).state.velocity - own.velocity;
        Some(Meeting::Touched {
            other: self.handles[other],
            normal,
            speed: normal.dot(closing),
            load: held.load,
        })
    }
}
