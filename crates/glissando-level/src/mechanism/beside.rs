//! The front door: the extras of a level, and the two files beside it.

use super::Mechanisms;
use super::entity::{EntityList, read_each};
use super::extras;
use super::hull::HullMaker;
use super::links;
use super::mover_entity::{MoverMeshes, mover};
use super::surroundings::Surroundings;
use super::trigger_entity::{Goals, Reader};
use crate::error::{LevelError, Problem};
use crate::files::{Disk, Files};
use crate::level::Level;
use crate::load::{load_from, read_text};
use crate::manifest::Entry;
use crate::notes::Notes;
use crate::options::LoadOptions;
use std::path::Path;

/// What moves and what is touched in a level: by the extras of its nodes, and, unless `options` say not to
/// read what lies beside the file, by `NAME.entities.json` and `NAME.movers.glb`.
///
/// `level` is what [`load`](crate::load) made of the same file with the same options. A level without any of this gives
/// empty lists. Entities and nodes that make no sense are left out, and a note says which and why.
///
/// # Errors
/// A file beside the level that cannot be read or is damaged; the error names it.
pub fn load_mechanisms(path: &Path, level: &Level, options: &LoadOptions) -> Result<Mechanisms, LevelError> {
    load_mechanisms_from(&Disk, path, level, options)
}

/// What moves and what is touched in the level of one of these files; see [`load_mechanisms`].
///
/// # Errors
/// As [`load_mechanisms`].
pub fn load_mechanisms_from(
    files: &dyn Files,
    path: &Path,
    level: &Level,
    options: &LoadOptions,
) -> Result<Mechanisms, LevelError> {
    let mut mechanisms = Mechanisms { materials: level.materials.clone(), ..Mechanisms::default() };
    let mut notes = Notes::default();
    extras::add(level, &mut mechanisms, &mut notes);
    if options.use_manifest {
        add_entities(files, path, level, &mut mechanisms, &mut notes)?;
    }
    links::join(&mut mechanisms, &mut notes);
    mechanisms.notes = notes.into_lines();
    Ok(mechanisms)
}

/// Adds what the entity list says, if there is one.
fn add_entities(
    files: &dyn Files,
    path: &Path,
    level: &Level,
    mechanisms: &mut Mechanisms,
    notes: &mut Notes,
) -> Result<(), LevelError> {
    let file = path.with_extension("entities.json");
    let in_file = |problem: Problem| problem.in_file(file.display().to_string());
    let Some(text) = read_text(files, &file, notes).map_err(in_file)? else { return Ok(()) };
    let list = EntityList::parse(&text).map_err(in_file)?;
    let entry = Entry::beside(files, path, notes).map_err(|p| p.in_file(path.display().to_string()))?;
    // What is odd about the manifest was noted when the level was loaded.
    let (anchor, drop) = entry.anchor(&mut Notes::default());
    let around = Surroundings { anchor, drop: drop * level.unit, ..Surroundings::of(level) };
    if !list.movers.is_empty() {
        let mut meshes = MoverMeshes::new(mover_level(files, path, level)?, mechanisms);
        let read = |_, entity, notes: &mut Notes| mover(entity, &mut meshes, &around, notes);
        mechanisms.movers.extend(read_each(&list.movers, "mover", notes, read));
    }
    let (goals, hulls) = (Goals::of(&list), HullMaker::new());
    let mut reader = Reader { around: &around, goals, level_box: list.aabb, hulls };
    let triggers = read_each(&list.triggers, "trigger", notes, |i, entity, n| reader.trigger(i, entity, n));
    mechanisms.triggers.extend(triggers);
    mechanisms.liquids =
        read_each(&list.liquids, "liquid", notes, |i, entity, n| reader.liquid(i, entity, n));
    mechanisms.destinations =
        read_each(&list.targets, "target", notes, |_, entity, _| reader.destination(entity));
    Ok(())
}

/// The meshes of the movers, read with the unit and the axes of their level; without a file, none.
fn mover_level(files: &dyn Files, path: &Path, level: &Level) -> Result<Level, LevelError> {
    let file = path.with_extension("movers.glb");
    let options = LoadOptions { unit: Some(level.unit), up: Some(level.up), use_manifest: false };
    match load_from(files, &file, &options) {
        Err(LevelError { problem: Problem::Missing, .. }) => Ok(Level::default()),
        other => other,
    }
}
