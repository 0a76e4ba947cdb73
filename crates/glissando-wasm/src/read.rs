//! Arguments: from whatever JavaScript hands in to numbers that can be used, or a refusal that names them.

use crate::js;
use crate::refusal::Refusal;
use crate::typed::{self, Number};
use glissando::character::BodyShape;
use glissando::tolerance::WORLD_LIMIT;
use glissando::{DQuat, DVec3, InputError, Shape};
use wasm_bindgen::JsValue;

/// How much of a wrong text is repeated in the message.
const SHOWN: usize = 40;

/// A value as a message names it.
pub(crate) fn told(value: &JsValue) -> String {
    if let Some(text) = value.as_string() {
        let short: String = text.chars().take(SHOWN).collect();
        return if short.len() < text.len() { format!("{short:?}…") } else { format!("{short:?}") };
    }
    if let Some(number) = value.as_f64() {
        return number_text(number);
    }
    match value.as_bool() {
        Some(truth) => truth.to_string(),
        None if value.is_undefined() => "undefined".into(),
        None if value.is_null() => "null".into(),
        None if value.is_function() => "a function".into(),
        None if value.is_symbol() => "a symbol".into(),
        None if value.is_bigint() => "a bigint".into(),
        None => length(value).map_or("an object".into(), |length| format!("a list of {length}")),
    }
}

/// A number about as JavaScript writes it: no hundreds of zeros.
fn number_text(number: f64) -> String {
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.into();
    }
    let text = format!("{number:?}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// What `value.length` says, if it is a number.
fn length(value: &JsValue) -> Option<f64> {
    if !value.is_object() {
        return None;
    }
    js::get(value, &"length".into()).ok()?.as_f64()
}

/// Any number, NaN and infinities too: the library names those itself.
pub(crate) fn number(what: &str, value: &JsValue) -> Result<f64, Refusal> {
    value.as_f64().ok_or_else(|| Refusal::wrong(what, value, "a number"))
}

/// A number from `least` to `most`: no NaN.
pub(crate) fn within(what: &str, value: &JsValue, least: f64, most: f64) -> Result<f64, Refusal> {
    let number = number(what, value)?;
    if (least..=most).contains(&number) {
        return Ok(number);
    }
    Err(Refusal::wrong(what, value, &format!("a number from {least} to {most}")))
}

/// A text.
pub(crate) fn text(what: &str, value: &JsValue) -> Result<String, Refusal> {
    value.as_string().ok_or_else(|| Refusal::wrong(what, value, "a text"))
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

/// Bits, as a whole number from 0 on or as the operators of JavaScript make it, whose highest bit is a sign: `~0`, `1 << 31`.
pub(crate) fn bits(what: &str, value: &JsValue) -> Result<u32, Refusal> {
    let signed = value.as_f64().filter(|n| (f64::from(i32::MIN)..0.0).contains(n) && n.fract() == 0.0);
    signed.map_or_else(|| whole(what, value, u32::MAX), |number| Ok(number as i32 as u32))
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
        let entry = js::get(value, &key).map_err(Refusal::Thrown)?;
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

/// Whether it names its numbers by the axes.
fn has_axes(value: &JsValue) -> bool {
    value.is_object() && js::has(value, &"x".into()).unwrap_or(false)
}

/// A body: one radius, or three half extents along its own axes.
pub(crate) fn shape(
    radii: &JsValue,
    (body, rounding): (BodyShape, f64),
    rotation: DQuat,
) -> Result<Shape, Refusal> {
    let radii = match radii.as_f64() {
        Some(radius) => DVec3::splat(radius),
        None if length(radii) == Some(3.0) || has_axes(radii) => vector("radii", radii)?,
        None => return Err(Refusal::wrong("radii", radii, "a radius or a list of 3, in metres")),
    };
    Ok(body.shape(radii, rounding, rotation)?)
}

/// The numbers of a typed array.
pub(crate) fn typed<T: Number>(what: &str, value: &JsValue) -> Result<Vec<T>, Refusal> {
    Ok(typed::read::<T, 1>(what, value)?.into_flattened())
}

/// The same by threes.
pub(crate) fn threes<T: Number>(what: &str, value: &JsValue) -> Result<Vec<[T; 3]>, Refusal> {
    typed::read(what, value)
}

/// Hands over the entries of a list one by one, so that none is read after one that is refused.
pub(crate) fn each(
    what: &str,
    value: &JsValue,
    of: &str,
    mut take: impl FnMut(&str, &JsValue) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    // `Array.isArray` throws on a proxy that was revoked.
    if !js::is_list(value).map_err(Refusal::Thrown)? {
        return Err(Refusal::wrong(what, value, &format!("a list of {of}")));
    }
    for index in 0..length(value).unwrap_or(0.0) as u32 {
        let entry = js::entry(value, index).map_err(Refusal::Thrown)?;
        take(&format!("{what}[{index}]"), &entry)?;
    }
    Ok(())
}
