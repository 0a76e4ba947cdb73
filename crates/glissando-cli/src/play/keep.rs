//! What a game leaves behind: pictures and clips, in files of names that are free.

use super::game::Game;
use anyhow::Context;
use glissando_window::Picture;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

/// Most names that are tried.
const MOST_NAMES: u32 = 10_000;

impl Game {
    /// Keeps a picture where the program was started; says so, or why not.
    pub(super) fn keep_picture(&mut self, picture: &Picture) {
        let name = format!("glissando-{}", self.session.walk().name);
        let kept = free(&name, "png").and_then(|(path, _)| picture.write(&path).map(|()| path));
        match kept {
            Ok(path) => self.say(format!("kept {}", path.display())),
            Err(error) => self.say(format!("no picture: {error:#}")),
        }
    }

    /// Keeps the last seconds where the program was started, and writes the part of a link that has them in it to
    /// standard output; says so, or why not.
    ///
    /// # Errors
    /// Standard output that cannot be written.
    pub(super) fn keep_clip(&mut self) -> anyhow::Result<()> {
        match self.clip() {
            Ok((path, fragment)) => {
                writeln!(io::stdout(), "#{fragment}")?;
                self.say(format!("kept {}; its link is on standard output", path.display()));
            }
            Err(error) => self.say(format!("no clip: {error:#}")),
        }
        Ok(())
    }

    fn clip(&self) -> anyhow::Result<(PathBuf, String)> {
        let clip = self.session.clip()?;
        let (path, mut file) = free(&format!("glissando-{}", self.session.walk().name), "clip.json")?;
        let at = || path.display().to_string();
        file.write_all(clip.to_json()?.as_bytes()).with_context(at)?;
        Ok((path, clip.to_fragment()?))
    }
}

/// A new file `NAME-1.EXTENSION`, or of the next number that is free.
fn free(name: &str, extension: &str) -> anyhow::Result<(PathBuf, File)> {
    for number in 1..MOST_NAMES {
        let path = PathBuf::from(format!("{name}-{number}.{extension}"));
        match File::create_new(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).with_context(|| path.display().to_string()),
        }
    }
    anyhow::bail!("{name}-1.{extension} to {name}-{}.{extension} are there already", MOST_NAMES - 1)
}
