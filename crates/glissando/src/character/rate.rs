//! Accelerations in files: a number, or the word "instant" for the infinite one that JSON has no number for.

use core::fmt;
use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};

const WORD: &str = "instant";

pub(super) fn serialize<S: Serializer>(rate: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if *rate == f64::INFINITY && serializer.is_human_readable() {
        serializer.serialize_str(WORD)
    } else {
        serializer.serialize_f64(*rate)
    }
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    if deserializer.is_human_readable() {
        deserializer.deserialize_any(NumberOrWord)
    } else {
        serde::Deserialize::deserialize(deserializer)
    }
}

struct NumberOrWord;

impl Visitor<'_> for NumberOrWord {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a number or {WORD:?}")
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
        if value == WORD {
            Ok(f64::INFINITY)
        } else {
            Err(E::invalid_value(serde::de::Unexpected::Str(value), &self))
        }
    }
}
