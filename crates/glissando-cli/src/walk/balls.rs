//! The balls of a walk, for its table.

use glissando::DVec3;
use glissando::balls::Ball;
use std::io::{self, Write};

/// How far each ball went.
#[derive(Clone, Debug, Default)]
pub(super) struct BallWays {
    /// By ball: where it is, and metres that it went.
    balls: Vec<(DVec3, f64)>,
    /// How many are at rest.
    resting: usize,
}

impl BallWays {
    /// The balls as they start.
    pub(super) fn of(balls: &[Ball]) -> Self {
        let mut ways = Self { balls: balls.iter().map(|ball| (ball.position, 0.0)).collect(), resting: 0 };
        ways.add(balls);
        ways
    }

    /// Takes in the balls at the end of a tick.
    pub(super) fn add(&mut self, balls: &[Ball]) {
        for ((place, way), ball) in self.balls.iter_mut().zip(balls) {
            *way += (ball.position - *place).length();
            *place = ball.position;
        }
        self.resting = balls.iter().filter(|ball| ball.velocity == DVec3::ZERO).count();
    }

    /// A row of the table; nothing where there are no balls.
    ///
    /// # Errors
    /// Those of `out`.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let ways = || self.balls.iter().map(|(_, way)| *way);
        let (Some(least), Some(most)) = (ways().reduce(f64::min), ways().reduce(f64::max)) else {
            return Ok(());
        };
        let count = self.balls.len();
        let way =
            if count == 1 { format!("went {most:.2} m") } else { format!("went {least:.2} to {most:.2} m") };
        writeln!(out, "  {:<16} {count}, {way}, {} at rest at the end", "balls", self.resting)
    }
}
