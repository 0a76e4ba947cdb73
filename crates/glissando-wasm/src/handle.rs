//! A body's handle as one number: TypeScript keeps it apart from others by a brand of its own.

use crate::refusal::Refusal;
use glissando::BodyId;
use wasm_bindgen::JsValue;

/// Numbers of slots. More bodies would not fit in the memory of wasm, and it leaves 29 bits for how often a slot
/// was used before the number would be no exact one any more.
const SLOTS: f64 = (1_u32 << 24) as f64;

/// Largest whole number that has no double.
const MOST: f64 = ((1_u64 << 53) - 1) as f64;

/// The number of a handle.
pub(crate) fn told(id: BodyId) -> f64 {
    f64::from(id.generation()) * SLOTS + f64::from(id.index())
}

/// The handle with this number, dead or alive.
pub(crate) fn read(what: &str, value: &JsValue) -> Result<BodyId, Refusal> {
    let number = value.as_f64().filter(|n| (0.0..=MOST).contains(n) && n.fract() == 0.0);
    let must = || Refusal::wrong(what, value, "a handle that add or addMesh returned");
    number.map(of).ok_or_else(must)
}

fn of(number: f64) -> BodyId {
    let generation = (number / SLOTS).floor();
    id(number - generation * SLOTS, generation)
}

fn id(index: f64, generation: f64) -> BodyId {
    BodyId::from_bits((generation as u64) << 32 | index as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_handle_that_can_be_had_has_a_number_of_its_own() {
        for index in [0.0, 1.0, 77.0, SLOTS - 1.0] {
            for generation in [0.0, 1.0, 1000.0, 536_870_911.0] {
                let id = id(index, generation);
                assert_eq!(of(told(id)), id);
            }
        }
    }
}
