//! What a world knows of the level file that it was loaded from.

use crate::refusal::{LevelError, guard};
use crate::workers;
use glissando::{DVec3, Settings, World};
use glissando_level::{Bag, Disk, Files, LoadOptions, Up, load_from};
use pyo3::exceptions::{PyFileNotFoundError, PyOSError};
use pyo3::prelude::*;
use std::path::{Path, PathBuf};

/// Spawns, settings and notes of a level; of a world without a file there are none.
#[derive(Clone, Default)]
pub(crate) struct Level {
    /// How it was loaded, as long as the world is as the file says.
    pub(crate) source: Option<Source>,
    /// Names, feet (metres) and yaws (radians about y, 0 along +x).
    pub(crate) spawns: Vec<(String, [f64; 3], f64)>,
    /// The character that the level was made for.
    pub(crate) settings: Settings,
    pub(crate) notes: Vec<String>,
}

/// A file with the options that it was read with.
#[derive(Clone)]
pub(crate) struct Source {
    pub(crate) path: PathBuf,
    pub(crate) unit: Option<f64>,
    pub(crate) up: Option<Up>,
    pub(crate) use_manifest: bool,
}

/// Why a level cannot be loaded: a text, and what is wrong with the file.
pub(crate) type Fault = (String, Option<glissando_level::Problem>);

impl Source {
    /// The world in the file.
    pub(crate) fn load(self, py: Python<'_>, threads: usize) -> PyResult<(World, Level)> {
        self.load_with(py, threads, &Disk, |_, _, _, _| Ok(Ok(())))
    }

    /// The world in one of these files in memory. It is pickled as bytes, since a process that unpickles it does not have the files.
    pub(crate) fn load_from(self, py: Python<'_>, threads: usize, files: &Bag) -> PyResult<(World, Level)> {
        let (world, level) = self.load_with(py, threads, files, |_, _, _, _| Ok(Ok(())))?;
        Ok((world, Level { source: None, ..level }))
    }

    /// The world in the file, to which `more` adds what else is read from it.
    pub(crate) fn load_with(
        self,
        py: Python<'_>,
        threads: usize,
        files: &(impl Files + Sync),
        more: impl FnOnce(
            &Path,
            &glissando_level::Level,
            &LoadOptions,
            &mut World,
        ) -> Result<Result<(), String>, glissando_level::LevelError>
        + Send,
    ) -> PyResult<(World, Level)> {
        let pool = workers::pool(threads)?;
        let options = LoadOptions { unit: self.unit, up: self.up, use_manifest: self.use_manifest };
        let loaded = guard(py, || {
            let of_file = |error: glissando_level::LevelError| (error.to_string(), Some(error.problem));
            let level = load_from(files, &self.path, &options).map_err(of_file)?;
            let built = pool.install(|| level.build());
            let mut built = built.map_err(|error| (format!("{error}: {}", error.error), None))?;
            let added = pool.install(|| more(&self.path, &level, &options, &mut built.world));
            added.map_err(of_file)?.map_err(|text| (text, None))?;
            Ok::<_, Fault>((level, built))
        })?;
        let (level, built) = loaded.map_err(|(text, problem)| refused_file(&self.path, text, problem))?;
        let mut notes = level.notes.clone();
        for (index, error) in &built.placed.left_out {
            let name = level.instances.get(*index).map_or("", |instance| instance.name.as_str());
            notes.push(format!("{name:?} is left out: {error}"));
        }
        let spawns = level.spawns().map(|s| (s.name.clone(), DVec3::to_array(s.position), s.yaw_radians));
        let spawns = spawns.collect();
        Ok((built.world, Level { source: Some(self), spawns, settings: level.settings(), notes }))
    }
}

/// Files that are not there or not readable are errors of the operating system, others are `LevelError`.
fn refused_file(path: &Path, text: String, problem: Option<glissando_level::Problem>) -> PyErr {
    use glissando_level::Problem;
    match problem {
        Some(Problem::Missing) => PyFileNotFoundError::new_err(text),
        Some(Problem::Read(_) | Problem::NotAFile) => PyOSError::new_err(text),
        _ if text.is_empty() => LevelError::new_err(path.display().to_string()),
        _ => LevelError::new_err(text),
    }
}
