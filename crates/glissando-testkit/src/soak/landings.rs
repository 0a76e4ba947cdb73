//! Counts landings: a walker that lands again and again goes nowhere and costs much.

use glissando::{Event, EventKind};

/// Landings in one tick that are too many, if the tick is no fast one.
const MOST_A_TICK: usize = 3;

/// A tick that has gone further than this for each of its landings has crossed as many bumps, metres.
const BUMP: f64 = 0.5;

/// Landings in one second that are too many.
const MOST_A_SECOND: usize = 30;

/// The landings of one walk.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Landings {
    second: f64,
    in_this_second: usize,
}

impl Landings {
    /// Takes in a tick of `dt` seconds that went `way` metres; a sentence if it has too many landings, or its second has.
    pub(super) fn watch(&mut self, events: &[Event], way: f64, dt: f64) -> Option<String> {
        let landed = events.iter().filter(|e| matches!(e.kind, EventKind::Landed { .. })).count();
        if self.second >= 1.0 {
            *self = Self::default();
        }
        self.second += dt;
        let before = self.in_this_second;
        self.in_this_second += landed;
        if landed > MOST_A_TICK && way < BUMP * landed as f64 {
            return Some(format!("{landed} in one tick"));
        }
        // Once for each second.
        let is_crossed = before <= MOST_A_SECOND && self.in_this_second > MOST_A_SECOND;
        is_crossed.then(|| format!("{} in {:.2} s", self.in_this_second, self.second))
    }
}
