//! The rows of a walk's table: what happened, and how often where the same repeats in a row.

use glissando::stage::Outcome;
use glissando::{DVec3, EventKind, Owner};
use glissando_play::walk::Passing;
use std::mem::discriminant;

/// How many rows are written out; what else happened is counted.
const MOST_ROWS: usize = 60;

/// A repetition within so many seconds belongs to the row that is there: no player acts ten times a second.
const TOGETHER: f64 = 0.1;

/// The same in every other tick belongs together too, however long ticks are: so many ticks.
const TOGETHER_TICKS: f64 = 2.5;

/// What happened in a walk, in rows.
#[derive(Debug, Default)]
pub(super) struct Story {
    pub(super) rows: Vec<Row>,
    /// What happened after there were rows enough.
    pub(super) untold: u64,
}

/// Something that happened, once or again and again.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// When first, in seconds since the start of the walk.
    pub(super) time: f64,
    /// When last.
    pub(super) until: f64,
    pub(super) times: u64,
    /// Where first.
    pub(super) position: DVec3,
    /// What; of several the one with the largest figure.
    pub(super) what: What,
}

/// What happened.
#[derive(Clone, Debug)]
pub(super) enum What {
    /// In the character's own move.
    Own(EventKind),
    /// By a world that moves.
    World { outcome: Outcome, by: [Option<Owner>; 2] },
    /// With something that is passed through.
    Passed { what: Passing, name: String },
    /// With a mover or trigger of the level: a name and some words.
    Level { name: &'static str, words: String },
}

impl Story {
    /// Takes in something that happened, into the row of the same thing where that was just now; `dt` is that of a tick.
    pub(super) fn add(&mut self, time: f64, position: DVec3, what: What, dt: f64) {
        let together = TOGETHER.max(TOGETHER_TICKS * dt);
        let is_again = |row: &&mut Row| time - row.until <= together && row.what.is_like(&what);
        if let Some(row) = self.rows.iter_mut().rev().find(is_again) {
            row.times += 1;
            row.until = row.until.max(time);
            if what.figure() > row.what.figure() {
                row.what = what;
            }
        } else if self.rows.len() < MOST_ROWS {
            self.rows.push(Row { time, until: time, times: 1, position, what });
        } else {
            self.untold += 1;
        }
    }
}

impl What {
    /// Whether it is the same thing with the same body, whatever its figures.
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Own(one), Self::Own(other)) => {
                discriminant(one) == discriminant(other) && body(one) == body(other)
            }
            (Self::World { outcome, by }, Self::World { outcome: other, by: others }) => {
                outcome == other && by == others
            }
            (Self::Passed { what, name }, Self::Passed { what: other, name: others }) => {
                what.name() == other.name() && name == others
            }
            (Self::Level { name, words }, Self::Level { name: other, words: others }) => {
                name == other && words == others
            }
            _ => false,
        }
    }

    /// The figure in its words.
    fn figure(&self) -> f64 {
        match self {
            Self::Own(kind) => match *kind {
                EventKind::Landed { speed, .. }
                | EventKind::HitWall { speed, .. }
                | EventKind::HitCeiling { speed, .. } => speed,
                EventKind::SteppedUp { height, .. } => height,
                EventKind::PushedOut { distance, .. } | EventKind::Recovered { distance, .. } => distance,
                EventKind::Stuck { depth } => depth,
                _ => 0.0,
            },
            _ => 0.0,
        }
    }
}

/// The body that an event is with.
fn body(kind: &EventKind) -> Option<Owner> {
    match kind {
        EventKind::Landed { surface, .. }
        | EventKind::HitWall { surface, .. }
        | EventKind::HitCeiling { surface, .. }
        | EventKind::SteppedUp { surface, .. }
        | EventKind::PushedOut { surface, .. } => Some(surface.owner),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_ROWS, Story, What};
    use glissando::{DVec3, EventKind};

    const TICK: f64 = 1.0 / 60.0;

    fn story(kinds: &[EventKind], times: impl Iterator<Item = f64>) -> Story {
        let mut story = Story::default();
        for (time, kind) in times.zip(kinds.iter().cycle()) {
            story.add(time, DVec3::ZERO, What::Own(*kind), TICK);
        }
        story
    }

    #[test]
    fn what_comes_again_and_again_is_a_row_also_where_two_things_take_turns() {
        let stuck = |depth| EventKind::Stuck { depth };
        let kinds = [stuck(0.1), EventKind::LeftGround, stuck(0.3), EventKind::LeftGround];
        let story = story(&kinds, (0..400).map(|i| f64::from(i) * 0.01));
        let [stuck, left] = story.rows.as_slice() else { panic!("{:?}", story.rows) };
        assert_eq!((stuck.times, left.times, story.untold), (200, 200, 0));
        assert!((stuck.time, left.time) == (0.0, 0.01) && (left.until - 3.99).abs() < 1e-9);
        assert!(matches!(stuck.what, What::Own(EventKind::Stuck { depth: 0.3 })), "the deepest is told");
    }

    #[test]
    fn what_comes_again_after_a_while_is_a_row_of_its_own_and_rows_have_an_end() {
        let story = story(&[EventKind::Jumped], (0..100).map(|i| f64::from(i) * 0.5));
        assert_eq!((story.rows.len(), story.untold), (MOST_ROWS, 100 - MOST_ROWS as u64));
        assert!(story.rows.iter().all(|row| row.times == 1));
    }
}
