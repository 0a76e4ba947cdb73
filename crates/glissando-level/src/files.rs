//! Where files come from: the disk, or bytes that are at hand already.

use crate::error::Problem;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Hands out files by their paths.
pub trait Files {
    /// The bytes of a regular file of at most `most` bytes; nothing where there is no such file.
    ///
    /// # Errors
    /// [`Problem::Read`], [`Problem::NotAFile`], [`Problem::TooLarge`].
    fn read(&self, path: &Path, most: u64) -> Result<Option<Cow<'_, [u8]>>, Problem>;
}

/// The files of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

/// Files in memory, by name: what was dropped on a page, or is a part of the program.
///
/// A path finds the file that has its last part as name, in any folder: files dropped on a page have
/// no folders.
#[derive(Clone, Debug, Default)]
pub struct Bag {
    files: BTreeMap<String, Vec<u8>>,
}

impl Files for Disk {
    fn read(&self, path: &Path, most: u64) -> Result<Option<Cow<'_, [u8]>>, Problem> {
        let metadata = match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            other => other.map_err(Problem::Read)?,
        };
        if !metadata.is_file() {
            return Err(Problem::NotAFile);
        }
        check_size(metadata.len(), most)?;
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(Problem::Read)?;
        bytes.reserve_exact(usize::try_from(metadata.len()).unwrap_or(0));
        file.take(most).read_to_end(&mut bytes).map_err(Problem::Read)?;
        Ok(Some(Cow::Owned(bytes)))
    }
}

impl Bag {
    /// Puts a file in, instead of one that has this name already.
    pub fn put(&mut self, name: impl Into<String>, bytes: Vec<u8>) {
        self.files.insert(name.into(), bytes);
    }

    /// The names of the files, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }
}

impl Files for Bag {
    fn read(&self, path: &Path, most: u64) -> Result<Option<Cow<'_, [u8]>>, Problem> {
        let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        let Some(bytes) = self.files.get(name.as_ref()) else { return Ok(None) };
        check_size(bytes.len() as u64, most)?;
        Ok(Some(Cow::Borrowed(bytes)))
    }
}

/// The bytes of a file that must be there.
pub(crate) fn required<'f>(files: &'f dyn Files, path: &Path, most: u64) -> Result<Cow<'f, [u8]>, Problem> {
    files.read(path, most)?.ok_or(Problem::Missing)
}

fn check_size(bytes: u64, most: u64) -> Result<(), Problem> {
    if bytes > most { Err(Problem::TooLarge { bytes, most }) } else { Ok(()) }
}
