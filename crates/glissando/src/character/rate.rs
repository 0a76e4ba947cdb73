//! Accelerations in files: a number, or the word for the one that follows a wish at once.

use crate::infinite;
use serde::{Deserializer, Serializer};

/// What stands for the infinite one.
const WORD: &str = "instant";

pub(super) fn serialize<S: Serializer>(rate: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    infinite::serialize(WORD, *rate, serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    infinite::deserialize(WORD, deserializer)
}
