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
use crate::mesh::Mesh;
use crate::simd::{F8, Instructions, Kernel, V8};
use crate::sweep::cull::{Box8, Corners8, Lens8};
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
#[repr(align(32))]
struct NearPacket {
    corners: Corners8,
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
            buffer.gather(self.instructions, &space, (id, placed), (centre, extents));
            limit
        });
        Near { world: self, buffer, shape: *shape, space, filter, centre, extents }
    }
}

impl NearBuffer {
    fn gather(
        &mut self,
        instructions: Instructions,
        space: &UnitSpace,
        (id, placed): (BodyId, &Placed),
        (centre, extents): (DVec3, DVec3),
    ) {
        let lens = Lens::new(space, &placed.body.pose, &placed.mesh_from_world.matrix3, centre);
        let lens8 = Lens8::new(&lens);
        let [x, y, z] = lens.mesh_from_unit.rows();
        let along = |row: DVec3| row.abs().dot(extents);
        let reach = DVec3::new(along(x), along(y), along(z));
        let path = BoxPath::new(lens.origin, DVec3::ZERO, reach);
        instructions.run(Gather {
            mesh: &placed.body.mesh,
            path: &path,
            box8: Box8::new(extents),
            lens8: &lens8,
            body: self.bodies.len() as u32,
            packets: &mut self.packets,
        });
        self.bodies.push(NearBody { id, lens, rounding: lens8.rounding });
    }
}

/// Puts what meets the box into ellipsoid space.
struct Gather<'a> {
    mesh: &'a Mesh,
    path: &'a BoxPath,
    box8: Box8,
    lens8: &'a Lens8,
    body: u32,
    packets: &'a mut Vec<NearPacket>,
}

impl Kernel for Gather<'_> {
    type Answer = ();

    #[inline(always)]
    fn run<F: F8>(self) {
        let mut walk = self.mesh.tree().walk(self.path);
        while let Some(leaf) = walk.next::<F>(1.0) {
            let packet = self.mesh.packet(leaf);
            let corners = self.lens8.apply::<F>(&packet.corners);
            let lanes = self.box8.keep(&corners, self.lens8.rounding) & packet.lanes;
            if lanes != 0 {
                let corners = corners.map(V8::to_arrays);
                self.packets.push(NearPacket { corners, lanes, body: self.body, leaf: leaf as u32 });
            }
        }
    }
}

/// Calls `visit(body index, packet index, lane, limit)` for every gathered triangle that the path may touch by the
/// limit, which it returns.
struct Visit<'a, V> {
    buffer: &'a NearBuffer,
    path: &'a Path8,
    visit: V,
}

impl<V: FnMut(u32, u32, usize, f64) -> f64> Kernel for Visit<'_, V> {
    type Answer = ();

    #[inline(always)]
    fn run<F: F8>(mut self) {
        let mut limit = 1.0;
        for packet in &self.buffer.packets {
            let rounding = self.buffer.bodies[packet.body as usize].rounding;
            let [a, b, c] = &packet.corners;
            let corners = [V8::<F>::load(a), V8::load(b), V8::load(c)];
            let mut kept = self.path.keep(&corners, packet.lanes, rounding);
            while let Some(lane) = kept.next(limit) {
                limit = (self.visit)(packet.body, packet.leaf, lane, limit);
            }
        }
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

    /// Calls `visit(body index, packet index, lane, limit)` for every triangle that the path may touch by the limit,
    /// which it returns.
    fn visit(
        &self,
        at: DVec3,
        unit_translation: DVec3,
        radii: f64,
        visit: impl FnMut(u32, u32, usize, f64) -> f64,
    ) {
        let offset = self.space.unit_from_world * (at - self.centre);
        let path = Path8::new(offset, unit_translation, radii);
        self.world.instructions().run(Visit { buffer: self.buffer, path: &path, visit });
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
        let mut current = None;
        self.visit(sweep.from, translation, shell, |body, leaf, lane, limit| {
            let near = &self.buffer.bodies[body as usize];
            if !matches!(current, Some((index, _)) if index == body) {
                current = self.lens_at(near, sweep.from).map(|lens| (body, lens));
            }
            let Some((_, (placed, lens))) = &current else { return limit };
            let packet = placed.body.mesh.packet(leaf as usize);
            let triangle = packet.unit_triangle(lane, lens);
            let Some(hit) = sweep_triangle(&triangle, translation, shell, limit) else { return limit };
            let surface = path::surface(near.id, placed, packet, lane);
            path::keep_least(&mut best, Best { hit, slot: near.id.index, surface, triangle });
            hit.fraction
        });
        best.map(|b| path::world_hit(&self.space, &b, sweep.from, sweep.translation, shell))
    }

    fn contacts(&self, shape: &Ellipsoid, at: DVec3, radii: f64, filter: Filter, found: &mut Vec<Contact>) {
        if !self.covers(shape, at, DVec3::ZERO, radii, filter) {
            return Collide::contacts(self.world, shape, at, radii, filter, found);
        }
        found.clear();
        let mut current = None;
        self.visit(at, DVec3::ZERO, radii, |body, leaf, lane, limit| {
            let near = &self.buffer.bodies[body as usize];
            if !matches!(current, Some((index, _)) if index == body) {
                current = self.lens_at(near, at).map(|lens| (body, lens));
            }
            let Some((_, (placed, lens))) = &current else { return limit };
            let packet = placed.body.mesh.packet(leaf as usize);
            let triangle = packet.unit_triangle(lane, lens);
            let surface = || path::surface(near.id, placed, packet, lane);
            found.extend(path::contact_within(&self.space, &triangle, at, radii, surface));
            limit
        });
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        self.world.surface_velocity(surface, at)
    }

    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        Collide::ray(self.world, from, translation, filter)
    }
}
