//! Seconds to wait in files: a number, or a word for an infinite wait.

use crate::infinite;
use serde::{Deserializer, Serializer};

/// The word for an infinite wait.
const WORD: &str = "for_ever";

pub(super) fn serialize<S: Serializer>(wait: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    infinite::serialize(WORD, *wait, serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    infinite::deserialize(WORD, deserializer)
}

/// The wait of files that leave it out.
pub(super) const fn for_ever() -> f64 {
    f64::INFINITY
}
