//! Serialisation of accelerations: a number, or a word for an infinite one.

use crate::infinite;
use serde::{Deserializer, Serializer};

/// The word for infinity.
const WORD: &str = "instant";

pub(super) fn serialize<S: Serializer>(rate: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    infinite::serialize(WORD, *rate, serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    infinite::deserialize(WORD, deserializer)
}
