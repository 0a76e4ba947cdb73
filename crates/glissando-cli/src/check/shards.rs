//! `--shard I/N` and `--merge`: the moves of a check in parts, on as many machines as there are.

use super::watch::Watch;
use super::{array, resume};
use crate::beside::Beside;
use crate::{Outcome, interrupt};
use anyhow::Context;
use glissando_check::share::{Shard, merge as merge_shards};
use glissando_check::{Checked, Finished, Keep, Options, Subject};
use glissando_play::script::read;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Largest part that is read, in bytes.
const MOST_BYTES: u64 = 4 << 30;

/// Which part of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    index: u32,
    count: u32,
}

impl Part {
    /// The part `index` of `count`; none if the index is not below the count.
    pub(super) fn new(index: u32, count: u32) -> Option<Self> {
        (index < count).then_some(Self { index, count })
    }
}

/// The part that `--shard` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The part that is written there.
    Given(Part),
    /// The part that a scheduler's variables name, of so many if that is written there.
    Auto(Option<u32>),
}

impl Wanted {
    /// The part.
    ///
    /// # Errors
    /// Variables of a scheduler that name no part.
    pub(super) fn part(self) -> anyhow::Result<Part> {
        match self {
            Self::Given(part) => Ok(part),
            Self::Auto(count) => array::part(count).context("--shard auto"),
        }
    }
}

impl FromStr for Wanted {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (first, count) = text.split_once('/').map_or((text, None), |(first, count)| (first, Some(count)));
        let count: Option<u32> = count.map(str::parse).transpose().map_err(|_| wrong())?;
        match (first, count) {
            ("auto", Some(0)) => Err(wrong()),
            ("auto", count) => Ok(Self::Auto(count)),
            (index, Some(count)) => {
                let part = index.parse().ok().and_then(|index| Part::new(index, count));
                part.map(Self::Given).ok_or_else(wrong)
            }
            _ => Err(wrong()),
        }
    }
}

fn wrong() -> String {
    "it must be I/N with I from 0 to N - 1, as 0/4, or auto, or auto/N, in an array of tasks".to_owned()
}

/// Makes a part of the moves and writes it to the folder.
///
/// # Errors
/// Levels that cannot be checked; files that cannot be written.
pub(super) fn write(
    subject: &Subject<'_>,
    options: &Options,
    Part { index, count }: Part,
    (out, is_resumed): (Option<&Path>, bool),
    watch: &Watch,
) -> anyhow::Result<Outcome> {
    let folder = super::files::folder(out)?;
    let path = folder.join(format!("shard-{index}-of-{count}.json"));
    let moves = folder.join(format!("shard-{index}-of-{count}.moves.jsonl"));
    let make = |finished: &Finished, keep: &dyn Keep| {
        Shard::make_resumed(subject, options, (index, count), (finished, keep), watch)
    };
    let shard = if is_resumed { resume::go_on(&moves, make)? } else { make(&Finished::default(), &())? };
    watch.finish();
    let Some(shard) = shard.filter(|_| !interrupt::is_asked()) else { return Ok(Outcome::Interrupted) };
    let write = || -> anyhow::Result<()> {
        let mut file = Beside::create(&path)?;
        serde_json::to_writer(&mut file, &shard)?;
        Ok(file.finish()?)
    };
    write().with_context(|| format!("{}: cannot be written", path.display()))?;
    if is_resumed {
        resume::remove(&moves)?;
    }
    writeln!(io::stdout(), "{}", path.display())?;
    Ok(Outcome::Clean)
}

/// The check of the parts in these files.
///
/// # Errors
/// Files that are no parts of this check.
pub(super) fn merge(
    subject: &Subject<'_>,
    options: &Options,
    paths: &[PathBuf],
    watch: &Watch,
) -> anyhow::Result<Checked> {
    let shard = |path: &PathBuf| -> anyhow::Result<Shard> {
        let read = || -> anyhow::Result<Shard> { read::json(&read::bytes(path, MOST_BYTES)?) };
        read().with_context(|| path.display().to_string())
    };
    let shards: Vec<Shard> = paths.iter().map(shard).collect::<anyhow::Result<_>>()?;
    merge_shards(subject, options, &shards, watch).context("--merge")
}
