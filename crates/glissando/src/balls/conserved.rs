//! The sums that impacts preserve: momentum and energy over all balls.

use super::ball::{Ball, Mass};
use super::bounce::kinetic;
use crate::math::DVec3;

/// Sums over the movable balls.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Conserved {
    /// Kilograms.
    pub mass: f64,
    /// N s.
    pub momentum: DVec3,
    /// Kinetic energy, J.
    pub kinetic: f64,
    /// Potential energy in gravity, J; zero at the origin.
    pub potential: f64,
}

impl Conserved {
    /// The sums over `balls` with `gravity` (m/s²).
    ///
    /// They are rounded like any sum, in the order of the balls; to compare two, keep the order.
    ///
    /// ```
    /// use glissando::DVec3;
    /// use glissando::balls::{Ball, Conserved};
    ///
    /// let ball = Ball { velocity: DVec3::X * 2.0, ..Ball::at(DVec3::Y * 3.0, 0.5) };
    /// let sums = Conserved::of(&[ball], DVec3::Y * -10.0);
    /// assert_eq!((sums.kinetic, sums.potential, sums.momentum), (2.0, 30.0, DVec3::X * 2.0));
    /// ```
    pub fn of(balls: &[Ball], gravity: DVec3) -> Self {
        let mut sums = Self::default();
        for ball in balls {
            let Mass::Kilograms(mass) = ball.mass else { continue };
            sums.mass += mass;
            sums.momentum += ball.velocity * mass;
            sums.kinetic += kinetic(ball.mass, ball.velocity);
            sums.potential -= mass * gravity.dot(ball.position);
        }
        sums
    }

    /// Kinetic and potential energy together, J.
    pub fn energy(&self) -> f64 {
        self.kinetic + self.potential
    }
}
