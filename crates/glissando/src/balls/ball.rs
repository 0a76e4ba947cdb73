//! A ball: position, velocity, radius, mass and restitution.

use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::tolerance;

/// The mass of a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Mass {
    /// Mass in kilograms.
    Kilograms(f64),
    /// Its motion never changes: by no impact, no gravity, no wall.
    Immovable,
}

impl Mass {
    /// One over the mass, in 1/kg; zero if immovable.
    pub(super) fn inverse(self) -> f64 {
        match self {
            Self::Kilograms(mass) => 1.0 / mass,
            Self::Immovable => 0.0,
        }
    }

    /// Checks that a ball may have this mass.
    ///
    /// # Errors
    /// Not finite, or outside [`tolerance::MASS_RANGE`].
    pub(super) fn check(self) -> Result<(), InputError> {
        if let Self::Kilograms(mass) = self {
            let (least, most) = tolerance::MASS_RANGE;
            input::scalar("mass", mass, least, most)?;
        }
        Ok(())
    }
}

/// A ball between two ticks: plain data, the whole state. Copy it to save, assign it to restore.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ball {
    /// Centre, metres, world space.
    pub position: DVec3,
    /// Metres per second.
    pub velocity: DVec3,
    /// Metres.
    pub radius: f64,
    /// The mass.
    pub mass: Mass,
    /// The fraction of the speed of approach that is returned, `0..=1`. Of two bodies that meet, the smaller counts.
    ///
    /// With 1 a ball between two walls that close keeps the product of its speed and the gap, as physics has it: in a press it
    /// becomes as fast as the number of its impacts in a tick allows ([`Settings::most_impacts`](super::Settings::most_impacts)), so
    /// the faster the shorter the ticks. A fraction below 1 bounds its speed.
    pub restitution: f64,
}

impl Ball {
    /// A ball of a kilogram at rest with restitution 1.
    pub const fn at(position: DVec3, radius: f64) -> Self {
        Self { position, velocity: DVec3::ZERO, radius, mass: Mass::Kilograms(1.0), restitution: 1.0 }
    }

    /// Checks that a tick accepts the ball.
    ///
    /// # Errors
    /// Values out of range; the error contains the name.
    pub fn check(&self) -> Result<(), InputError> {
        let (least, most) = tolerance::RADIUS_RANGE;
        input::scalar("radius", self.radius, least, most)?;
        // Farther out rounding would exceed the gap that a ball keeps from walls.
        let furthest = self.radius * tolerance::BALL_SKIN / (8.0 * f64::EPSILON);
        let furthest = if furthest < tolerance::WORLD_LIMIT { furthest } else { tolerance::WORLD_LIMIT };
        input::vector("position", self.position, furthest)?;
        input::vector("velocity", self.velocity, tolerance::WORLD_LIMIT)?;
        input::scalar("restitution", self.restitution, 0.0, 1.0)?;
        self.mass.check()
    }
}
