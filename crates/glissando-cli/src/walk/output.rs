//! Where a walk's data, pictures and table go.

use super::go::Walked;
use super::picture;
use crate::beside::Beside;
use anyhow::Context;
use glissando_play::scenes::tour;
use glissando_play::walk::Setup;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where the data of a walk goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    /// Data to standard output, the table to standard error.
    Stdout,
    /// No data: a recording is enough.
    Nowhere,
    /// Data to a file.
    File(PathBuf),
    /// Data and pictures to a folder.
    Folder { folder: PathBuf, name: String },
}

impl Destination {
    /// By what `--out` says, and what is usual.
    pub(super) fn new(out: Option<&Path>, is_scripted: bool, name: &str) -> Self {
        let is_data = |path: &&Path| {
            path.extension().is_some_and(|e| ["json", "jsonl", "ndjson"].iter().any(|known| e == *known))
        };
        match out {
            None if is_scripted => Self::Stdout,
            Some(path) if is_data(&path) => Self::File(path.to_owned()),
            _ => {
                let folder = out.unwrap_or(Path::new("out/walk")).to_owned();
                Self::Folder { folder, name: name.to_owned() }
            }
        }
    }

    /// The file for the data; none for standard output and for no data. Folders are made.
    ///
    /// # Errors
    /// Files and folders that cannot be made, by name.
    pub(super) fn trajectory(&self) -> anyhow::Result<Option<Beside>> {
        let path = match self {
            Self::Stdout | Self::Nowhere => return Ok(None),
            Self::File(path) => path.clone(),
            Self::Folder { folder, name } => {
                fs::create_dir_all(folder)
                    .with_context(|| format!("{}: cannot be made", folder.display()))?;
                folder.join(format!("{name}.jsonl"))
            }
        };
        Beside::create(&path).map(Some).with_context(|| format!("{}: cannot be written", path.display()))
    }

    /// Draws the walk, if there is a folder for pictures; where it is.
    ///
    /// # Errors
    /// Pictures that cannot be written; one that has nothing to show is left out with a warning.
    pub(super) fn picture(&self, walk: &Setup, walked: &Walked) -> anyhow::Result<Option<PathBuf>> {
        let Self::Folder { folder, name } = self else { return Ok(None) };
        if walk.scene.levels.iter().all(|level| level.level.solid_triangle_count() == 0) {
            // A world of triggers alone has nothing to look at.
            return Ok(None);
        }
        let path = folder.join(format!("{name}.png"));
        match picture::draw(walk, walked) {
            Ok(canvas) => canvas.save(&path)?,
            Err(why) => {
                // The table and the data are worth having without a picture; standard error may be closed.
                let _ = writeln!(io::stderr(), "warning: no picture was made: {why:#}");
                return Ok(None);
            }
        }
        Ok(Some(path))
    }

    /// Says where everything is and what to do with it.
    ///
    /// # Errors
    /// Those of `out`.
    pub(super) fn describe(
        &self,
        out: &mut impl Write,
        picture: Option<&Path>,
        is_tour: bool,
    ) -> anyhow::Result<()> {
        let data = match self {
            Self::Stdout | Self::Nowhere => return Ok(()),
            Self::File(path) => path.clone(),
            Self::Folder { folder, name } => folder.join(format!("{name}.jsonl")),
        };
        writeln!(out, "  {:<16} {}", "data", data.display())?;
        if let Some(picture) = picture {
            writeln!(out, "  {:<16} {}", "picture", picture.display())?;
        }
        if let (true, Self::Folder { folder, .. }) = (is_tour, self) {
            for (name, text) in tour::files() {
                let path = folder.join(name);
                fs::write(&path, text).with_context(|| path.display().to_string())?;
                writeln!(out, "  {:<16} {}", "made of", path.display())?;
            }
            let script = folder.join("tour.json");
            // People who build the program themselves have no `glissando` to type.
            let is_cargo = std::env::var_os("CARGO").is_some();
            let program = if is_cargo { "cargo run --release --" } else { "glissando" };
            writeln!(out, "\nnext:")?;
            writeln!(out, "  {program} walk --script {}   change it, walk again", script.display())?;
            writeln!(out, "  {program} walk LEVEL.glb --seed 7   wander through a level of yours")?;
            writeln!(out, "  {program} --help")?;
        }
        Ok(())
    }
}
