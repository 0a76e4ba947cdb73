//! Keys from a text instead of a player: which are held for how long.

use anyhow::{Context, bail, ensure};
use macroquad::input::KeyCode;
use std::collections::HashSet;
use std::str::FromStr;

/// Seconds from one frame to the next without a player, so that every run is alike.
pub(crate) const FRAME: f64 = 1.0 / 60.0;

/// Longest that keys are held, in seconds.
const MOST_SECONDS: f64 = 3600.0;

/// What is held, part by part: `w:2,w+space:0.2,none:1,o`.
///
/// A part is names of keys joined by `+`, and for how many seconds they are down; for one frame if it does not say.
/// A key that is in the next part too stays down. `none` is no key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// Each with its number of frames.
    parts: Vec<(HashSet<KeyCode>, u32)>,
}

/// Keys in time.
#[derive(Debug)]
pub(crate) struct Playing {
    parts: std::vec::IntoIter<(HashSet<KeyCode>, u32)>,
    down: HashSet<KeyCode>,
    frames_left: u32,
}

/// What is held in a frame, and what of it was not in the last one.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) down: HashSet<KeyCode>,
    pub(crate) pressed: HashSet<KeyCode>,
    /// Whether there is nothing more to come.
    pub(crate) is_over: bool,
}

impl FromStr for Keys {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let part = |text: &str| part(text.trim()).with_context(|| format!("{text:?}"));
        Ok(Self { parts: text.split(',').map(part).collect::<anyhow::Result<_>>()? })
    }
}

fn part(text: &str) -> anyhow::Result<(HashSet<KeyCode>, u32)> {
    let (names, seconds) = text.split_once(':').map_or((text, None), |(names, rest)| (names, Some(rest)));
    let frames = match seconds {
        None => 1,
        Some(text) => {
            let seconds: f64 = text.parse().with_context(|| format!("{text:?} is no number of seconds"))?;
            ensure!(
                (0.0..=MOST_SECONDS).contains(&seconds),
                "{seconds} s: keys are held for 0 to {MOST_SECONDS} s"
            );
            ((seconds / FRAME).round() as u32).max(1)
        }
    };
    let names = names.split('+').filter(|name| *name != "none");
    Ok((names.map(key).collect::<anyhow::Result<_>>()?, frames))
}

/// The keys that mean something.
const NAMES: [(&str, KeyCode); 33] = [
    ("a", KeyCode::A),
    ("b", KeyCode::B),
    ("c", KeyCode::C),
    ("d", KeyCode::D),
    ("e", KeyCode::E),
    ("f", KeyCode::F),
    ("g", KeyCode::G),
    ("h", KeyCode::H),
    ("k", KeyCode::K),
    ("o", KeyCode::O),
    ("p", KeyCode::P),
    ("q", KeyCode::Q),
    ("r", KeyCode::R),
    ("s", KeyCode::S),
    ("v", KeyCode::V),
    ("w", KeyCode::W),
    ("[", KeyCode::LeftBracket),
    ("]", KeyCode::RightBracket),
    (".", KeyCode::Period),
    ("comma", KeyCode::Comma),
    ("period", KeyCode::Period),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("space", KeyCode::Space),
    ("ctrl", KeyCode::LeftControl),
    ("escape", KeyCode::Escape),
    ("backspace", KeyCode::Backspace),
    ("slower", KeyCode::LeftBracket),
    ("faster", KeyCode::RightBracket),
    ("f1", KeyCode::F1),
    ("f12", KeyCode::F12),
];

fn key(name: &str) -> anyhow::Result<KeyCode> {
    match NAMES.iter().find(|(own, _)| *own == name) {
        Some((_, key)) => Ok(*key),
        None => {
            let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
            bail!("there is no key {name:?}; there are none, {}", names.join(", "))
        }
    }
}

impl Playing {
    pub(crate) fn new(keys: Keys) -> Self {
        Self { parts: keys.parts.into_iter(), down: HashSet::new(), frames_left: 0 }
    }

    /// The next frame.
    pub(crate) fn next(&mut self) -> Held {
        let before = self.down.clone();
        if self.frames_left == 0 {
            match self.parts.next() {
                Some((down, frames)) => (self.down, self.frames_left) = (down, frames),
                None => return Held { is_over: true, ..Held::default() },
            }
        }
        self.frames_left -= 1;
        let pressed = self.down.difference(&before).copied().collect();
        let is_over = self.frames_left == 0 && self.parts.len() == 0;
        Held { down: self.down.clone(), pressed, is_over }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_held_as_long_as_the_text_says_and_stay_down_from_part_to_part() {
        let mut playing = Playing::new("w:0.05, w+space:0.0333,none:0.1,o".parse().unwrap());
        let frames: Vec<Held> = (0..13).map(|_| playing.next()).collect();
        let count = |key| frames.iter().filter(|held| held.down.contains(&key)).count();
        assert_eq!((count(KeyCode::W), count(KeyCode::Space), count(KeyCode::O)), (5, 2, 1));
        let pressed: usize = frames.iter().map(|held| held.pressed.len()).sum();
        assert_eq!(pressed, 3);
        assert_eq!(frames.iter().position(|held| held.is_over), Some(11));
        assert!(frames[12].down.is_empty() && frames[12].is_over);
    }

    #[test]
    fn what_is_no_key_and_no_time_is_refused_by_name() {
        for (text, part) in [
            ("w:x", "\"x\" is no number"),
            ("w:-1", "-1 s"),
            ("w+bell:1", "no key \"bell\""),
            ("", "no key \"\""),
        ] {
            let error = format!("{:#}", text.parse::<Keys>().unwrap_err());
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
