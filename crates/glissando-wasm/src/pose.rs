//! Where a body is: twelve numbers, a matrix of three.js, or position, rotation and scale.

use crate::fields::Fields;
use crate::js;
use crate::read;
use crate::refusal::Refusal;
use glissando::{DAffine3, DMat3, DQuat, DVec3, InputError};
use wasm_bindgen::JsValue;

/// The pose that `value` tells.
pub(crate) fn read(what: &'static str, value: &JsValue) -> Result<DAffine3, Refusal> {
    let count = if value.is_object() {
        js::get(value, &"length".into()).map_err(Refusal::Thrown)?.as_f64()
    } else {
        None
    };
    match count {
        Some(12.0) => read::numbers::<12>(what, value).map(|n| columns([0, 3, 6, 9].map(|at| three(&n, at)))),
        Some(16.0) => of_matrix4(what, &read::numbers::<16>(what, value)?),
        Some(_) => {
            let must = "a list of 12 (columns) or 16 numbers (a matrix as in three.js)";
            Err(Refusal::wrong(what, value, must))
        }
        None => of_parts(what, value),
    }
}

/// The twelve numbers of a pose: the columns of its matrix, then its translation.
pub(crate) fn told(pose: &DAffine3) -> Vec<f64> {
    let DMat3 { x_axis, y_axis, z_axis } = pose.matrix3;
    [x_axis, y_axis, z_axis, pose.translation].into_iter().flat_map(DVec3::to_array).collect()
}

fn three<const N: usize>(numbers: &[f64; N], at: usize) -> DVec3 {
    DVec3::new(numbers[at], numbers[at + 1], numbers[at + 2])
}

fn columns([x, y, z, translation]: [DVec3; 4]) -> DAffine3 {
    DAffine3 { matrix3: DMat3::from_cols(x, y, z), translation }
}

/// A matrix of four columns whose last row says that it is an affine map.
fn of_matrix4(what: &'static str, m: &[f64; 16]) -> Result<DAffine3, Refusal> {
    for (value, wanted) in [(m[3], 0.0), (m[7], 0.0), (m[11], 0.0), (m[15], 1.0)] {
        if value != wanted {
            let what = if what == "pose" { "last row of pose" } else { what };
            return Err(InputError::OutOfRange { what, value, least: wanted, most: wanted }.into());
        }
    }
    Ok(columns([0, 4, 8, 12].map(|at| three(m, at))))
}

fn of_parts(what: &'static str, value: &JsValue) -> Result<DAffine3, Refusal> {
    let fields = Fields::of(what, value, &["position", "rotation", "scale"])?;
    let position = fields.read("position", read::vector)?.unwrap_or(DVec3::ZERO);
    let rotation = fields.read("rotation", read::rotation)?.unwrap_or(DQuat::IDENTITY);
    let scale = fields.read("scale", read::vector)?.unwrap_or(DVec3::ONE);
    let unit = rotation.try_normalize().ok_or_else(|| {
        Refusal::Text(format!(
            "{what}.rotation is {:?}: it must be a quaternion with a length",
            rotation.to_array()
        ))
    })?;
    Ok(DAffine3::from_scale_rotation_translation(scale, unit, position))
}
