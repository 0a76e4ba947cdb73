//! What input is accepted: numbers, vectors, rotations and poses that are checked before anything is made of them.

mod error;

pub use error::InputError;

use crate::math::{DAffine3, DQuat, DVec3};
use crate::tolerance;

/// `value` if it is finite and within `least..=most`.
#[inline]
pub(crate) fn scalar(what: &'static str, value: f64, least: f64, most: f64) -> Result<f64, InputError> {
    debug_assert!(least.is_finite() && most.is_finite(), "{what}: what is within finite limits is finite");
    // False for NaN too.
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    Err(if value.is_finite() {
        InputError::OutOfRange { what, value, least, most }
    } else {
        InputError::NotANumber { what, value }
    })
}

/// `value` if it is finite and every component is within `-most..=most`.
#[inline]
pub(crate) fn vector(what: &'static str, value: DVec3, most: f64) -> Result<DVec3, InputError> {
    // False for NaN too.
    let is_good = |c: f64| c.abs() <= most;
    if is_good(value.x) & is_good(value.y) & is_good(value.z) {
        return Ok(value);
    }
    if !value.is_finite() {
        return Err(InputError::NotFinite { what, value: value.to_array() });
    }
    for c in value.to_array() {
        scalar(what, c, -most, most)?;
    }
    Ok(value)
}

/// A position in the world: finite and within [`tolerance::WORLD_LIMIT`].
///
/// # Errors
/// NaN, infinities or a coordinate beyond that limit; the error names `what`.
pub fn position(what: &'static str, value: DVec3) -> Result<DVec3, InputError> {
    vector(what, value, tolerance::WORLD_LIMIT)
}

/// The unit vector along `value`.
pub(crate) fn direction(what: &'static str, value: DVec3) -> Result<DVec3, InputError> {
    if !value.is_finite() {
        return Err(InputError::NotFinite { what, value: value.to_array() });
    }
    let zero = InputError::OutOfRange { what, value: 0.0, least: f64::MIN_POSITIVE, most: f64::MAX };
    value.try_normalize().ok_or(zero)
}

/// The unit quaternion of `value`.
pub(crate) fn rotation(what: &'static str, value: DQuat) -> Result<DQuat, InputError> {
    let [x, y, z, w] = value.to_array();
    let error = InputError::NotFinite { what, value: [x, y, z] };
    if !w.is_finite() {
        return Err(InputError::NotFinite { what, value: [w, 0.0, 0.0] });
    }
    value.try_normalize().ok_or(if value == DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0) {
        InputError::OutOfRange { what, value: 0.0, least: f64::MIN_POSITIVE, most: f64::MAX }
    } else {
        error
    })
}

/// Largest deviation from one of the squared length of a normalised vector: rounding of its components and of the sum.
const UNIT_ROUNDING: f64 = 8.0 * f64::EPSILON;

/// The unit vector along `value`; a unit vector is returned unchanged, so that normalising twice changes no bit.
pub(crate) fn unit(what: &'static str, value: DVec3) -> Result<DVec3, InputError> {
    let is_unit = (value.length_sq() - 1.0).abs() <= UNIT_ROUNDING;
    if is_unit { Ok(value) } else { direction(what, value) }
}

/// The unit quaternion of `value`; a unit quaternion is returned unchanged, so that normalising twice changes no bit.
#[inline]
pub(crate) fn unit_rotation(what: &'static str, value: DQuat) -> Result<DQuat, InputError> {
    let [x, y, z, w] = value.to_array();
    let is_unit = (x * x + y * y + z * z + w * w - 1.0).abs() <= UNIT_ROUNDING;
    if is_unit { Ok(value) } else { rotation(what, value) }
}

/// A pose with an inverse of acceptable condition, and that inverse.
pub(crate) fn pose(what: &'static str, value: DAffine3) -> Result<(DAffine3, DAffine3), InputError> {
    position(what, value.translation)?;
    let m = value.matrix3;
    for axis in [m.x_axis, m.y_axis, m.z_axis] {
        vector(what, axis, tolerance::WORLD_LIMIT)?;
    }
    let inverse = value.try_inverse().filter(|i| i.is_finite());
    let Some(inverse) = inverse else {
        return Err(InputError::Singular { what, condition: f64::INFINITY });
    };
    let condition = m.norm() * inverse.matrix3.norm();
    if condition < tolerance::MAX_CONDITION {
        Ok((value, inverse))
    } else {
        Err(InputError::Singular { what, condition })
    }
}
