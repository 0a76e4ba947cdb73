//! `--record FILE`: the whole walk in a file that can be walked again.

use super::Choice;
use crate::beside::Beside;
use anyhow::Context;
use glissando::Input;
use glissando_play::record::{By, Recorder};
use glissando_play::walk::{Call, Play, Setup};
use std::path::{Path, PathBuf};

/// A recording in the making, and its file.
#[derive(Debug)]
pub(super) struct Recording {
    path: PathBuf,
    recorder: Recorder<Beside>,
}

impl Recording {
    /// Begins a file.
    ///
    /// # Errors
    /// Files that cannot be written, by name.
    pub(super) fn new(path: &Path, walk: &Setup, arguments: &Choice) -> anyhow::Result<Self> {
        let begin = || {
            let by = match &arguments.script {
                Some(script) => By::Script(script.display().to_string()),
                None if arguments.scene.is_some() => By::Scene(walk.name.clone(), arguments.seed),
                None if arguments.levels.is_empty() => By::Tour,
                None => By::Seed(arguments.seed),
            };
            Recorder::new(Beside::create(path)?, walk, by)
        };
        let recorder = begin().with_context(|| unwritten(path))?;
        Ok(Self { path: path.to_owned(), recorder })
    }

    /// Writes a tick down.
    ///
    /// # Errors
    /// Files that cannot be written, by name.
    pub(super) fn add(&mut self, inputs: &[Input], calls: &[Call], play: &Play) -> anyhow::Result<()> {
        self.recorder.add(inputs, calls, &[], play).with_context(|| unwritten(&self.path))
    }

    /// Writes the end.
    ///
    /// # Errors
    /// Files that cannot be written, by name.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        let Self { path, recorder } = self;
        let whole = || -> anyhow::Result<()> { Ok(recorder.finish()?.finish()?) };
        whole().with_context(|| unwritten(&path))
    }
}

fn unwritten(path: &Path) -> String {
    format!("{}: cannot be written", path.display())
}
