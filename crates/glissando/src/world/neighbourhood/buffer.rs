//! Triangles mapped to ellipsoid space once, for several queries.

use super::nearest::Nearest;
use super::query::{Place, TriangleCache};
use crate::bvh::{BoxPath, round_up};
use crate::collide::Filter;
use crate::geometry::Shape;
use crate::handle::BodyId;
use crate::math::{DVec3, Vec3};
use crate::mesh::Mesh;
use crate::simd::{F8, Instructions, Kernel, V8};
use crate::sweep::cull::{Box8, Corners8, UnitMap8};
use crate::sweep::distance8::least_distances;
use crate::sweep::path8::Path8;
use crate::sweep::unit_space::{UnitMap, UnitSpace};
use crate::world::World;
use crate::world::body::Placed;
use crate::world::subject::Subject;
use crate::world::top::Asked;
use crate::world::world_path::WorldPath;
use alloc::vec::Vec;

/// Reusable memory for a gathered neighbourhood.
///
/// Records its content: as long as the world has not changed, a gathering that covers a later one is reused.
#[derive(Debug, Default)]
pub struct NeighbourhoodBuffer {
    subject: Option<Subject>,
    centre: DVec3,
    /// Half extents of the gathered box in ellipsoid space, less those of the body's core: a rounding about a core
    /// within the gathered box is a sphere about the centre within this one.
    extents: DVec3,
    /// Half extents of the body's core, in radii.
    core: DVec3,
    /// Whether mobile bodies are left out.
    is_at_rest: bool,
    bodies: Vec<NearBody>,
    packets: Vec<NearPacket>,
}

/// The bodies of a gathering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bodies {
    /// All.
    All,
    /// Those that never moved: what is gathered is unchanged while others move.
    AtRest,
}

/// A body of the gathered triangles.
#[derive(Clone, Copy, Debug)]
struct NearBody {
    slot: u32,
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

/// Extra extent of a gathering, in smallest half extents of the body, if the last query was in the same region: the next
/// may be that far off. A buffer that many characters share gains nothing from it.
const ROOM: f64 = 0.5;

impl Clone for NeighbourhoodBuffer {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl NeighbourhoodBuffer {
    /// Gathers the triangles that meet a box of these half extents in ellipsoid space, about `centre` in the world, and
    /// more if the last gathering covered `centre`, or by a `room` in radii.
    pub(super) fn hold(
        &mut self,
        world: &World,
        (shape, filter): (&Shape, Filter),
        space: &UnitSpace,
        (centre, extents): (DVec3, DVec3),
        (bodies, room): (Bodies, Option<f64>),
    ) {
        let is_at_rest = bodies == Bodies::AtRest;
        let is_same = self.is_at_rest == is_at_rest
            && self.subject.as_ref().is_some_and(|subject| match bodies {
                Bodies::All => subject.is(world, shape, filter),
                Bodies::AtRest => subject.is_at_rest(world, shape, filter),
            });
        let least = extents + DVec3::splat(0.5 * room.unwrap_or(0.0));
        if is_same && self.has_room_for(space, centre, least) {
            return;
        }
        let was_here = is_same && self.has_room_for(space, centre, DVec3::ZERO);
        let usual = ROOM * (shape.smallest_half_extent() / shape.smallest_radius());
        let room = room.unwrap_or(if was_here { usual } else { 0.0 });
        (self.centre, self.extents) = (centre, extents + DVec3::splat(room));
        Subject::set(&mut self.subject, world, shape, filter);
        self.is_at_rest = is_at_rest;
        self.fill(world, space, filter);
    }

    fn has_room_for(&self, space: &UnitSpace, centre: DVec3, extents: DVec3) -> bool {
        let off = (space.unit_from_world * (centre - self.centre)).abs();
        // A margin for the rounding of the sums.
        (self.extents * (1.0 - 1e-12) - off - extents).min_element() >= 0.0
    }

    fn fill(&mut self, world: &World, space: &UnitSpace, filter: Filter) {
        let core = space.core().half_extents;
        let (centre, extents) = (self.centre, self.extents + core);
        self.core = core;
        self.bodies.clear();
        self.packets.clear();
        // The box along the world's axes: larger than the original.
        let [x, y, z] = space.world_from_unit.rows().map(|row| row.abs().dot(extents));
        let path = WorldPath::new(centre, DVec3::ZERO, DVec3::new(x, y, z));
        let asked = if self.is_at_rest { Asked::AtRest } else { Asked::All };
        world.visit_asked(asked, &path, filter, 1.0, |id, placed, limit| {
            self.gather(world.instructions, space, (id, placed), (centre, extents));
            limit
        });
    }

    /// Offers to `nearest` a lower bound of the distance of every triangle from the body's core about a position, given
    /// relative to the origin.
    pub(super) fn measure(&self, instructions: Instructions, from: Vec3, nearest: &mut Nearest) {
        instructions.run(Measure { buffer: self, from, core: self.core.as_vec3(), nearest });
    }

    /// Distance from the body's core about a position to the nearest side of the gathered box, in radii.
    pub(super) fn room_about(&self, place: DVec3) -> f64 {
        (self.extents * (1.0 - 1e-12) - place.abs()).min_element()
    }

    /// A gathered triangle: its packet's corners, its place, and their relative error.
    #[inline(always)]
    pub(super) fn triangle(&self, packet: u32, lane: u8) -> (&Corners8, Place, f32) {
        let NearPacket { corners, body, leaf, .. } = &self.packets[packet as usize];
        let NearBody { slot, rounding } = self.bodies[*body as usize];
        (corners, Place { slot, leaf: *leaf, lane }, rounding)
    }

    pub(super) fn packet_count(&self) -> usize {
        self.packets.len()
    }

    fn gather(
        &mut self,
        instructions: Instructions,
        space: &UnitSpace,
        (id, placed): (BodyId, &Placed),
        (centre, extents): (DVec3, DVec3),
    ) {
        let map = UnitMap::new(space, &placed.body.pose, &placed.mesh_from_world, centre);
        let map8 = UnitMap8::new(&map);
        let [x, y, z] = map.mesh_from_unit.rows();
        let along = |row: DVec3| row.abs().dot(extents);
        let reach = DVec3::new(along(x), along(y), along(z));
        let path = BoxPath::new(map.unit_from_mesh.origin, DVec3::ZERO, reach);
        instructions.run(Gather {
            mesh: &placed.body.mesh,
            path: &path,
            box8: Box8::new(extents),
            map8: &map8,
            body: self.bodies.len() as u32,
            packets: &mut self.packets,
        });
        self.bodies.push(NearBody { slot: id.index, rounding: map8.rounding });
    }
}

impl TriangleCache for NeighbourhoodBuffer {
    fn origin(&self) -> DVec3 {
        self.centre
    }

    fn holds(&self, from: DVec3, to: DVec3, radii: f64) -> bool {
        // A margin for the rounding of the positions.
        let room = self.extents * (1.0 - 1e-12) - from.abs().max(to.abs()) - DVec3::splat(radii);
        room.min_element() >= 0.0
    }

    fn visit(&self, instructions: Instructions, path: &Path8, visit: impl FnMut(Place, f64) -> f64) {
        instructions.run(Visit { buffer: self, path, visit });
    }
}

/// Maps the triangles that meet the box to ellipsoid space.
struct Gather<'a> {
    mesh: &'a Mesh,
    path: &'a BoxPath,
    box8: Box8,
    map8: &'a UnitMap8,
    body: u32,
    packets: &'a mut Vec<NearPacket>,
}

impl Kernel for Gather<'_> {
    type Answer = ();

    #[inline(always)]
    fn run<F: F8>(self) {
        let (walk, mut agenda) = (self.mesh.tree().walk(self.path), self.mesh.tree().agenda());
        while let Some(leaf) = walk.next::<F>(&mut agenda, round_up(1.0)) {
            let packet = self.mesh.packet(leaf);
            let corners = self.map8.apply::<F>(&packet.corners8());
            let lanes = self.box8.keep(&corners, self.map8.rounding) & packet.lanes;
            if lanes != 0 {
                let [a, b, c] = corners;
                let corners = [a.to_arrays(), b.to_arrays(), c.to_arrays()];
                self.packets.push(NearPacket { corners, lanes, body: self.body, leaf: leaf as u32 });
            }
        }
    }
}

/// See [`NeighbourhoodBuffer::measure`].
struct Measure<'a> {
    buffer: &'a NeighbourhoodBuffer,
    from: Vec3,
    core: Vec3,
    nearest: &'a mut Nearest,
}

impl Kernel for Measure<'_> {
    type Answer = ();

    #[inline(always)]
    fn run<F: F8>(self) {
        for (packet, number) in self.buffer.packets.iter().zip(0..) {
            let [a, b, c] = &packet.corners;
            let corners = [V8::<F>::load(a), V8::load(b), V8::load(c)];
            let rounding = self.buffer.bodies[packet.body as usize].rounding;
            let radii = least_distances(&corners, packet.lanes, self.from, self.core, rounding);
            self.nearest.offer(number, packet.lanes, &radii);
        }
    }
}

/// See [`TriangleCache::visit`].
struct Visit<'a, V> {
    buffer: &'a NeighbourhoodBuffer,
    path: &'a Path8,
    visit: V,
}

impl<V: FnMut(Place, f64) -> f64> Kernel for Visit<'_, V> {
    type Answer = ();

    #[inline(always)]
    fn run<F: F8>(mut self) {
        let mut limit = 1.0;
        for packet in &self.buffer.packets {
            let body = &self.buffer.bodies[packet.body as usize];
            let [a, b, c] = &packet.corners;
            let corners = [V8::<F>::load(a), V8::load(b), V8::load(c)];
            let mut kept = self.path.keep(&corners, packet.lanes, F::splat(0.0), body.rounding);
            while let Some(lane) = kept.next(limit) {
                let place = Place { slot: body.slot, leaf: packet.leaf, lane: lane as u8 };
                limit = (self.visit)(place, limit);
            }
        }
    }
}
