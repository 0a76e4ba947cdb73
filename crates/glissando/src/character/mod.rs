//! Character ticks: walking, jumping, falling, landing, steps and slopes.
//!
//! ```text
//! recover ─▶ out of soft obstacles ─▶ crouch / stand up ─▶ jump ─▶ [ walk piece | flight piece ]* ─▶ contacts, safe position
//! ```
//! A tick is cut into pieces where the kind of motion changes (a landing, an edge, a wish reached). Each piece is
//! an exact parabola or a straight walk. [`State`] is plain data and the only memory from tick to tick.

mod air;
mod arc;
mod body_change;
mod config;
mod event;
mod ground;
mod ground_move;
pub mod pieces;
#[cfg(feature = "serde")]
mod rate;
mod risen;
mod safety;
mod scratch;
mod slope;
mod soft;
mod stairs;
mod stance;
mod state;
mod tick;
mod travel;
mod vertical_slide;
mod walk;
mod wedge;

pub use body_change::BodyChange;
pub use config::{
    AccelerationSettings, BodyShape, Config, GroundSettings, Inherit, JumpSettings, Settings, SoftSettings,
};
pub use event::{Event, EventKind, LoadedContact, Report};
pub(crate) use risen::recover_character;
pub use scratch::Scratch;
pub(crate) use scratch::{Memory, Near, Own};
pub use state::{Ground, Input, State};

use crate::collide::{Collide, Contact};
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::slide::{Mover, SlideBuffer, SlidePlane, Stop, add_plane, nearest_allowed};
use crate::tolerance;
use crate::trace::Recorder;
use crate::trace::Trace;
use crate::world::{Range, World};
use alloc::vec::Vec;
use arc::Arc;
use core::cell::OnceCell;
use core::mem::swap;
use scratch::{MARGIN, Parts, is_touched};
use tick::{INSTANT, MAX_PIECES, Tick};

/// Moves a character by one tick of `dt` seconds.
///
/// Gathers the nearby triangles once, walks, flies and lands among them, and returns a report of the events.
/// Allocates nothing once `scratch` has grown to its size.
///
/// # Errors
/// NaN, infinities, or values out of range in state, input or `dt` (0 to 10 s); a world in which a body has a motion
/// that is not finished ([`World::set_motion`], [`InputError::PendingMotion`]). The state is then unchanged.
pub fn step<'s>(
    world: &World,
    config: &Config,
    state: &mut State,
    input: Input,
    dt: f64,
    scratch: &'s mut Scratch,
) -> Result<Report<'s>, InputError> {
    step_traced(world, config, state, input, dt, scratch, &mut ())
}

/// [`step()`], which also records every sub-step in `trace`.
///
/// # Errors
/// As for [`step()`].
pub fn step_traced<'s>(
    world: &World,
    config: &Config,
    state: &mut State,
    input: Input,
    dt: f64,
    scratch: &'s mut Scratch,
    trace: &mut impl Trace,
) -> Result<Report<'s>, InputError> {
    world.check_at_rest()?;
    let Scratch { memory, own } = scratch;
    step_with(world, config, state, (input, dt), (memory, own, false), &mut Recorder::of(trace))
}

/// [`step()`] with the character's own cache apart from working memory that other characters may share.
///
/// `is_apart` is known for some: no mobile body is within the character's [`region`].
pub(crate) fn step_with<'s>(
    world: &World,
    config: &Config,
    state: &mut State,
    (input, dt): (Input, f64),
    (memory, own, is_apart): (&'s mut Memory, &mut Own, bool),
    trace: &mut Recorder<'_>,
) -> Result<Report<'s>, InputError> {
    check(config, state, &input, dt)?;
    Ok(step_checked(world, config, state, (input, dt), (memory, own, is_apart), trace))
}

/// The same for a state and an input that [`check`] has accepted.
pub(crate) fn step_checked<'s>(
    world: &World,
    config: &Config,
    state: &mut State,
    (input, dt): (Input, f64),
    (memory, own, is_apart): (&'s mut Memory, &mut Own, bool),
    trace: &mut Recorder<'_>,
) -> Report<'s> {
    let Memory { near, parts } = memory;
    let (mover, at, was_crouching) = (config.body(state.is_crouching), state.position, state.is_crouching);
    let (most, is_short) = reach(config, mover, state, &input, dt);
    // What is remembered is what is at rest.
    let mobile = near.list_mobile(world, mover, (at, most), is_apart);
    let known = (own.recall(world, mover, at) && !is_touched(world, mobile, mover, at)).then_some(at);
    swap(&mut own.contacts, &mut parts.buffer.contacts);
    let end = if is_short {
        let usual = state.velocity.length().max(input.wish.length()) * dt + mover.skin();
        let range = Range { at, usual, most, radii: mover.gather_shell() };
        let caches = (&mut own.nearest_cache, None);
        let Near { buffer, mobile } = near;
        let close = world.cached((mover.body(), mover.filter()), range, caches, (Some(buffer), mobile));
        run(&close, config, state, (input, dt), (parts, known), trace)
    } else {
        run(world, config, state, (input, dt), (parts, known), trace)
    };
    swap(&mut own.contacts, &mut parts.buffer.contacts);
    let is_same_body = state.is_crouching == was_crouching && end.reduced_skin.is_none();
    let is_own = |end: &DVec3| is_same_body && near.is_of_rest(world, mover, (at, most), *end);
    own.remember(end.at.filter(is_own), mover);
    parts.report(end)
}

/// A decorator that a caller puts before the world of one character.
pub(crate) trait Front {
    /// Calls `act` with this world behind it.
    fn before(&mut self, world: &dyn Collide, act: &mut dyn FnMut(&dyn Collide));

    /// Leaves in `contacts` those of the world behind alone, without inner edges; `false` if they are not known. They are all
    /// contacts of the last query for contacts, if that was about a body with a rounding of so many `radii` at `at`.
    fn leave_of_world(&mut self, at: DVec3, radii: f64, contacts: &mut Vec<Contact>) -> bool;
}

/// [`step_through`] a front before the world, with what the character remembers of the world, for a state and an input that
/// [`check`] has accepted.
pub(crate) fn step_behind<'s>(
    front: &mut dyn Front,
    world: &World,
    config: &Config,
    state: &mut State,
    inputs: (Input, f64),
    (memory, own, is_apart): (&'s mut Memory, &mut Own, bool),
    trace: &mut Recorder<'_>,
) -> Report<'s> {
    let Memory { near, parts } = memory;
    let (mut end, before) = (End::NONE, *state);
    let act = &mut |world: &dyn Collide| end = run(world, config, state, inputs, (parts, None), trace);
    with_close(world, config, &before, inputs, (&mut *near, own, is_apart), &mut |world| {
        front.before(world, act);
    });
    let (mover, at) = (config.body(before.is_crouching), before.position);
    let (most, _) = reach(config, mover, &before, &inputs.0, inputs.1);
    let is_same_body = state.is_crouching == before.is_crouching && end.reduced_skin.is_none();
    let contacts = &mut parts.buffer.contacts;
    let is_own = |end: &DVec3| {
        is_same_body
            && near.is_of_rest(world, mover, (at, most), *end)
            && front.leave_of_world(*end, mover.gather_shell(), contacts)
    };
    let end_at = end.at.filter(is_own);
    if end_at.is_some() {
        // Copied: lists that change hands would grow in every tick until each had the size of the greatest.
        own.contacts.clone_from(contacts);
    }
    own.remember(end_at, mover);
    parts.report(end)
}

/// Calls `act` with a world that gives the same answers, near this character faster by what it remembers; in its contacts at
/// the start inner edges may be left out.
pub(crate) fn with_close(
    world: &World,
    config: &Config,
    state: &State,
    inputs: (Input, f64),
    memory: (&mut Near, &mut Own, bool),
    act: &mut dyn FnMut(&dyn Collide),
) {
    with_cached(world, config, state, inputs, (memory, true), act);
}

/// The same for a few questions: nothing is gathered for them.
pub(crate) fn with_remembered(
    world: &World,
    config: &Config,
    state: &State,
    inputs: (Input, f64),
    memory: (&mut Near, &mut Own, bool),
    act: &mut dyn FnMut(&dyn Collide),
) {
    with_cached(world, config, state, inputs, (memory, false), act);
}

fn with_cached(
    world: &World,
    config: &Config,
    state: &State,
    (input, dt): (Input, f64),
    ((near, own, is_apart), gathers): ((&mut Near, &mut Own, bool), bool),
    act: &mut dyn FnMut(&dyn Collide),
) {
    let (mover, at) = (config.body(state.is_crouching), state.position);
    let (most, is_short) = reach(config, mover, state, &input, dt);
    let mobile = near.list_mobile(world, mover, (at, most), is_apart);
    let is_known = own.recall(world, mover, at) && !is_touched(world, mobile, mover, at);
    if is_short {
        let usual = state.velocity.length().max(input.wish.length()) * dt + mover.skin();
        let range = Range { at, usual, most, radii: mover.gather_shell() };
        let Own { contacts, nearest_cache, .. } = own;
        let caches = (nearest_cache, is_known.then_some(contacts.as_slice()));
        let Near { buffer, mobile } = near;
        let gathered = (gathers.then_some(buffer), mobile.as_slice());
        act(&world.cached((mover.body(), mover.filter()), range, caches, gathered));
    } else {
        act(world);
    }
}

/// [`step()`] through any implementation of [`Collide`]: a test's own world, a slow reference implementation.
///
/// # Errors
/// As for [`step()`].
pub fn step_through<'s>(
    world: &impl Collide,
    config: &Config,
    state: &mut State,
    input: Input,
    dt: f64,
    scratch: &'s mut Scratch,
    trace: &mut impl Trace,
) -> Result<Report<'s>, InputError> {
    step_recorded(world, config, state, (input, dt), scratch, &mut Recorder::of(trace))
}

/// [`step_through()`], compiled once for all worlds: a dynamic call costs nothing beside a query.
pub(crate) fn step_recorded<'s>(
    world: &dyn Collide,
    config: &Config,
    state: &mut State,
    (input, dt): (Input, f64),
    scratch: &'s mut Scratch,
    trace: &mut Recorder<'_>,
) -> Result<Report<'s>, InputError> {
    check(config, state, &input, dt)?;
    let Scratch { memory: Memory { parts, .. }, own } = scratch;
    own.forget_contacts();
    let end = run(world, config, state, (input, dt), (parts, None), trace);
    Ok(parts.report(end))
}

/// Half extents of the box that a step asks about, for a character of this reach.
pub(crate) fn region(mover: &Mover, reach: DVec3) -> DVec3 {
    (reach + mover.body().half_extents() * mover.gather_shell()) * MARGIN
}

pub(crate) fn check_duration(dt: f64) -> Result<(), InputError> {
    input::scalar("dt", dt, 0.0, tolerance::LONGEST_TICK).map(drop)
}

pub(crate) fn check(config: &Config, state: &State, input: &Input, dt: f64) -> Result<(), InputError> {
    check_duration(dt)?;
    input::position("state position", state.position)?;
    let farthest = config.body(state.is_crouching).farthest();
    input::vector("state position (its skin would be rounded away further out)", state.position, farthest)?;
    input::vector("state velocity", state.velocity, tolerance::WORLD_LIMIT)?;
    input::position("state safe_position", state.safe_position)?;
    input::vector("wish", input.wish, tolerance::WORLD_LIMIT)?;
    let finite = state.ground_normal.is_finite() && state.wall_normals.iter().all(|n| n.is_finite());
    if !(finite && state.coyote_left.is_finite() && state.buffer_left.is_finite() && state.ledge.is_finite())
    {
        let value = state.ground_normal.as_dvec3().to_array();
        return Err(InputError::NotFinite { what: "state (normals or timers)", value });
    }
    Ok(())
}

/// Longest distance that a tick can move the body from its start along each axis, and whether that is short enough
/// to gather all triangles within it.
pub(crate) fn reach(config: &Config, mover: &Mover, state: &State, input: &Input, dt: f64) -> (DVec3, bool) {
    let settings = config.settings();
    let gravity = settings.gravity.length() * dt;
    let speed = state.velocity.length().max(input.wish.length()) + settings.jump.speed + gravity;
    let push = if config.soft().mask == 0 { 0.0 } else { settings.soft.push_speed };
    let distance = (speed + push) * dt;
    let ground = settings.ground;
    let vertical =
        ground.step_height + ground.snap_distance + distance * config.tan_climb + 4.0 * mover.skin();
    let reach = DVec3::splat(distance + mover.skin()) + config.up.abs() * vertical;
    (reach, distance <= FAR * mover.body().largest_radius())
}

/// A tick that moves further than this many radii queries the world directly.
const FAR: f64 = 3.0;

/// Result of a tick.
#[derive(Clone, Copy, Debug)]
struct End {
    sub_steps: usize,
    stop: Stop,
    /// Position for which the contacts in the buffer were gathered.
    at: Option<DVec3>,
    /// The gap that was kept, if smaller than the whole skin.
    reduced_skin: Option<f64>,
    /// Seconds that the tick took.
    time: f64,
}

impl End {
    /// Of no tick.
    const NONE: Self = Self { sub_steps: 0, stop: Stop::Done, at: None, reduced_skin: None, time: 0.0 };
}

/// Runs a tick. On entry the contacts in `parts` belong to the position `known`, on exit to the final position.
fn run(
    world: &dyn Collide,
    config: &Config,
    state: &mut State,
    inputs: (Input, f64),
    memory: (&mut Parts, Option<DVec3>),
    trace: &mut Recorder<'_>,
) -> End {
    act(world, config, state, inputs, memory, trace, |tick| {
        if tick.recover() {
            tick.come_out_of_soft();
            tick.change_stance();
            tick.jump();
            tick.go();
        }
    })
}

/// Runs a tick that consists of `acts`.
fn act(
    world: &dyn Collide,
    config: &Config,
    state: &mut State,
    (input, dt): (Input, f64),
    (parts, known): (&mut Parts, Option<DVec3>),
    trace: &mut Recorder<'_>,
    acts: impl FnOnce(&mut Tick<'_>),
) -> End {
    parts.events.clear();
    parts.path.clear();
    let (narrow, began_at_rest) = (OnceCell::new(), state.velocity == DVec3::ZERO);
    let mut tick = Tick {
        world,
        config,
        mover: config.body(state.is_crouching),
        state,
        input,
        buffer: &mut parts.buffer,
        gathered_at: known,
        held: &mut parts.held,
        events: &mut parts.events,
        path: &mut parts.path,
        trace: trace.reborrow(),
        duration: dt,
        time: 0.0,
        sub_steps: 0,
        stop: Stop::Done,
        walls: [DVec3::ZERO; 2],
        is_at_ceiling: false,
        fall_speed: 0.0,
        has_reached_wish: false,
        inherited: DVec3::ZERO,
        has_left_ledge_edge: false,
        began_at_rest,
        landings: 0,
        narrow: &narrow,
    };
    tick.pass(0.0);
    let pushed = tick.unhindered();
    acts(&mut tick);
    tick.finish();
    let reduced_skin = narrow.get().map(Mover::skin);
    let Tick { sub_steps, stop, gathered_at: at, duration, .. } = tick;
    let end = End { sub_steps, stop, at, reduced_skin, time: duration };
    report_loads(&parts.buffer, &mut parts.loads, &mut parts.held, pushed);
    end
}

impl Tick<'_> {
    /// The velocity at the end of the tick if nothing blocked the character.
    fn unhindered(&self) -> DVec3 {
        let (settings, velocity) = (self.config.settings(), self.state.velocity);
        let level = self.level(velocity);
        let is_walking = self.state.ground == Ground::Standing;
        let rate = if is_walking { settings.pace.acceleration } else { settings.pace.air_acceleration };
        let arc = Arc::towards(level, self.level_wish(), rate, self.duration, false);
        velocity - level + arc.end_velocity + settings.gravity * self.duration
    }

    /// Walks and flies until the time of the tick is used up.
    fn go(&mut self) {
        for _ in 0..MAX_PIECES {
            if self.time_left() <= INSTANT * self.duration {
                return;
            }
            if self.walks() {
                self.walk_piece();
            } else {
                self.fly_and_settle();
            }
            self.jump_if_remembered();
        }
        if self.stop == Stop::Done && self.time_left() > INSTANT * self.duration {
            self.stop = Stop::SubSteps;
        }
        if self.stop == Stop::Stuck {
            self.gather();
            self.report_stuck(self.time);
        }
    }

    /// Whether the next piece of the tick is a walk.
    fn walks(&self) -> bool {
        self.state.ground == Ground::Standing && !self.input.fly
    }

    /// Makes a flight piece, then finds the ground or steep surface at its end.
    fn fly_and_settle(&mut self) {
        self.fly_piece();
        self.gather();
        if self.input.fly {
            self.state.leave_ground();
        } else if self.state.ground != Ground::Standing {
            self.settle_in_air();
        }
    }

    /// Prepares the state for the next tick.
    fn finish(&mut self) {
        if self.inherited != DVec3::ZERO {
            self.state.velocity = self.world_velocity();
        }
        self.pass(self.duration);
        self.gather();
        self.run_timers();
        self.keep_walls();
        if self.duration > 0.0 {
            self.state.wall_normals = self.walls.map(DVec3::as_vec3);
            self.state.is_at_ceiling = self.is_at_ceiling;
        }
        self.forget_ledge();
        self.keep_safe();
        in_order_of_time(self.events);
    }
}

impl Tick<'_> {
    /// Keeps a wall that the wish presses into and that is still touched, though a step was taken along it.
    fn keep_walls(&mut self) {
        for wall in self.state.wall_normals.map(|n| n.as_dvec3()) {
            let is_pressed = wall.dot(self.input.wish) < 0.0;
            if is_pressed && self.buffer.contacts.iter().any(|c| tick::is_same_wall(c.normal, wall)) {
                self.know_wall(wall);
            }
        }
    }

    /// Forgets a ledge that is no longer touched, so that it counts as new when it is met again.
    fn forget_ledge(&mut self) {
        if self.state.ground == Ground::Standing && !self.is_on_ledge() {
            self.state.ledge = f64::MIN;
        }
    }
}

/// Sorts by insertion: the few events are nearly in order, and events of equal time keep their order.
fn in_order_of_time(events: &mut [Event]) {
    for end in 1..events.len() {
        let mut at = end;
        while at > 0 && events[at].time < events[at - 1].time {
            events.swap(at, at - 1);
            at -= 1;
        }
    }
}

impl Parts {
    const fn report(&self, End { sub_steps, stop, reduced_skin, .. }: End) -> Report<'_> {
        let Self { events, loads, path, .. } = self;
        Report {
            events: events.as_slice(),
            contacts: loads.as_slice(),
            path: path.as_slice(),
            sub_steps,
            stop,
            reduced_skin,
        }
    }
}

/// The contacts, each with the impulse per mass that deflects `pushed` (the velocity with gravity).
fn report_loads(
    buffer: &SlideBuffer,
    loads: &mut Vec<LoadedContact>,
    planes: &mut Vec<SlidePlane>,
    pushed: DVec3,
) {
    planes.clear();
    loads.clear();
    for contact in &buffer.contacts {
        add_plane(planes, SlidePlane { normal: contact.normal, least: 0.0 });
    }
    // At once: contacts are large, and each is copied a second time if it is pushed.
    loads.extend(buffer.contacts.iter().map(|contact| LoadedContact { contact: *contact, load: 0.0 }));
    let Some(allowed) = nearest_allowed(pushed, planes) else { return };
    for (plane, load) in allowed.active.iter().flatten() {
        // Contacts of one normal share a plane; the nearest of them carries the load.
        let normal = planes[*plane].normal;
        let carrier = loads.iter_mut().find(|h| (h.contact.normal - normal).length_sq() < 1e-20);
        if let Some(carrier) = carrier {
            carrier.load = *load;
        }
    }
}
