//! Parts of a character's settings, as components have them: with `Reflect`, and slopes in degrees.

use bevy_reflect::prelude::*;
use glissando::character as core;

/// The shape of a character's body; see [`glissando::character::BodyShape`].
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[reflect(Default, Debug, Clone, PartialEq, Hash)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub enum BodyShape {
    /// An ellipsoid.
    #[default]
    Ellipsoid,
    /// An upright capsule: equal radii along x and z, and the one along y, half its whole height, at least as large.
    Capsule,
    /// A box with rounded edges.
    Box,
    /// An upright cylinder with rounded edges: equal radii along x and z.
    Cylinder,
}

impl From<BodyShape> for core::BodyShape {
    fn from(shape: BodyShape) -> Self {
        match shape {
            BodyShape::Ellipsoid => Self::Ellipsoid,
            BodyShape::Capsule => Self::Capsule,
            BodyShape::Box => Self::Box,
            BodyShape::Cylinder => Self::Cylinder,
        }
    }
}

impl From<core::BodyShape> for BodyShape {
    fn from(shape: core::BodyShape) -> Self {
        match shape {
            core::BodyShape::Capsule => Self::Capsule,
            core::BodyShape::Box => Self::Box,
            core::BodyShape::Cylinder => Self::Cylinder,
            _ => Self::Ellipsoid,
        }
    }
}

/// Limits of slopes, steps and snapping; see [`glissando::character::GroundSettings`].
#[derive(Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize),
    serde(default)
)]
pub struct GroundRules {
    /// The steepest slope that a character walks up, degrees. Default 45.
    pub climb_degrees: f64,
    /// The steepest slope on which a standing character does not slip, degrees; at least `climb_degrees`. Default 50.
    pub slip_degrees: f64,
    /// Highest ledge that a character steps on, metres. Default 0.4; 0 turns steps off.
    pub step_height: f64,
    /// Deepest drop that the feet follow down without leaving the ground, metres. Default 0.4.
    pub snap_distance: f64,
}

impl Default for GroundRules {
    fn default() -> Self {
        let core::GroundSettings { step_height, snap_distance, .. } = core::GroundSettings::default();
        Self { climb_degrees: 45.0, slip_degrees: 50.0, step_height, snap_distance }
    }
}

impl From<GroundRules> for core::GroundSettings {
    fn from(rules: GroundRules) -> Self {
        let GroundRules { climb_degrees, slip_degrees, step_height, snap_distance } = rules;
        Self { step_height, snap_distance, ..Self::default() }
            .with_slopes_degrees(climb_degrees, slip_degrees)
    }
}

/// Accelerations in m/s²; infinity reaches the wish at once. See [`glissando::character::AccelerationSettings`].
#[derive(Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize),
    serde(default)
)]
pub struct PaceRules {
    /// On the ground, towards a wish. Default 40.
    pub acceleration: f64,
    /// On the ground, towards rest when there is no wish. Default 40.
    pub friction: f64,
    /// In the air, towards the wish. Default 8; 0 is no air control.
    pub air_acceleration: f64,
    /// When flying, in all directions. Default 40.
    pub fly_acceleration: f64,
}

impl Default for PaceRules {
    fn default() -> Self {
        let core::AccelerationSettings { acceleration, friction, air_acceleration, fly_acceleration } =
            core::AccelerationSettings::default();
        Self { acceleration, friction, air_acceleration, fly_acceleration }
    }
}

impl From<PaceRules> for core::AccelerationSettings {
    fn from(rules: PaceRules) -> Self {
        let PaceRules { acceleration, friction, air_acceleration, fly_acceleration } = rules;
        Self { acceleration, friction, air_acceleration, fly_acceleration }
    }
}

/// Jumping; see [`glissando::character::JumpSettings`].
#[derive(Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize),
    serde(default)
)]
pub struct JumpRules {
    /// Speed along up at take-off, m/s. Default 5.
    pub speed: f64,
    /// Time after leaving the ground during which a jump still counts, seconds. Default 0; 0.1 feels forgiving.
    pub coyote_time: f64,
    /// Time before landing for which a press is buffered, seconds. Default 0; 0.15 feels forgiving.
    pub buffer_time: f64,
}

impl Default for JumpRules {
    fn default() -> Self {
        let core::JumpSettings { speed, coyote_time, buffer_time } = core::JumpSettings::default();
        Self { speed, coyote_time, buffer_time }
    }
}

impl From<JumpRules> for core::JumpSettings {
    fn from(rules: JumpRules) -> Self {
        let JumpRules { speed, coyote_time, buffer_time } = rules;
        Self { speed, coyote_time, buffer_time }
    }
}

/// The share of a platform's velocity that a character keeps when it leaves the platform.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub enum Inherit {
    /// All.
    #[default]
    Full,
    /// The horizontal component only: a rising lift does not throw a character up.
    Horizontal,
    /// All, but at most this many m/s.
    Capped(f64),
    /// Nothing.
    None,
}

impl From<Inherit> for core::Inherit {
    fn from(inherit: Inherit) -> Self {
        match inherit {
            Inherit::Full => Self::Full,
            Inherit::Horizontal => Self::Horizontal,
            Inherit::Capped(most) => Self::Capped(most),
            Inherit::None => Self::None,
        }
    }
}

/// Obstacles that a character can enter and that push it out, slowly; see [`glissando::character::SoftSettings`].
#[derive(Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize),
    serde(default)
)]
pub struct SoftRules {
    /// Bit mask of the layers that are soft for this character. Default none.
    pub layers: u32,
    /// Greatest speed of the push, m/s. Default 2.
    pub push_speed: f64,
}

impl Default for SoftRules {
    fn default() -> Self {
        let core::SoftSettings { layers, push_speed } = core::SoftSettings::default();
        Self { layers, push_speed }
    }
}

impl From<SoftRules> for core::SoftSettings {
    fn from(SoftRules { layers, push_speed }: SoftRules) -> Self {
        Self { layers, push_speed }
    }
}
