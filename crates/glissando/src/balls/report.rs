//! What a tick did: its impacts in order of time, and whether its budget was enough.

use crate::collide::Surface;
use crate::math::DVec3;
use core::cmp::Ordering;

/// What a ball met.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Other {
    /// Another ball, by its place in the slice.
    Ball(usize),
    /// A wall.
    Surface(Surface),
    /// A character of a [`stage`](crate::stage), by its index.
    Character(u32),
}

/// An impact: two touched, approaching, and an impulse passed between them.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Impact {
    /// Seconds since the beginning of the tick.
    pub time: f64,
    /// The ball, by its place in the slice.
    pub ball: usize,
    /// What it met.
    pub other: Other,
    /// Where, world space.
    pub point: DVec3,
    /// Unit, towards the ball.
    pub normal: DVec3,
    /// What passed along the normal, N s.
    pub impulse: f64,
    /// Speed of approach along the normal when it was solved, m/s; zero for one that only passes on what came
    /// from another.
    pub approach: f64,
}

impl Impact {
    /// By time, then by place: nothing that depends on the order of the balls.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let by = |a: f64, b: f64| a.total_cmp(&b);
        by(self.time, other.time)
            .then(by(self.point.x, other.point.x))
            .then(by(self.point.y, other.point.y))
            .then(by(self.point.z, other.point.z))
            .then(by(self.impulse, other.impulse))
    }
}

/// What a tick did.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Report<'s> {
    /// In order of time; those of one moment in order of their place.
    pub impacts: &'s [Impact],
    /// How many balls met so much, or were wedged in so much, that impacts of theirs lost their restitution.
    pub damped: usize,
    /// How many balls met so much that they stood still from then to the end of the tick. They keep their speed.
    pub held: usize,
    /// Whether the tick took all the work that it may; see [`step`](super::step).
    pub reached_work_limit: bool,
}

impl Report<'_> {
    /// Whether everything was solved by the rules.
    pub const fn is_complete(&self) -> bool {
        self.damped == 0 && self.held == 0 && !self.reached_work_limit
    }
}
