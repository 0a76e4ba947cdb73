//! A file that is written beside its place and put there when it is whole: an old one is never lost to half of a new one.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file in the making. Without [`Beside::finish`] the half of it is removed.
#[derive(Debug)]
pub(crate) struct Beside {
    place: PathBuf,
    beside: PathBuf,
    /// None once it is finished.
    file: Option<BufWriter<File>>,
}

impl Beside {
    /// Begins a file that will be at `place`.
    pub(crate) fn create(place: &Path) -> io::Result<Self> {
        // A device or a pipe is written as it is: nothing can be put in its place.
        let is_file = fs::metadata(place).map_or(true, |found| found.is_file());
        let mut name = place.file_name().unwrap_or_default().to_owned();
        if is_file {
            name.push(".part");
        }
        let beside = place.with_file_name(name);
        let file = Some(BufWriter::new(File::create(&beside)?));
        Ok(Self { place: place.to_owned(), beside, file })
    }

    /// Tries whether a file can be written there, and leaves what is there as it is. A device or a pipe is not tried.
    pub(crate) fn probe(place: &Path) -> io::Result<()> {
        match fs::metadata(place) {
            Ok(found) if !found.is_file() && !found.is_dir() => Ok(()),
            _ => Self::create(place).map(drop),
        }
    }

    /// Puts the file in its place.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        if let Some(mut file) = self.file.take() {
            file.flush()?;
            if self.beside != self.place {
                fs::rename(&self.beside, &self.place)?;
            }
        }
        Ok(())
    }
}

impl Write for Beside {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().map_or(Ok(0), |file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if self.file.take().is_some() && self.beside != self.place {
            // What cannot be removed is left; there is nothing else to be done about it here.
            let _ = fs::remove_file(&self.beside);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_in_its_place_when_it_is_whole_and_not_before() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("walk.jsonl");
        fs::write(&place, "old").unwrap();
        Beside::probe(&place).unwrap();
        assert!(Beside::probe(folder.path()).is_err() && Beside::probe(&place.join("below a file")).is_err());
        let mut half = Beside::create(&place).unwrap();
        half.write_all(b"half").unwrap();
        drop(half);
        assert_eq!(fs::read_to_string(&place).unwrap(), "old");
        let mut whole = Beside::create(&place).unwrap();
        whole.write_all(b"whole").unwrap();
        assert_eq!(fs::read_to_string(&place).unwrap(), "old");
        whole.finish().unwrap();
        assert_eq!(fs::read_to_string(&place).unwrap(), "whole");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
