//! `--repro-at TICK FILE`: one tick of the walk as a file that can be played again.

use crate::beside::Beside;
use anyhow::{Context, bail};
use glissando::repro::Repro;
use glissando_play::walk::{Play, Setup, Turn};
use std::path::PathBuf;

/// Which tick is wanted, and where to.
#[derive(Debug)]
pub(super) struct Wanted {
    tick: u64,
    path: PathBuf,
    /// Begun before the walk, which is not lost to a wrong name; none once it is written.
    file: Option<Beside>,
}

impl Wanted {
    /// From the two words of the option.
    ///
    /// # Errors
    /// A tick that is no number; a file that cannot be written.
    pub(super) fn new(words: Option<&[String]>) -> anyhow::Result<Option<Self>> {
        let Some([tick, file]) = words else { return Ok(None) };
        let number = tick.parse().with_context(|| format!("--repro-at {tick}: ticks are numbers from 0"))?;
        let path = PathBuf::from(file);
        let file = Beside::create(&path).with_context(|| format!("{}: cannot be written", path.display()))?;
        Ok(Some(Self { tick: number, path, file: Some(file) }))
    }

    /// Writes the file if this is the wanted tick.
    ///
    /// # Errors
    /// Ticks that are no ticks of the character; files that cannot be written.
    pub(super) fn capture(&mut self, walk: &Setup, play: &Play, turn: &Turn<'_>) -> anyhow::Result<()> {
        let tick = play.state().tick;
        let ([input], Some(state), true) = (&*turn.inputs, play.character(0), tick == self.tick) else {
            return Ok(());
        };
        if turn.slide.is_some() {
            bail!("--repro-at {tick}: this tick is a plain slide; only ticks of the character can be kept");
        }
        let repro = Repro::capture(&walk.scene.world, &play.configs()[0], state, *input, walk.dt)?;
        let Some(mut file) = self.file.take() else { return Ok(()) };
        let save = || -> anyhow::Result<()> {
            serde_json::to_writer(&mut file, &repro)?;
            Ok(file.finish()?)
        };
        save().with_context(|| format!("{}: cannot be written", self.path.display()))
    }

    /// # Errors
    /// A walk that ends before the wanted tick.
    pub(super) fn check(&self, ticks: u64) -> anyhow::Result<()> {
        if self.tick >= ticks {
            bail!("--repro-at {}: the walk has {ticks} ticks, numbered from 0", self.tick);
        }
        Ok(())
    }
}
