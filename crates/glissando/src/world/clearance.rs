//! Clearance: the Euclidean distance from a resting body to the nearest triangle.
//!
//! The tree stores boxes, and queries grow boxes in radii. A gap of `g` radii is at least `g` times the smallest radius
//! in metres, so a search of `1 + d / smallest radius` radii misses nothing within `d` metres. The search grows until a
//! triangle is found, and once more if a nearer one could lie outside of it.

use super::World;
use super::candidates::Reach;
use super::path::{self, BodyPath, lanes};
use super::world_path::WorldPath;
use crate::collide::{Contact, Feature, Filter, Surface};
use crate::geometry::{Shape, ellipsoid_triangle_distance};
use crate::input::{self, InputError};
use crate::math::{DMat3, DVec3, sqrt_f64};
use crate::sorting;
use crate::sweep::UnitTriangle;
use crate::sweep::unit_space::{UnitMap, UnitSpace};
use alloc::vec::Vec;

/// Factor between the radii of successive searches.
const GROWTH: f64 = 4.0;

/// The nearest surface to a resting body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Clearance {
    /// Metres from the body's surface to `point`; negative for overlap.
    pub distance: f64,
    /// The closest point of the triangle, world space.
    pub point: DVec3,
    /// Unit, from `point` to the body; world space.
    pub normal: DVec3,
    /// The feature of the triangle that `point` is on.
    pub feature: Feature,
    /// The surface of the triangle.
    pub surface: Surface,
}

impl World {
    /// The triangle nearest to a resting body, if one is within `most` metres (may be infinite).
    ///
    /// A true distance, unlike [`Contact::gap`](crate::Contact::gap), at the cost of a root search for each candidate:
    /// for tools and checks; use [`World::contacts`] to move bodies. Of several triangles at the same distance, returns
    /// the first by (body, triangle). For an overlap, returns the most negative [`Contact::gap`](crate::Contact::gap):
    /// the depth along that contact's normal.
    ///
    /// ```
    /// # use glissando::{DVec3, Shape, Filter, Mesh, MeshOptions, Soup, Vec3, World};
    /// # let mut world = World::new();
    /// # let body = world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0);
    /// let person = Shape::upright_ellipsoid(DVec3::new(0.4, 0.9, 0.4))?;
    /// let near = world.clearance(&person, DVec3::X * 3.0, 10.0, Filter::ALL)?.expect("the cube is within 10 m");
    /// assert!((near.distance - 1.6).abs() < 1e-9);
    /// assert!(world.clearance(&person, DVec3::X * 30.0, 10.0, Filter::ALL)?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// NaN, infinities, a negative `most`, positions beyond [`crate::tolerance::WORLD_LIMIT`].
    pub fn clearance(
        &self,
        shape: &Shape,
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

/// A body at a position, with its spaces.
struct Look<'a> {
    shape: &'a Shape,
    at: DVec3,
    space: UnitSpace,
    world_from_axes: DMat3,
    axes_from_world: DMat3,
}

/// A triangle that may be the nearest.
#[derive(Clone, Copy)]
struct Candidate {
    /// Lower bound of its distance, metres.
    least: f64,
    unit: UnitTriangle,
    /// Relative to the centre, in the ellipsoid's axes.
    local: [DVec3; 3],
    surface: Surface,
}

impl<'a> Look<'a> {
    fn new(shape: &'a Shape, at: DVec3) -> Self {
        let axes = shape.rotation().to_mat3();
        let space = UnitSpace::of(shape);
        Self { shape, at, space, world_from_axes: axes, axes_from_world: axes.transpose() }
    }

    /// The nearest of all triangles within `reach` metres; may return one slightly further away.
    fn within(&self, world: &World, reach: f64, filter: Filter) -> Option<Clearance> {
        let mut candidates = self.candidates(world, reach, filter);
        sorting::sort_by(&mut candidates, |a, b| a.least.total_cmp(&b.least));
        let mut best: Option<Clearance> = None;
        for candidate in &candidates {
            if best.is_some_and(|best| candidate.least > best.distance) {
                break;
            }
            keep_nearest(&mut best, self.clearance(candidate));
        }
        best
    }

    /// The triangles within `reach` metres that bounds alone do not rule out.
    fn candidates(&self, world: &World, reach: f64, filter: Filter) -> Vec<Candidate> {
        let radii = 1.0 + reach / self.shape.smallest_radius();
        let path = WorldPath::new(self.at, DVec3::ZERO, self.shape.shell_extents(radii));
        let mut found = Vec::new();
        let mut most = f64::INFINITY;
        world.visit_bodies(&path, filter, 1.0, |id, placed, limit| {
            let mesh = &placed.body.mesh;
            let body = BodyPath::new(&self.space, placed.now(), self.at, DVec3::ZERO, radii);
            let prepared = body.prepare();
            let map = UnitMap::new(&UnitSpace::WORLD, &placed.body.pose, &placed.mesh_from_world, self.at);
            mesh.tree().cast(body.cast(), limit, |leaf, limit| {
                let packet = &mesh.packet(leaf);
                for lane in lanes(packet.lanes) {
                    let unit = packet.unit_triangle(lane, &prepared.map.unit_from_mesh);
                    let Some((least, at_most)) = self.bounds(&unit, radii) else { continue };
                    most = if at_most < most { at_most } else { most };
                    if least <= most {
                        let local = packet
                            .corners_of(lane)
                            .map(|v| self.axes_from_world * map.unit_from_mesh.vertex(v));
                        let surface = path::surface(id, placed, packet, lane);
                        found.push(Candidate { least, unit, local, surface });
                    }
                }
                limit
            });
            limit
        });
        found.retain(|candidate| candidate.least <= most);
        found
    }

    /// Bounds of the distance of a triangle within `radii`: (least, most).
    ///
    /// Its closest point in radii is a point of the triangle, so the straight line from there to the centre is not
    /// shorter than the distance. The plane that separates there in radii also separates in metres, so the gap along
    /// its normal is not longer. Rounding must not exclude the nearest one among equals.
    fn bounds(&self, unit: &UnitTriangle, radii: f64) -> Option<(f64, f64)> {
        if unit.is_behind(DVec3::ZERO) {
            return None;
        }
        let closest = unit.closest(DVec3::ZERO).closest;
        let away = sqrt_f64(closest.distance_sq);
        let room = 1e-9 * away;
        if away - room > radii {
            return None;
        }
        if away <= 1.0 {
            return Some((f64::NEG_INFINITY, room * self.shape.largest_radius()));
        }
        let straight = (self.space.world_from_unit * closest.point).length();
        let (_, scale) = self.space.normal_in_world(closest.point / away);
        Some(((away - 1.0 - room) * scale, straight * ((away - 1.0 + room) / away)))
    }

    fn clearance(&self, candidate: &Candidate) -> Clearance {
        let Candidate { unit, local, surface, .. } = candidate;
        let contact = path::world_contact(&self.space, unit, &unit.closest(DVec3::ZERO), self.at, *surface);
        // The rounding of a core is a sphere: the gap is the distance.
        if contact.radii <= 1.0 || self.shape.core_half_extents() != DVec3::ZERO {
            let Contact { point, normal, feature, surface, .. } = contact;
            return Clearance { distance: contact.gap(), point, normal, feature, surface };
        }
        let gap = ellipsoid_triangle_distance(self.shape.radii(), local, unit.edges_only);
        Clearance {
            distance: gap.distance,
            point: self.at + self.world_from_axes * gap.point,
            normal: self.world_from_axes * gap.normal,
            feature: gap.feature,
            surface: *surface,
        }
    }
}

/// Keeps the smaller of (distance, body, triangle).
fn keep_nearest(best: &mut Option<Clearance>, new: Clearance) {
    let key = |c: &Clearance| (c.surface.owner, c.surface.triangle);
    let is_nearer = best.as_ref().is_none_or(|old| {
        new.distance < old.distance || (new.distance == old.distance && key(&new) < key(old))
    });
    if is_nearer {
        *best = Some(new);
    }
}
