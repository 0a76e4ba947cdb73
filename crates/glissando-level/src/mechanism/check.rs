//! Numbers from strangers, checked: finite, in range, with words that name the field.

use crate::place::Frame;
use glissando::DVec3;

/// Largest accepted length, speed and time, in metres and seconds; also of health.
pub(super) const LARGEST: f64 = 1e6;

/// Least seconds between two keys of a path: turns are stretched over ticks, and shorter legs leave no number to stretch.
pub(super) const SHORTEST_LEG: f64 = 1e-6;

/// A number from `least` to [`LARGEST`].
pub(super) fn number(field: &str, value: f64, least: f64) -> Result<f64, String> {
    if (least..=LARGEST).contains(&value) {
        Ok(value)
    } else {
        Err(format!("{field} is {value:?}: it must be a number from {least} to {LARGEST}"))
    }
}

/// A number above 0.
pub(super) fn above_zero(field: &str, value: f64) -> Result<f64, String> {
    number(field, value, 1e-6)
}

/// A vector in this unit whose parts are at most [`LARGEST`].
fn vector(field: &str, value: DVec3, unit: &str) -> Result<DVec3, String> {
    if value.to_array().into_iter().all(|c| (-LARGEST..=LARGEST).contains(&c)) {
        Ok(value)
    } else {
        let [x, y, z] = value.to_array();
        Err(format!(
            "{field} is [{x:?}, {y:?}, {z:?}] {unit}: every part must be from -{LARGEST} to {LARGEST}"
        ))
    }
}

/// A point of the file, in metres.
pub(super) fn point(field: &str, value: [f64; 3], frame: Frame) -> Result<DVec3, String> {
    vector(field, frame.world_from_file().transform_point(value.into()), "m")
}

/// A displacement of the file, in metres.
pub(super) fn displacement(field: &str, value: [f64; 3], frame: Frame) -> Result<DVec3, String> {
    vector(field, frame.world_from_file().transform_vector(value.into()), "m")
}

/// A velocity of the file, in metres per second.
pub(super) fn velocity(field: &str, value: [f64; 3], frame: Frame) -> Result<DVec3, String> {
    vector(field, frame.world_from_file().transform_vector(value.into()), "m/s")
}

/// An angular velocity of the file, in radians per second.
pub(super) fn angular_velocity(field: &str, value: [f64; 3], frame: Frame) -> Result<DVec3, String> {
    // An axis turns with the axes of the file, but radians know no unit.
    vector(field, frame.world_from_file().transform_vector(value.into()) / frame.unit, "rad/s")
}

/// A direction of the file, of length 1.
pub(super) fn direction(field: &str, value: [f64; 3], frame: Frame) -> Result<DVec3, String> {
    let along = frame.world_from_file().transform_vector(value.into());
    along.try_normalize().ok_or_else(|| format!("{field} is {value:?}: a direction needs a length"))
}

/// The lowest and the highest corner of a box of the file, in metres.
pub(super) fn corners(field: &str, value: [[f64; 3]; 2], frame: Frame) -> Result<(DVec3, DVec3), String> {
    let [a, b] = value;
    let (a, b) = (point(field, a, frame)?, point(field, b, frame)?);
    Ok((a.min(b), a.max(b)))
}
