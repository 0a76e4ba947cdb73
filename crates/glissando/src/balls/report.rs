//! The report of a tick: its impacts in order of time, and whether its limits sufficed.

use crate::collide::Surface;
use crate::math::DVec3;
use core::cmp::Ordering;

/// The other body of an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Other {
    /// Another ball, by its index in the slice.
    Ball(usize),
    /// A wall.
    Surface(Surface),
    /// A character of a [`stage`](crate::stage), by its index.
    Character(u32),
}

/// An impact: two touching bodies approached and exchanged an impulse.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Impact {
    /// Seconds since the start of the tick.
    pub time: f64,
    /// The ball, by its index in the slice.
    pub ball: usize,
    /// The other body.
    pub other: Other,
    /// The touched point, world space.
    pub point: DVec3,
    /// Unit, towards the ball.
    pub normal: DVec3,
    /// The impulse along the normal, N s.
    pub impulse: f64,
    /// Speed of approach along the normal when it was solved, m/s; zero for a contact that only passes on an impulse.
    pub approach: f64,
}

impl Impact {
    /// By time, then by place, impulse and direction: independent of the order of the balls.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        self.time
            .total_cmp(&other.time)
            .then_with(|| self.point.total_cmp(other.point))
            .then_with(|| self.impulse.total_cmp(&other.impulse))
            .then_with(|| self.normal.total_cmp(other.normal))
    }
}

/// The report of a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Report<'s> {
    /// In order of time; those of one moment in order of their places.
    pub impacts: &'s [Impact],
    /// The number of balls with so many meetings, or so wedged, that their impacts lost restitution.
    pub damped: usize,
    /// The number of balls that stood still to the end of the tick, and keep their speed: after too many meetings, inside a
    /// wall, without a solution, or, in a heap of 24 and more, since they met another body. A whole heap stops, its
    /// speeds with it, in a tick that would raise it by more than its energy.
    pub held: usize,
    /// Whether the tick reached the bound on its work; see [`step`](super::step).
    pub reached_work_limit: bool,
}

impl Report<'_> {
    /// Whether all impacts were solved by the rules: no ball was damped or held, and no bound was reached. Heaps hold some
    /// of their balls in nearly every tick until they come to rest.
    pub const fn is_complete(&self) -> bool {
        self.damped == 0 && self.held == 0 && !self.reached_work_limit
    }
}
