//! `LEVEL…` on the command line.

use crate::output;
use clap::{Args, ValueEnum};
use glissando_level::Disk;
use glissando_play::scene::{self, LevelOptions, LoadedLevel, Scene};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Which files, and what they do not say themselves.
#[derive(Args, Clone, Debug)]
pub(crate) struct LevelArguments {
    /// Level files (.glb, .gltf, .obj, .stl); several share one world
    #[arg(required = true, value_name = "LEVEL")]
    pub(crate) levels: Vec<PathBuf>,
    /// Metres per unit of the files [default: the manifest's, else 1]
    #[arg(long, value_name = "METRES", allow_negative_numbers = true)]
    pub(crate) unit: Option<f64>,
    /// Axis of the files that points up [default: the manifest's, else z for STL, y for the others]
    #[arg(long, value_name = "AXIS")]
    pub(crate) up: Option<Axis>,
    /// Do not read manifest.json and NAME.entities.json beside the files
    #[arg(long)]
    pub(crate) no_manifest: bool,
}

/// An axis that can point up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Axis {
    Y,
    Z,
}

impl From<Axis> for scene::Axis {
    fn from(axis: Axis) -> Self {
        match axis {
            Axis::Y => Self::Y,
            Axis::Z => Self::Z,
        }
    }
}

impl LevelArguments {
    /// Reads the files and prepares their meshes.
    ///
    /// # Errors
    /// The first file that is no level; the message says where in it and what to do.
    pub(crate) fn load(&self) -> anyhow::Result<Vec<LoadedLevel>> {
        let options = self.options();
        let mut levels = Vec::new();
        for path in &self.levels {
            let spinner = output::spinner(format!("reading {}", path.display()));
            levels.push(options.load(&Disk, path)?);
            spinner.finish_and_clear();
        }
        Ok(levels)
    }

    fn options(&self) -> LevelOptions {
        LevelOptions { unit: self.unit, up: self.up.map(Into::into), use_manifest: !self.no_manifest }
    }

    /// What moves and what is touched in one of the levels.
    ///
    /// # Errors
    /// A file beside the level that is damaged.
    pub(crate) fn mechanisms(&self, loaded: &LoadedLevel) -> anyhow::Result<glissando_level::Mechanisms> {
        self.options().mechanisms(&Disk, loaded)
    }

    /// Reads the files and places everything solid.
    ///
    /// # Errors
    /// As [`Self::load`]; nothing solid in any of the files.
    pub(crate) fn scene(&self) -> anyhow::Result<Scene> {
        let scene = Scene::new(self.load()?)?;
        warn(&scene);
        Ok(scene)
    }
}

/// What a level is called: its file's name without extension.
pub(crate) fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Most notes of a level that are printed; `info` prints all.
const MOST_NOTES: usize = 5;

/// Prints on standard error what of a scene was left out, and the notes about its levels.
pub(crate) fn warn(scene: &Scene) {
    warn_of_notes(&scene.levels);
    scene.warnings.iter().for_each(|warning| print_warning(warning));
}

/// Prints on standard error what was skipped or looks wrong in each file.
pub(crate) fn warn_of_notes(levels: &[LoadedLevel]) {
    let mut told: BTreeSet<&Path> = BTreeSet::new();
    for LoadedLevel { path, level, .. } in levels {
        // A script may take several parts of a file, and what moves in a file is a level of its own, without notes.
        if level.notes.is_empty() || !told.insert(path) {
            continue;
        }
        let file = path.display();
        for note in level.notes.iter().take(MOST_NOTES) {
            print_warning(&format!("{file}: {note}"));
        }
        if let Some(more) = level.notes.len().checked_sub(MOST_NOTES).filter(|more| *more > 0) {
            print_warning(&format!("{file}: and {more} more: `glissando info {file}` lists them"));
        }
    }
}

fn print_warning(warning: &str) {
    // Standard error may be closed; the answers on standard output are still worth having.
    let _ = writeln!(std::io::stderr(), "warning: {warning}");
}

/// Refuses what is said about files where a scene is walked, which has none.
///
/// # Errors
/// The first option that was given.
pub(crate) fn refuse_options(
    unit: Option<f64>,
    has_up: bool,
    no_manifest: bool,
    no_movers: bool,
) -> anyhow::Result<()> {
    let given = [
        (unit.is_some(), "--unit"),
        (has_up, "--up"),
        (no_manifest, "--no-manifest"),
        (no_movers, "--no-movers"),
    ];
    match given.into_iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => {
            anyhow::bail!("{option} is for level files, and a scene has none: leave it out, or name a level")
        }
        None => Ok(()),
    }
}
