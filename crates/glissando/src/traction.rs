//! How a material changes the pace of a character that stands on it.

use crate::input::{self, InputError};

/// Highest factor that is accepted.
const MOST: f64 = 1000.0;

/// Factors for a character that stands on a surface: ice has little acceleration and friction, mud little speed.
///
/// They multiply the character's own settings and wish for as long as it stands there; a character in the air has its
/// settings unchanged. An infinite acceleration stays infinite under any factor but 0.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Traction {
    /// Of the wished velocity, 0 to 1000. Default 1.
    pub speed: f64,
    /// Of [`AccelerationSettings::acceleration`](crate::character::AccelerationSettings::acceleration), 0 to 1000. Default 1.
    pub acceleration: f64,
    /// Of [`AccelerationSettings::friction`](crate::character::AccelerationSettings::friction), 0 to 1000. Default 1.
    pub friction: f64,
}

impl Traction {
    /// Changes nothing.
    pub const NORMAL: Self = Self { speed: 1.0, acceleration: 1.0, friction: 1.0 };

    /// Whether a body may have it.
    ///
    /// # Errors
    /// Factors that are not numbers from 0 to 1000, by name.
    pub fn check(&self) -> Result<(), InputError> {
        input::scalar("speed of a traction", self.speed, 0.0, MOST)?;
        input::scalar("acceleration of a traction", self.acceleration, 0.0, MOST)?;
        input::scalar("friction of a traction", self.friction, 0.0, MOST)?;
        Ok(())
    }

    /// A rate under a factor; 0 stops an infinite rate too.
    pub(crate) fn scaled(rate: f64, factor: f64) -> f64 {
        if factor == 0.0 { 0.0 } else { rate * factor }
    }
}

impl Default for Traction {
    fn default() -> Self {
        Self::NORMAL
    }
}
