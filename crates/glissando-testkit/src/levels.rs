//! Real levels, where they are at hand, as worlds to walk in.

use glissando::{Config, Settings, State, World};
use glissando_level::{Level, LoadOptions, load};
use std::path::{Path, PathBuf};

/// A loaded level with its world.
pub struct RealLevel {
    /// File name without ending.
    pub name: String,
    /// What the loader found.
    pub level: Level,
    /// All solid instances, each mesh built once.
    pub world: World,
}

/// Largest file, in bytes, that a test without optimisation loads in little time.
const SMALL: u64 = 3 << 20;

/// The folder of the level collection: `shared/levels` beside the project, or the one that the environment variable
/// `GLISSANDO_LEVELS` names.
///
/// The collection is not part of the project. A test that needs it carries `#[ignore = "needs ../shared/levels"]`, and
/// `.ci/levels` runs all of these.
///
/// # Panics
/// If the folder is missing.
pub fn shared_folder() -> PathBuf {
    let usual = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/levels");
    let folder = std::env::var_os("GLISSANDO_LEVELS").map_or_else(usual, PathBuf::from);
    let shown = folder.display();
    assert!(folder.is_dir(), "no level collection at {shown}: set GLISSANDO_LEVELS to a folder of levels");
    folder
}

/// The path of one file of the collection.
///
/// # Panics
/// If the file is missing.
pub fn shared_file(name: &str) -> PathBuf {
    let file = shared_folder().join(name);
    assert!(file.is_file(), "the level collection lacks {}", file.display());
    file
}

/// All level files of the collection, sorted; files of movers are left out.
///
/// # Panics
/// If there are none.
pub fn shared_files() -> Vec<PathBuf> {
    let folder = shared_folder();
    let entries = std::fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok);
    let is_level = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
        name.ends_with(".glb") && !name.ends_with(".movers.glb")
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_level).collect();
    assert!(!files.is_empty(), "no levels in {}", folder.display());
    files.sort();
    files
}

/// The level files of at most three megabytes, sorted.
///
/// # Panics
/// If there are none.
pub fn small_shared_files() -> Vec<PathBuf> {
    let mut files = shared_files();
    files.retain(|file| file.metadata().is_ok_and(|data| data.len() <= SMALL));
    assert!(!files.is_empty(), "no level of at most {SMALL} bytes in {}", shared_folder().display());
    files
}

impl RealLevel {
    /// Loads a level and builds its world.
    ///
    /// # Errors
    /// What the loader or the mesh builder refuses, as a sentence.
    pub fn load(path: &Path) -> Result<Self, String> {
        let level = load(path, &LoadOptions::default()).map_err(|e| e.to_string())?;
        let world = level.build().map_err(|e| format!("{e}: {}", e.error))?.world;
        let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Self { name, level, world })
    }

    /// The settings of the level's own character, or the default ones.
    pub fn settings(&self) -> Settings {
        self.level.settings()
    }

    /// States at the level's spawns.
    pub fn spawns(&self, config: &Config) -> Vec<State> {
        self.level.spawns().map(|marker| marker.state(config)).collect()
    }
}
