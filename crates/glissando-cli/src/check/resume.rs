//! `--resume`: the moves made so far in a file of the folder, from which an interrupted check goes on.

use anyhow::{Context, bail};
use glissando_check::{
    CheckError, Checked, Finished, Keep, MovesOf, Options, Sampling, Subject, check_resumed,
};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::sync::Mutex;

/// The first line of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    glissando: String,
    version: u32,
    sampling: Sampling,
}

const VERSION: u32 = 1;

/// The file while moves are added.
struct Lines {
    file: Mutex<(BufWriter<File>, Option<std::io::Error>)>,
    is_begun: bool,
}

impl Lines {
    /// Writes a line; the first error is kept, and nothing is written after it.
    fn add(&self, line: &impl Serialize) {
        let Ok(mut guard) = self.file.lock() else { return };
        let (file, error) = &mut *guard;
        if error.is_none() {
            let written = serde_json::to_writer(&mut *file, line).map_err(Into::into);
            *error = written.and_then(|()| file.write_all(b"\n")).err();
        }
    }

    fn finish(self) -> std::io::Result<()> {
        let Ok((mut file, error)) = self.file.into_inner() else { return Ok(()) };
        error.map_or_else(|| file.flush(), Err)
    }
}

impl Keep for Lines {
    fn begin(&self, sampling: &Sampling) {
        if !self.is_begun {
            self.add(&Head { glissando: "check-moves".to_owned(), version: VERSION, sampling: *sampling });
        }
    }

    fn keep(&self, moves: MovesOf<'_>) {
        self.add(&moves);
    }
}

/// A check that goes on from the file in the folder, if there is one, and adds to it. A whole check removes it.
///
/// # Errors
/// Moves of another check; files that cannot be read or written; as for a check.
pub(super) fn check(
    subject: &Subject<'_>,
    options: &Options,
    out: Option<&Path>,
    watch: &super::watch::Watch,
) -> anyhow::Result<Checked> {
    let path = super::files::folder(out)?.join("moves.jsonl");
    let checked = go_on(&path, |finished, keep| check_resumed(subject, options, finished, keep, watch))?;
    if checked.summary.is_whole {
        remove(&path)?;
    }
    Ok(checked)
}

/// What `make` makes of the moves in a file, if there is one; those that it makes are added to the file.
///
/// # Errors
/// Those of `make`; files that cannot be read or written.
pub(super) fn go_on<T>(
    path: &Path,
    make: impl FnOnce(&Finished, &dyn Keep) -> Result<T, CheckError>,
) -> anyhow::Result<T> {
    let go = || -> anyhow::Result<T> {
        let (finished, length) = read(path)?;
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        // The last line may be half written.
        file.set_len(length)?;
        let mut file = BufWriter::new(file);
        std::io::Seek::seek(&mut file, std::io::SeekFrom::End(0))?;
        let lines = Lines { file: Mutex::new((file, None)), is_begun: length > 0 };
        let made = make(&finished, &lines)?;
        lines.finish()?;
        Ok(made)
    };
    go().with_context(|| format!("--resume {}", path.display()))
}

/// Removes the file, which is of no more use.
///
/// # Errors
/// Those of the file system.
pub(super) fn remove(path: &Path) -> anyhow::Result<()> {
    fs::remove_file(path).with_context(|| format!("{}: cannot be removed", path.display()))
}

/// The moves in a file, and the length of its whole lines; none if there is no file.
fn read(path: &Path) -> anyhow::Result<(Finished, u64)> {
    let mut file = match File::open(path) {
        Ok(file) => BufReader::new(file),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok((Finished::default(), 0)),
        Err(error) => return Err(error.into()),
    };
    let (mut finished, mut length, mut line) = (Finished::default(), 0, Vec::new());
    for number in 1_u64.. {
        line.clear();
        let bytes = file.read_until(b'\n', &mut line)? as u64;
        if line.last() != Some(&b'\n') {
            break;
        }
        if number == 1 {
            match serde_json::from_slice(&line) {
                Ok(Head { glissando, version: VERSION, sampling }) if glissando == "check-moves" => {
                    finished = Finished::of(sampling);
                }
                _ => bail!("line 1: these are no moves of a check of this version: remove the file"),
            }
        } else {
            let read = finished.read(&mut serde_json::Deserializer::from_slice(&line));
            read.with_context(|| format!("line {number}"))?;
        }
        length += bytes;
    }
    Ok((finished, length))
}
