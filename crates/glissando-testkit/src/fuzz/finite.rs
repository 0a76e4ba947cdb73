//! Numbers that are none, in the `Debug` text of an answer.
//!
//! The text is looked at instead of the fields because it has every number of every field, also of private ones,
//! of nested lists and of fields that a later version adds: nothing can be forgotten. It is not stored: it is read
//! word by word as it is written.

use std::fmt::{self, Debug, Write};

/// Fields whose infinity has a meaning: a wait without end, an acceleration that follows at once.
const MAY_BE_INFINITE: [&str; 5] =
    ["wait", "acceleration", "friction", "air_acceleration", "fly_acceleration"];

/// The name of the first field with a NaN or an infinity that has no meaning, if there is one.
pub(super) fn first_broken(value: &impl Debug) -> Option<String> {
    let mut reader = Reader::default();
    // It stops itself by an error where the first is found.
    let _ = write!(reader, "{value:?} ");
    reader.broken
}

/// Reads words (letters, digits, `_`) from a text in pieces.
#[derive(Default)]
struct Reader {
    word: String,
    /// The last word that could be the name of a field.
    field: String,
    broken: Option<String>,
}

impl Reader {
    fn end_of_word(&mut self) -> fmt::Result {
        let is_number = self.word.starts_with(|c: char| c.is_ascii_digit());
        let is_allowed = self.word == "inf" && MAY_BE_INFINITE.contains(&self.field.as_str());
        if matches!(self.word.as_str(), "NaN" | "inf") {
            if !is_allowed {
                self.broken = Some(format!("{} is {}", self.field, self.word));
                return Err(fmt::Error);
            }
        } else if !self.word.is_empty() && !is_number {
            std::mem::swap(&mut self.field, &mut self.word);
        }
        self.word.clear();
        Ok(())
    }
}

impl Write for Reader {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            if c.is_ascii_alphanumeric() || c == '_' {
                self.word.push(c);
            } else {
                self.end_of_word()?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glissando::stage::MoverState;
    use glissando::{DVec3, Settings};

    #[test]
    fn broken_numbers_are_found_by_the_name_of_their_field() {
        assert_eq!(first_broken(&(1.0, [f64::MAX, -0.0], "infinite NaNs")), None);
        assert_eq!(first_broken(&DVec3::new(0.0, f64::NAN, 0.0)), Some("y is NaN".into()));
        assert_eq!(first_broken(&vec![(3, f64::NEG_INFINITY)]), Some(" is inf".into()));
        assert_eq!(first_broken(&f64::NAN), Some(" is NaN".into()));
    }

    #[test]
    fn an_infinity_that_has_a_meaning_is_none() {
        let mut settings = Settings::default();
        (settings.pace.friction, settings.pace.acceleration) = (f64::INFINITY, f64::INFINITY);
        assert_eq!(first_broken(&settings), None);
        assert_eq!(first_broken(&MoverState { wait: f64::INFINITY, ..MoverState::default() }), None);
        settings.jump.speed = f64::INFINITY;
        assert_eq!(first_broken(&settings), Some("speed is inf".into()));
    }
}
