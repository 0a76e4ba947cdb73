//! Walks a recording again and says where it goes another way.

use super::{Balls, By, FORMAT, Head, Last, Line, print_of_world};
use crate::script::read;
use crate::walk::{Play, Setup};
use anyhow::{Context, bail};
use glissando::stage::Actor;
use glissando::{Config, Input};
use glissando_level::Files;
use serde::Deserialize;
use std::fmt::Write;

/// What came of walking something again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it was the same walk, bit for bit.
    pub is_same: bool,
    /// What was walked, or what differs first, for people.
    pub text: String,
}

/// The part of the first line that every form of the file has.
#[derive(Deserialize)]
struct Form {
    record: u32,
}

/// Walks it again and tells whether it is the same walk.
///
/// # Errors
/// Lines that are none of a recording, with their number; levels that cannot be loaded.
pub fn replay(files: &dyn Files, bytes: &[u8]) -> anyhow::Result<Verdict> {
    let mut lines = (1_usize..).zip(bytes.split(|&byte| byte == b'\n')).filter(|(_, line)| !line.is_empty());
    let (number, first) = lines.next().context("line 1: there is none")?;
    let Form { record } = at(number, read::json(first))?;
    if record != FORMAT {
        bail!("line {number}: record is {record}: this program reads {FORMAT}");
    }
    let head: Head = at(number, read::json(first))?;
    let walk = at(number, Setup::of_recording(files, &head))?;
    let mut play = at(number, Play::new(&walk))?;
    if print_of_world(&walk, &head.characters) != head.world {
        let text = "before tick 0: the levels or the settings are not those of the recording\n";
        return Ok(Verdict { is_same: false, text: text.into() });
    }
    let mut pressed: Option<Vec<Input>> = None;
    let mut count = 0;
    let mut end = number;
    for (number, text) in lines.by_ref() {
        end = number;
        if let Ok(Last { ticks }) = read::json(text) {
            if ticks != count {
                bail!("line {number}: it says {ticks} ticks, but {count} are there");
            }
            if let Some((number, _)) = lines.next() {
                bail!("line {number}: something follows the last line");
            }
            let text = format!("the same {count} ticks: {}\n", described(&head, &walk));
            return Ok(Verdict { is_same: true, text });
        }
        let line: Line = at(number, read::json(text))?;
        if line.tick != count {
            bail!("line {number}: it is about tick {}, but tick {count} comes next", line.tick);
        }
        if line.inputs.is_some() {
            pressed.clone_from(&line.inputs);
        }
        let inputs =
            pressed.as_deref().with_context(|| format!("line {number}: the first tick has no inputs"))?;
        if inputs.len() != walk.players.len() || line.characters.len() != inputs.len() {
            bail!("line {number}: {} characters walk, and each has an input and a print", walk.players.len());
        }
        let movers = walk.movers.len();
        if let Some(bad) = line.open.iter().chain(&line.close).find(|&&mover| mover >= movers) {
            bail!("line {number}: there is no mover {bad}: {movers} move, numbered from 0");
        }
        let calls = line.calls();
        for change in &line.changes {
            at(number, play.change(change))?;
        }
        at(number, play.go(inputs, &calls))?;
        let now = Line::of(count, inputs, &calls, &line.changes, &play);
        if now.hash != line.hash || now.movers != line.movers || now.characters != line.characters {
            let mut text = String::new();
            tell(&mut text, &line, &now, &play)?;
            return Ok(Verdict { is_same: false, text });
        }
        count += 1;
    }
    bail!(
        "line {end}: the file ends here, after {count} ticks, without its last line {{\"ticks\":{count}}}: it was cut off"
    )
}

/// What is wrong with a line, with its number.
fn at<T>(number: usize, result: anyhow::Result<T>) -> anyhow::Result<T> {
    result.map_err(|error| {
        // Every line is a text of its own, in which the reader counts from 1.
        let text = format!("{error:#}");
        let text = text.strip_prefix("line 1, ").unwrap_or(&text);
        anyhow::anyhow!("line {number}: {text}")
    })
}

/// Says which tick is the first that differs, and what of it.
fn tell(out: &mut impl Write, then: &Line, now: &Line, play: &Play) -> std::fmt::Result {
    writeln!(out, "tick {} differs:", then.tick)?;
    let pairs = then.characters.iter().zip(&now.characters).zip(&play.state().characters).enumerate();
    for (index, ((then, now), Actor { state, is_crushed, .. })) in pairs {
        if then != now {
            let crushed = if *is_crushed { ", crushed" } else { "" };
            let (position, velocity) = (state.position.to_array(), state.velocity.to_array());
            writeln!(
                out,
                "  character {index}, now at {position:?}, moving {velocity:?}, {:?}{crushed}",
                state.ground
            )?;
        }
    }
    if then.movers != now.movers {
        writeln!(out, "  the movers, now:")?;
        for (index, mover) in play.state().movers.iter().enumerate() {
            let (place, turn) = (mover.place.translation.to_array(), mover.place.rotation.to_array());
            writeln!(out, "    {index} at {place:?}, turned {turn:?}, {} s on its path", mover.clock)?;
        }
    }
    if then.movers == now.movers && then.characters == now.characters {
        writeln!(out, "  what was pressed, or the print itself: everybody and everything is where it was")?;
    }
    Ok(())
}

/// What was walked, for people.
fn described(head: &Head, walk: &Setup) -> String {
    let by = match &head.by {
        By::Tour => "the tour".to_owned(),
        By::Scene(name, seed) => format!("the wanderer of seed {seed} in the scene {name}"),
        By::Hand => "by hand".to_owned(),
        By::Script(name) => name.clone(),
        By::Seed(seed) => format!("the wanderer of seed {seed}"),
    };
    format!("{by}, {} characters, {} movers, {} s a tick", walk.players.len(), walk.movers.len(), head.dt)
}

impl Setup {
    /// The world of a recording, and who walks in it; what they do the recording says tick by tick.
    fn of_recording(files: &dyn Files, head: &Head) -> anyhow::Result<Self> {
        let players = head.characters.iter().enumerate().map(|(index, role)| {
            let config =
                Config::new(&role.settings).with_context(|| format!("characters[{index}].settings"))?;
            Ok((config, role.spawn))
        });
        let players = players.collect::<anyhow::Result<_>>()?;
        let balls = head.balls.as_ref().map(Balls::checked).transpose()?.unwrap_or_default();
        Self::told(files, &head.source, players, balls, head.dt)
    }
}
