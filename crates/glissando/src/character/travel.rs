//! The recorded path: the path that the character really took.
//!
//! Discarded attempts (a step that failed, the search for the moment at which the ground is lost) are cut off
//! again.

use super::tick::Tick;
use crate::math::DVec3;
use crate::path::Waypoint;

impl Tick<'_> {
    /// Records a straight leg to the current position, `time` seconds after the start of the tick.
    pub(super) fn pass(&mut self, time: f64) {
        // Times are sums of shares; rounding must not make them decrease or exceed the end.
        let time = if time < self.duration { time } else { self.duration };
        let earliest = self.path.last().map_or(0.0, |last| last.time);
        let here = Waypoint::new(if time > earliest { time } else { earliest }, self.state.position);
        if self.path.last() != Some(&here) {
            self.path.push(here);
        }
    }

    /// Discards all but the first `kept` waypoints.
    pub(super) fn take_back(&mut self, kept: usize) {
        self.path.truncate(kept);
    }

    /// Goes back to a position, and to the path up to there.
    pub(super) fn go_back(&mut self, position: DVec3, kept: usize) {
        self.state.position = position;
        self.take_back(kept);
    }
}
