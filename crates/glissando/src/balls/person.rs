//! A character among balls: its path in the tick is fixed, its velocity is changed by impacts.
//!
//! A ball meets it as in a sweep of the character's body past the ball: both paths are chords, so the time is
//! exact. The change of the character's velocity affects its own move, later.

use super::scratch::Body;
use crate::geometry::Shape;
use crate::math::DVec3;
use crate::sweep::round::UnitBall;
use crate::sweep::{Separation, Target, sweep_convex};

/// Distance beyond the shell up to which a ball counts as touched, in radii of the character.
const CHARACTER_TOUCH: f64 = 1e-8;

/// A character that balls meet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovingCharacter {
    pub(crate) shape: Shape,
    /// The scale of its radii: 1 plus a skin.
    pub(crate) shell: f64,
    /// Its position at the start of the tick, metres.
    pub(crate) from: DVec3,
    /// Its displacement while the balls fly, in a straight line; metres.
    pub(crate) displacement: DVec3,
    /// m/s; impacts use this velocity, not that of its path.
    pub(crate) velocity: DVec3,
    /// kg.
    pub(crate) mass: f64,
}

/// The effect of balls on a character in the tick.
#[derive(Clone, Copy, Debug)]
pub(super) struct Struck {
    pub(super) shell: f64,
    /// m/s.
    pub(super) velocity: DVec3,
    /// Change of that velocity by balls that rest on it, until the end of the tick, m/s.
    weight: DVec3,
    /// The start of that change, seconds of the tick.
    since: f64,
}

impl Struck {
    pub(super) const fn new(character: &MovingCharacter) -> Self {
        Self { shell: character.shell, velocity: character.velocity, weight: DVec3::ZERO, since: 0.0 }
    }

    /// Adds to the velocity the load of resting balls until `time`, in a tick of `dt` seconds.
    pub(super) fn settle(&mut self, time: f64, dt: f64) {
        if self.weight != DVec3::ZERO {
            let left = dt - self.since;
            let share = if left > 0.0 { (time - self.since) / left } else { 1.0 };
            self.velocity += self.weight * share;
        }
        (self.weight, self.since) = (DVec3::ZERO, time);
    }

    /// Adds a load that changes its velocity by `change` until the end of the tick.
    pub(super) fn bear(&mut self, change: DVec3) {
        self.weight += change;
    }
}

/// The separation of a ball at `at` from a character at `character_at`, in the character's ellipsoid space, relative to
/// its centre.
pub(super) fn separation(character: &Body, character_at: DVec3, ball: &Body, at: DVec3) -> Separation {
    let ball = UnitBall::new(&character.shape, at - character_at, ball.radius);
    ball.separation(DVec3::ZERO, DVec3::ZERO)
}

/// Whether a ball touches a character.
pub(super) fn is_touching(
    character: &Body,
    struck: &Struck,
    character_at: DVec3,
    ball: &Body,
    at: DVec3,
) -> bool {
    let reach = DVec3::splat(character.radius + ball.radius) * (1.0 + CHARACTER_TOUCH);
    let between = (at - character_at).abs();
    let is_near = between.x <= reach.x && between.y <= reach.y && between.z <= reach.z;
    is_near && separation(character, character_at, ball, at).radii <= struck.shell + CHARACTER_TOUCH
}

/// The time when a ball and a character meet between `now` and `end`.
pub(super) fn meeting_time(
    character: &Body,
    struck: &Struck,
    ball: &Body,
    (now, end): (f64, f64),
) -> Option<f64> {
    let away = ball.flight.position_at(now) - character.flight.position_at(now);
    let displacement = (character.flight.drift() - ball.flight.drift()) * (end - now);
    let reach = displacement.abs() + DVec3::splat((character.radius + ball.radius) * (1.0 + CHARACTER_TOUCH));
    let apart = away.abs();
    if apart.x > reach.x || apart.y > reach.y || apart.z > reach.z {
        return None;
    }
    let round = UnitBall::new(&character.shape, away, ball.radius);
    let hit = sweep_convex(&round, character.shape.unit_from_world() * displacement, struck.shell, 1.0)?;
    Some(now + (end - now) * hit.fraction)
}
