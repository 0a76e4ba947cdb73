//! A level file for the page, and whatever belongs to it.

use super::files::{Coding, Files, Packed, Source};
use anyhow::Context;
use glissando_level::{Disk, LoadOptions, Problem};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Serves a level as `level/NAME`, with the files that the loader reads for it; the path of the level.
///
/// `level/files.json` lists them, so that the page need not ask for what is not there.
///
/// # Errors
/// A file that is no level: it is better said here than in the page.
pub(super) fn add(files: &mut Files, level: &Path) -> anyhow::Result<String> {
    let folder = level.parent().unwrap_or(Path::new(""));
    let mut names = Vec::new();
    for path in parts(level)? {
        let name = name(&path, folder)?;
        files.add(format!("level/{name}"), Source::Disk(path));
        names.push(name);
    }
    let list = Packed { bytes: serde_json::to_vec(&names)?.into(), coding: Coding::Plain };
    files.add("level/files.json".to_owned(), Source::Memory(list));
    Ok(format!("level/{}", name(level, folder)?))
}

/// A path in the level's folder, as a part of an address.
fn name(path: &Path, folder: &Path) -> anyhow::Result<String> {
    let parts = path.strip_prefix(folder).unwrap_or(path).components();
    let parts: Option<Vec<&str>> = parts.map(|part| part.as_os_str().to_str()).collect();
    let parts = parts.with_context(|| format!("{}: its name is not UTF-8: rename it", path.display()))?;
    Ok(parts.join("/"))
}

/// The files that a level is made of.
///
/// # Errors
/// One of them that is damaged.
fn parts(level: &Path) -> anyhow::Result<BTreeSet<PathBuf>> {
    let (seen, options) = (Seen::default(), LoadOptions::default());
    let loaded = glissando_level::load_from(&seen, level, &options)?;
    glissando_level::load_mechanisms_from(&seen, level, &loaded, &options)?;
    Ok(seen.0.into_inner())
}

/// The disk, which remembers what was found there.
#[derive(Debug, Default)]
struct Seen(RefCell<BTreeSet<PathBuf>>);

impl glissando_level::Files for Seen {
    fn read(&self, path: &Path, most: u64) -> Result<Option<Cow<'_, [u8]>>, Problem> {
        let bytes = Disk.read(path, most)?;
        if bytes.is_some() {
            self.0.borrow_mut().insert(path.to_owned());
        }
        Ok(bytes)
    }
}
