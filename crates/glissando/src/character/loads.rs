//! The contacts at the end of a tick, and what each of them carries.

use super::LoadedContact;
use crate::math::DVec3;
use crate::slide::{PlaneAdder, SlideBuffer, SlidePlane, nearest_allowed};
use alloc::vec::Vec;

/// The contacts, each with the impulse per mass that deflects `pushed` (the velocity with gravity).
pub(super) fn report_loads(
    buffer: &SlideBuffer,
    loads: &mut Vec<LoadedContact>,
    planes: &mut Vec<SlidePlane>,
    pushed: DVec3,
) {
    planes.clear();
    loads.clear();
    let mut adder = PlaneAdder::new();
    for contact in &buffer.contacts {
        adder.add(planes, SlidePlane { normal: contact.normal, least: 0.0 });
    }
    // At once: contacts are large, and each is copied a second time if it is pushed.
    loads.extend(buffer.contacts.iter().map(|contact| LoadedContact { contact: *contact, load: 0.0 }));
    let Some(allowed) = nearest_allowed(pushed, planes) else { return };
    for (plane, load) in allowed.active.iter().flatten() {
        // Contacts of one normal share a plane; the nearest of them carries the load.
        let normal = planes[*plane].normal;
        let carrier = loads.iter_mut().find(|h| (h.contact.normal - normal).length_sq() < 1e-20);
        if let Some(carrier) = carrier {
            carrier.load = *load;
        }
    }
}
