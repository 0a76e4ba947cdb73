//! The triangles around a character, gathered once a tick: several sweeps ask one short list.
//!
//! The list holds every triangle that meets a box in ellipsoid space. A question that stays in the box
//! is answered from it, one that leaves it by the world; both compute with the same numbers, so the
//! answers are the same to the bit.

use super::World;
use super::body::Placed;
use super::gathered::NearBuffer;
use super::path::{self, Best};
use crate::collide::{BodyId, Collide, Contact, Filter, Hit, Surface, Sweep};
use crate::geometry::Ellipsoid;
use crate::math::DVec3;
use crate::mesh::Packet;
use crate::sweep::lens::UnitSpace;
use crate::sweep::path8::Path8;
use crate::sweep::{UnitTriangle, sweep_triangle};
use alloc::vec::Vec;

/// What is near: a world seen through a gathered list.
#[derive(Clone, Copy, Debug)]
pub struct Near<'a> {
    world: &'a World,
    buffer: &'a NearBuffer,
    shape: Ellipsoid,
    space: UnitSpace,
    filter: Filter,
    centre: DVec3,
    /// Half extents of the gathered box in ellipsoid space.
    extents: DVec3,
}

impl World {
    /// Gathers what `shape`, its centre within `reach` (half extents in metres) of `centre`, can meet
    /// within `radii` of its own radii.
    ///
    /// A buffer that holds all that already, of this world as it is, is used as it is.
    pub fn near<'a>(
        &'a self,
        shape: &Ellipsoid,
        centre: DVec3,
        reach: DVec3,
        radii: f64,
        filter: Filter,
        buffer: &'a mut NearBuffer,
    ) -> Near<'a> {
        let space = UnitSpace::of(shape);
        let [x, y, z] = space.unit_from_world.rows();
        let along = |row: DVec3| row.abs().dot(reach) + radii;
        let extents = DVec3::new(along(x), along(y), along(z));
        let (centre, extents) = buffer.hold(self, shape, &space, (centre, extents), filter);
        Near { world: self, buffer, shape: *shape, space, filter, centre, extents }
    }
}

impl Near<'_> {
    /// How many packets of eight triangles were gathered.
    pub fn packet_count(&self) -> usize {
        self.buffer.packet_count()
    }

    /// A place of the gathered shape's centre in ellipsoid space, seen from the centre of the gathering.
    fn in_unit(&self, at: DVec3) -> DVec3 {
        self.space.unit_from_world * (at - self.centre)
    }

    /// Whether a move of so many radii between places no further than `farthest` stays within what was gathered.
    fn covers(&self, shape: &Ellipsoid, farthest: DVec3, radii: f64, filter: Filter) -> bool {
        // A sliver of room for the rounding of the places.
        let room = self.extents * (1.0 - 1e-12) - farthest - DVec3::splat(radii);
        room.min_element() >= 0.0 && filter == self.filter && *shape == self.shape
    }

    /// Calls `visit(whose, triangle, packet, lane, limit)` for every triangle that the path from `at` may touch by the
    /// limit, which it returns.
    fn visit(
        &self,
        at: DVec3,
        path: &Path8,
        mut visit: impl FnMut((BodyId, &Placed), &UnitTriangle, &Packet, usize, f64) -> f64,
    ) {
        // The body at hand, and where the path starts in its mesh space.
        let mut current: Option<(BodyId, &Placed, DVec3)> = None;
        self.buffer.visit(self.world.instructions(), path, |near, leaf, lane, limit| {
            if current.is_none_or(|(id, ..)| id != near.id) {
                current = self.world.placed(near.id).ok().map(|p| (near.id, p, p.point_in_mesh(at)));
            }
            let Some((id, placed, origin)) = current else { return limit };
            let packet = placed.body.mesh.packet(leaf as usize);
            let triangle = packet.unit_triangle_from(lane, &near.lens, origin);
            visit((id, placed), &triangle, &packet, lane, limit)
        });
    }

    /// The first touch, if the sweep stays within what was gathered.
    fn sweep_within(&self, sweep: &Sweep) -> Option<Option<Hit>> {
        let shell = sweep.shell();
        let start = self.in_unit(sweep.from);
        let farthest = start.abs().max(self.in_unit(sweep.from + sweep.translation).abs());
        if !self.covers(&sweep.shape, farthest, shell, sweep.filter) {
            return None;
        }
        let translation = self.space.unit_from_world * sweep.translation;
        let path = Path8::new(start, translation, shell);
        let mut best: Option<Best> = None;
        self.visit(sweep.from, &path, |(id, placed), triangle, packet, lane, limit| {
            let Some(hit) = sweep_triangle(triangle, translation, shell, limit) else { return limit };
            let surface = path::surface(id, placed, packet, lane);
            path::keep_least(&mut best, Best { hit, slot: id.index, surface, triangle: *triangle });
            hit.fraction
        });
        Some(best.map(|b| path::world_hit(&self.space, &b, sweep.from, sweep.translation, shell)))
    }

    /// The contacts, if the shape is within what was gathered; whether it is.
    fn contacts_within(
        &self,
        shape: &Ellipsoid,
        at: DVec3,
        radii: f64,
        filter: Filter,
        found: &mut Vec<Contact>,
    ) -> bool {
        let start = self.in_unit(at);
        if !self.covers(shape, start.abs(), radii, filter) {
            return false;
        }
        found.clear();
        let path = Path8::new(start, DVec3::ZERO, radii);
        self.visit(at, &path, |(id, placed), triangle, packet, lane, limit| {
            let surface = || path::surface(id, placed, packet, lane);
            found.extend(path::contact_within(&self.space, triangle, at, radii, surface));
            limit
        });
        true
    }
}

impl Collide for Near<'_> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        self.sweep_within(sweep).unwrap_or_else(|| Collide::sweep(self.world, sweep))
    }

    fn contacts(&self, shape: &Ellipsoid, at: DVec3, radii: f64, filter: Filter, found: &mut Vec<Contact>) {
        if !self.contacts_within(shape, at, radii, filter, found) {
            Collide::contacts(self.world, shape, at, radii, filter, found);
        }
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        self.world.surface_velocity(surface, at)
    }

    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        Collide::ray(self.world, from, translation, filter)
    }
}
