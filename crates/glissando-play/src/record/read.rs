//! Reads a recording line by line, and refuses what is none.

use super::{Head, Last, Line};
use crate::saved::Kind;
use crate::script::read;
use crate::walk::Setup;
use anyhow::{Context, bail};
use glissando::Input;

/// A recording that is being read.
pub(crate) struct Reader<'a> {
    lines: Box<dyn Iterator<Item = (usize, &'a [u8])> + 'a>,
    pub(crate) head: Head,
    /// The number of the line that was read last, from 1.
    pub(crate) number: usize,
    /// What was pressed in the last tick.
    pub(crate) inputs: Vec<Input>,
    /// How many ticks were read.
    pub(crate) count: u64,
}

impl<'a> Reader<'a> {
    /// Reads the head.
    ///
    /// # Errors
    /// A first line that is none, or of another version.
    pub(crate) fn new(bytes: &'a [u8]) -> anyhow::Result<Self> {
        let lines = bytes.split(|&byte| byte == b'\n');
        let mut lines = (1_usize..).zip(lines).filter(|(_, line)| !line.is_empty());
        let (number, first) = lines.next().context("line 1: there is none")?;
        at(number, Kind::Recording.check(first))?;
        let head: Head = at(number, read::json(first))?;
        let sources = [Some(&head.source), head.origin.as_ref().and_then(|origin| origin.source.as_ref())];
        for source in sources.into_iter().flatten() {
            at(number, Kind::Recording.check_levels(source))?;
        }
        Ok(Self { lines: Box::new(lines), head, number, inputs: Vec::new(), count: 0 })
    }

    /// The next tick; nothing after the last one.
    ///
    /// # Errors
    /// A line that is none, out of order, or of another walk than this; a file that was cut off.
    pub(crate) fn next(&mut self, walk: &Setup) -> anyhow::Result<Option<Line>> {
        let count = self.count;
        let Some((number, text)) = self.lines.next() else {
            bail!(
                "line {}: the file ends here, after {count} ticks, without its last line {{\"ticks\":{count}}}: it was cut off",
                self.number
            );
        };
        self.number = number;
        if let Ok(Last { ticks }) = read::json(text) {
            if ticks != count {
                bail!("line {number}: it says {ticks} ticks, but {count} are there");
            }
            if let Some((number, _)) = self.lines.next() {
                bail!("line {number}: something follows the last line");
            }
            return Ok(None);
        }
        let mut line: Line = at(number, read::json(text))?;
        if line.tick != count {
            bail!("line {number}: it is about tick {}, but tick {count} comes next", line.tick);
        }
        match line.inputs.take() {
            Some(inputs) => self.inputs = inputs.into_iter().map(|held| held.0).collect(),
            None if count == 0 => bail!("line {number}: the first tick has no inputs"),
            None => {}
        }
        self.check(walk, &line)?;
        self.count += 1;
        Ok(Some(line))
    }

    fn check(&self, walk: &Setup, line: &Line) -> anyhow::Result<()> {
        let number = self.number;
        if self.inputs.len() != walk.players.len() || line.characters.len() != walk.players.len() {
            bail!("line {number}: {} characters walk, and each has an input and a hash", walk.players.len());
        }
        let movers = walk.movers.len();
        if let Some(bad) = line.open.iter().chain(&line.close).find(|&&mover| mover >= movers) {
            bail!("line {number}: there is no mover {bad}: {movers} move, numbered from 0");
        }
        Ok(())
    }
}

/// What is wrong with a line, with its number.
pub(super) fn at<T>(number: usize, result: anyhow::Result<T>) -> anyhow::Result<T> {
    result.map_err(|error| {
        // Every line is a text of its own, in which the reader counts from 1.
        let text = format!("{error:#}");
        let text = text.strip_prefix("line 1, ").unwrap_or(&text);
        anyhow::anyhow!("line {number}: {text}")
    })
}
