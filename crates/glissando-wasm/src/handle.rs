//! Handles as one number each: TypeScript keeps their kinds apart by brands.

use crate::refusal::Refusal;
use glissando::BodyId;
use wasm_bindgen::JsValue;

/// Numbers of slots. More bodies would not fit in the memory of wasm, and it leaves 29 bits for how often a slot
/// was used before the number would be no exact one any more.
const SLOTS: f64 = (1_u32 << 24) as f64;

/// Largest whole number that has no double.
const MOST: f64 = ((1_u64 << 53) - 1) as f64;

/// The number of a body's handle.
pub(crate) fn told(id: BodyId) -> f64 {
    number(id.to_bits())
}

/// The body's handle with this number, dead or alive.
pub(crate) fn read(what: &str, value: &JsValue) -> Result<BodyId, Refusal> {
    bits(what, value, "a handle that add or addMesh returned").map(BodyId::from_bits)
}

/// The number of any handle with these bits.
pub(crate) fn number(bits: u64) -> f64 {
    f64::from((bits >> 32) as u32) * SLOTS + f64::from(bits as u32)
}

/// The bits of any handle with this number.
pub(crate) fn bits(what: &str, value: &JsValue, must: &str) -> Result<u64, Refusal> {
    let number = value.as_f64().filter(|n| (0.0..=MOST).contains(n) && n.fract() == 0.0);
    number.map(of).ok_or_else(|| Refusal::wrong(what, value, must))
}

fn of(number: f64) -> u64 {
    let generation = (number / SLOTS).floor();
    (generation as u64) << 32 | (number - generation * SLOTS) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_handle_that_can_be_had_has_a_number_of_its_own() {
        for index in [0, 1, 77, SLOTS as u64 - 1] {
            for generation in [0, 1, 1000, 536_870_911] {
                let bits = generation << 32 | index;
                assert_eq!(of(number(bits)), bits);
            }
        }
    }
}
