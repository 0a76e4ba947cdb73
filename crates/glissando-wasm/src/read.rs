//! Arguments: from whatever JavaScript hands in to numbers that can be used, or a refusal that names them.

use crate::refusal::Refusal;
use glissando::tolerance::WORLD_LIMIT;
use glissando::{DQuat, DVec3, Ellipsoid, InputError};
use js_sys::{Float32Array, Float64Array, Reflect, Uint8Array, Uint16Array, Uint32Array};
use wasm_bindgen::{JsCast, JsValue};

/// How much of a wrong text is repeated in the message.
const SHOWN: usize = 40;

/// A value as a message names it.
pub(crate) fn told(value: &JsValue) -> String {
    if let Some(text) = value.as_string() {
        let short: String = text.chars().take(SHOWN).collect();
        return if short.len() < text.len() { format!("{short:?}…") } else { format!("{short:?}") };
    }
    if let Some(number) = value.as_f64() {
        return number.to_string();
    }
    match value.as_bool() {
        Some(truth) => truth.to_string(),
        None if value.is_undefined() => "undefined".into(),
        None if value.is_null() => "null".into(),
        None if value.is_function() => "a function".into(),
        None => length(value).map_or("an object".into(), |length| format!("a list of {length}")),
    }
}

/// What `value.length` says, if it is a number.
fn length(value: &JsValue) -> Option<f64> {
    if !value.is_object() {
        return None;
    }
    Reflect::get(value, &"length".into()).ok()?.as_f64()
}

/// Any number, NaN and infinities too: the library names those itself.
pub(crate) fn number(what: &str, value: &JsValue) -> Result<f64, Refusal> {
    value.as_f64().ok_or_else(|| Refusal::wrong(what, value, "a number"))
}

/// `true` or `false`.
pub(crate) fn truth(what: &str, value: &JsValue) -> Result<bool, Refusal> {
    value.as_bool().ok_or_else(|| Refusal::wrong(what, value, "true or false"))
}

/// A whole number up to `most`.
pub(crate) fn whole(what: &str, value: &JsValue, most: u32) -> Result<u32, Refusal> {
    let number = value.as_f64().filter(|n| (0.0..=f64::from(most)).contains(n) && n.fract() == 0.0);
    let must = || Refusal::wrong(what, value, &format!("a whole number from 0 to {most}"));
    number.map(|n| n as u32).ok_or_else(must)
}

/// So many numbers out of a list (an array, a typed array), or out of the fields x, y, z, w.
pub(crate) fn numbers<const N: usize>(what: &str, value: &JsValue) -> Result<[f64; N], Refusal> {
    let count = length(value);
    if !value.is_object() || count.is_some_and(|count| count != N as f64) {
        return Err(Refusal::wrong(what, value, &format!("a list of {N} numbers")));
    }
    let mut numbers = [0.0; N];
    for (index, number) in numbers.iter_mut().enumerate() {
        let key = match (count, AXES.get(index)) {
            (None, Some(axis)) => JsValue::from(*axis),
            _ => JsValue::from(index as u32),
        };
        let entry = Reflect::get(value, &key).map_err(Refusal::Thrown)?;
        let must = || Refusal::wrong(&format!("{what}[{}]", told(&key)), &entry, "a number");
        *number = entry.as_f64().ok_or_else(must)?;
    }
    Ok(numbers)
}

/// What the numbers are called in an object that is no list.
const AXES: [&str; 4] = ["x", "y", "z", "w"];

/// Three numbers, whatever they are.
pub(crate) fn vector(what: &str, value: &JsValue) -> Result<DVec3, Refusal> {
    numbers::<3>(what, value).map(DVec3::from)
}

/// Three numbers that can be a place in the world.
pub(crate) fn place(what: &'static str, value: &JsValue) -> Result<DVec3, Refusal> {
    usable_place(what, vector(what, value)?)
}

/// A place if it is one in the world.
pub(crate) fn usable_place(what: &'static str, at: DVec3) -> Result<DVec3, Refusal> {
    if !at.is_finite() {
        return Err(InputError::NotFinite { what, value: at.to_array() }.into());
    }
    let far = at.to_array().into_iter().find(|c| c.abs() > WORLD_LIMIT);
    far.map_or(Ok(at), |value| {
        Err(InputError::OutOfRange { what, value, least: -WORLD_LIMIT, most: WORLD_LIMIT }.into())
    })
}

/// Four numbers x, y, z, w.
pub(crate) fn rotation(what: &str, value: &JsValue) -> Result<DQuat, Refusal> {
    numbers::<4>(what, value).map(|[x, y, z, w]| DQuat::from_xyzw(x, y, z, w))
}

/// An ellipsoid: one radius, or three along the world's axes.
pub(crate) fn shape(radii: &JsValue, rotation: DQuat) -> Result<Ellipsoid, Refusal> {
    let radii = match radii.as_f64() {
        Some(radius) => DVec3::splat(radius),
        None if length(radii) == Some(3.0) => vector("radii", radii)?,
        None => return Err(Refusal::wrong("radii", radii, "a radius or a list of 3, in metres")),
    };
    Ok(Ellipsoid::new(radii, rotation)?)
}

/// One function for each kind of typed array: it is copied once, as it is.
macro_rules! typed {
    ($(#[$doc:meta] $name:ident: $array:ident of $number:ty;)*) => {$(
        #[$doc]
        pub(crate) fn $name(what: &str, value: &JsValue) -> Result<Vec<$number>, Refusal> {
            match value.dyn_ref::<$array>() {
                Some(array) => Ok(array.to_vec()),
                None => Err(Refusal::wrong(what, value, concat!("a ", stringify!($array)))),
            }
        }
    )*};
}

typed! {
    /// Numbers of geometry.
    floats: Float32Array of f32;
    /// Numbers of places.
    doubles: Float64Array of f64;
    /// Bytes.
    bytes: Uint8Array of u8;
    /// Materials.
    shorts: Uint16Array of u16;
    /// Indices.
    indices: Uint32Array of u32;
}

/// The numbers by threes.
pub(crate) fn threes<T: Copy>(what: &str, numbers: &[T]) -> Result<Vec<[T; 3]>, Refusal> {
    let (threes, rest) = numbers.as_chunks::<3>();
    if rest.is_empty() {
        return Ok(threes.to_vec());
    }
    let count = numbers.len();
    Err(Refusal::Text(format!("{what} has {count} numbers: it must have three for each, x, y, z or a, b, c")))
}
