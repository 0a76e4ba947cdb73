//! What of the way is kept: the record of the path really travelled.
//!
//! Only what stays is in it. What was tried and taken back (a step that failed, the search for the moment at
//! which the ground is lost) is cut off again.

use super::tick::Tick;
use crate::path::Waypoint;

impl<C, T> Tick<'_, C, T> {
    /// The character has come straight to where it is now, `time` seconds after the start of the tick.
    pub(super) fn pass(&mut self, time: f64) {
        // Times are sums of shares; rounding must not send them backwards or beyond the end.
        let time = if time < self.duration { time } else { self.duration };
        let earliest = self.path.last().map_or(0.0, |last| last.time);
        let here = Waypoint::new(if time > earliest { time } else { earliest }, self.state.position);
        if self.path.last() != Some(&here) {
            self.path.push(here);
        }
    }

    /// What was passed after the first `kept` waypoints was only tried.
    pub(super) fn take_back(&mut self, kept: usize) {
        self.path.truncate(kept);
    }
}
