//! Seconds to wait in files: a number, or the word for a wait without end.

use crate::infinite;
use serde::{Deserializer, Serializer};

/// What stands for the infinite one.
const WORD: &str = "for_ever";

pub(super) fn serialize<S: Serializer>(wait: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    infinite::serialize(WORD, *wait, serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    infinite::deserialize(WORD, deserializer)
}
