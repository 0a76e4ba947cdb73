//! The path really travelled in a tick: a polyline of the centre, with times.

use crate::math::DVec3;

/// A point of the path of a body's centre. Between two of them it moves straight at constant speed.
///
/// Two waypoints of one time are a leg without duration: up on to a step, down to the ground, out of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Waypoint {
    /// Seconds since the start of the tick.
    pub time: f64,
    /// Centre of the ellipsoid at that time, metres, world space.
    pub position: DVec3,
}

impl Waypoint {
    /// A body at this position at this time.
    pub const fn new(time: f64, position: DVec3) -> Self {
        Self { time, position }
    }
}
