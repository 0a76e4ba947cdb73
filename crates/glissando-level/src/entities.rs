//! `NAME.entities.json` beside a level: spawns, where the manifest has none.

use crate::error::Problem;
use crate::manifest::SpawnPoint;
use serde::Deserialize;

#[derive(Deserialize)]
struct Entities {
    #[serde(default)]
    spawns: Vec<SpawnPoint>,
}

/// The spawns that the text of an entity list gives, in units of the level file.
pub(crate) fn spawns(text: &str) -> Result<Vec<SpawnPoint>, Problem> {
    serde_json::from_str::<Entities>(text)
        .map(|e| e.spawns)
        .map_err(|e| Problem::malformed("entities", e.to_string()))
}
