//! Motion under constant acceleration: position, velocity, and time of a distance along a normal.
//!
//! A tick is cut where the acceleration changes (the wish is reached), so each piece is an exact
//! parabola and its end does not depend on how time was cut.

use crate::math::{DVec3, sqrt_f64};

/// A piece of a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Arc {
    pub(super) velocity: DVec3,
    pub(super) acceleration: DVec3,
    /// Seconds.
    pub(super) duration: f64,
    /// Velocity at the end, exact where the wish is reached.
    pub(super) end_velocity: DVec3,
}

impl Arc {
    /// `velocity` following `wish` at `rate` (m/s²) for up to `time`; ends early when the wish is reached.
    ///
    /// With `at_once`, a wish that would be reached within `time` is reached immediately: a velocity reduced by
    /// walls in the middle of a tick must not cut the tick into ever smaller pieces.
    pub(super) fn towards(velocity: DVec3, wish: DVec3, rate: f64, time: f64, at_once: bool) -> Self {
        let lack = wish - velocity;
        let size = lack.length();
        let reached =
            |duration| Self { velocity: wish, acceleration: DVec3::ZERO, duration, end_velocity: wish };
        if size == 0.0 || size <= rate * SHORTEST {
            return reached(time);
        }
        if rate == 0.0 {
            return Self { velocity, acceleration: DVec3::ZERO, duration: time, end_velocity: velocity };
        }
        let needed = size / rate;
        let acceleration = lack * (rate / size);
        if needed < time && at_once {
            return reached(time);
        }
        if needed < time {
            return Self { velocity, acceleration, duration: needed, end_velocity: wish };
        }
        Self { velocity, acceleration, duration: time, end_velocity: velocity + acceleration * time }
    }

    /// The same with gravity.
    pub(super) fn with_gravity(mut self, gravity: DVec3) -> Self {
        self.acceleration += gravity;
        self.end_velocity += gravity * self.duration;
        self
    }

    /// The displacement after `time`.
    pub(super) fn displacement(&self, time: f64) -> DVec3 {
        self.velocity * time + self.acceleration * (0.5 * time * time)
    }

    /// The velocity after `time`.
    pub(super) fn velocity_at(&self, time: f64) -> DVec3 {
        self.velocity + self.acceleration * time
    }

    /// The time at which the displacement along `normal` is that of `fraction` of the chord: the exact time of a
    /// hit; without one in the piece, the fraction of the duration.
    pub(super) fn time_of(&self, fraction: f64, chord: DVec3, normal: DVec3) -> f64 {
        let time = self.time_to(chord.dot(normal) * fraction, normal).unwrap_or(fraction * self.duration);
        if time > self.duration { self.duration } else { time }
    }

    /// The time at which the displacement along `normal` is `distance`: the earliest root of `n·v t + n·a t²/2 = distance` in the
    /// piece, up to a rounding.
    pub(super) fn time_to(&self, distance: f64, normal: DVec3) -> Option<f64> {
        let (v, a) = (self.velocity.dot(normal), self.acceleration.dot(normal));
        let discriminant = v * v + 2.0 * a * distance;
        if discriminant < 0.0 {
            return None;
        }
        let root = sqrt_f64(discriminant);
        // The two roots in the form without cancellation.
        let q = if v >= 0.0 { v + root } else { v - root };
        let inside = |t: f64| (t >= 0.0 && t <= self.duration * (1.0 + 1e-12)).then_some(t);
        let first = if q == 0.0 { None } else { inside(2.0 * distance / q) };
        let second = if a == 0.0 { None } else { inside(-q / a) };
        match (first, second) {
            (Some(f), Some(s)) => Some(if f < s { f } else { s }),
            (time, None) | (None, time) => time,
        }
    }

    /// The first `time` of the piece.
    pub(super) fn until(&self, time: f64) -> Self {
        Self { duration: time, end_velocity: self.velocity_at(time), ..*self }
    }
}

/// Seconds below which reaching the wish takes no time.
const SHORTEST: f64 = 1e-12;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drop_from_a_known_height_takes_its_known_time() {
        let arc = Arc::towards(DVec3::ZERO, DVec3::ZERO, 0.0, 2.0, false).with_gravity(DVec3::Y * -10.0);
        let chord = arc.displacement(2.0);
        assert_eq!(chord.y, -20.0);
        let time = arc.time_of(5.0 / 20.0, chord, DVec3::Y);
        assert!((time - 1.0).abs() < 1e-14);
        assert!((arc.velocity_at(time).y + 10.0).abs() < 1e-13);
    }

    #[test]
    fn the_displacement_does_not_depend_on_how_time_is_cut() {
        let wish = DVec3::X * 5.0;
        let run = |pieces: usize| {
            let (mut at, mut v) = (DVec3::ZERO, DVec3::ZERO);
            for _ in 0..pieces {
                let mut left = 1.0 / pieces as f64;
                while left > 1e-15 {
                    let arc = Arc::towards(v, wish, 7.0, left, false);
                    at += arc.displacement(arc.duration);
                    v = arc.end_velocity;
                    left -= arc.duration;
                }
            }
            at.x
        };
        assert!((run(1) - run(60)).abs() < 1e-12 && (run(7) - run(1000)).abs() < 1e-12);
    }
}
