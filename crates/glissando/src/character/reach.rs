//! How far a tick may go: the box about a character that it asks about.

use super::scratch::MARGIN;
use super::{Config, Input, State};
use crate::math::{DVec3, sqrt_f64};
use crate::slide::Mover;

/// Half extents of the box that a step asks about, for a character of this reach.
pub(crate) fn region(mover: &Mover, reach: DVec3) -> DVec3 {
    (reach + mover.gather_extents()) * MARGIN
}

/// How far a tick may go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// Longest distance of the body from its start along each axis, metres. A walker that leaves a slope may go further, by
    /// what it falls: caches do not rely on this, and crowds add it.
    pub(crate) most: DVec3,
    /// The distance at its present or wanted speed, metres.
    pub(super) usual: f64,
    /// Whether that is short enough to gather all triangles within it.
    pub(super) is_short: bool,
}

impl Reach {
    /// For questions that depend on none.
    pub(super) const ANY: Self = Self { most: DVec3::ZERO, usual: 0.0, is_short: true };
}

/// How far the tick of a character may go.
pub(crate) fn reach(config: &Config, mover: &Mover, state: &State, input: &Input, dt: f64) -> Reach {
    let settings = config.settings();
    let jump = if may_jump(state, input) { settings.jump.speed } else { 0.0 };
    // The root of the larger square is the larger of the roots.
    let speed = sqrt_f64(state.velocity.length_sq().max(input.wish.length_sq()));
    let push = if config.soft().mask == 0 { 0.0 } else { settings.soft.push_speed };
    let distance = (speed + jump + config.pull * dt + push) * dt;
    let ground = settings.ground;
    let vertical =
        ground.step_height + ground.snap_distance + distance * config.tan_climb + 4.0 * mover.skin();
    Reach {
        most: DVec3::splat(distance + mover.skin()) + config.up.abs() * vertical,
        usual: speed * dt + mover.skin(),
        is_short: distance <= FAR * mover.largest_radius(),
    }
}

/// Whether a press of the button is new or remembered; else there is no jump, whatever the tick leads to.
fn may_jump(state: &State, input: &Input) -> bool {
    state.buffer_left > 0.0 || input.jump && !state.is_jump_held
}

/// A tick that moves further than this many radii queries the world directly.
const FAR: f64 = 3.0;
