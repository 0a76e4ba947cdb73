//! Removal of contacts behind a face in contact: a flat side that touches a level floor of many triangles has one contact with it.
//!
//! A body in contact with the inside of a face is in front of its plane, and stays there while the face holds it. So what is touched
//! in that plane or behind it is no nearer than the face, and blocks no motion that the face allows: the floor's other
//! triangles, and rims across a gap in it or below it. Of triangles in one plane the one touched nearest to the body's middle stays.
//!
//! Only bodies with flat sides need the rule: others have one contact with a plane, but for shared edges. Planes are compared to
//! the last bit, so it applies where they are along two of the body's axes; on other planes rounding keeps triangles apart.

use crate::collide::{Contact, Feature};
use crate::math::DVec3;
use crate::tolerance::SAME_POINT;
use alloc::vec::Vec;

/// A plane perpendicular to one of the body's axes, in ellipsoid space, with the body in front.
#[derive(Clone, Copy, PartialEq)]
struct Side {
    /// One component is 1 or -1: towards the body.
    out: DVec3,
    /// Along `out`, relative to the body's centre.
    height: f64,
}

/// Removes the contacts of bodies with flat sides that are in the plane of a face in contact or, if they are rims, behind it.
///
/// Which ones stay does not depend on their order.
pub(super) fn drop_hidden(contacts: &mut Vec<Contact>) {
    merge_faces(contacts);
    drop_rims(contacts);
}

/// Leaves one face of each plane and surface.
fn merge_faces(contacts: &mut Vec<Contact>) {
    let mut kept = 0;
    for index in 0..contacts.len() {
        let contact = contacts[index];
        if let Some(side) = side_of(&contact)
            && let Some(same) =
                contacts[..kept].iter().position(|c| is_one_surface(c, &contact) && side_of(c) == Some(side))
        {
            if is_nearer_to_middle(&contact, &contacts[same]) {
                contacts[same] = contact;
            }
            continue;
        }
        contacts[kept] = contact;
        kept += 1;
    }
    contacts.truncate(kept);
}

/// Removes the contacts at edges and corners that are in the plane of a face or behind it.
fn drop_rims(contacts: &mut Vec<Contact>) {
    let mut kept = 0;
    for index in 0..contacts.len() {
        let contact = contacts[index];
        let touched = contact.unit_point + contact.unit_on_core;
        let is_behind = |face: &Contact| {
            side_of(face).is_some_and(|side| side.out.dot(touched) <= side.height + SAME_POINT)
        };
        let mut others = contacts[..kept].iter().chain(&contacts[index + 1..]);
        if contact.feature != Feature::Face && others.any(is_behind) {
            continue;
        }
        contacts[kept] = contact;
        kept += 1;
    }
    contacts.truncate(kept);
}

/// Whether a flat side may be what touches this face.
fn is_flat(contact: &Contact) -> bool {
    contact.feature == Feature::Face && contact.unit_core.half_extents.x > 0.0 && contact.radii > 0.0
}

/// The plane of a face that is along two of the body's axes.
fn side_of(face: &Contact) -> Option<Side> {
    if !is_flat(face) {
        return None;
    }
    let DVec3 { x, y, z } = face.unit_point;
    let out = match (x != 0.0, y != 0.0, z != 0.0) {
        (true, false, false) => DVec3::new(-x.signum(), 0.0, 0.0),
        (false, true, false) => DVec3::new(0.0, -y.signum(), 0.0),
        (false, false, true) => DVec3::new(0.0, 0.0, -z.signum()),
        _ => return None,
    };
    let [a, b, c] = face.unit_corners.map(|corner| corner.dot(out));
    (a == b && b == c).then_some(Side { out, height: a })
}

fn is_one_surface(a: &Contact, b: &Contact) -> bool {
    let key = |c: &Contact| (c.surface.owner, c.surface.material, c.surface.body_material, c.is_slippery);
    key(a) == key(b)
}

/// Whether the part of the core over a face is nearer to its middle; of equals the one of the first triangle.
fn is_nearer_to_middle(a: &Contact, b: &Contact) -> bool {
    let key = |c: &Contact| c.unit_on_core.length_sq();
    key(a) < key(b) || key(a) == key(b) && a.surface.triangle < b.surface.triangle
}
