//! Where the files of a recording are: their paths are those from the folder in which it was made.
//!
//! That folder is looked for from here and from the recording upwards, so that `glissando replay` works in it and beside the recording alike.

use glissando_level::{Disk, Files, Problem};
use serde_json::Value;
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// The files of this machine, with relative paths from one folder.
pub(super) struct Root(PathBuf);

impl Root {
    /// The folder of a recording: the first one in which its first level is; else this one, which an error then is about.
    pub(super) fn of(recording: &Path, bytes: &[u8]) -> Self {
        let recording = std::path::absolute(recording).unwrap_or_default();
        let folder = |level: &Path| {
            let above = recording.ancestors().skip(1);
            std::iter::once(Path::new("")).chain(above).find(|folder| folder.join(level).is_file())
        };
        let found = first_level(bytes).and_then(|level| folder(&level).map(Path::to_owned));
        Self(found.unwrap_or_default())
    }
}

/// The path of the first level in the first line of a recording.
fn first_level(bytes: &[u8]) -> Option<PathBuf> {
    let line = bytes.split(|byte| *byte == b'\n').next()?;
    let head: Value = serde_json::from_slice(line).ok()?;
    head["source"]["pieces"][0]["level"].as_str().map(PathBuf::from)
}

impl Files for Root {
    fn read(&self, path: &Path, most: u64) -> Result<Option<Cow<'_, [u8]>>, Problem> {
        Disk.read(&self.0.join(path), most)
    }
}
