//! Overlaps: the character is moved out of them before the tick, and only clear positions are stored as safe.

use super::event::EventKind;
use super::risen::{Risen, recover_character};
use super::tick::Tick;
use crate::math::DVec3;
use crate::slide::{Recovery, Stop, is_clear, recover_aside, recover_narrowed};

/// Recoveries below this share of the skin are accumulated rounding, and emit no event.
pub(super) const ROUNDING_SHARE: f64 = 1e-3;

impl Tick<'_> {
    /// Moves the character out of any overlap; returns false if that fails.
    pub(super) fn recover(&mut self) -> bool {
        let from = self.state.position;
        self.gather();
        if self.mover.is_clear_of(&self.buffer.contacts, from) {
            return true;
        }
        let risen = Risen::of(self.world, self.mover, self.state, &mut self.buffer.contacts);
        let recovery = match risen {
            None => self.come_out(from),
            Some(risen) if !risen.is_open(self.world, self.mover) => Recovery::Stuck,
            Some(risen) => risen.recovered(self.come_out(risen.top)),
        };
        self.gathered_at = None;
        let (to, to_safe_position) = match recovery {
            Recovery::Free => return true,
            Recovery::Moved(to) => (to, false),
            Recovery::Stuck => {
                let safe = self.state.safe_position;
                if is_clear(self.world, self.mover, safe, self.buffer) {
                    (safe, true)
                } else if let Some(to) = risen.map_or_else(|| self.come_aside(from), |_| None) {
                    (to, false)
                } else {
                    self.gather();
                    self.report_stuck(0.0);
                    self.state.velocity = DVec3::ZERO;
                    return false;
                }
            }
        };
        self.state.position = to;
        self.pass(0.0);
        let distance = (to - from).length();
        if distance > self.mover.skin() * ROUNDING_SHARE {
            self.emit(0.0, self.state.velocity, EventKind::Recovered { distance, to_safe_position });
        }
        true
    }

    /// Moves out of the overlap at `from`; continues with smaller gaps where only those fit.
    fn come_out(&mut self, from: DVec3) -> Recovery {
        self.gathered_at = None;
        let (recovery, share) = recover_narrowed(self.world, self.mover, from, self.buffer, &mut self.trace);
        if let Some(share) = share {
            self.mover = self.narrow.get_or_init(|| self.mover.narrowed(share));
        }
        recovery
    }

    /// A free place beside the surfaces that hold the body at `from`.
    fn come_aside(&mut self, from: DVec3) -> Option<DVec3> {
        match recover_aside(self.world, self.mover, from, self.buffer, &mut self.trace) {
            Recovery::Moved(to) => Some(to),
            Recovery::Free | Recovery::Stuck => None,
        }
    }

    /// Stores the position as safe if it is clear; otherwise recovers or goes back to the last safe one, with an
    /// event.
    pub(super) fn keep_safe(&mut self) {
        let (at, safe) = (self.state.position, self.state.safe_position);
        if self.mover.is_clear_of(&self.buffer.contacts, at) {
            self.state.safe_position = at;
            return;
        }
        self.gathered_at = None;
        let recovery = recover_character(self.world, self.mover, self.state, self.buffer, &mut self.trace);
        let (to, to_safe_position) = match recovery {
            Recovery::Moved(to) => (to, false),
            Recovery::Free => (at, false),
            Recovery::Stuck if is_clear(self.world, self.mover, safe, self.buffer) => (safe, true),
            Recovery::Stuck => {
                self.gather();
                self.report_stuck(self.duration);
                return;
            }
        };
        self.state.position = to;
        self.state.safe_position = to;
        self.pass(self.duration);
        let distance = (to - at).length();
        if distance > self.mover.skin() * ROUNDING_SHARE {
            let kind = EventKind::Recovered { distance, to_safe_position };
            self.emit(self.duration, self.state.velocity, kind);
        }
        self.gather();
    }

    /// Emits one `Stuck` event per tick, with the depth of the deepest contact in the buffer.
    pub(super) fn report_stuck(&mut self, time: f64) {
        let is_known = self.events.iter().any(|e| matches!(e.kind, EventKind::Stuck { .. }));
        if !is_known {
            let depth = self.buffer.contacts.first().map_or(0.0, |c| -c.gap()).max(0.0);
            self.emit(time, self.state.velocity, EventKind::Stuck { depth });
        }
        self.stop = Stop::Stuck;
    }
}
