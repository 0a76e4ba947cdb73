//! Writes a walk down while it goes on.

use super::{Balls, By, Head, Last, Line, Role, hash_of_world};
use crate::saved::{Held, Kind};
use crate::walk::{Call, Change, Play, Setup};
use glissando::Input;
use serde::Serialize;
use std::io::Write;

/// A recording in the making.
#[derive(Debug)]
pub struct Recorder<W: Write> {
    out: W,
    /// What was pressed in the tick before.
    inputs: Option<Vec<Held>>,
    ticks: u64,
}

impl<W: Write> Recorder<W> {
    /// Begins a recording of a player's walk.
    ///
    /// # Errors
    /// Those of `out`; more levels than a recording may have.
    pub fn new(out: W, walk: &Setup, by: By) -> anyhow::Result<Self> {
        let glissando = Kind::Recording;
        glissando.check_levels(&walk.source)?;
        let characters: Vec<Role> = walk.players.iter().map(Role::of).collect();
        let world = hash_of_world(walk, &characters);
        let (source, origin, balls) = (walk.source.clone(), walk.origin.clone(), Balls::of(walk));
        let (version, dt) = (glissando.version(), walk.dt);
        let head = Head { glissando, version, by, source, origin, dt, characters, balls, world };
        let mut recorder = Self { out, inputs: None, ticks: 0 };
        recorder.line(&head)?;
        Ok(recorder)
    }

    /// Writes a tick down: what was pressed, opened, closed and changed, and how everything is after it.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn add(
        &mut self,
        inputs: &[Input],
        calls: &[Call],
        changes: &[Change],
        play: &Play,
    ) -> anyhow::Result<()> {
        let mut line = Line::of(self.ticks, inputs, calls, changes, play);
        if self.inputs == line.inputs {
            line.inputs = None;
        } else {
            self.inputs.clone_from(&line.inputs);
        }
        self.ticks += 1;
        self.line(&line)
    }

    /// Writes the last line, and hands the writer back.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn finish(mut self) -> anyhow::Result<W> {
        let ticks = self.ticks;
        self.line(&Last { ticks })?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn line(&mut self, line: &impl Serialize) -> anyhow::Result<()> {
        serde_json::to_writer(&mut self.out, line)?;
        Ok(self.out.write_all(b"\n")?)
    }
}
