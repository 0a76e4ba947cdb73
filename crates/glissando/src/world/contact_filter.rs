//! Contact filters: a game's own rules of which surfaces collide, which can be stood on, and how fast they move.
//!
//! For rules that no layer mask can express: ghosts pass through doors of their own colour, a character slips on ice. A
//! filter must depend on its arguments only: one that reads a clock or a counter of its own breaks determinism.

use super::World;
use crate::collide::{Collide, Contact, Filter, Hit, Surface, Sweep};
use crate::geometry::Shape;
use crate::input;
use crate::math::DVec3;
use crate::tolerance;
use crate::traction::Traction;
use alloc::vec::Vec;

/// Rules that drop or change contacts. Must return the same value for the same arguments within a tick.
pub trait ContactFilter {
    /// Whether a surface exists for this character.
    fn includes(&self, surface: &Surface) -> bool {
        let _ = surface;
        true
    }

    /// Whether a character cannot stand on a contact although it is flat enough.
    fn is_slippery(&self, contact: &Contact) -> bool {
        let _ = contact;
        false
    }

    /// The unit normal that the body slides along and is held by at a point (world space); `own` is the contact's.
    ///
    /// A ramp can count as level ground, a bumpy wall as a plane. The answer is normalised; one that is not finite, or
    /// that points less than 1 degree away from the surface's plane or behind it, counts as `own`. Sweeps stop at the
    /// triangles themselves, so no normal lets a body through; one that points into another wall can hold it there.
    fn normal(&self, surface: &Surface, at: DVec3, own: DVec3) -> DVec3 {
        let _ = (surface, at);
        own
    }

    /// The velocity of a surface at a point (world space), m/s; `own` is what it has. An answer that is not finite, or beyond
    /// [`WORLD_LIMIT`](crate::tolerance::WORLD_LIMIT), counts as `own`.
    fn surface_velocity(&self, surface: &Surface, at: DVec3, own: DVec3) -> DVec3 {
        let _ = (surface, at);
        own
    }

    /// The traction of a surface; `own` is what its body has for its material. An answer that [`Traction::check`] refuses counts as
    /// `own`.
    fn traction(&self, surface: &Surface, own: Traction) -> Traction {
        let _ = surface;
        own
    }
}

/// So that filters of several types fit in one list, as `&dyn ContactFilter`.
impl<J: ContactFilter + ?Sized> ContactFilter for &J {
    fn includes(&self, surface: &Surface) -> bool {
        (**self).includes(surface)
    }

    fn is_slippery(&self, contact: &Contact) -> bool {
        (**self).is_slippery(contact)
    }

    fn normal(&self, surface: &Surface, at: DVec3, own: DVec3) -> DVec3 {
        (**self).normal(surface, at, own)
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3, own: DVec3) -> DVec3 {
        (**self).surface_velocity(surface, at, own)
    }

    fn traction(&self, surface: &Surface, own: Traction) -> Traction {
        (**self).traction(surface, own)
    }
}

/// Drops the contacts that do not count, and marks slippery ones.
pub(crate) fn filter_contacts(contact_filter: &dyn ContactFilter, contacts: &mut Vec<Contact>) {
    contacts.retain(|contact| contact_filter.includes(&contact.surface));
    for contact in contacts {
        contact.is_slippery = contact_filter.is_slippery(contact);
        contact.normal = edited(contact_filter, &contact.surface, contact.point, contact.normal);
    }
}

/// A hit with the normal that the filter gives it.
pub(crate) fn filter_hit(contact_filter: &dyn ContactFilter, hit: Hit) -> Hit {
    Hit { normal: edited(contact_filter, &hit.surface, hit.point, hit.normal), ..hit }
}

/// Sine of 1 degree: an edited normal points at least so far out of the surface.
const LEAST_OUTWARD: f64 = 0.0175;

fn edited(contact_filter: &dyn ContactFilter, surface: &Surface, at: DVec3, own: DVec3) -> DVec3 {
    let asked = contact_filter.normal(surface, at, own);
    if asked == own {
        return own;
    }
    asked.try_normalize().filter(|normal| normal.dot(own) >= LEAST_OUTWARD).unwrap_or(own)
}

/// The velocity that the filter gives a surface.
pub(crate) fn velocity_filtered(
    contact_filter: &dyn ContactFilter,
    surface: &Surface,
    at: DVec3,
    own: DVec3,
) -> DVec3 {
    let asked = contact_filter.surface_velocity(surface, at, own);
    if input::vector("velocity of a surface", asked, tolerance::WORLD_LIMIT).is_ok() { asked } else { own }
}

/// The traction that the filter gives a surface.
pub(crate) fn traction_filtered(
    contact_filter: &dyn ContactFilter,
    surface: &Surface,
    own: Traction,
) -> Traction {
    let asked = contact_filter.traction(surface, own);
    if asked.check().is_ok() { asked } else { own }
}

/// [`World::sweep`] without the surfaces that do not count; compiled once for all filters.
pub(crate) fn sweep_filtered(
    world: &World,
    contact_filter: &dyn ContactFilter,
    sweep: &Sweep,
) -> Option<Hit> {
    let hit = world.first_touch(sweep, Some(&|surface| contact_filter.includes(surface)), None);
    hit.map(|hit| filter_hit(contact_filter, hit))
}

/// The nearest triangle on a segment, without the surfaces that do not count.
pub(crate) fn ray_filtered(
    world: &World,
    contact_filter: &dyn ContactFilter,
    from: DVec3,
    translation: DVec3,
    filter: Filter,
) -> Option<Hit> {
    world.nearest_on_segment(from, translation, filter, Some(&|surface| contact_filter.includes(surface)))
}

/// A world seen through a contact filter; on a stage [`Stage::tick_filtered`](crate::stage::Stage::tick_filtered) makes it. Else hand it to [`step_through`](crate::character::step_through) or [`slide`](crate::slide::slide()).
#[derive(Clone, Copy, Debug)]
pub struct FilteredWorld<'a, J> {
    /// The world.
    pub world: &'a World,
    /// The filter.
    pub contact_filter: &'a J,
}

impl<J: ContactFilter> Collide for FilteredWorld<'_, J> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        sweep_filtered(self.world, self.contact_filter, sweep)
    }

    fn contacts_in_radii(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        found: &mut Vec<Contact>,
    ) {
        Collide::contacts_in_radii(self.world, shape, at, radii, filter, found);
        filter_contacts(self.contact_filter, found);
    }

    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        ray_filtered(self.world, self.contact_filter, from, translation, filter)
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        let own = self.world.surface_velocity(surface, at);
        velocity_filtered(self.contact_filter, surface, at, own)
    }

    fn traction(&self, surface: &Surface) -> Traction {
        traction_filtered(self.contact_filter, surface, self.world.traction(surface))
    }
}
