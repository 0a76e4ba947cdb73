//! A level file for the page, and what the page may want to know of it.

use super::files::{Files, Source};
use anyhow::{Context, bail};
use glissando_level::LoadOptions;
use std::path::Path;

/// Serves a level as `level/NAME`, and beside it what the loader reads there; the path of the level.
///
/// # Errors
/// A file that is no level: it is better said here than in the page.
pub(super) fn add(files: &mut Files, level: &Path) -> anyhow::Result<String> {
    glissando_level::load(level, &LoadOptions::default())?;
    let name = level.file_name().and_then(|name| name.to_str());
    let Some(name) = name else {
        bail!("{}: the page can only ask for names that are UTF-8: rename the file", level.display());
    };
    let folder = level.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let Ok(beside) = entry.file_name().into_string() else { continue };
        if entry.path().is_file() && belongs(&beside, name) {
            files.add(format!("level/{beside}"), Source::Disk(entry.path()));
        }
    }
    Ok(format!("level/{name}"))
}

/// Whether a file in the folder of a level is a part of it: `NAME.*`, or what is said of all levels there.
fn belongs(file: &str, level: &str) -> bool {
    let stem = level.rsplit_once('.').map_or(level, |(stem, _)| stem);
    file == "manifest.json" || file.strip_prefix(stem).is_some_and(|rest| rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::belongs;

    #[test]
    fn only_what_has_the_name_of_the_level_is_served_with_it() {
        for file in ["hall.glb", "hall.entities.json", "hall.movers.glb", "hall.bin", "manifest.json"] {
            assert!(belongs(file, "hall.glb"), "{file}");
        }
        for file in ["hall", "hall2.glb", "hallway.entities.json", "keys.txt", ".hall.glb"] {
            assert!(!belongs(file, "hall.glb"), "{file}");
        }
    }
}
