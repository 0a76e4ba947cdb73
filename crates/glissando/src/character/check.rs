//! The checks of the state, the input and the duration of a tick.

use super::{Config, Input, State};
use crate::input::{self, InputError};
use crate::tolerance;

/// Refuses a duration out of range.
pub(crate) fn check_duration(dt: f64) -> Result<(), InputError> {
    input::scalar("dt", dt, 0.0, tolerance::LONGEST_TICK).map(drop)
}

/// Refuses NaN, infinities and values out of range.
pub(crate) fn check(config: &Config, state: &State, input: &Input, dt: f64) -> Result<(), InputError> {
    check_duration(dt)?;
    check_motion(config, state)?;
    input::position("state safe_position", state.safe_position)?;
    input::vector("wish", input.wish, tolerance::WORLD_LIMIT)?;
    let finite = state.ground_normal.is_finite() && state.wall_normals.iter().all(|n| n.is_finite());
    if !(finite && state.coyote_left.is_finite() && state.buffer_left.is_finite() && state.ledge.is_finite())
    {
        return not_finite(state);
    }
    Ok(())
}

/// The same of the position and the velocity alone: for a state that was checked before these changed.
#[inline(always)]
pub(crate) fn check_motion(config: &Config, state: &State) -> Result<(), InputError> {
    input::position("state position", state.position)?;
    let farthest = config.body(state.is_crouching).farthest();
    input::vector("state position (its skin would be rounded away further out)", state.position, farthest)?;
    input::vector("state velocity", state.velocity, tolerance::WORLD_LIMIT).map(drop)
}

/// Names what is not finite of a state.
#[cold]
fn not_finite(state: &State) -> Result<(), InputError> {
    let [one, two] = state.wall_normals;
    let normals = [
        ("state ground_normal", state.ground_normal),
        ("state wall_normals", one),
        ("state wall_normals", two),
    ];
    for (what, normal) in normals {
        input::vector(what, normal.as_dvec3(), f64::MAX)?;
    }
    let numbers = [
        ("state coyote_left", f64::from(state.coyote_left)),
        ("state buffer_left", f64::from(state.buffer_left)),
        ("state ledge", state.ledge),
    ];
    for (what, value) in numbers {
        input::scalar(what, value, f64::MIN, f64::MAX)?;
    }
    Ok(())
}
