//! The scenes that are a part of the program: each a script and the level files that it names.

pub mod tour;

use crate::script::Script;
use crate::walk::{Origin, Setup, Source, Wishes};
use anyhow::bail;
use glissando_level::Bag;
use std::sync::LazyLock;

/// A scene.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What it is asked for by: lower case, without spaces.
    pub name: &'static str,
    /// What a list calls it.
    pub title: &'static str,
    /// What there is to see and to do, in a sentence or two.
    pub about: &'static str,
    /// World, character and what is pressed, as [`Script`] reads it.
    script: &'static str,
}

/// All scenes, in the order of lists.
pub const ALL: &[Entry] = &[Entry {
    name: "tour",
    title: "The tour",
    about: "Seams, corners, stairs, a ramp, a gap, low passages, steep roofs; a lift, a turning table, a train, \
            a door, a press, a jump pad, a gem and a gate.",
    script: tour::SCRIPT_TEXT,
}];

impl Entry {
    /// The scene of this name.
    ///
    /// # Errors
    /// No scene has it; the message says which there are.
    pub fn named(name: &str) -> anyhow::Result<&'static Self> {
        match ALL.iter().find(|entry| entry.name == name) {
            Some(entry) => Ok(entry),
            None => {
                let names: Vec<&str> = ALL.iter().map(|entry| entry.name).collect();
                bail!("scene {name:?}: there is no such scene; there are {}", names.join(", "))
            }
        }
    }

    /// The scene as its script walks it.
    ///
    /// # Errors
    /// Wishes that cannot be granted; nothing else: a test sets up all of them.
    pub fn setup(&self, wishes: &Wishes) -> anyhow::Result<Setup> {
        let script = Script::parse(self.script.as_bytes())?;
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
        for (name, text) in tour::files() {
            bag.put(name, text.into_bytes());
        }
        bag
    });
    &FILES
}
