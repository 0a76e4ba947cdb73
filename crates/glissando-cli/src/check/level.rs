//! From the command line to the parts of a check: levels, character, starts.

use super::Arguments;
use anyhow::Context;
use glissando::{Config, Settings};
use glissando_check::Point;
use glissando_check::level::{Character, Parts, start_of};
use glissando_level::Disk;
use glissando_play::scene::LevelOptions;
use glissando_play::script::read;
use glissando_play::walk::{Setup, Source, Wishes};
use std::path::Path;

/// Largest file of settings that is read, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// # Errors
/// Levels, characters and starts that cannot be used, by name.
pub(super) fn parts(arguments: &Arguments) -> anyhow::Result<Parts> {
    let levels = &arguments.levels;
    let options =
        LevelOptions { unit: levels.unit, up: levels.up.map(Into::into), use_manifest: !levels.no_manifest };
    let name = levels.levels.first().map_or_else(String::new, |path| crate::levels::stem(path));
    // Recordings have the same still world.
    let source = Source::new(levels.levels.clone(), &options, true, Vec::new());
    let at = |spawn: Option<String>| {
        let wishes = Wishes { spawn, hz: Some(arguments.hz), is_staged: true, ..Wishes::default() };
        Setup::wandering(&Disk, name.clone(), source.clone(), &wishes)
    };
    let setup = at(arguments.starts.first().cloned())?;
    let config = arguments.character.as_deref().map(character).transpose()?;
    let mut starts: Vec<Point> = Vec::new();
    for (index, wanted) in arguments.starts.iter().enumerate() {
        let other = if index == 0 { None } else { Some(at(Some(wanted.clone()))?) };
        starts.push(start_of(other.as_ref().unwrap_or(&setup), wanted));
    }
    let parts = Parts::new(&Disk, setup, Character { config, speed: arguments.speed }, starts)?;
    crate::levels::warn(&parts.setup.scene);
    Ok(parts)
}

fn character(path: &Path) -> anyhow::Result<Config> {
    let read = || -> anyhow::Result<Config> {
        let settings: Settings = read::json(&read::bytes(path, MOST_BYTES)?)?;
        Ok(Config::new(&settings)?)
    };
    read().with_context(|| path.display().to_string())
}
