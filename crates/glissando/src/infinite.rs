//! Serialisation of numbers that may be infinite: a number, or a word, since JSON has no infinity.

use core::fmt;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serializer};

/// Writes a number; infinity as a word in human-readable formats.
pub(crate) fn serialize<S: Serializer>(word: &str, value: f64, serializer: S) -> Result<S::Ok, S::Error> {
    if value == f64::INFINITY && serializer.is_human_readable() {
        serializer.serialize_str(word)
    } else {
        serializer.serialize_f64(value)
    }
}

/// Reads the output of [`serialize`].
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    word: &'static str,
    deserializer: D,
) -> Result<f64, D::Error> {
    if deserializer.is_human_readable() {
        deserializer.deserialize_any(NumberOr(word))
    } else {
        f64::deserialize(deserializer)
    }
}

struct NumberOr(&'static str);

impl Visitor<'_> for NumberOr {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a number or {:?}", self.0)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<f64, E> {
        Ok(value)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<f64, E> {
        Ok(value as f64)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<f64, E> {
        Ok(value as f64)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<f64, E> {
        if value == self.0 { Ok(f64::INFINITY) } else { Err(E::invalid_value(Unexpected::Str(value), &self)) }
    }
}
