//! The pressure of one member on another.

use super::push::{Push, Pusher};
use crate::math::DVec3;

/// The pressure of a member along a direction: its own, and that of members pushing it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lean {
    /// m/s.
    pub(super) speed: f64,
    /// The force with which it pushes, newtons: in a wedge its whole strength, however steep the sides.
    pub(super) strength: f64,
    /// The force with which it resists, newtons: the component of its strength along this direction.
    pub(super) against: f64,
    /// kg.
    pub(super) mass: f64,
}

impl Lean {
    /// Its own.
    pub(super) fn of(member: &Pusher, normal: DVec3) -> Self {
        let own = normal.dot(member.drive);
        let (strength, against) =
            if own > 0.0 { (member.strength, member.strength * (own / member.pace)) } else { (0.0, 0.0) };
        Self { speed: own, strength, against, mass: member.mass }
    }

    pub(super) fn bits(&self) -> [u64; 4] {
        let Self { speed, strength, against, mass } = *self;
        [speed, strength, against, mass].map(f64::to_bits)
    }

    /// With that of members pushing it.
    pub(super) fn with(mut self, behind: &Push, normal: DVec3, dt: f64) -> Self {
        let passed_on = normal.dot(behind.displacement) / dt;
        if passed_on > 0.0 {
            self.strength += behind.strength + behind.parting;
            self.against += behind.strength + behind.parting;
            self.mass += behind.mass;
        }
        if passed_on > self.speed {
            self.speed = passed_on;
        }
        self
    }
}
