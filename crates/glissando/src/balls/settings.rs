//! The rules for balls: gravity, walls, rolling, and the order of impacts at one moment.

use crate::collide::Filter;
use crate::input::{self, InputError};
use crate::math::DVec3;

/// The solution of impacts at the same moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Order {
    /// All touching and approaching contacts together: a break shot stays symmetric.
    #[default]
    Simultaneous,
    /// The fastest approach first, equal ones together, then the fastest of the rest: the impact runs through a row
    /// of balls, as in Newton's cradle.
    Sequential,
}

/// An axis of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Axis {
    /// The first.
    X,
    /// The second.
    Y,
    /// The third.
    Z,
}

impl Axis {
    /// `v` without its component along the axis.
    pub(super) const fn flatten(self, v: DVec3) -> DVec3 {
        match self {
            Self::X => DVec3 { x: 0.0, ..v },
            Self::Y => DVec3 { y: 0.0, ..v },
            Self::Z => DVec3 { z: 0.0, ..v },
        }
    }
}

/// The rules for all balls of a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Settings {
    /// m/s². Default none: a table seen from above.
    pub gravity: DVec3,
    /// The axis without motion: balls become circles, and the component of every position along it keeps its bits.
    /// Default `None`, three dimensions.
    pub flat: Option<Axis>,
    /// Restitution of walls, `0..=1`; the smaller of wall's and ball's counts. Default 1.
    pub wall_restitution: f64,
    /// Restitution of characters, `0..=1`; the smaller of character's and ball's counts. Default 0.2.
    pub character_restitution: f64,
    /// Deceleration of a ball that rolls on a surface, m/s²; without gravity all balls roll. Default 0.
    pub rolling_deceleration: f64,
    /// With gravity, a ball that lands at less than this speed stays down, m/s. Default 0.1, a hop of half a
    /// millimetre. It is scaled by the part of gravity along the normal: zero between balls side by side.
    pub rest_speed: f64,
    /// The solution of impacts at the same moment.
    pub order: Order,
    /// The number of meetings of a ball in a tick after which its impacts lose their restitution; after as many again
    /// it stands still until the tick's end. Both are reported. Default 32.
    pub most_impacts: u32,
    /// The bodies of the world that are walls.
    pub filter: Filter,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            gravity: DVec3::ZERO,
            flat: None,
            wall_restitution: 1.0,
            character_restitution: 0.2,
            rolling_deceleration: 0.0,
            rest_speed: 0.1,
            order: Order::Simultaneous,
            most_impacts: 32,
            filter: Filter::ALL,
        }
    }
}

/// Largest acceleration, m/s².
const MOST_ACCELERATION: f64 = 1e6;

impl Settings {
    /// # Errors
    /// Settings out of range; the error contains the name.
    pub fn check(&self) -> Result<(), InputError> {
        input::vector("gravity", self.gravity, MOST_ACCELERATION)?;
        input::scalar("wall_restitution", self.wall_restitution, 0.0, 1.0)?;
        input::scalar("character_restitution", self.character_restitution, 0.0, 1.0)?;
        input::scalar("rolling_deceleration", self.rolling_deceleration, 0.0, MOST_ACCELERATION)?;
        input::scalar("rest_speed", self.rest_speed, 0.0, MOST_ACCELERATION)?;
        input::scalar("most_impacts", f64::from(self.most_impacts), 1.0, 1e6)?;
        Ok(())
    }

    /// Whether forces other than impacts change velocities.
    pub(super) fn has_forces(&self) -> bool {
        self.gravity != DVec3::ZERO || self.rolling_deceleration > 0.0
    }

    /// `v` without the component along the flat axis.
    pub(super) fn in_space(&self, v: DVec3) -> DVec3 {
        self.flat.map_or(v, |axis| axis.flatten(v))
    }
}
