//! Removal of contacts with inner edges: only local minima of the distance are contacts.
//!
//! A contact at an edge or corner is real only if no triangle through its point comes closer to the centre; otherwise
//! it is the rim of a neighbour (a "ghost contact"), tilted by the gathering tolerance, and would lift and brake a body
//! on a perfectly flat floor. Every triangle through the point is within the gathered distance, so no adjacency is
//! needed, and the rule holds across meshes, instances and T-junctions. It compares points and distances only, so it
//! has no angle threshold.

use super::hidden::drop_hidden;
use crate::collide::{Contact, Feature};
use crate::geometry::Core;
use crate::math::DVec3;
use crate::sorting;
use crate::tolerance::{SAME_DISTANCE, SAME_POINT};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Removes contacts that are not local minima of the distance over all gathered triangles.
///
/// Needs all contacts within some distance of one ellipsoid, as [`World::contacts`](crate::World::contacts)
/// gathers them; leaves them nearest first, an order that does not depend on how triangles are numbered.
///
/// ```
/// # use glissando::{DVec3, Shape, Filter, Mesh, MeshOptions, Soup, Vec3, World};
/// # let mut world = World::new();
/// # world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::new(0.0, -1.0, 0.0), Vec3::new(9.0, 1.0, 9.0)), &MeshOptions::default())?.0);
/// # use glissando::slide::drop_inner_edges;
/// // Over a floor of two triangles, away from their common edge: both are near, one is a contact.
/// let mut contacts = Vec::new();
/// let at = DVec3::new(2.0, 0.5, 1.9);
/// world.contacts(&Shape::sphere(0.5)?, at, 0.1, Filter::ALL, &mut contacts)?;
/// assert_eq!(contacts.len(), 2);
/// drop_inner_edges(&mut contacts);
/// assert_eq!(contacts.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "internal edges")]
#[doc(alias = "ghost collisions")]
pub fn drop_inner_edges(contacts: &mut Vec<Contact>) {
    if contacts.len() < 2 {
        return;
    }
    // Most bodies have no flat sides.
    if contacts.iter().any(|c| c.unit_core.half_extents.x > 0.0) {
        drop_hidden(contacts);
    }
    sort_nearest_first(contacts);
    // From the far end, since a contact can only be the rim of a nearer one, which must still be in the list.
    for index in (1..contacts.len()).rev() {
        if is_inner(index, contacts) {
            contacts.remove(index);
        }
    }
}

/// Sorts contacts nearest first, an order that does not depend on how they were found: the trees over bodies depend on what was done with
/// a world before.
#[inline]
pub(crate) fn sort_nearest_first(contacts: &mut [Contact]) {
    sorting::sort_by(contacts, nearer);
}

#[inline]
fn nearer(a: &Contact, b: &Contact) -> Ordering {
    // Nearly all are decided here, without a call.
    if a.radii < b.radii {
        return Ordering::Less;
    }
    if a.radii > b.radii {
        return Ordering::Greater;
    }
    order_of_equally_near(a, b)
}

#[inline(never)]
fn order_of_equally_near(a: &Contact, b: &Contact) -> Ordering {
    let (p, q) = (a.unit_point, b.unit_point);
    let is_same = |p: f64, q: f64| p.to_bits() == q.to_bits();
    // As a rule they are triangles of one body and one plane, with one point in common.
    let is_one_place =
        is_same(a.radii, b.radii) && is_same(p.x, q.x) && is_same(p.y, q.y) && is_same(p.z, q.z);
    if is_one_place && a.surface.owner == b.surface.owner {
        return a.surface.triangle.cmp(&b.surface.triangle);
    }
    order_of_places(a, b)
}

#[cold]
#[inline(never)]
fn order_of_places(a: &Contact, b: &Contact) -> Ordering {
    let points = a.unit_point.total_cmp(b.unit_point);
    // Normals that differ in rounding alone may come to one point.
    let normals = || a.normal.total_cmp(b.normal);
    let (one, other) = (a.surface, b.surface);
    let surfaces = || one.owner.cmp(&other.owner).then(one.triangle.cmp(&other.triangle));
    a.radii.total_cmp(&b.radii).then(points).then_with(normals).then_with(surfaces)
}

fn is_inner(index: usize, contacts: &[Contact]) -> bool {
    let contact = &contacts[index];
    if contact.feature == Feature::Face {
        return false;
    }
    let point = contact.unit_point;
    // Nearest first: what is not nearer has none after it that is.
    contacts[..index].iter().take_while(|c| c.radii < contact.radii - SAME_DISTANCE).any(|c| {
        !is_beyond(c, point)
            && !is_out_of_box(&c.unit_core, &c.unit_corners, point)
            && c.unit_core.distance_sq_from_sum(point, &c.unit_corners) <= SAME_POINT * SAME_POINT
    })
}

/// Whether a contact's triangle, and the core about it, lies clearly beyond a point, seen along the way to the contact.
///
/// Any direction would do; this is cheap, and tells a wall from a floor.
fn is_beyond(contact: &Contact, point: DVec3) -> bool {
    let way = contact.unit_point;
    let [a, b, c] = contact.unit_corners.map(|corner| corner.dot(way));
    let nearest = DVec3::new(a, b, c).min_element() - contact.unit_core.extent_along(way);
    // For a way of any length at least twice the tolerance, times the length.
    nearest > point.dot(way) + SAME_POINT * (1.0 + way.length_sq())
}

/// Whether a point is clearly out of the box about the sum of a triangle and a core.
///
/// Among a hundred small triangles about one body this test rejects nearly all pairs, and the exact distance is seldom computed.
fn is_out_of_box(core: &Core, corners: &[DVec3; 3], point: DVec3) -> bool {
    let [a, b, c] = *corners;
    let about = core.half_extents + DVec3::splat(2.0 * SAME_POINT);
    let (low, high) = (a.min(b).min(c) - about, a.max(b).max(c) + about);
    point.max(low).min(high) != point
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_out_of_the_box_is_no_point_of_the_sum() {
        let mut state = 9_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        let (mut out, mut on_sum) = (0, 0);
        for case in 0..400_000 {
            let mut vector = |size: f64| DVec3::new(random(), random(), random()) * size;
            let corners = [vector(2.0), vector(2.0), vector(2.0)];
            let half = vector(1.0).abs();
            let core = match case % 4 {
                0 => Core::POINT,
                1 => Core::cylinder(0.0, half.y),
                2 => Core::cylinder(half.x, half.y),
                _ => Core::cuboid(half),
            };
            // Half of the points are on the sum but for the tolerance, most of them at its rim.
            let at = corners[case % 3] + core.nearest(vector(4.0));
            let point = if case % 8 < 4 { at + vector(1.5 * SAME_POINT) } else { vector(4.0) };
            let is_near = core.distance_sq_from_sum(point, &corners) <= SAME_POINT * SAME_POINT;
            let is_out = is_out_of_box(&core, &corners, point);
            assert!(!(is_near && is_out), "case {case}");
            out += usize::from(is_out);
            on_sum += usize::from(is_near);
        }
        println!("{out} out of the box, {on_sum} on the sum");
        assert!(out > 100_000 && on_sum > 100_000);
    }
}
