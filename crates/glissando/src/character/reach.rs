//! How far a tick may go: the box about a character that it asks about.

use super::scratch::MARGIN;
use super::{Config, Input, State};
use crate::math::DVec3;
use crate::slide::Mover;

/// Half extents of the box that a step asks about, for a character of this reach.
pub(crate) fn region(mover: &Mover, reach: DVec3) -> DVec3 {
    (reach + mover.body().half_extents() * mover.gather_shell()) * MARGIN
}

/// Longest distance that a tick can move the body from its start along each axis, and whether that is short enough
/// to gather all triangles within it.
pub(crate) fn reach(config: &Config, mover: &Mover, state: &State, input: &Input, dt: f64) -> (DVec3, bool) {
    let settings = config.settings();
    let gravity = settings.gravity.length() * dt;
    let jump = if may_jump(state, input) { settings.jump.speed } else { 0.0 };
    let speed = state.velocity.length().max(input.wish.length()) + jump + gravity;
    let push = if config.soft().mask == 0 { 0.0 } else { settings.soft.push_speed };
    let distance = (speed + push) * dt;
    let ground = settings.ground;
    let vertical =
        ground.step_height + ground.snap_distance + distance * config.tan_climb + 4.0 * mover.skin();
    let reach = DVec3::splat(distance + mover.skin()) + config.up.abs() * vertical;
    (reach, distance <= FAR * mover.body().largest_radius())
}

/// Whether a press of the button is new or remembered; else there is no jump, whatever the tick leads to.
fn may_jump(state: &State, input: &Input) -> bool {
    state.buffer_left > 0.0 || input.jump && !state.is_jump_held
}

/// A tick that moves further than this many radii queries the world directly.
const FAR: f64 = 3.0;
