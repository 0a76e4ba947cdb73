//! What is changed from outside between two ticks, besides what is pressed.

use glissando::{DVec3, Settings};
use serde::{Deserialize, Serialize};

/// A change of one character.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// Index of the character.
    pub character: usize,
    /// What it is from then on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<Settings>,
    /// Where its centre is put, metres; it is at rest there, in the air.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<DVec3>,
}
