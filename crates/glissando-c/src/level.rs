//! Level files: their solid triangles as a world, their spawns, and the character that they were made for.

use crate::pod::gls_vec3;
use crate::pointer::{fill, given, read, room};
use crate::result::{GLS_ERROR_LENGTH, GLS_ERROR_LEVEL, GLS_ERROR_VALUE, Refusal, border, gls_result};
use crate::settings::gls_settings;
use crate::world::gls_world;
use glissando::World;
use glissando_level::{
    Bag, Disk, Files, Level, LevelError, LoadOptions, Mechanisms, Up, load_from, load_mechanisms_from,
};
use std::ffi::{CStr, CString, c_char};
use std::mem::MaybeUninit;
use std::path::Path;

/// The file or its format decides which axis points up.
pub const GLS_UP_OF_FILE: u32 = 0;
/// The y axis of the file points up.
pub const GLS_UP_Y: u32 = 1;
/// The z axis of the file points up.
pub const GLS_UP_Z: u32 = 2;

/// A level that was read; constant.
#[derive(Debug)]
pub struct gls_level {
    level: Level,
    pub(crate) world: World,
    pub(crate) mechanisms: Mechanisms,
    notes: Vec<CString>,
}

/// The options that a level file leaves open; `gls_level_options_default` has the defaults.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct gls_level_options {
    /// Metres per unit of the file; 0, the default, for what manifest.json beside the file says, else 1.
    pub unit: f64,
    /// `GLS_UP_OF_FILE` (the default), `GLS_UP_Y` or `GLS_UP_Z`.
    pub up: u32,
    /// Not 0: manifest.json, NAME.entities.json and NAME.movers.glb beside the file are read. Default 1.
    pub use_manifest: u32,
}

/// A place where a character may start.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct gls_spawn {
    /// Under its feet, metres.
    pub feet: gls_vec3,
    /// Where it looks: radians about y from +x to -z.
    pub yaw: f64,
}

/// The default options: the file and what lies beside it decide.
#[unsafe(no_mangle)]
pub extern "C" fn gls_level_options_default() -> gls_level_options {
    gls_level_options { unit: 0.0, up: GLS_UP_OF_FILE, use_manifest: 1 }
}

impl gls_level_options {
    fn read(&self) -> Result<LoadOptions, Refusal> {
        let up = match self.up {
            GLS_UP_OF_FILE => None,
            GLS_UP_Y => Some(Up::Y),
            GLS_UP_Z => Some(Up::Z),
            other => {
                return Err(Refusal::unknown("options.up", other, "GLS_UP_OF_FILE (0) to GLS_UP_Z (2)"));
            }
        };
        let unit = (self.unit != 0.0).then_some(self.unit);
        Ok(LoadOptions { unit, up, use_manifest: self.use_manifest != 0 })
    }
}

/// Reads a level file: .glb, .gltf, .obj or .stl, with its mechanisms. `options` may be null for the defaults. `gls_level_free` frees
/// it. `path` is UTF-8.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for options that are none, and a path that is no UTF-8; `GLS_ERROR_LEVEL`.
///
/// # Safety
/// `path` ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_level_load(
    path: *const c_char,
    options: Option<&gls_level_options>,
    level: Option<&mut MaybeUninit<Box<gls_level>>>,
) -> gls_result {
    border(|| {
        let told = given("level", level)?;
        let options = options.copied().unwrap_or_else(|| gls_level_options_default()).read()?;
        // SAFETY: the caller's promise is that of this function.
        let path = unsafe { text("path", path) }?;
        told.write(Box::new(read_from(&Disk, Path::new(path), &options)?));
        Ok(())
    })
}

/// A file in memory.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct gls_file {
    /// Its name, UTF-8, without a folder.
    pub name: *const c_char,
    /// Its bytes.
    pub bytes: *const u8,
    /// How many they are.
    pub length: usize,
}

/// Reads a level from files in memory, for example from the archive of a game: the file called `name`. The others are what lies beside it
/// (buffers of a .gltf, manifest.json, NAME.entities.json); a path in a level finds the file with its last part as name. The files may be
/// freed afterwards. Else like `gls_level_load`.
///
/// Errors: those of `gls_level_load`; of two files with one name the last counts.
///
/// # Safety
/// `files` has `file_count` entries, each with as many bytes as its length says; names end with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_level_read(
    files: *const gls_file,
    file_count: usize,
    name: *const c_char,
    options: Option<&gls_level_options>,
    level: Option<&mut MaybeUninit<Box<gls_level>>>,
) -> gls_result {
    border(|| {
        let told = given("level", level)?;
        let options = options.copied().unwrap_or_else(|| gls_level_options_default()).read()?;
        let mut bag = Bag::default();
        for (index, file) in read!(files, file_count).iter().enumerate() {
            // SAFETY: the caller's promise is that of this function.
            let name = unsafe { text(&format!("files[{index}].name"), file.name) }?;
            let what = format!("files[{index}].bytes");
            bag.put(name, read!(&what, file.bytes, file.length).to_vec());
        }
        // SAFETY: the same.
        let name = unsafe { text("name", name) }?;
        told.write(Box::new(read_from(&bag, Path::new(name), &options)?));
        Ok(())
    })
}

/// A text of the caller.
///
/// # Safety
/// Unless null, it ends with a zero.
unsafe fn text<'a>(what: &str, text: *const c_char) -> Result<&'a str, Refusal> {
    if text.is_null() {
        return Err(Refusal::null(what));
    }
    // SAFETY: the caller's promise.
    let text = unsafe { CStr::from_ptr(text) }.to_str();
    text.map_err(|_| Refusal::new(GLS_ERROR_VALUE, format!("{what} is not UTF-8: it must be")))
}

fn read_from(files: &dyn Files, path: &Path, options: &LoadOptions) -> Result<gls_level, Refusal> {
    let of_file = |error: LevelError| Refusal::new(GLS_ERROR_LEVEL, error.to_string());
    let level = load_from(files, path, options).map_err(of_file)?;
    let built = level.build();
    let built = built.map_err(|error| Refusal::new(GLS_ERROR_LEVEL, format!("{error}: {}", error.error)))?;
    let mechanisms = load_mechanisms_from(files, path, &level, options).map_err(of_file)?;
    let left_out = built.placed.left_out.iter().map(|(index, error)| {
        let name = level.instances.get(*index).map_or("", |instance| instance.name.as_str());
        format!("{name:?} is left out: {error}")
    });
    let notes = level.notes.iter().chain(&mechanisms.notes).cloned().chain(left_out);
    let notes = notes.map(|note| CString::new(note.replace('\0', "")).unwrap_or_default()).collect();
    Ok(gls_level { world: built.world, level, mechanisms, notes })
}

/// Frees a level; null is accepted. Worlds and stages made of it do not need it.
#[unsafe(no_mangle)]
pub extern "C" fn gls_level_free(level: Option<Box<gls_level>>) {
    drop(level);
}

/// Makes the world of a level's solid parts that rest; `gls_world_free` frees it. Its movers are with `gls_machinery_new`.
///
/// Errors: `GLS_ERROR_NULL`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_level_world(
    level: Option<&gls_level>,
    world: Option<&mut MaybeUninit<Box<gls_world>>>,
) -> gls_result {
    border(|| {
        let bodies = given("level", level)?.world.clone();
        given("world", world)?.write(Box::new(gls_world { bodies }));
        Ok(())
    })
}

/// Writes how many spawns a level has to `count`, and the first `capacity` of them to `spawns` (which may be null if that is 0).
///
/// Errors: `GLS_ERROR_NULL`.
///
/// # Safety
/// `spawns` has room for `capacity` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_level_spawns(
    level: Option<&gls_level>,
    spawns: *mut gls_spawn,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> gls_result {
    border(|| {
        let (level, spawns, count) =
            (given("level", level)?, room!(spawns, capacity), given("count", count)?);
        let all = level.level.spawns();
        let all: Vec<gls_spawn> =
            all.map(|spawn| gls_spawn { feet: spawn.position.into(), yaw: spawn.yaw_radians }).collect();
        count.write(fill(spawns, all.into_iter()));
        Ok(())
    })
}

/// Writes the settings of the character that a level was made for, or the default ones.
///
/// Errors: `GLS_ERROR_NULL`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_level_settings(
    level: Option<&gls_level>,
    settings: Option<&mut MaybeUninit<gls_settings>>,
) -> gls_result {
    border(|| {
        let (level, settings) = (given("level", level)?, given("settings", settings)?);
        settings.write(gls_settings::from(&level.level.settings()));
        Ok(())
    })
}

/// Writes what was skipped in the file or looks wrong there: the note `index`, UTF-8, which belongs to the level; `count` gets how many
/// there are. `note` may be null, and is not written for an index that is `count`.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_LENGTH` for an index beyond `count`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_level_note(
    level: Option<&gls_level>,
    index: usize,
    note: Option<&mut MaybeUninit<*const c_char>>,
    count: Option<&mut MaybeUninit<usize>>,
) -> gls_result {
    border(|| {
        let (level, told) = (given("level", level)?, given("count", count)?);
        let count = level.notes.len();
        if index > count {
            return Err(Refusal::new(GLS_ERROR_LENGTH, format!("index is {index}: there are {count} notes")));
        }
        told.write(count);
        if let (Some(note), Some(text)) = (note, level.notes.get(index)) {
            note.write(text.as_ptr());
        }
        Ok(())
    })
}
