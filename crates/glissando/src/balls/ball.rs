//! A ball: where it is, how it moves, and what it weighs.

use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::tolerance;

/// What a ball weighs.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Mass {
    /// So many kilograms.
    Kilograms(f64),
    /// Nothing changes how it moves: no impact, no gravity, no wall.
    Immovable,
}

impl Mass {
    /// One over the mass, in 1/kg; zero for what is immovable.
    pub(super) fn inverse(self) -> f64 {
        match self {
            Self::Kilograms(mass) => 1.0 / mass,
            Self::Immovable => 0.0,
        }
    }

    /// The mass if it is one that a ball may have.
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

/// A ball between two ticks: plain data, and all that is remembered. Copy it to save, assign it to restore.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ball {
    /// Centre, metres, world space.
    pub position: DVec3,
    /// Metres per second.
    pub velocity: DVec3,
    /// Metres.
    pub radius: f64,
    /// What it weighs.
    pub mass: Mass,
    /// How much of the speed of approach comes back, `0..=1`. Of two that meet, the smaller counts.
    pub restitution: f64,
}

impl Ball {
    /// A ball of a kilogram at rest that loses nothing when it bounces.
    pub const fn at(position: DVec3, radius: f64) -> Self {
        Self { position, velocity: DVec3::ZERO, radius, mass: Mass::Kilograms(1.0), restitution: 1.0 }
    }

    /// Whether a tick can be made with it.
    ///
    /// # Errors
    /// What no tick can be made with, by name.
    pub fn check(&self) -> Result<(), InputError> {
        let (least, most) = tolerance::RADIUS_RANGE;
        input::scalar("radius", self.radius, least, most)?;
        // Further out rounding would eat the gap that a ball keeps from walls.
        let furthest = self.radius * tolerance::BALL_SKIN / (8.0 * f64::EPSILON);
        let furthest = if furthest < tolerance::WORLD_LIMIT { furthest } else { tolerance::WORLD_LIMIT };
        input::vector("position", self.position, furthest)?;
        input::vector("velocity", self.velocity, tolerance::WORLD_LIMIT)?;
        input::scalar("restitution", self.restitution, 0.0, 1.0)?;
        self.mass.check()
    }
}
