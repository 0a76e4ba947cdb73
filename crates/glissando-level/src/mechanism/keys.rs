//! The keys of a Quake entity: numbers written as text, and names.

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// What the level's author wrote.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Keys(BTreeMap<String, Value>);

impl Keys {
    /// A name, if it is there and not empty.
    pub(super) fn text(&self, key: &str) -> Option<String> {
        self.0.get(key).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    /// A number, if it is there.
    pub(super) fn number(&self, key: &str) -> Result<Option<f64>, String> {
        self.0.get(key).map(|value| number(key, value)).transpose()
    }

    /// Whether a bit of `spawnflags` is set.
    pub(super) fn flag(&self, bit: u32) -> Result<bool, String> {
        let flags = self.number("spawnflags")?.unwrap_or(0.0);
        // The cast saturates, and NaN becomes 0.
        Ok(flags as u32 & bit != 0)
    }
}

/// A number, written as one or as text.
pub(super) fn number(field: &str, value: &Value) -> Result<f64, String> {
    let read = match value {
        Value::String(text) => text.trim().parse().ok(),
        other => other.as_f64(),
    };
    read.ok_or_else(|| {
        let text: String = value.to_string().chars().take(48).collect();
        format!("{field} is {text}: it must be a number")
    })
}
