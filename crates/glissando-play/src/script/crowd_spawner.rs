//! A spawner of wandering characters, as a script has it.

use super::character::Character;
use serde::Deserialize;

/// Wandering characters besides those of the script.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrowdSpawner {
    /// How many.
    pub count: usize,
    /// Which ways they go.
    #[serde(default)]
    pub seed: u64,
    /// Metres per second.
    #[serde(default = "usual_speed")]
    pub speed: f64,
    /// What each of them is.
    #[serde(default)]
    pub(super) character: Character,
}

const fn usual_speed() -> f64 {
    2.0
}
