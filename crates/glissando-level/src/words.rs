//! The words that the object `glissando` in extras may have. Any other word is taken for a typing error, and a note names it.
//!
//! [`crate::mechanism`] reads the words of movers and triggers, and names their unknown words itself. A node with a mistyped `shuttle` is
//! no mechanism, so that module never reads it.

use crate::error::clip;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

/// Defines the structure that words of extras are read into, and the list of these words, its `WORDS`: a new word is a new field. Fields after
/// `beside` are no words, but other such structures or the unknown words.
///
/// A field has the name of its word: `serde(rename)` is not for these structures.
macro_rules! read_words {
    (
        $(#[$attribute:meta])*
        $public:vis struct $name:ident {
            $($(#[$about:meta])* $word:ident: $type:ty,)*
        }
        beside { $($(#[$beside_about:meta])* $beside:ident: $beside_type:ty,)* }
    ) => {
        $(#[$attribute])*
        $public struct $name {
            $($(#[$about])* $word: $type,)*
            $($(#[$beside_about])* $beside: $beside_type,)*
        }

        impl $name {
            /// The words that are read.
            pub(crate) const WORDS: &'static [&'static str] = &[$(stringify!($word)),*];
        }
    };
}
pub(crate) use read_words;

/// Of a node: about collision, markers, motion and touch.
pub(crate) const OF_NODES: &[&[&str]] = &crate::mechanism::WORDS;

/// Of a material.
pub(crate) const OF_MATERIALS: &[&[&str]] = &[&["one_sided", "traction", "off_limits"]];

/// Most words that are named.
const MOST: usize = 8;

/// An error text for each word of extras (JSON text) that is not among the known ones. Extras of other programs have no error.
pub(crate) fn unknown(extras: &str, known: &[&[&str]]) -> Vec<String> {
    #[derive(Deserialize)]
    struct Outer {
        #[serde(default)]
        glissando: BTreeMap<String, IgnoredAny>,
    }
    if !extras.contains("\"glissando\"") {
        return Vec::new();
    }
    let Ok(Outer { glissando: words }) = serde_json::from_str(extras) else { return Vec::new() };
    let is_known = |word: &str| known.iter().any(|words| words.contains(&word));
    let unknown = words.into_keys().filter(|word| !is_known(word)).take(MOST);
    unknown.map(|word| format!("glissando: {:?} is not known and was ignored", clip(&word))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_words_are_named_and_those_of_others_are_not() {
        assert_eq!(unknown(r#"{"glissando":{"shutle":{},"kind":"solid"}}"#, OF_NODES).len(), 1);
        assert_eq!(unknown(r#"{"glissando":{"collision":true}}"#, OF_MATERIALS).len(), 1);
        for extras in ["", "3", "{}", r#"{"shutle":1}"#, r#"{"glissando":3}"#, r#"{"other":"\"glissando\""}"#]
        {
            assert!(unknown(extras, OF_NODES).is_empty(), "{extras}");
        }
        // A word of each of the structures, and none of what is beside them.
        let words =
            r#"{"glissando":{"collision":1,"one_way":1,"shuttle":1,"swing":1,"unknown":1,"words":1}}"#;
        assert_eq!(unknown(words, OF_NODES).len(), 2);
        let many: String = (0..1000).map(|k| format!(r#""w{k}":0,"#)).collect();
        assert_eq!(unknown(&format!(r#"{{"glissando":{{{many}"kind":0}}}}"#), OF_NODES).len(), MOST);
    }
}
