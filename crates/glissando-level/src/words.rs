//! The words that the object `glissando` in extras may have. Any other word is taken for a typing error, and a note names it.
//!
//! [`crate::mechanism`] reads the words of movers and triggers, and names their unknown words itself. A node with a mistyped `shuttle` is
//! no mechanism, so that module never reads it.

use crate::error::clip;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

/// Of a node: about collision, markers, motion and touch.
pub(crate) const OF_NODES: [&str; 24] = [
    "collision",
    "spawn",
    "path",
    "one_sided",
    "off_limits",
    "traction",
    "kind",
    "motion",
    "shuttle",
    "pivot",
    "repeat",
    "bob",
    "swing",
    "start",
    "margin",
    "holds",
    "policy",
    "damage",
    "target",
    "target_name",
    "team",
    "effect",
    "wait",
    "one_way",
];

/// Of a material.
pub(crate) const OF_MATERIALS: [&str; 3] = ["one_sided", "traction", "off_limits"];

/// Most words that are named.
const MOST: usize = 8;

/// An error text for each word of extras (JSON text) that is not among the known ones. Extras of other programs have no error.
pub(crate) fn unknown(extras: &str, known: &[&str]) -> Vec<String> {
    #[derive(Deserialize)]
    struct Outer {
        #[serde(default)]
        glissando: BTreeMap<String, IgnoredAny>,
    }
    if !extras.contains("\"glissando\"") {
        return Vec::new();
    }
    let Ok(Outer { glissando: words }) = serde_json::from_str(extras) else { return Vec::new() };
    let unknown = words.into_keys().filter(|word| !known.contains(&word.as_str())).take(MOST);
    unknown.map(|word| format!("glissando: {:?} is not known and was ignored", clip(&word))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_words_are_named_and_those_of_others_are_not() {
        assert_eq!(unknown(r#"{"glissando":{"shutle":{},"kind":"solid"}}"#, &OF_NODES).len(), 1);
        assert_eq!(unknown(r#"{"glissando":{"collision":true}}"#, &OF_MATERIALS).len(), 1);
        for extras in ["", "3", "{}", r#"{"shutle":1}"#, r#"{"glissando":3}"#, r#"{"other":"\"glissando\""}"#]
        {
            assert!(unknown(extras, &OF_NODES).is_empty(), "{extras}");
        }
        let many: String = (0..1000).map(|k| format!(r#""w{k}":0,"#)).collect();
        assert_eq!(unknown(&format!(r#"{{"glissando":{{{many}"kind":0}}}}"#), &OF_NODES).len(), MOST);
    }
}
