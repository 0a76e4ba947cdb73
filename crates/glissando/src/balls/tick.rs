//! One tick of balls: from meeting to meeting in order of time.

use super::ball::Ball;
use super::flight::Flight;
use super::island::{WALL_TOUCH, by_place, member, touched_walls};
use super::near::put_in_order;
use super::person::MovingCharacter;
use super::predict::{STILL, next_wall, refresh};
use super::report::{Impact, Other, Report};
use super::respond::Response;
use super::scratch::{Body, Member, Next, Scratch};
use super::settings::Settings;
use super::surroundings::{Still, Surroundings};
use crate::collide::Collide;
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::sorting;
use crate::tolerance::{BALL_SKIN, LONGEST_TICK};

/// Moves all balls by one tick of `dt` seconds through a world that stands still.
///
/// Impacts happen in order of their times, those of one moment together by [`Settings::order`]. The result does not
/// depend on the order of the balls in the slice, to the bit.
///
/// ```
/// use glissando::balls::{Ball, Order, Scratch, Settings, step};
/// use glissando::{DVec3, World};
///
/// // Newton's cradle of three: the middle ball passes the impact on.
/// let mut balls = [-2.0, 0.0, 1.0].map(|x| Ball::at(DVec3::X * x, 0.5));
/// balls[0].velocity = DVec3::X;
/// let settings = Settings { order: Order::Sequential, ..Settings::default() };
/// let mut scratch = Scratch::new();
/// let report = step(&World::new(), &settings, &mut balls, 2.0, &mut scratch)?;
/// assert_eq!(report.impacts[0].time, 1.0);
/// assert!((balls[2].position.x - 2.0).abs() < 1e-9 && balls[1].velocity.length() < 1e-9);
/// # Ok::<(), glissando::InputError>(())
/// ```
///
/// # Cost
/// A ball takes part in at most `2 * most_impacts + 1` impacts in a tick ([`Settings::most_impacts`]), and the whole
/// tick takes at most [`LEAST_WORK`](super::LEAST_WORK) steps of arithmetic and
/// [`WORK_PER_BALL`](super::WORK_PER_BALL) more for each ball: tens of milliseconds, and a millisecond for each ball.
/// After that every ball stands still from its next meeting to the tick's end, and keeps its speed;
/// [`Report::reached_work_limit`] reports it. Steps are counted, so the limit is reached at the same place on every
/// machine.
///
/// # Errors
/// NaN, infinities, or values out of range in balls, settings or `dt` (0 to 10 s); a ball so far out that rounding
/// would exceed the gap it keeps from walls. Then nothing is changed.
pub fn step<'s>(
    world: &impl Collide,
    settings: &Settings,
    balls: &mut [Ball],
    dt: f64,
    scratch: &'s mut Scratch,
) -> Result<Report<'s>, InputError> {
    fly(&Still(world), settings, balls, &[], dt, scratch)
}

/// [`step`] through a world that may move, among characters.
///
/// The resulting velocities of the characters are in `scratch` afterwards.
///
/// # Errors
/// The same as of [`step`]; the characters are not checked.
pub(crate) fn fly<'s>(
    world: &dyn Surroundings,
    settings: &Settings,
    balls: &mut [Ball],
    characters: &[MovingCharacter],
    dt: f64,
    scratch: &'s mut Scratch,
) -> Result<Report<'s>, InputError> {
    settings.check()?;
    input::scalar("dt", dt, 0.0, LONGEST_TICK)?;
    scratch.begin(balls.len() + characters.len());
    loop {
        scratch.load(balls, characters, settings, dt)?;
        let mut tick = Tick { world, settings, dt, balls: balls.len(), scratch: &mut *scratch };
        tick.begin()?;
        while let Some((ball, time)) = tick.next() {
            tick.meet(ball, time)?;
        }
        // Every repetition has one more heap that stands still.
        if scratch.settle_heaps(settings) {
            break;
        }
    }
    for struck in scratch.bodies.iter_mut().filter_map(|body| body.struck.as_mut()) {
        struck.settle(dt, dt);
    }
    for (ball, body) in balls.iter_mut().zip(&scratch.bodies) {
        (ball.position, ball.velocity) = body.flight.at_end();
        if body.kept < 1.0 {
            ball.velocity *= body.kept;
        }
    }
    sorting::sort_by(&mut scratch.impacts, Impact::order);
    let count = |is: fn(&Body) -> bool| scratch.bodies.iter().filter(|b| is(b)).count();
    Ok(Report {
        impacts: &scratch.impacts,
        damped: count(|b| b.damped),
        held: count(|b| b.held),
        reached_work_limit: scratch.work.is_spent(),
    })
}

/// The first of some balls to meet something.
struct First {
    ball: usize,
    time: f64,
    at: DVec3,
}

impl First {
    /// Whether another ball is before it. All balls that lie still meet the ground at one time, so their places alone are compared
    /// first: that is nearly always enough.
    fn is_after(&self, bodies: &[Body], (ball, time): (usize, f64)) -> bool {
        let member = |ball: usize| member(&bodies[ball], ball, time);
        let by_all = || by_place(&member(ball), &member(self.ball));
        let place = || bodies[ball].flight.position_at(time).total_cmp(self.at).then_with(by_all);
        time < self.time || time == self.time && place().is_lt()
    }
}

struct Tick<'t, 's> {
    world: &'t dyn Surroundings,
    settings: &'t Settings,
    dt: f64,
    /// The number of balls; the bodies after them are characters.
    balls: usize,
    scratch: &'s mut Scratch,
}

impl Tick<'_, '_> {
    /// Finds the first meeting of every ball.
    fn begin(&mut self) -> Result<(), InputError> {
        let span = (0.0, self.dt);
        if self.world.holds_balls_inside_walls() {
            self.hold_balls_inside_walls();
        }
        self.begin_heaps();
        // Characters meet no wall, and meet balls as balls meet them. They count as work all the same.
        for _ in 0..self.scratch.bodies.len() {
            self.scratch.work.ask();
        }
        for ball in 0..self.balls {
            let wall = next_wall(self.world, self.settings, &self.scratch.bodies[ball], span)?;
            self.scratch.bodies[ball].wall = wall;
        }
        let Scratch { bodies, stale, near, candidates, work, .. } = &mut *self.scratch;
        near.begin(bodies, self.balls, self.dt);
        stale.clear();
        stale.extend(0..self.balls);
        work.spend(bodies.len() * bodies.len());
        refresh(bodies, stale, (near, candidates), span);
        for ball in 0..self.balls {
            if self.is_creeping_in(ball) {
                self.scratch.bodies[ball].next = Next { time: 0.0, partner: None };
            }
        }
        Ok(())
    }

    /// Solves the heaps for the whole tick.
    fn begin_heaps(&mut self) {
        let mut roots = core::mem::take(&mut self.scratch.roots);
        self.scratch.find_heaps(self.settings, &mut roots);
        for &root in &roots {
            if self.scratch.is_halted(root, self.dt) {
                continue;
            }
            self.scratch.gather_heap(self.world, self.settings, root, self.dt);
            let still = STILL * self.scratch.scale();
            self.scratch.solve_heap(self.settings, root, self.dt);
            self.record(0.0, still);
        }
        self.scratch.roots = roots;
    }

    /// Holds every ball that is inside a wall. The wall that squeezed it in may still approach, or leave: the
    /// shortest way out at present may lead through it.
    fn hold_balls_inside_walls(&mut self) {
        let Scratch { bodies, contacts, .. } = &mut *self.scratch;
        for body in bodies.iter_mut().filter(|body| body.is_movable()) {
            let at = body.flight.position_at(0.0);
            self.world.contacts(&body.shape, at, 1.0 - BALL_SKIN, self.settings.filter, 0.0, contacts);
            if !contacts.is_empty() {
                body.held = true;
                body.flight = Flight::held((0.0, self.dt), at, body.flight.velocity_at(0.0));
            }
        }
    }

    /// Whether a ball in contact with a wall moves into it too slowly for the sweep, which ignores motion below a
    /// billionth of the radius: over many ticks that would add up.
    fn is_creeping_in(&mut self, ball: usize) -> bool {
        let scratch = &mut *self.scratch;
        let body = &scratch.bodies[ball];
        let drift = self.settings.in_space(body.flight.drift());
        if !body.is_movable() || drift == DVec3::ZERO && self.world.is_still() {
            return false;
        }
        let at = body.flight.position_at(0.0);
        touched_walls(self.world, self.settings.filter, (body, WALL_TOUCH), at, 0.0, &mut scratch.contacts);
        scratch.contacts.iter().any(|contact| {
            let motion = self.world.motion(contact.surface.owner);
            let wall =
                if self.dt > 0.0 { motion.velocity(contact.point, 0.0) / self.dt } else { DVec3::ZERO };
            contact.normal.dot(drift - wall) < -STILL * (body.scale + wall.length())
        })
    }

    /// The ball with the next meeting, and its time. Immovable balls are met by movable ones.
    ///
    /// Of several at one time it is the first by place: the choice of those that are solved before the work is spent
    /// must not depend on the order of the slice.
    fn next(&self) -> Option<(usize, f64)> {
        let mut first: Option<First> = None;
        let bodies = &self.scratch.bodies[..self.balls];
        for (ball, body) in bodies.iter().enumerate() {
            let time = body.next.time;
            if time < f64::INFINITY
                && body.is_movable()
                && first.as_ref().is_none_or(|first| first.is_after(bodies, (ball, time)))
            {
                first = Some(First { ball, time, at: body.flight.position_at(time) });
            }
        }
        first.map(|first| (first.ball, first.time))
    }

    /// Solves the impact of `ball` at `time`, and gives all members their new paths.
    fn meet(&mut self, ball: usize, time: f64) -> Result<(), InputError> {
        let scratch = &mut *self.scratch;
        scratch.work.spend(scratch.bodies.len());
        if scratch.work.is_spent() {
            return self.hold(ball, time);
        }
        let partner = scratch.bodies[ball].next.partner;
        if scratch.bodies[ball].is_heaped || partner.is_some_and(|p| scratch.bodies[p].is_heaped) {
            return self.wait(ball, partner, time);
        }
        scratch.gather(self.world, self.settings, ball, (time, self.dt));
        let scale = scratch.scale();
        let bound = scratch.note_speeds();
        let response = scratch.strike(self.settings.order, scale);
        let is_wedged = !scratch.is_within(bound);
        if is_wedged {
            scratch.undo_impulses();
        }
        let is_carried = scratch.set_off((time, self.dt), self.settings);
        if response == Response::Failed || is_wedged || !is_carried {
            scratch.stop_members();
        }
        self.record(time, STILL * scale);
        self.scratch.stale.clear();
        for index in 0..self.scratch.members.len() {
            let member = self.scratch.members[index];
            if self.count(&member, time, scale, response) || self.settings.has_forces() {
                self.send_on(&member, time)?;
            }
        }
        self.find_next(time);
        Ok(())
    }

    /// Holds a ball and all that touch it, directly or through others, in place: no work is left to solve them.
    fn hold(&mut self, ball: usize, time: f64) -> Result<(), InputError> {
        let scratch = &mut *self.scratch;
        scratch.gather_members(ball, time);
        self.stop_members(time)
    }

    /// Holds a ball of a heap, or a ball that reaches a heap, until the next tick where it meets another body.
    fn wait(&mut self, ball: usize, partner: Option<usize>, time: f64) -> Result<(), InputError> {
        let Scratch { members, rows, bodies, .. } = &mut *self.scratch;
        members.clear();
        rows.clear();
        let both = [Some(ball), partner].into_iter().flatten();
        members.extend(both.map(|ball| member(&bodies[ball], ball, time)));
        self.stop_members(time)
    }

    /// Holds the members in place.
    fn stop_members(&mut self, time: f64) -> Result<(), InputError> {
        let scratch = &mut *self.scratch;
        scratch.stop_members();
        scratch.stale.clear();
        for index in 0..self.scratch.members.len() {
            let member = self.scratch.members[index];
            self.send_on(&member, time)?;
        }
        self.find_next(time);
        Ok(())
    }

    /// Counts an impact of a member; returns whether its path changes now.
    ///
    /// Whether a member meets something now is decided by its own time, not by which ball was found first.
    fn count(&mut self, member: &Member, time: f64, scale: f64, response: Response) -> bool {
        let body = &mut self.scratch.bodies[member.ball];
        let is_meeting = member.is_struck || body.next.time <= time;
        body.scale = scale;
        if member.inverse_mass > 0.0 {
            body.met += u32::from(is_meeting);
            body.damped |= response == Response::Damped || body.met > self.settings.most_impacts;
            body.held |= body.met > 2 * self.settings.most_impacts;
        }
        is_meeting || body.held
    }

    /// Gives a member of an impact its new path.
    fn send_on(&mut self, member: &Member, time: f64) -> Result<(), InputError> {
        self.scratch.stale.push(member.ball);
        // Impacts do not change the paths of these.
        if member.inverse_mass == 0.0 || member.is_character {
            return Ok(());
        }
        let span = (time, self.dt);
        let body = &mut self.scratch.bodies[member.ball];
        body.flight =
            if body.held { Flight::held(span, member.position, member.velocity) } else { member.flight };
        self.scratch.work.ask();
        let Scratch { bodies, near, .. } = &mut *self.scratch;
        let body = &mut bodies[member.ball];
        near.send_on(member.ball, body, span);
        body.wall = next_wall(self.world, self.settings, body, span)?;
        Ok(())
    }

    /// Finds the next meetings of balls with new paths, and of balls that were to meet them.
    fn find_next(&mut self, time: f64) {
        let Scratch { bodies, stale, near, candidates, work, .. } = &mut *self.scratch;
        let changed = stale.len();
        candidates.clear();
        for &ball in &*stale {
            near.list(ball, bodies[ball].struck.is_some(), candidates);
        }
        put_in_order(candidates);
        for &ball in &*candidates {
            let is_left = bodies[ball].next.partner.is_some_and(|p| stale[..changed].contains(&p));
            if is_left && !stale[..changed].contains(&ball) {
                stale.push(ball);
            }
        }
        work.spend(stale.len() * bodies.len());
        refresh(bodies, stale, (near, candidates), (time, self.dt));
    }

    /// Appends the impulses of the rows to the impacts.
    fn record(&mut self, time: f64, still: f64) {
        let scratch = &mut *self.scratch;
        for row in &scratch.rows {
            let Some(normal) = row.normal.try_normalize().filter(|_| row.impulse > 0.0) else { continue };
            let size = row.normal.length();
            let ball = scratch.members[row.to].ball;
            let other = match (row.from, row.surface) {
                (Some(from), _) if scratch.members[from].is_character => {
                    Other::Character((scratch.members[from].ball - self.balls) as u32)
                }
                (Some(from), _) => Other::Ball(scratch.members[from].ball),
                (None, Some(surface)) => Other::Surface(surface),
                (None, None) => continue,
            };
            let admittance = scratch.members[row.to].inverse_mass
                + row.from.map_or(0.0, |from| scratch.members[from].inverse_mass);
            if row.impulse * size * admittance > still {
                let (impulse, approach) = (row.impulse * size, row.approach / size);
                scratch.impacts.push(Impact {
                    time,
                    ball,
                    other,
                    point: row.point,
                    normal,
                    impulse,
                    approach,
                });
            }
        }
    }
}
