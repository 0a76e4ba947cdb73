//! A world whose contacts somebody else contact_filters: what counts, what can be stood on, how fast it is.
//!
//! For what no mask can say: a ghost passes through doors of its own colour, ice holds nobody. The judge is asked about surfaces and contacts alone and answers by value, so the same judge gives
//! the same bits; one that looked at a clock or at a counter of its own would be the end of that.

use super::World;
use crate::collide::{Collide, Contact, Filter, Hit, Surface, Sweep};
use crate::geometry::Ellipsoid;
use crate::math::DVec3;
use alloc::vec::Vec;

/// Somebody who may veto contacts, or say what they are like. Must answer the same question in the same way within a tick.
pub trait ContactFilter {
    /// Whether a surface is there at all for whoever asks.
    fn counts(&self, surface: &Surface) -> bool {
        let _ = surface;
        true
    }

    /// Whether a contact that is flat enough to stand on holds nobody all the same.
    fn is_slippery(&self, contact: &Contact) -> bool {
        let _ = contact;
        false
    }

    /// The velocity of a surface at a point (world space), m/s; `own` is what it has.
    fn surface_velocity(&self, surface: &Surface, at: DVec3, own: DVec3) -> DVec3 {
        let _ = (surface, at);
        own
    }
}

/// So contact_filters of several kinds fit in one list, as `&dyn ContactFilter`.
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

/// Drops the contacts that do not count, and says of the others what they are like.
pub(crate) fn filter_contacts(contact_filter: &impl ContactFilter, contacts: &mut Vec<Contact>) {
    contacts.retain(|contact| contact_filter.counts(&contact.surface));
    for contact in contacts {
        contact.is_slippery = contact_filter.is_slippery(contact);
    }
}

/// A world seen by a contact_filter; on a stage [`Stage::tick_filtered`](crate::stage::Stage::tick_filtered) makes it. Else hand it to [`step_through`](crate::character::step_through) or [`slide`](crate::slide::slide()).
#[derive(Clone, Copy, Debug)]
pub struct FilteredWorld<'a, J> {
    /// The world.
    pub world: &'a World,
    /// Who contact_filters.
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
