//! What a hand did, where it changed: enough to walk everything again.

use crate::saved::Held;
use crate::walk::{Call, Change, check_place};
use anyhow::{Context, ensure};
use glissando::{Config, DVec3, Input, Settings};
use serde::{Deserialize, Serialize};

/// What a hand can do before a tick.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Act {
    /// This is held from now on.
    Hold(Held),
    /// The character is this from now on.
    Set(Box<Settings>),
    /// The character is put here.
    Place(DVec3),
    /// A mover is sent on its way.
    Open(usize),
    /// A mover is sent back.
    Close(usize),
}

/// All that was done, in order of time.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(transparent)]
pub(super) struct InputLog {
    acts: Vec<(u64, Act)>,
}

impl InputLog {
    /// Writes down what is done before a tick; no later tick may have been written about.
    pub(super) fn write(&mut self, tick: u64, act: Act) {
        self.acts.push((tick, act));
    }

    /// How much is written.
    pub(super) const fn len(&self) -> usize {
        self.acts.len()
    }

    /// Forgets what was written after so much.
    pub(super) fn truncate(&mut self, len: usize) {
        self.acts.truncate(len);
    }

    /// What the character is made into before a tick or later ones.
    pub(super) fn set_from(&self, tick: u64) -> Option<&Settings> {
        let first = self.acts.partition_point(|(when, _)| *when < tick);
        self.acts[first..].iter().rev().find_map(|(_, act)| match act {
            Act::Set(settings) => Some(&**settings),
            _ => None,
        })
    }

    /// Writes down what is held, if it is not what was held before.
    pub(super) fn hold(&mut self, tick: u64, input: Input) {
        if self.held(tick) != input {
            self.write(tick, Act::Hold(Held(input)));
        }
    }

    /// What is held in a tick.
    pub(super) fn held(&self, tick: u64) -> Input {
        let before = &self.acts[..self.acts.partition_point(|(when, _)| *when <= tick)];
        let hold = before.iter().rev().find_map(|(_, act)| match act {
            Act::Hold(Held(input)) => Some(*input),
            _ => None,
        });
        hold.unwrap_or_default()
    }

    /// What is changed, opened and closed before a tick.
    pub(super) fn done(&self, tick: u64) -> (Vec<Change>, Vec<Call>) {
        let (mut changes, mut calls) = (Vec::new(), Vec::new());
        let none = Change { character: 0, settings: None, place: None };
        let first = self.acts.partition_point(|(when, _)| *when < tick);
        for (_, act) in self.acts[first..].iter().take_while(|(when, _)| *when == tick) {
            match act {
                Act::Hold(_) => {}
                Act::Set(settings) => changes.push(Change { settings: Some(**settings), ..none }),
                Act::Place(place) => changes.push(Change { place: Some(*place), ..none }),
                Act::Open(mover) => calls.push(Call { tick, mover: *mover, is_closing: false }),
                Act::Close(mover) => calls.push(Call { tick, mover: *mover, is_closing: true }),
            }
        }
        (changes, calls)
    }

    /// Forgets what is written about this tick and later ones.
    pub(super) fn cut(&mut self, tick: u64) {
        self.acts.truncate(self.acts.partition_point(|(when, _)| *when < tick));
    }

    /// The part from a tick on, with what is held then.
    pub(super) fn from(&self, tick: u64) -> Self {
        let first = self.acts.partition_point(|(when, _)| *when < tick);
        let held = if tick == 0 { Input::default() } else { self.held(tick - 1) };
        let mut part = Self::default();
        part.hold(tick, held);
        part.acts.extend_from_slice(&self.acts[first..]);
        part
    }

    /// # Errors
    /// Ticks that are out of order, or not between these two.
    pub(super) fn check(&self, from: u64, to: u64) -> anyhow::Result<()> {
        let mut last = from;
        for (index, (tick, _)) in self.acts.iter().enumerate() {
            ensure!(
                (last..=to).contains(tick),
                "acts[{index}] is of tick {tick}: it must lie from {last} to {to}"
            );
            last = *tick;
        }
        Ok(())
    }

    /// # Errors
    /// The first act with a number that cannot be used, where so many movers are.
    pub(super) fn check_content(&self, movers: usize) -> anyhow::Result<()> {
        for (index, (_, act)) in self.acts.iter().enumerate() {
            act.check(movers).with_context(|| format!("acts[{index}]"))?;
        }
        Ok(())
    }
}

impl Act {
    /// # Errors
    /// A number that cannot be used, where so many movers are.
    pub(super) fn check(&self, movers: usize) -> anyhow::Result<()> {
        match self {
            Self::Hold(Held(input)) => {
                ensure!(input.wish.is_finite(), "hold has {:?}: a wish is of numbers", input.wish.to_array());
            }
            Self::Set(settings) => drop(Config::new(settings)?),
            Self::Place(place) => check_place(*place)?,
            Self::Open(mover) | Self::Close(mover) => {
                ensure!(*mover < movers, "there is no mover {mover}: {movers} move, numbered from 0");
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(speed: f64) -> Input {
        Input { wish: DVec3::X * speed, jump: speed > 1.0, ..Input::default() }
    }

    #[test]
    fn what_is_held_lasts_until_something_else_is() {
        let mut input_log = InputLog::default();
        for (tick, speed) in [(0, 1.0), (1, 1.0), (2, 2.0), (3, 2.0), (9, 0.0)] {
            input_log.hold(tick, walk(speed));
        }
        assert_eq!(input_log.acts.len(), 3);
        assert_eq!(
            [0, 1, 2, 8, 9, 99].map(|tick| input_log.held(tick).wish.x),
            [1.0, 1.0, 2.0, 2.0, 0.0, 0.0]
        );
        let part = input_log.from(5);
        assert_eq!([5, 8, 9].map(|tick| part.held(tick)), [walk(2.0), walk(2.0), walk(0.0)]);
        input_log.cut(2);
        assert_eq!(input_log.held(99), walk(1.0));
    }

    #[test]
    fn a_tape_survives_json_and_one_that_is_out_of_order_is_refused() {
        let mut input_log = InputLog::default();
        input_log.hold(3, walk(1.25));
        input_log.write(4, Act::Open(2));
        input_log.write(4, Act::Place(DVec3::new(0.1, -0.0, 1e-9)));
        let text = serde_json::to_string(&input_log).unwrap();
        assert_eq!(serde_json::from_str::<InputLog>(&text).unwrap(), input_log, "{text}");
        assert!(input_log.check(3, 4).is_ok());
        assert!(input_log.check(4, 9).unwrap_err().to_string().starts_with("acts[0] is of tick 3"));
        assert!(input_log.check(0, 3).is_err());
        assert_eq!(input_log.done(4).1.len(), 1);
    }
}
