//! The tour: a level that has a bit of everything, and a script that shows it.
//!
//! The level is written as OBJ and read again like any file, so that the copy which the tour leaves behind
//! is what was walked through, bit for bit.

mod level;
mod movers;
#[cfg(test)]
mod moving_tests;
mod obj;
#[cfg(test)]
mod tests;

use crate::levels::{LoadedLevel, build_meshes};
use crate::script::Script;
use anyhow::Context;
use glissando_level::{Format, LoadOptions};
use std::path::Path;

/// Name of the level's file.
const LEVEL: &str = "tour.obj";

/// Name of the file of what moves.
const MOVERS: &str = "tour-movers.obj";

/// Name of the script's file.
const SCRIPT: &str = "tour.json";

const SCRIPT_TEXT: &str = include_str!("tour.json");

/// The script.
///
/// # Errors
/// None: a test reads it.
pub(crate) fn script() -> anyhow::Result<Script> {
    Script::parse(SCRIPT_TEXT.as_bytes()).context(SCRIPT)
}

/// One of its levels.
///
/// # Errors
/// Names that no file of the tour has; nothing else: a test reads them.
pub(crate) fn level(name: &Path) -> anyhow::Result<LoadedLevel> {
    let text = files().into_iter().find(|(file, _)| Path::new(file) == name).map(|(_, text)| text);
    let text = text.with_context(|| format!("{}: the tour has no such file", name.display()))?;
    let level = glissando_level::load_bytes(Format::Obj, text.as_bytes(), &LoadOptions::default())?;
    let meshes = build_meshes(&level, &[])?;
    Ok(LoadedLevel { path: name.to_owned(), level, meshes, belts: Vec::new(), layers: 1 })
}

/// What the tour is made of: names and texts of files that make it again.
pub(crate) fn files() -> [(&'static str, String); 3] {
    [(LEVEL, level::text()), (MOVERS, movers::text()), (SCRIPT, SCRIPT_TEXT.to_owned())]
}
