//! The front door: find the files, read them, choose the reader, put the parts together.

use crate::entities;
use crate::error::{LevelError, Problem};
use crate::files::{Disk, Files, required};
use crate::gltf;
use crate::level::{Level, MarkerKind};
use crate::manifest::Entry;
use crate::notes::Notes;
use crate::obj;
use crate::options::{Format, LoadOptions};
use crate::place::Frame;
use crate::stl;
use std::path::Path;

/// Largest file that is read, in bytes.
pub const MAX_FILE_BYTES: u64 = 2 << 30;

/// Largest manifest or entity list that is read, in bytes.
const MAX_SIDE_BYTES: u64 = 64 << 20;

/// The level in a file, by its extension: `.glb`, `.gltf`, `.obj` or `.stl`.
///
/// Reads `manifest.json` and `NAME.entities.json` in the same folder too, unless the options say not to.
///
/// # Errors
/// What the file is, what is wrong with it and where, and what to do: see [`Problem`].
pub fn load(path: &Path, options: &LoadOptions) -> Result<Level, LevelError> {
    load_from(&Disk, path, options)
}

/// The level in one of these files, with what lies beside it; see [`load`].
///
/// # Errors
/// As [`load`].
pub fn load_from(files: &dyn Files, path: &Path, options: &LoadOptions) -> Result<Level, LevelError> {
    let format = Format::of_path(path)?;
    let mut notes = Notes::default();
    let load = || {
        let bytes = required(files, path, MAX_FILE_BYTES)?;
        let sides =
            if options.use_manifest { Sides::beside(files, path, &mut notes)? } else { Sides::default() };
        let folder = path.parent().map(|folder| (files, folder));
        build(format, &bytes, folder, options, &sides, notes)
    };
    load().map_err(|problem: Problem| problem.in_file(path.display().to_string()))
}

/// The level in a file's bytes, without looking at any other file.
///
/// # Errors
/// As [`load`]; a glTF that refers to another file is [`Problem::Unsupported`].
pub fn load_bytes(format: Format, bytes: &[u8], options: &LoadOptions) -> Result<Level, LevelError> {
    build(format, bytes, None, options, &Sides::default(), Notes::default())
        .map_err(|problem| problem.in_file(format!("{} data", format.name())))
}

/// What lies beside a level file.
#[derive(Debug, Default)]
struct Sides {
    entry: Entry,
    entities: Option<String>,
}

impl Sides {
    fn beside(files: &dyn Files, path: &Path, notes: &mut Notes) -> Result<Self, Problem> {
        let entry = Entry::beside(files, path, notes)?;
        let entities = path.with_extension("entities.json");
        let entities = if entry.has_spawns() { None } else { read_text(files, &entities, notes)? };
        Ok(Self { entry, entities })
    }
}

fn build(
    format: Format,
    bytes: &[u8],
    folder: Option<(&dyn Files, &Path)>,
    options: &LoadOptions,
    sides: &Sides,
    mut notes: Notes,
) -> Result<Level, Problem> {
    if bytes.is_empty() {
        return Err(Problem::Empty);
    }
    let entry = &sides.entry;
    let up = options.up.or(entry.up()?).unwrap_or(format.usual_up());
    let frame = match (options.unit, entry.unit_m) {
        (Some(unit), _) => Frame::new("the unit in the options", unit, up)?,
        (None, Some(unit)) => Frame::new("unit_m in manifest.json", unit, up)?,
        (None, None) => Frame::new("the unit", 1.0, up)?,
    };
    let mut level = match format {
        Format::Gltf => gltf::read(bytes, folder, frame, &mut notes)?,
        Format::Obj => obj::read(bytes, frame, &mut notes)?,
        Format::Stl => stl::read(bytes, frame, &mut notes)?,
    };
    level.unit = frame.unit;
    level.up = frame.up;
    level.character = entry.character(frame)?;
    level.markers.extend(entry.spawns(frame, &mut notes)?);
    if let Some(text) = &sides.entities
        && !level.markers.iter().any(|m| m.kind == MarkerKind::Spawn)
    {
        let points = entities::spawns(text)?;
        level.markers.extend(entry.place_spawns("entities, spawns", &points, frame, &mut notes)?);
    }
    remark_on_geometry(&level, &mut notes);
    level.notes = notes.into_lines();
    Ok(level)
}

/// Notes what a mesh builder will stumble over.
fn remark_on_geometry(level: &Level, notes: &mut Notes) {
    if level.triangle_count() == 0 {
        notes.add(|| "the level has no triangles".into());
    } else if level.solid_triangle_count() == 0 {
        notes.add(|| "no triangle of the level is solid".into());
    }
    for mesh in &level.meshes {
        let bad = mesh.soup.vertices.iter().filter(|v| !v.is_finite()).count();
        if bad > 0 {
            let name = crate::error::clip(&mesh.name);
            notes.add(|| format!("mesh {name:?}: {bad} vertices are NaN or infinite"));
        }
    }
    for instance in &level.instances {
        let determinant = instance.pose.matrix3.determinant();
        if determinant == 0.0 || !determinant.is_finite() {
            let name = crate::error::clip(&instance.name);
            notes.add(|| format!("{name:?}: its transform flattens space or overflows; no body can have it"));
        }
    }
}

/// The text of a file that need not exist.
pub(crate) fn read_text(
    files: &dyn Files,
    path: &Path,
    notes: &mut Notes,
) -> Result<Option<String>, Problem> {
    let bytes = match files.read(path, MAX_SIDE_BYTES) {
        Ok(Some(bytes)) => bytes,
        // A path that is no file has no text.
        Ok(None) | Err(Problem::NotAFile) => return Ok(None),
        Err(problem) => return Err(problem),
    };
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    match String::from_utf8(bytes.into_owned()) {
        Ok(text) => Ok(Some(text)),
        Err(_) => {
            notes.add(|| format!("{name} is not UTF-8 and was ignored"));
            Ok(None)
        }
    }
}
