//! `--repro-at TICK FILE`: one tick of the walk as a file that can be played again.

use anyhow::{Context, bail};
use glissando::repro::Repro;
use glissando_play::walk::{Play, Setup, Turn};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Which tick is wanted, and where to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    tick: u64,
    file: PathBuf,
}

impl Wanted {
    /// From the two words of the option.
    ///
    /// # Errors
    /// A tick that is no number.
    pub(super) fn new(words: Option<&[String]>) -> anyhow::Result<Option<Self>> {
        let Some([tick, file]) = words else { return Ok(None) };
        let number = tick.parse().with_context(|| format!("--repro-at {tick}: ticks are numbers from 0"))?;
        Ok(Some(Self { tick: number, file: file.into() }))
    }

    /// Writes the file if this is the wanted tick.
    ///
    /// # Errors
    /// Ticks that are no ticks of the character; files that cannot be written.
    pub(super) fn capture(&self, walk: &Setup, play: &Play, turn: &Turn<'_>) -> anyhow::Result<()> {
        let tick = play.state().tick;
        let ([input], Some(state), true) = (&*turn.inputs, play.character(0), tick == self.tick) else {
            return Ok(());
        };
        if turn.slide.is_some() {
            bail!("--repro-at {tick}: this tick is a plain slide; only ticks of the character can be kept");
        }
        let repro = Repro::capture(&walk.scene.world, &play.configs()[0], state, *input, walk.dt)?;
        let save = || -> anyhow::Result<()> {
            let mut file = BufWriter::new(File::create(&self.file)?);
            serde_json::to_writer(&mut file, &repro)?;
            Ok(file.flush()?)
        };
        save().with_context(|| format!("{}: cannot be written", self.file.display()))
    }

    /// # Errors
    /// A walk that ended before the wanted tick.
    pub(super) fn check(&self, ticks: u64) -> anyhow::Result<()> {
        if self.tick >= ticks {
            bail!("--repro-at {}: the walk has {ticks} ticks, numbered from 0", self.tick);
        }
        Ok(())
    }
}
