//! Contact filters: a game's own rules of which surfaces collide, which can be stood on, and how fast they move.
//!
//! For rules that no layer mask can express: ghosts pass through doors of their own colour, a character slips on ice. A
//! filter must depend on its arguments only: one that reads a clock or a counter of its own breaks determinism.

use super::World;
use crate::collide::{Collide, Contact, Filter, Hit, Surface, Sweep};
use crate::geometry::Ellipsoid;
use crate::math::DVec3;
use alloc::vec::Vec;

/// Rules that drop or change contacts. Must return the same value for the same arguments within a tick.
pub trait ContactFilter {
    /// Whether a surface exists for this character.
    fn counts(&self, surface: &Surface) -> bool {
        let _ = surface;
        true
    }

    /// Whether a character cannot stand on a contact although it is flat enough.
    fn is_slippery(&self, contact: &Contact) -> bool {
        let _ = contact;
        false
    }

    /// The velocity of a surface at a point (world space), m/s; `own` is its unfiltered velocity.
    fn surface_velocity(&self, surface: &Surface, at: DVec3, own: DVec3) -> DVec3 {
        let _ = (surface, at);
        own
    }
}

/// So that filters of several types fit in one list, as `&dyn ContactFilter`.
impl<J: ContactFilter + ?Sized> ContactFilter for &J {
    fn counts(&self, surface: &Surface) -> bool {
        (**self).counts(surface)
    }

    fn is_slippery(&self, contact: &Contact) -> bool {
        (**self).is_slippery(contact)
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3, own: DVec3) -> DVec3 {
        (**self).surface_velocity(surface, at, own)
    }
}

/// Drops the contacts that do not count, and marks slippery ones.
pub(crate) fn filter_contacts(contact_filter: &impl ContactFilter, contacts: &mut Vec<Contact>) {
    contacts.retain(|contact| contact_filter.counts(&contact.surface));
    for contact in contacts {
        contact.is_slippery = contact_filter.is_slippery(contact);
    }
}

/// A world with a contact filter. [`Stage::tick_filtered`](crate::stage::Stage::tick_filtered) makes it on a stage;
/// elsewhere pass it to [`step_through`](crate::character::step_through) or [`slide`](crate::slide::slide()).
#[derive(Clone, Copy, Debug)]
pub struct FilteredWorld<'a, J> {
    /// The world.
    pub world: &'a World,
    /// The filter.
    pub contact_filter: &'a J,
}

impl<J: ContactFilter> Collide for FilteredWorld<'_, J> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        self.world.first_touch(sweep, |surface| self.contact_filter.counts(surface))
    }

    fn contacts(&self, shape: &Ellipsoid, at: DVec3, radii: f64, filter: Filter, found: &mut Vec<Contact>) {
        Collide::contacts(self.world, shape, at, radii, filter, found);
        filter_contacts(self.contact_filter, found);
    }

    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        self.world
            .nearest_on_segment(from, translation, filter, |surface| self.contact_filter.counts(surface))
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        let own = self.world.surface_velocity(surface, at);
        self.contact_filter.surface_velocity(surface, at, own)
    }
}
