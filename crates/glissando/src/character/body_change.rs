//! Another body in a character's place: crouched or upright, of another shape, or turned.

use super::state::Ground;
use super::tick::Tick;
use crate::collide::Surface;
use crate::slide::{Mover, Recovery, is_clear, recover};

/// Whether a character has taken another body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum BodyChange {
    /// The body fits where the character is.
    Fits,
    /// The body fits after it was moved by this distance, metres, out of what it would have overlapped.
    Moved {
        /// Metres.
        distance: f64,
    },
    /// The body does not fit. Nothing has changed.
    Refused {
        /// The surface that the body would have overlapped most.
        surface: Surface,
        /// By how far, metres; 0 if it would only have been nearer than its skin.
        depth: f64,
    },
}

impl Tick<'_> {
    /// Puts the body `wanted` where `before` was, moved out of overlaps by at most `reach` metres; the place is the
    /// state's then.
    ///
    /// On the ground the feet stay in place, in the air the centre.
    pub(super) fn fit(&mut self, before: &Mover, wanted: &Mover, reach: f64) -> BodyChange {
        let up = self.up();
        let shift = if self.state.ground == Ground::Airborne {
            0.0
        } else {
            let down = |m: &Mover| m.shape().shell_along(m.rest_shell(), up);
            down(wanted) - down(before)
        };
        let to = self.state.position + up * shift;
        // A one-sided ceiling between the centres would not count any more: the new one is behind it.
        if shift > 0.0
            && let Some(hit) = self.world.ray(self.state.position, up * shift, wanted.filter())
        {
            return BodyChange::Refused { surface: hit.surface, depth: shift - hit.distance };
        }
        self.gathered_at = None;
        let is_clear = is_clear(self.world, wanted, to, self.buffer);
        let Some(deepest) = self.buffer.contacts.first().copied().filter(|_| !is_clear) else {
            self.state.position = to;
            return BodyChange::Fits;
        };
        match recover(self.world, wanted, to, self.buffer, &mut self.trace) {
            Recovery::Moved(free) if (free - to).length() <= reach => {
                self.state.position = free;
                BodyChange::Moved { distance: (free - to).length() }
            }
            _ => BodyChange::Refused { surface: deepest.surface, depth: (-deepest.gap()).max(0.0) },
        }
    }
}
