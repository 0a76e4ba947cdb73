//! Removal of contacts behind a face in contact: a flat side that touches a level floor of many triangles has one contact with it.
//!
//! A body in contact with the inside of a face is in front of its plane, and stays there while the face holds it. So what is touched
//! in that plane or behind it is no nearer than the face, and blocks no motion that the face allows: the floor's other
//! triangles, and rims across a gap in it or below it. Of triangles in one plane the one touched nearest to the body's middle stays.
//!
//! Only bodies with flat sides need the rule: others have one contact with a plane, but for shared edges. Planes are compared to
//! the last bit, so it applies where they are along two of the body's axes; on other planes rounding keeps triangles apart.

use crate::collide::{Contact, Feature, Surface};
use crate::geometry::Core;
use crate::handle::Owner;
use crate::math::DVec3;
use crate::tolerance::{SAME_DISTANCE, SAME_POINT};
use alloc::vec::Vec;

/// A plane perpendicular to one of the body's axes, in ellipsoid space, with the body in front.
#[derive(Clone, Copy, PartialEq)]
struct Side {
    /// One component is 1 or -1: towards the body.
    out: DVec3,
    /// Along `out`, relative to the body's centre.
    height: f64,
}

impl Side {
    /// Squared distance, along the plane, of the part of the core over a face from the middle: exactly 0 below it.
    fn aside_sq(&self, face: &Contact) -> f64 {
        let on_core = face.unit_on_core;
        (on_core - self.out * on_core.dot(self.out)).length_sq()
    }

    /// Whether a face is nearer to the middle than another; of equals the first triangle is.
    fn is_nearer_to_middle(&self, a: &Contact, b: &Contact) -> bool {
        let [one, other] = [self.aside_sq(a), self.aside_sq(b)];
        one < other || one == other && a.surface.triangle < b.surface.triangle
    }
}

/// Removes the contacts of bodies with flat sides that are in the plane of a face in contact or, if they are rims, behind it.
///
/// Which ones stay does not depend on their order.
pub(super) fn drop_hidden(contacts: &mut Vec<Contact>) {
    let faces = put_faces_first(contacts);
    let faces = merge_faces(contacts, faces);
    drop_rims(contacts, faces);
}

/// Puts the faces before all other contacts; returns how many there are. Only they hide contacts: a flat side touches fine, uneven
/// ground at thousands of edges and corners, which need not be compared with each other.
fn put_faces_first(contacts: &mut [Contact]) -> usize {
    let mut faces = 0;
    for index in 0..contacts.len() {
        if is_flat(&contacts[index]) {
            if faces != index {
                contacts.swap(faces, index);
            }
            faces += 1;
        }
    }
    faces
}

/// Leaves one of the first `faces` contacts for each plane and surface; returns how many are left.
fn merge_faces(contacts: &mut Vec<Contact>, mut faces: usize) -> usize {
    for index in (1..faces).rev() {
        let contact = &contacts[index];
        let Some(side) = side_of(contact) else { continue };
        let is_same = |c: &Contact| is_one_surface(c, contact) && side_of(c) == Some(side);
        if let Some(same) = contacts[..index].iter().position(is_same) {
            if side.is_nearer_to_middle(contact, &contacts[same]) {
                contacts.swap(same, index);
            }
            faces -= 1;
            if faces != index {
                contacts.swap(faces, index);
            }
            contacts.swap_remove(faces);
        }
    }
    faces
}

/// Removes the contacts at edges and corners that are in the plane of one of the first `faces` contacts or behind it.
///
/// What is as near as the face must be there with all its triangle: a slope that begins in the plane is what the body hits next.
fn drop_rims(contacts: &mut Vec<Contact>, faces: usize) {
    if faces == 0 {
        return;
    }
    for index in (faces..contacts.len()).rev() {
        let contact = &contacts[index];
        if contact.feature == Feature::Face {
            continue;
        }
        let touched = contact.unit_point + contact.unit_on_core;
        let is_behind = |face: &Contact| {
            side_of(face).is_some_and(|Side { out, height }| {
                if face.radii < contact.radii - SAME_DISTANCE {
                    out.dot(touched) <= height + SAME_POINT
                } else {
                    contact.unit_corners.iter().all(|corner| out.dot(*corner) <= height)
                }
            })
        };
        if contacts[..faces].iter().any(is_behind) {
            contacts.swap_remove(index);
        }
    }
}

/// A face in contact below the middle of a flat side: none is nearer to the middle, so other triangles in its plane need not be measured.
#[derive(Clone, Copy)]
pub(crate) struct MiddleFace {
    side: Side,
    surface: Surface,
    /// Squared distance of the middle that no rounding hides.
    clear_sq: f64,
}

impl MiddleFace {
    /// `None` for any other contact.
    pub(crate) fn of(contact: &Contact) -> Option<Self> {
        let side = side_of(contact)?;
        let clear_sq = CLEARLY * contact.unit_core.half_extents.length_sq();
        (side.aside_sq(contact) == 0.0).then_some(Self { side, surface: contact.surface, clear_sq })
    }

    /// Whether the contact with a triangle, if there is one, would be removed beside this one.
    pub(crate) fn hides(&self, corners: &[DVec3; 3], surface: impl FnOnce() -> Surface) -> bool {
        let Side { out, height } = self.side;
        let [a, b, c] = corners.map(|corner| corner.dot(out));
        if !(a == height && b == height && c == height) {
            return false;
        }
        let surface = surface();
        let is_first = surface.triangle < self.surface.triangle;
        material_of(&surface) == material_of(&self.surface)
            && (!is_first || is_beside(corners, out, self.clear_sq))
    }
}

/// Whether a triangle is beside the middle of one of a core's sides, in a plane along it: a face below the middle would hide it.
pub(crate) fn is_beside_middle(corners: &[DVec3; 3], core: &Core) -> bool {
    let [a, b, c] = *corners;
    let is_along = |out: DVec3| a.dot(out) == b.dot(out) && b.dot(out) == c.dot(out);
    let out = [DVec3::Y, DVec3::X, DVec3::Z].into_iter().find(|out| is_along(*out));
    out.is_some_and(|out| is_beside(corners, out, CLEARLY * core.half_extents.length_sq()))
}

/// Whether the middle is not over a triangle of this normal, by more than this squared distance.
fn is_beside([a, b, c]: &[DVec3; 3], out: DVec3, clear_sq: f64) -> bool {
    let area = (*b - *a).cross(*c - *a).dot(out);
    [(*a, *b - *a), (*b, *c - *b), (*c, *a - *c)].into_iter().any(|(corner, edge)| {
        let inside = corner.cross(edge).dot(out);
        inside * area < 0.0 && inside * inside > clear_sq * edge.length_sq()
    })
}

/// Share of a core's squared size from which on a squared distance is no rounding.
const CLEARLY: f64 = 1e-12;

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
    material_of(&a.surface) == material_of(&b.surface) && a.is_slippery == b.is_slippery
}

/// What tells the triangles of one body apart for the rules of a game.
fn material_of(surface: &Surface) -> (Owner, [u16; 2]) {
    (surface.owner, [surface.material, surface.body_material])
}

#[cfg(test)]
mod tests;
