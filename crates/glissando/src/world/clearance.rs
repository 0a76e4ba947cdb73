//! How much room there is: the Euclidean distance from a resting ellipsoid to the nearest triangle.
//!
//! The tree knows boxes, and boxes are grown in radii. A gap of `g` radii is at least `g` times the
//! smallest radius in metres, so a look at `1 + d / smallest radius` radii misses nothing within `d`
//! metres. The look grows until something is found, and once more if the nearest that was found could
//! hide a nearer one outside of it.

use super::World;
use super::path::{self, BodyPath, lanes};
use super::top::WorldPath;
use crate::collide::{Feature, Filter, Surface};
use crate::geometry::{Ellipsoid, ellipsoid_triangle_distance};
use crate::input::{self, InputError};
use crate::math::{DMat3, DVec3, sqrt_f64};
use crate::sweep::UnitTriangle;
use crate::sweep::lens::{Lens, UnitSpace};

/// How much further each look reaches than the last.
const GROWTH: f64 = 4.0;

/// The nearest surface to a resting ellipsoid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearance {
    /// Metres from the ellipsoid's surface to `point`; negative for overlap.
    pub distance: f64,
    /// The closest point of the triangle, world space.
    pub point: DVec3,
    /// Unit, from `point` to the ellipsoid; world space.
    pub normal: DVec3,
    /// Which part of the triangle.
    pub feature: Feature,
    /// Whose triangle.
    pub surface: Surface,
}

impl World {
    /// The triangle that is nearest to a resting ellipsoid, if one is within `most` metres (may be infinite).
    ///
    /// A true distance, unlike [`Contact::gap`](crate::Contact::gap), at the price of a root search for
    /// each candidate: for tools and checks; movers ask [`World::contacts`]. Of several triangles at the
    /// same distance the first (body, triangle) answers. An overlap answers the most negative
    /// [`Contact::gap`](crate::Contact::gap): the depth along that contact's normal.
    ///
    /// # Errors
    /// NaN, infinities, a negative `most`, positions beyond [`crate::tolerance::WORLD_LIMIT`].
    pub fn clearance(
        &self,
        shape: &Ellipsoid,
        at: DVec3,
        most: f64,
        filter: Filter,
    ) -> Result<Option<Clearance>, InputError> {
        input::position("at", at)?;
        if most != f64::INFINITY {
            input::scalar("most", most, 0.0, f64::MAX)?;
        }
        let bounds = self.bounds();
        if bounds.is_empty() {
            return Ok(None);
        }
        let furthest = (bounds.min.as_dvec3() - at).abs().max((bounds.max.as_dvec3() - at).abs());
        let far = furthest.length();
        let look = Look::new(shape, at);
        let mut reach = shape.smallest_radius();
        loop {
            let limit = if reach < most { reach } else { most };
            if let Some(found) = look.within(self, limit, filter) {
                let nearest = match found.distance > limit {
                    true => look.within(self, found.distance, filter).unwrap_or(found),
                    false => found,
                };
                return Ok((nearest.distance <= most).then_some(nearest));
            }
            if reach >= most || reach > far {
                return Ok(None);
            }
            reach *= GROWTH;
        }
    }
}

/// An ellipsoid that looks around.
struct Look<'a> {
    shape: &'a Ellipsoid,
    at: DVec3,
    space: UnitSpace,
    world_from_axes: DMat3,
    axes_from_world: DMat3,
}

impl<'a> Look<'a> {
    fn new(shape: &'a Ellipsoid, at: DVec3) -> Self {
        let axes = shape.rotation().to_mat3();
        let space = UnitSpace::of(shape);
        Self { shape, at, space, world_from_axes: axes, axes_from_world: axes.transpose() }
    }

    /// The nearest of all triangles within `reach` metres; perhaps one that is a little further.
    fn within(&self, world: &World, reach: f64, filter: Filter) -> Option<Clearance> {
        let radii = 1.0 + reach / self.shape.smallest_radius();
        let path = WorldPath::new(self.at, DVec3::ZERO, self.shape.half_extents() * radii);
        let mut best: Option<Clearance> = None;
        world.visit_bodies(&path, filter, 1.0, |id, placed, limit| {
            let mesh = &placed.body.mesh;
            let body = BodyPath::new(&self.space, placed, self.at, DVec3::ZERO, radii);
            let lens = Lens::new(&UnitSpace::WORLD, &placed.body.pose, &placed.mesh_from_world, self.at);
            mesh.tree().cast(&body.cast, limit, |leaf, limit| {
                let packet = mesh.packet(leaf);
                for lane in lanes(packet.lanes) {
                    let unit = packet.unit_triangle(lane, &body.lens);
                    let local = packet.corners_of(lane).map(|v| self.axes_from_world * lens.vertex(v));
                    let most = best.map_or(f64::INFINITY, |b| b.distance);
                    if self.is_candidate(&unit, radii, most) {
                        let surface = path::surface(id, placed, packet, lane);
                        keep_nearest(&mut best, self.clearance(&unit, &local, surface));
                    }
                }
                limit
            });
            limit
        });
        best
    }

    /// Whether a triangle is within `radii`, and possibly within `most` metres.
    fn is_candidate(&self, unit: &UnitTriangle, radii: f64, most: f64) -> bool {
        if unit.is_behind(DVec3::ZERO) {
            return false;
        }
        let away = sqrt_f64(unit.closest(DVec3::ZERO).distance_sq);
        // Rounding must not cost the nearest one its place among equals.
        let room = 1e-9 * away;
        away < 1.0 || (away - room <= radii && (away - room - 1.0) * self.shape.smallest_radius() <= most)
    }

    fn clearance(&self, unit: &UnitTriangle, local: &[DVec3; 3], surface: Surface) -> Clearance {
        let contact = path::world_contact(&self.space, unit, self.at, surface);
        if contact.radii <= 1.0 {
            let (point, normal, feature) = (contact.point, contact.normal, contact.feature);
            return Clearance { distance: contact.gap(), point, normal, feature, surface };
        }
        let gap = ellipsoid_triangle_distance(self.shape.radii(), local, unit.edges_only);
        Clearance {
            distance: gap.distance,
            point: self.at + self.world_from_axes * gap.point,
            normal: self.world_from_axes * gap.normal,
            feature: gap.feature,
            surface,
        }
    }
}

/// Keeps the smaller of (distance, body, triangle).
fn keep_nearest(best: &mut Option<Clearance>, new: Clearance) {
    let key = |c: &Clearance| (c.surface.body, c.surface.triangle);
    let is_nearer = best.as_ref().is_none_or(|old| {
        new.distance < old.distance || (new.distance == old.distance && key(&new) < key(old))
    });
    if is_nearer {
        *best = Some(new);
    }
}
