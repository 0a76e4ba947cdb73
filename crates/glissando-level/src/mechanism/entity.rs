//! `NAME.entities.json` as lists whose elements stay text until they are read, one by one.

use crate::error::Problem;
use crate::notes::Notes;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

/// Most entities of a list that are read.
pub(super) const MOST_ENTITIES: usize = 1 << 16;

/// The lists of a file.
#[derive(Deserialize)]
pub(super) struct EntityList<'a> {
    #[serde(borrow, default)]
    pub(super) movers: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) triggers: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) targets: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) liquids: Vec<&'a RawValue>,
    /// Lowest and highest corner of the level, in units of the file.
    pub(super) aabb: Option<[[f64; 3]; 2]>,
}

impl<'a> EntityList<'a> {
    /// Finds the lists in the text.
    pub(super) fn parse(text: &'a str) -> Result<Self, Problem> {
        serde_json::from_str(text).map_err(|e| Problem::malformed("entities", e.to_string()))
    }
}

/// Makes something of every element of a list; of one that makes no sense, a note.
pub(super) fn read_each<T: DeserializeOwned, S>(
    list: &[&RawValue],
    kind: &str,
    notes: &mut Notes,
    mut make: impl FnMut(usize, T, &mut Notes) -> Result<S, String>,
) -> Vec<S> {
    let mut made = Vec::new();
    for (index, raw) in list.iter().enumerate().take(MOST_ENTITIES) {
        let entity = serde_json::from_str(raw.get()).map_err(|e| e.to_string());
        match entity.and_then(|entity| make(index, entity, notes)) {
            Ok(one) => made.push(one),
            Err(why) => notes.add(|| format!("entities, {kind} {index} is left out: {why}")),
        }
    }
    if list.len() > MOST_ENTITIES {
        let more = list.len() - MOST_ENTITIES;
        notes.add(|| format!("entities: {more} {kind}s are left out: at most {MOST_ENTITIES} are read"));
    }
    made
}
