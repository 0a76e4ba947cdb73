//! Character ticks: walking, jumping, falling, landing, steps and slopes.
//!
//! ```text
//! recover ─▶ out of soft obstacles ─▶ stand where placed ─▶ crouch / stand up ─▶ jump ─▶ [ walk piece | flight piece ]*
//!         ─▶ contacts, safe position
//! ```
//! A tick is cut into pieces where the kind of motion changes (a landing, an edge, a wish reached). Each piece is
//! an exact parabola or a straight walk. [`State`] is plain data and the only memory from tick to tick.

mod air;
mod arc;
mod base;
mod behind;
mod bevel;
mod body_change;
mod body_shape;
mod ceiling;
mod check;
mod config;
mod event;
mod foot;
mod ground;
mod ground_move;
mod landing;
mod loads;
mod lost_ground;
pub mod pieces;
mod placed;
#[cfg(feature = "serde")]
mod rate;
mod reach;
mod risen;
mod riser;
mod run;
mod safety;
mod scratch;
mod settings;
mod slope;
mod soft;
mod stairs;
mod stance;
mod state;
mod step;
mod tick;
mod travel;
mod vertical_slide;
mod walk;
mod wedge;

pub(crate) use behind::{Front, step_behind, with_close, with_remembered};
pub use body_change::BodyChange;
pub use body_shape::BodyShape;
pub(crate) use check::{check, check_duration, check_motion};
pub use config::Config;
pub use event::{Event, EventKind, LoadedContact, Report};
pub(crate) use reach::{Reach, reach, region};
pub(crate) use risen::recover_character;
pub use scratch::Scratch;
pub(crate) use scratch::{Memory, Near, Own, Recalled};
pub use settings::{AccelerationSettings, GroundSettings, Inherit, JumpSettings, Settings, SoftSettings};
pub use state::{Ground, Input, State};
pub(crate) use tick::{is_ceiling, is_same_wall};

use crate::collide::Collide;
use crate::input::InputError;
use crate::trace::{Recorder, Trace};
use crate::world::{Range, World};
use core::mem::swap;
use run::run;

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
    step_with(world, config, state, (input, dt), (memory, own, Recalled::No), &mut Recorder::of(trace))
}

/// [`step()`] with the character's own cache apart from working memory that other characters may share.
///
pub(crate) fn step_with<'s>(
    world: &World,
    config: &Config,
    state: &mut State,
    (input, dt): (Input, f64),
    (memory, own, recalled): (&'s mut Memory, &mut Own, Recalled),
    trace: &mut Recorder<'_>,
) -> Result<Report<'s>, InputError> {
    check(config, state, &input, dt)?;
    Ok(step_checked(world, config, state, (input, dt), (memory, own, recalled), trace))
}

/// The same for a state and an input that [`check`] has accepted.
pub(crate) fn step_checked<'s>(
    world: &World,
    config: &Config,
    state: &mut State,
    (input, dt): (Input, f64),
    (memory, own, recalled): (&'s mut Memory, &mut Own, Recalled),
    trace: &mut Recorder<'_>,
) -> Report<'s> {
    let Memory { near, parts } = memory;
    let (mover, at, was_crouching) = (config.body(state.is_crouching), state.position, state.is_crouching);
    let Reach { most, usual, is_short } = reach(config, mover, state, &input, dt);
    // What is remembered is what is at rest.
    let known = own.recalls(world, mover, (at, most), &mut near.mobile, recalled).then_some(at);
    swap(&mut own.contacts, &mut parts.buffer.contacts);
    let end = if is_short {
        let ahead = state.velocity * dt;
        let range = Range { at, ahead, usual, most, radii: mover.gather_shell() };
        let caches = (&mut own.nearest_cache, None);
        let Near { buffer, mobile } = near;
        let subject = (mover.body(), mover.filter());
        world.with_cached(subject, &range, caches, (Some(buffer), mobile), |close| {
            run(close, config, state, (input, dt), (parts, known), trace)
        })
    } else {
        run(world, config, state, (input, dt), (parts, known), trace)
    };
    swap(&mut own.contacts, &mut parts.buffer.contacts);
    let is_same_body = state.is_crouching == was_crouching && end.reduced_skin.is_none();
    let is_of_rest = |end| near.is_of_rest(world, mover, (at, most), end);
    own.remember(end.at.filter(|_| is_same_body), mover, (world, is_of_rest));
    parts.report(end)
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
