//! The triangles around a character, gathered once a tick: several sweeps ask one short list.
//!
//! The list holds every triangle that meets a box in ellipsoid space. A question that stays in the box
//! is answered from it, one that leaves it by the world; both compute with the same numbers, so the
//! answers are the same to the bit.

use super::path::{self, Best};
use super::top::WorldPath;
use super::{World, body::Placed};
use crate::bvh::BoxPath;
use crate::collide::{BodyId, Collide, Contact, Filter, Hit, Surface, Sweep};
use crate::geometry::Ellipsoid;
use crate::math::DVec3;
use crate::simd::V8;
use crate::sweep::cull::{Box8, Lens8};
use crate::sweep::lens::{Lens, UnitSpace};
use crate::sweep::path8::Path8;
use crate::sweep::sweep_triangle;
use alloc::vec::Vec;

/// Memory for a gathered neighbourhood, to be used again every tick.
#[derive(Clone, Debug, Default)]
pub struct NearBuffer {
    bodies: Vec<NearBody>,
    packets: Vec<NearPacket>,
}

#[derive(Clone, Debug)]
struct NearBody {
    id: BodyId,
    lens: Lens,
    rounding: f32,
}

/// Eight triangles in ellipsoid space, relative to the centre of the gathering.
#[derive(Clone, Debug)]
struct NearPacket {
    corners: [V8; 3],
    lanes: u8,
    /// Index in the buffer's bodies.
    body: u32,
    /// Index of the packet in the body's mesh.
    leaf: u32,
}

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
    pub fn near<'a>(
        &'a self,
        shape: &Ellipsoid,
        centre: DVec3,
        reach: DVec3,
        radii: f64,
        filter: Filter,
        buffer: &'a mut NearBuffer,
    ) -> Near<'a> {
        buffer.bodies.clear();
        buffer.packets.clear();
        let space = UnitSpace::of(shape);
        let [x, y, z] = space.unit_from_world.rows();
        let along = |row: DVec3| row.abs().dot(reach) + radii;
        let extents = DVec3::new(along(x), along(y), along(z));
        // The box in ellipsoid space as the world's axes see it: larger than what it was made from.
        let [x, y, z] = space.world_from_unit.rows().map(|row| row.abs().dot(extents));
        let path = WorldPath::new(centre, DVec3::ZERO, DVec3::new(x, y, z));
        self.visit_bodies(&path, filter, 1.0, |id, placed, limit| {
            buffer.gather(&space, id, placed, centre, extents);
            limit
        });
        Near { world: self, buffer, shape: *shape, space, filter, centre, extents }
    }
}

impl NearBuffer {
    fn gather(&mut self, space: &UnitSpace, id: BodyId, placed: &Placed, centre: DVec3, extents: DVec3) {
        let lens = Lens::new(space, &placed.body.pose, &placed.mesh_from_world.matrix3, centre);
        let lens8 = Lens8::new(&lens);
        let [x, y, z] = lens.mesh_from_unit.rows();
        let along = |row: DVec3| row.abs().dot(extents);
        let reach = DVec3::new(along(x), along(y), along(z));
        let box8 = Box8::new(extents);
        let body = self.bodies.len() as u32;
        let mesh = &placed.body.mesh;
        mesh.tree().cast(&BoxPath::new(lens.origin, DVec3::ZERO, reach), 1.0, |leaf, limit| {
            let packet = &mesh.packet(leaf);
            let corners = lens8.apply(&packet.corners8());
            let lanes = box8.keep(&corners, lens8.rounding) & packet.lanes;
            if lanes != 0 {
                self.packets.push(NearPacket { corners, lanes, body, leaf: leaf as u32 });
            }
            limit
        });
        self.bodies.push(NearBody { id, lens, rounding: lens8.rounding });
    }
}

impl Near<'_> {
    /// How many packets of eight triangles were gathered.
    pub fn packet_count(&self) -> usize {
        self.buffer.packets.len()
    }

    /// Whether a move of the gathered shape stays within what was gathered.
    fn covers(&self, shape: &Ellipsoid, from: DVec3, translation: DVec3, radii: f64, filter: Filter) -> bool {
        let start = (self.space.unit_from_world * (from - self.centre)).abs();
        let end = (self.space.unit_from_world * (from + translation - self.centre)).abs();
        // A sliver of room for the rounding of the sums above.
        let room = self.extents * (1.0 - 1e-12) - start.max(end) - DVec3::splat(radii);
        *shape == self.shape && filter == self.filter && room.min_element() >= 0.0
    }

    /// The body of a gathered packet, with its lens moved to another centre.
    fn lens_at(&self, body: &NearBody, at: DVec3) -> Option<(&Placed, Lens)> {
        let placed = self.world.placed(body.id).ok()?;
        let origin = placed.point_in_mesh(at);
        Some((placed, Lens { origin, ..body.lens }))
    }

    /// Calls `visit(body index, packet index, lane)` for every triangle that the path may touch.
    fn visit(&self, at: DVec3, unit_translation: DVec3, radii: f64, mut visit: impl FnMut(u32, u32, usize)) {
        let offset = self.space.unit_from_world * (at - self.centre);
        let path = Path8::new(offset, unit_translation, radii);
        for packet in &self.buffer.packets {
            let rounding = self.buffer.bodies[packet.body as usize].rounding;
            let mut kept = path.keep(&packet.corners, packet.lanes, rounding);
            while let Some(lane) = kept.next(f64::INFINITY) {
                visit(packet.body, packet.leaf, lane);
            }
        }
    }
}

impl Collide for Near<'_> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        let shell = sweep.shell();
        if !self.covers(&sweep.shape, sweep.from, sweep.translation, shell, sweep.filter) {
            return Collide::sweep(self.world, sweep);
        }
        let translation = self.space.unit_from_world * sweep.translation;
        let mut best: Option<Best> = None;
        let mut limit = 1.0;
        let mut current = None;
        self.visit(sweep.from, translation, shell, |body, leaf, lane| {
            let near = &self.buffer.bodies[body as usize];
            if !matches!(current, Some((index, _)) if index == body) {
                current = self.lens_at(near, sweep.from).map(|lens| (body, lens));
            }
            let Some((_, (placed, lens))) = &current else { return };
            let packet = &placed.body.mesh.packet(leaf as usize);
            let triangle = packet.unit_triangle(lane, lens);
            if let Some(hit) = sweep_triangle(&triangle, translation, shell, limit) {
                limit = hit.fraction;
                let surface = path::surface(near.id, placed, packet, lane);
                path::keep_least(&mut best, Best { hit, slot: near.id.index, surface, triangle });
            }
        });
        best.map(|b| path::world_hit(&self.space, &b, sweep.from, sweep.translation, shell))
    }

    fn contacts(&self, shape: &Ellipsoid, at: DVec3, radii: f64, filter: Filter, found: &mut Vec<Contact>) {
        if !self.covers(shape, at, DVec3::ZERO, radii, filter) {
            return Collide::contacts(self.world, shape, at, radii, filter, found);
        }
        found.clear();
        let mut current = None;
        self.visit(at, DVec3::ZERO, radii, |body, leaf, lane| {
            let near = &self.buffer.bodies[body as usize];
            if !matches!(current, Some((index, _)) if index == body) {
                current = self.lens_at(near, at).map(|lens| (body, lens));
            }
            let Some((_, (placed, lens))) = &current else { return };
            let packet = &placed.body.mesh.packet(leaf as usize);
            let triangle = packet.unit_triangle(lane, lens);
            let surface = || path::surface(near.id, placed, packet, lane);
            found.extend(path::contact_within(&self.space, &triangle, at, radii, surface));
        });
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        self.world.surface_velocity(surface, at)
    }

    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        Collide::ray(self.world, from, translation, filter)
    }
}
