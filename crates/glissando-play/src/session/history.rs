//! How everything was in the last seconds, now and then: between two of these the tape tells the rest.

use super::wander_ai::WanderAi;
use crate::walk::Snapshot;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Seconds that one can go back.
pub const SECONDS_BACK: f64 = 10.0;

/// Seconds from one snapshot to the next.
const SPACING: f64 = 0.5;

/// Most ticks, times characters, that are walked to open a clip. At least two moments are kept in as many.
const MOST_STEPS: u64 = 100_000;

/// Most moments that are kept, and most of them times characters: of very short ticks, and in the largest crowds, one can go
/// back less than those seconds.
const MOST_MOMENTS: usize = 200;
const MOST_KEPT: usize = 200_000;

/// How everything was before a tick.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Moment {
    pub(super) play: Snapshot,
    pub(super) wander_ai: WanderAi,
}

impl Moment {
    pub(super) const fn tick(&self) -> u64 {
        self.play.stage.tick
    }
}

/// Moments in order of time.
#[derive(Clone, Debug)]
pub(super) struct History {
    moments: VecDeque<Moment>,
    /// Ticks from one to the next.
    spacing: u64,
    /// Ticks that one can go back.
    reach: u64,
    /// Moments that are kept at most.
    most: usize,
}

/// Most ticks of a clip of so many characters.
pub(super) fn most_steps(characters: usize) -> u64 {
    (MOST_STEPS / characters.max(1) as u64).max(1)
}

impl History {
    pub(super) fn new(dt: f64, characters: usize) -> Self {
        let ticks = |seconds: f64| (seconds / dt).ceil().max(1.0) as u64;
        let spacing = ticks(SPACING).min((most_steps(characters) / 2).max(1));
        // One to go back to, and one before it, besides the last.
        let most = (MOST_KEPT / characters.max(1)).clamp(3, MOST_MOMENTS);
        Self { moments: VecDeque::new(), spacing, reach: ticks(SECONDS_BACK), most }
    }

    /// Whether a moment is due before this tick.
    pub(super) fn is_due(&self, tick: u64) -> bool {
        self.moments.back().is_none_or(|last| tick >= last.tick() + self.spacing)
    }

    /// Keeps a moment, later than all others, and drops moments that are too old to go back to.
    pub(super) fn keep(&mut self, moment: Moment) {
        let now = moment.tick();
        self.moments.push_back(moment);
        while self.moments.len() > self.most
            || self.moments.get(1).is_some_and(|second| second.tick() + self.reach <= now)
        {
            self.moments.pop_front();
        }
    }

    /// The first tick that one can go back to, if any is kept.
    pub(super) fn earliest(&self) -> Option<u64> {
        self.moments.front().map(Moment::tick)
    }

    /// The first moment from a tick on, or the last of all.
    pub(super) fn from(&self, tick: u64) -> Option<&Moment> {
        self.moments.iter().find(|moment| moment.tick() >= tick).or(self.moments.back())
    }

    /// Most ticks from the first moment to now.
    pub(super) const fn most_ticks(&self) -> u64 {
        self.reach + self.spacing
    }

    /// The last moment at or before a tick, or the first of all.
    pub(super) fn before(&self, tick: u64) -> Option<&Moment> {
        let later = self.moments.partition_point(|moment| moment.tick() <= tick);
        self.moments.get(later.saturating_sub(1))
    }

    /// Forgets moments after a tick.
    pub(super) fn cut(&mut self, tick: u64) {
        self.moments.truncate(self.moments.partition_point(|moment| moment.tick() <= tick));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_near_enough_for_clips_and_few_enough_for_memory() {
        for (hz, characters, spacing, most) in [
            (60.0, 1, 30, 200),
            (60.0, 1000, 30, 200),
            (60.0, 20_000, 2, 10),
            (60.0, 1_000_000, 1, 3),
            (1e6, 1, 50_000, 200),
            (1e6, 1000, 50, 200),
        ] {
            let history = History::new(1.0 / hz, characters);
            assert_eq!((history.spacing, history.most), (spacing, most), "{characters} at {hz}");
        }
    }
}
