//! The scenes that are a part of the program: each a script and the level files that it names.

mod fair;
mod halls;
mod obj;
#[cfg(test)]
mod tests;
pub mod tour;

use crate::script::Script;
use crate::walk::{Origin, Setup, Source, Wishes};
use anyhow::bail;
use glissando_level::Bag;
use std::borrow::Cow;
use std::sync::LazyLock;

/// A scene.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What it is asked for by: lower case, without spaces.
    pub name: &'static str,
    /// What a list calls it.
    pub title: &'static str,
    /// What there is to see and to do, in a sentence or two.
    pub about: &'static str,
    /// Where lists put it.
    pub group: Group,
    /// World, character and what is pressed, as [`Script`] reads it.
    script: Cow<'static, str>,
}

/// Scenes that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Everything on one way.
    Tour,
    /// What moves, throws, opens, squeezes and rolls.
    Fair,
    /// The worlds of the tests.
    Tests,
}

impl Group {
    /// What a list calls it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Tour => "The tour",
            Self::Fair => "What moves",
            Self::Tests => "What stands",
        }
    }
}

/// All scenes, in the order of lists.
pub fn all() -> &'static [Entry] {
    static ALL: LazyLock<Vec<Entry>> = LazyLock::new(|| {
        let tour = Entry {
            name: "tour",
            title: "The tour",
            about: "Seams, corners, stairs, a ramp, a gap, low passages, steep roofs; a lift, a turning table, a \
                    train, a door, a press, a jump pad, a gem and a gate.",
            group: Group::Tour,
            script: Cow::Borrowed(tour::SCRIPT_TEXT),
        };
        std::iter::once(tour).chain(fair::entries()).chain(halls::entries()).collect()
    });
    &ALL
}

impl Entry {
    /// The scene of this name.
    ///
    /// # Errors
    /// No scene has it; the message says which there are.
    pub fn named(name: &str) -> anyhow::Result<&'static Self> {
        match all().iter().find(|entry| entry.name == name) {
            Some(entry) => Ok(entry),
            None => {
                let names: Vec<&str> = all().iter().map(|entry| entry.name).collect();
                bail!("scene {name:?}: there is no such scene; there are {}", names.join(", "))
            }
        }
    }

    /// The scene as its script walks it.
    ///
    /// # Errors
    /// Wishes that cannot be granted; nothing else: a test sets up all of them.
    pub fn setup(&self, wishes: &Wishes) -> anyhow::Result<Setup> {
        // Texts of our own need no errors with paths of fields, which would make the page larger.
        let script: Script = serde_json::from_str(&self.script)?;
        let source = Source::embedded(script.world.clone());
        let walk = Setup::scripted(files(), self.name.into(), &script, source, wishes)?;
        let (name, wishes) = (self.name.into(), wishes.clone());
        Ok(Setup { origin: Some(Origin { is_scene: true, name, source: None, wishes }), ..walk })
    }
}

/// The level files of all scenes; no two have the same name.
pub fn files() -> &'static Bag {
    static FILES: LazyLock<Bag> = LazyLock::new(|| {
        let mut bag = Bag::default();
        let tour = tour::files().map(|(name, text)| (name.to_owned(), text));
        for (name, text) in tour.into_iter().chain(fair::files()).chain(halls::files()) {
            bag.put(name, text.into_bytes());
        }
        bag
    });
    &FILES
}
