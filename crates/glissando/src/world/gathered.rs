//! Triangles put into ellipsoid space once, to be asked several times.

use super::body::Placed;
use super::top::WorldPath;
use super::{Stamp, World};
use crate::bvh::BoxPath;
use crate::collide::{BodyId, Filter};
use crate::geometry::Ellipsoid;
use crate::math::DVec3;
use crate::mesh::Mesh;
use crate::simd::{F8, Instructions, Kernel, V8};
use crate::sweep::cull::{Box8, Corners8, Lens8};
use crate::sweep::lens::{Lens, UnitSpace};
use crate::sweep::path8::Path8;
use alloc::vec::Vec;

/// Memory for a gathered neighbourhood, to be used again every tick.
///
/// It remembers what it holds: as long as the world has not changed, a gathering that holds a later one is used again.
#[derive(Debug, Default)]
pub struct NearBuffer {
    holds: Option<Holding>,
    bodies: Vec<NearBody>,
    packets: Vec<NearPacket>,
}

/// What was gathered: of which world, for which shape and where.
#[derive(Debug)]
struct Holding {
    stamp: Stamp,
    shape: Ellipsoid,
    filter: Filter,
    centre: DVec3,
    /// Half extents of the gathered box in ellipsoid space.
    extents: DVec3,
}

#[derive(Clone, Debug)]
pub(super) struct NearBody {
    pub(super) id: BodyId,
    pub(super) lens: Lens,
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

/// What is gathered beyond what was asked for, in radii, for one who was here before: so far may the next question be off.
/// A buffer that many use in turn gains nothing from it.
const ROOM: f64 = 0.5;

impl Clone for NearBuffer {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl NearBuffer {
    /// Gathers what meets a box of these half extents in ellipsoid space, about `centre` in the world, and perhaps more.
    /// Returns the centre and the extents of what is held then.
    pub(super) fn hold(
        &mut self,
        world: &World,
        shape: &Ellipsoid,
        space: &UnitSpace,
        (centre, extents): (DVec3, DVec3),
        filter: Filter,
    ) -> (DVec3, DVec3) {
        let held = self.holds.as_ref().filter(|held| held.is_of(world, shape, filter));
        if let Some(held) = held.filter(|held| held.has_room_for(space, centre, extents)) {
            return (held.centre, held.extents);
        }
        let was_here = held.is_some_and(|held| held.has_room_for(space, centre, DVec3::ZERO));
        let extents = if was_here { extents + DVec3::splat(ROOM) } else { extents };
        self.fill(world, space, (centre, extents), filter);
        match &mut self.holds {
            Some(held) if held.stamp == *world.stamp() => {
                (held.shape, held.filter, held.centre, held.extents) = (*shape, filter, centre, extents);
            }
            holds => {
                let stamp = world.stamp().remembered();
                *holds = Some(Holding { stamp, shape: *shape, filter, centre, extents });
            }
        }
        (centre, extents)
    }

    fn fill(&mut self, world: &World, space: &UnitSpace, (centre, extents): (DVec3, DVec3), filter: Filter) {
        self.bodies.clear();
        self.packets.clear();
        // The box as the world's axes see it: larger than what it was made from.
        let [x, y, z] = space.world_from_unit.rows().map(|row| row.abs().dot(extents));
        let path = WorldPath::new(centre, DVec3::ZERO, DVec3::new(x, y, z));
        world.visit_bodies(&path, filter, 1.0, |id, placed, limit| {
            self.gather(world.instructions, space, (id, placed), (centre, extents));
            limit
        });
    }

    pub(super) fn packet_count(&self) -> usize {
        self.packets.len()
    }

    /// Calls `visit(body, packet index, lane, limit)` for every triangle that the path may touch by the limit, which it
    /// returns.
    pub(super) fn visit(
        &self,
        instructions: Instructions,
        path: &Path8,
        visit: impl FnMut(&NearBody, u32, usize, f64) -> f64,
    ) {
        instructions.run(Visit { buffer: self, path, visit });
    }

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

impl Holding {
    fn is_of(&self, world: &World, shape: &Ellipsoid, filter: Filter) -> bool {
        self.stamp == *world.stamp() && self.filter == filter && self.shape == *shape
    }

    fn has_room_for(&self, space: &UnitSpace, centre: DVec3, extents: DVec3) -> bool {
        let off = (space.unit_from_world * (centre - self.centre)).abs();
        // A sliver of room for the rounding of the sums.
        (self.extents * (1.0 - 1e-12) - off - extents).min_element() >= 0.0
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
            let corners = self.lens8.apply::<F>(&packet.corners8());
            let lanes = self.box8.keep(&corners, self.lens8.rounding) & packet.lanes;
            if lanes != 0 {
                let [a, b, c] = corners;
                let corners = [a.to_arrays(), b.to_arrays(), c.to_arrays()];
                self.packets.push(NearPacket { corners, lanes, body: self.body, leaf: leaf as u32 });
            }
        }
    }
}

/// See [`NearBuffer::visit`].
struct Visit<'a, V> {
    buffer: &'a NearBuffer,
    path: &'a Path8,
    visit: V,
}

impl<V: FnMut(&NearBody, u32, usize, f64) -> f64> Kernel for Visit<'_, V> {
    type Answer = ();

    #[inline(always)]
    fn run<F: F8>(mut self) {
        let mut limit = 1.0;
        for packet in &self.buffer.packets {
            let body = &self.buffer.bodies[packet.body as usize];
            let [a, b, c] = &packet.corners;
            let corners = [V8::<F>::load(a), V8::load(b), V8::load(c)];
            let mut kept = self.path.keep(&corners, packet.lanes, body.rounding);
            while let Some(lane) = kept.next(limit) {
                limit = (self.visit)(body, packet.leaf, lane, limit);
            }
        }
    }
}
