//! Wedged: at rest between surfaces of which none can be stood on alone.
//!
//! ```text
//!  \\       |      The contacts hold the body if no displacement that all of them allow leads down. The test is
//!   \\  __  |      one computation for any number of contacts, upright walls and overhangs among them: the
//!    \\(  ) |      displacement nearest to a fall that their planes allow is zero. The body then has a load
//!     \\ ‾‾ |      on two surfaces at least, and stands: it may jump, and walk along the crease.
//! ```

use super::tick::Tick;
use crate::math::DVec3;
use crate::slide::{Allowed, Shell, SlidePlane, add_plane, is_held_in_slot};
use crate::tolerance;

impl Tick<'_> {
    /// Whether the contacts in the buffer prevent any descent, and no single one carries the whole weight.
    ///
    /// A single flat surface that must not be stood on (a slippery one) thus never wedges a body.
    pub(super) fn is_wedged(&mut self) -> bool {
        let fall = self.up() * -self.mover.skin();
        let Some(mut held) = self.allowed_of_fall(fall, None) else { return false };
        if is_held_in_slot(&held, &self.buffer.planes, &self.buffer.contacts) {
            // The sides of a shaft hold a body only when it cannot sink any further between them.
            let Some(sunk) = self.allowed_of_fall(fall, Some(Shell::Sweep)) else { return false };
            held = sunk;
        }
        let least = tolerance::LEVEL * fall.length();
        let loads = held.active.iter().flatten().filter(|(_, push)| *push > least).count();
        held.displacement.length() <= least && loads > 1
    }

    /// The displacement that the contacts allow of a fall: as if all of them touched, or down to a shell.
    fn allowed_of_fall(&mut self, fall: DVec3, shell: Option<Shell>) -> Option<Allowed> {
        let planes = &mut self.buffer.planes;
        planes.clear();
        for contact in &self.buffer.contacts {
            let least = shell.map_or(0.0, |shell| self.mover.least(contact, shell));
            add_plane(planes, SlidePlane { normal: contact.normal, least });
        }
        self.nearest_in_air(fall)
    }
}
