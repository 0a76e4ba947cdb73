//! Writes a walk down while it goes on.

use super::{By, FORMAT, Head, Last, Line, Role, print_of_world};
use crate::walk::{Call, Choice, Play, Setup};
use anyhow::Context;
use glissando::Input;
use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// A recording in the making.
#[derive(Debug)]
pub(crate) struct Recorder {
    path: PathBuf,
    file: BufWriter<File>,
    /// What was pressed in the tick before.
    inputs: Option<Vec<Input>>,
    ticks: u64,
}

impl Recorder {
    /// Begins a file.
    ///
    /// # Errors
    /// Files that cannot be written, by name.
    pub(crate) fn new(path: &Path, walk: &Setup, arguments: &Choice) -> anyhow::Result<Self> {
        let file = File::create(path).with_context(|| format!("{}: cannot be written", path.display()))?;
        let by = match &arguments.script {
            Some(script) => By::Script(script.display().to_string()),
            None if walk.source.is_tour => By::Tour,
            None => By::Seed(arguments.seed),
        };
        let characters: Vec<Role> = walk.players.iter().map(Role::of).collect();
        let world = print_of_world(walk, &characters);
        let head = Head { record: FORMAT, by, source: walk.source.clone(), dt: walk.dt, characters, world };
        let mut recorder = Self { path: path.to_owned(), file: BufWriter::new(file), inputs: None, ticks: 0 };
        recorder.line(&head)?;
        Ok(recorder)
    }

    /// Writes a tick down: what was pressed, opened and closed, and how everything is after it.
    ///
    /// # Errors
    /// Files that cannot be written, by name.
    pub(crate) fn add(&mut self, inputs: &[Input], calls: &[Call], play: &Play) -> anyhow::Result<()> {
        let mut line = Line::of(self.ticks, inputs, calls, play);
        if self.inputs == line.inputs {
            line.inputs = None;
        } else {
            self.inputs.clone_from(&line.inputs);
        }
        self.ticks += 1;
        self.line(&line)
    }

    /// Writes the last line.
    ///
    /// # Errors
    /// Files that cannot be written, by name.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        let ticks = self.ticks;
        self.line(&Last { ticks })?;
        self.file.flush().with_context(|| self.path.display().to_string())
    }

    fn line(&mut self, line: &impl Serialize) -> anyhow::Result<()> {
        let write = |file: &mut BufWriter<File>| -> anyhow::Result<()> {
            serde_json::to_writer(&mut *file, line)?;
            Ok(file.write_all(b"\n")?)
        };
        write(&mut self.file).with_context(|| format!("{}: cannot be written", self.path.display()))
    }
}
