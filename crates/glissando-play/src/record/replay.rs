//! Walks a recording again and says where it goes another way.

use super::read::{Reader, at};
use super::{Balls, By, Head, Line, hash_of_world};
use crate::count::count;
use crate::walk::{Play, Setup};
use anyhow::Context;
use glissando::Config;
use glissando::stage::StageCharacter;
use glissando_level::Files;
use std::fmt::Write;

/// What came of walking something again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether it was the same walk, bit for bit.
    pub is_same: bool,
    /// What was walked, or what differs first, for people.
    pub text: String,
}

/// Walks it again and tells whether it is the same walk.
///
/// # Errors
/// Lines that are none of a recording, with their number; levels that cannot be loaded.
pub fn replay(files: &dyn Files, bytes: &[u8]) -> anyhow::Result<Verdict> {
    let mut reader = Reader::new(bytes)?;
    let walk = at(reader.number, Setup::of_recording(files, &reader.head))?;
    let mut play = at(reader.number, Play::new(&walk))?;
    if hash_of_world(&walk, &reader.head.characters) != reader.head.world {
        let text = "before tick 0: the levels or the settings are not those of the recording\n";
        return Ok(Verdict { is_same: false, text: text.into() });
    }
    while let Some(line) = reader.next(&walk)? {
        let (number, calls) = (reader.number, line.calls());
        for change in &line.changes {
            at(number, play.change(change))?;
        }
        at(number, play.go(&reader.inputs, &calls))?;
        let now = Line::of(line.tick, &reader.inputs, &calls, &line.changes, &play);
        if now.hash != line.hash || now.movers != line.movers || now.characters != line.characters {
            let mut text = String::new();
            tell(&mut text, &line, &now, &play)?;
            return Ok(Verdict { is_same: false, text });
        }
    }
    let text = format!("the same {}: {}\n", count(reader.count, "tick"), described(&reader.head, &walk));
    Ok(Verdict { is_same: true, text })
}

/// Says which tick is the first that differs, and what of it.
fn tell(out: &mut impl Write, then: &Line, now: &Line, play: &Play) -> std::fmt::Result {
    writeln!(out, "tick {} differs:", then.tick)?;
    let pairs = then.characters.iter().zip(&now.characters).zip(&play.state().characters).enumerate();
    for (index, ((then, now), StageCharacter { state, is_crushed, .. })) in pairs {
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
            let (place, turn) = (mover.pose.translation.to_array(), mover.pose.rotation.to_array());
            writeln!(out, "    {index} at {place:?}, turned {turn:?}, {} s on its path", mover.clock)?;
        }
    }
    if then.movers == now.movers && then.characters == now.characters {
        writeln!(out, "  the inputs, or the hash itself: all characters and bodies are where they were")?;
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
    let characters = count(walk.players.len() as u64, "character");
    let movers = count(walk.movers.len() as u64, "mover");
    format!("{by}, {characters}, {movers}, {} s a tick", head.dt)
}

impl Setup {
    /// The world of a recording and its characters; the recording has their inputs tick by tick.
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
