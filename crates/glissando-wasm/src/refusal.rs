//! What JavaScript gets as an `Error`: the library's own words, or what its own code threw.

use crate::js;
use crate::read::told;
use glissando::InputError;
use wasm_bindgen::JsValue;

/// JavaScript's names of the functions that the library's errors name.
const FUNCTIONS: [&str; InputError::FUNCTIONS.len()] =
    ["Stage.removeMover", "Stage.addMover", "Stage.tick", "body: 'ellipsoid'"];

/// The text of an error, with the names that functions and settings have here.
pub(crate) fn words(error: &impl core::fmt::Display) -> String {
    with_setting_named(InputError::renamed(error, FUNCTIONS))
}

/// An error of a setting begins with its name, which has underscores in the library and capitals here.
fn with_setting_named(text: String) -> String {
    let is_of_name = |b: u8| b.is_ascii_lowercase() || b == b'_';
    match text.split_once(" is ") {
        Some((name, rest)) if name.contains('_') && name.bytes().all(is_of_name) => {
            let mut after_underscore = false;
            let letters = name.chars().filter_map(|letter| {
                let is_capital = core::mem::replace(&mut after_underscore, letter == '_');
                (letter != '_').then(|| if is_capital { letter.to_ascii_uppercase() } else { letter })
            });
            format!("{} is {rest}", letters.collect::<String>())
        }
        _ => text,
    }
}

/// A call that was refused; nothing has changed then.
#[derive(Debug)]
pub enum Refusal {
    /// Why.
    Text(String),
    /// An exception of a getter or a proxy that was handed in.
    Thrown(JsValue),
}

impl Refusal {
    /// `what` has this value, and that is not what it must be.
    pub(crate) fn wrong(what: &str, value: &JsValue, must: &str) -> Self {
        Self::Text(format!("{what} is {}: it must be {must}", told(value)))
    }
}

impl<E: core::error::Error> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self::Text(words(&error))
    }
}

impl From<Refusal> for JsValue {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Text(text) => js::Error::of(&text).into(),
            Refusal::Thrown(value) => value,
        }
    }
}
