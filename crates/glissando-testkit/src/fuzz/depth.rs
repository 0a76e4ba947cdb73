//! How deep a body is in the world, and which depth is rounding.

use glissando::Collide;
use glissando::slide::Mover;
use glissando::world::Brute;
use glissando::{Contact, DVec3, Filter, Shape, World};

/// A share of a radius that is no depth: a hundred times what a sweep may be off.
const SLACK: f64 = 1e-7;

/// Roundings of a coordinate on the way to a distance.
const ROUNDINGS: f64 = 64.0;

/// The contact that is nearest in radii, of those within `radii` of the centre, triangle by triangle.
pub(super) fn nearest(
    world: &impl Collide,
    shape: &Shape,
    at: DVec3,
    radii: f64,
    filter: Filter,
) -> Option<Contact> {
    let mut found = Vec::new();
    world.contacts_in_radii(shape, at, radii, filter, &mut found);
    found.into_iter().min_by(|a, b| a.radii.total_cmp(&b.radii))
}

/// The surface that a body without its skin is in, deeper than rounding; none if it is free or touches.
pub(super) fn surface_inside(world: &World, shape: &Shape, at: DVec3, filter: Filter) -> Option<Contact> {
    deeper_than(world, &Brute(world), shape, at, 1.0, filter)
}

/// The same for a body with half the skin that it kept: nothing may ever come nearer without a report.
pub(super) fn surface_within_half_skin(
    world: &World,
    mover: &Mover,
    kept: Option<f64>,
    at: DVec3,
) -> Option<Contact> {
    let shape = mover.shape();
    let radii = 1.0 + 0.5 * kept.unwrap_or(mover.skin()) / shape.smallest_radius();
    deeper_than(world, &Brute(world), &shape, at, radii, mover.filter())
}

/// The nearest contact if it is nearer than `radii` by more than rounding; `asked` may be another view of `world`.
pub(super) fn deeper_than(
    world: &World,
    asked: &impl Collide,
    shape: &Shape,
    at: DVec3,
    radii: f64,
    filter: Filter,
) -> Option<Contact> {
    nearest(asked, shape, at, radii, filter).filter(|c| c.radii < radii - slack(world, c, shape, at))
}

/// The depth in radii that is rounding: of the place, of the triangle, and of the pose of its body.
pub(super) fn slack(world: &World, contact: &Contact, shape: &Shape, at: DVec3) -> f64 {
    let pose = contact.surface.body().and_then(|id| world.body(id).ok()).map_or(0.0, |body| {
        let mesh = body.mesh.bounds();
        let corner = mesh.min.abs().max_element().max(mesh.max.abs().max_element());
        body.pose.translation.abs().max_element() + body.pose.matrix3.norm() * f64::from(corner)
    });
    let metres = at.abs().max_element() + pose;
    SLACK + ROUNDINGS * f64::EPSILON * (metres / shape.smallest_radius() + turned(contact))
}

/// The radii by which a move of `way` radii that was to be parallel to the contact's triangle may come nearer to it.
///
/// The normal of a touch is the direction from a point of the triangle, which is known to a unit in the last place of the
/// triangle's size. A ball of 2 mm that bounces off a triangle of 190 km turns by 1e-12, and 40 km on it is 41 nm deep.
pub(super) fn along_way(contact: &Contact, way: f64) -> f64 {
    let [a, b, c] = contact.unit_corners.map(|corner| corner.abs().max_element());
    f64::EPSILON * a.max(b).max(c) * way
}

/// The radii by which the plane of a thin triangle turns with each rounding, at its far end: as many times its length as
/// it is thin, up to [`THINNEST`].
fn turned(contact: &Contact) -> f64 {
    let [a, b, c] = contact.unit_corners;
    let longest_sq = [b - a, c - b, a - c].map(DVec3::length_sq).into_iter().fold(0.0, f64::max);
    let twice_area = (b - a).cross(c - a).length();
    longest_sq.sqrt() * (longest_sq / (twice_area + f64::MIN_POSITIVE)).min(THINNEST)
}

/// Thinner triangles are met by their edges, which do not turn.
const THINNEST: f64 = 1e4;
