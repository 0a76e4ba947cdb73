//! Wedged: at rest between surfaces of which none can be stood on alone.
//!
//! ```text
//!  \\       |      The contacts hold the body if no displacement that all of them allow leads down. The test is
//!   \\  __  |      one computation for any number of contacts, upright walls and overhangs among them: the
//!    \\(  ) |      displacement nearest to a fall that their planes allow is zero. The body then has a load
//!     \\ ‾‾ |      on two surfaces at least, and stands: it may jump, and walk along the crease.
//! ```
//!
//! The wedge has the velocity of the surface that is nearest to the body. On a lift it is landed in as at rest.

use super::event::EventKind;
use super::landing::RISING;
use super::tick::Tick;
use crate::math::DVec3;
use crate::slide::{Allowed, Shell, SlidePlane, add_plane, is_held_in_slot};
use crate::tolerance;

impl Tick<'_> {
    /// Lands in a wedge, if the body does not rise from it.
    pub(super) fn settles_in_wedge(&mut self) -> bool {
        if !self.may_land() || self.rise_from_wedge() > RISING || !self.is_wedged() {
            return false;
        }
        self.land_in_wedge();
        true
    }

    /// Lands in a wedge that rises into the body, where flight would lead the body away from it or stop it unnoticed: see
    /// [`Tick::is_caught`].
    pub(super) fn is_caught_in_wedge(&mut self) -> bool {
        let (fall, up) = (-self.rise_from_wedge(), self.up());
        let comes = fall + self.state.velocity.dot(up);
        let is_met = comes > RISING && fall > RISING;
        if !is_met || !self.is_wedged() {
            return false;
        }
        self.land_in_wedge();
        true
    }

    /// Upward velocity relative to the nearest surface, m/s.
    pub(super) fn rise_from_wedge(&self) -> f64 {
        self.relative_to_wedge().dot(self.up())
    }

    fn relative_to_wedge(&self) -> DVec3 {
        let velocity = self.state.velocity;
        let nearest = self.buffer.contacts.first();
        nearest.map_or(velocity, |contact| self.relative(velocity, &contact.surface, contact.point))
    }

    /// Stands between steep surfaces: a landing at the speed of the fall into them.
    pub(super) fn land_in_wedge(&mut self) {
        let (velocity, relative, normal) = (self.state.velocity, self.relative_to_wedge(), self.up());
        // A tick may end before anything is hit, but so near that the body is held.
        let speed = self.fall_speed.max(-relative.dot(normal));
        self.landings += 1;
        self.stand_on_wedge();
        self.ride(velocity, relative);
        let Some(surface) = self.state.support else { return };
        if self.is_landing(speed) {
            let energy_per_mass = 0.5 * speed * speed;
            let before = normal * -speed - (relative - velocity);
            self.emit(self.time, before, EventKind::Landed { speed, energy_per_mass, normal, surface });
        }
    }

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
