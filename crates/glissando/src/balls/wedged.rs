//! Balls between walls that close in a narrow wedge: they are held, and do not leave faster than anything that moves them.
//!
//! One wall that moves gives a group of balls no more than twice its own speed: in the wall's frame impacts keep or lose energy,
//! and a body's speed in two frames differs by that of the wall. Several walls at once give any speed, the more the nearer they are
//! to opposites.

use super::scratch::{Member, Scratch};
use crate::math::sqrt_f64;

/// A group of balls gets at most this many times the speed of the fastest wall, on top of its own.
const WEDGE: f64 = 4.0;

/// The length of a group's motion, weighed by masses, that no wedge may exceed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    most: f64,
}

impl Scratch {
    /// Notes the velocities of the members, and gives the bound for those after the impact; none where all walls are still, since they
    /// give nothing.
    pub(super) fn note_speeds(&mut self) -> Option<Bound> {
        for member in &mut self.members {
            member.before = member.velocity;
        }
        let greater = |most: f64, speed: f64| if speed > most { speed } else { most };
        let walls = self.rows.iter().filter(|row| row.from.is_none() && !row.is_ahead);
        let fixed = self.members.iter().filter(|m| m.inverse_mass == 0.0);
        let speeds = walls.map(|row| row.speed.abs()).chain(fixed.map(|m| m.velocity.length()));
        let fastest = speeds.fold(0.0, greater);
        let mass = self.movable().fold(0.0, |sum, m| sum + 1.0 / m.inverse_mass);
        let most = self.length() + WEDGE * fastest * sqrt_f64(mass);
        (fastest > 0.0).then_some(Bound { most })
    }

    /// Whether the velocities of the members keep within a bound.
    pub(super) fn is_within(&self, bound: Option<Bound>) -> bool {
        bound.is_none_or(|bound| self.length() <= bound.most)
    }

    /// Gives the members the velocities that were noted.
    pub(super) fn undo_impulses(&mut self) {
        for member in &mut self.members {
            (member.velocity, member.is_struck) = (member.before, false);
        }
        for row in &mut self.rows {
            row.impulse = 0.0;
        }
    }

    fn movable(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|m| m.inverse_mass > 0.0)
    }

    /// The length of the members' velocities together, weighed by masses.
    fn length(&self) -> f64 {
        sqrt_f64(self.movable().fold(0.0, |sum, m| sum + m.velocity.length_sq() / m.inverse_mass))
    }
}
