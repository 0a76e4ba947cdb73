//! Questions to triangles that were put into ellipsoid space before, a few or many.
//!
//! They say only which triangles are worth a look. What is then computed is what the world itself would compute, so the
//! answers are the same to the bit.

use crate::collide::{Contact, Hit, Sweep};
use crate::handle::BodyId;
use crate::math::DVec3;
use crate::mesh::Packet;
use crate::simd::Instructions;
use crate::sweep::path8::Path8;
use crate::sweep::unit_space::{UnitFromMesh, UnitSpace};
use crate::sweep::{UnitTriangle, sweep_triangle};
use crate::world::World;
use crate::world::body::Placed;
use crate::world::path::{self, Best};
use alloc::vec::Vec;

/// A triangle of the world: slot of the body, leaf of its mesh, lane of the leaf's packet.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Place {
    pub(super) slot: u32,
    pub(super) leaf: u32,
    pub(super) lane: u8,
}

/// Triangles in ellipsoid space, all that there are in some region.
pub(super) trait TriangleCache {
    /// Where the triangles are seen from, world space.
    fn origin(&self) -> DVec3;

    /// Whether a sphere of so many radii that goes from one place to another (seen from the origin) meets no others.
    fn holds(&self, from: DVec3, to: DVec3, radii: f64) -> bool;

    /// Calls `visit(place, limit)` for every triangle that the path may touch by the limit, which it returns.
    fn visit(&self, instructions: Instructions, path: &Path8, visit: impl FnMut(Place, f64) -> f64);
}

/// A gathering of the triangles of a world, for shapes of one kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct CacheQuery<'a, G> {
    pub(super) world: &'a World,
    pub(super) space: &'a UnitSpace,
    pub(super) cache: &'a G,
}

/// A triangle that is worth a look.
struct Candidate<'a> {
    id: BodyId,
    placed: &'a Placed,
    packet: Packet<'a>,
    lane: usize,
    triangle: UnitTriangle,
}

impl<'a, G: TriangleCache> CacheQuery<'a, G> {
    /// Seen from the origin of the gathering, in ellipsoid space.
    fn in_unit(&self, at: DVec3) -> DVec3 {
        self.space.unit_from_world * (at - self.cache.origin())
    }

    fn visit(&self, at: DVec3, path: &Path8, mut visit: impl FnMut(&Candidate<'a>, f64) -> f64) {
        // The body at hand.
        let mut current: Option<(BodyId, &Placed, UnitFromMesh)> = None;
        self.cache.visit(self.world.instructions, path, |Place { slot, leaf, lane }, limit| {
            if current.as_ref().is_none_or(|(id, ..)| id.index != slot) {
                current = self.world.in_slot(slot).map(|(id, placed)| {
                    let view =
                        UnitFromMesh::new(self.space, &placed.body.pose, &placed.mesh_from_world.matrix3, at);
                    (id, placed, view)
                });
            }
            let Some((id, placed, view)) = &current else { return limit };
            let (packet, lane) = (placed.body.mesh.packet(leaf as usize), usize::from(lane));
            let triangle = packet.unit_triangle(lane, view);
            visit(&Candidate { id: *id, placed, packet, lane, triangle }, limit)
        });
    }

    /// The first touch, if the sweep stays where all triangles are known.
    pub(super) fn sweep(&self, sweep: &Sweep) -> Option<Option<Hit>> {
        let shell = sweep.shell();
        let start = self.in_unit(sweep.from);
        if !self.cache.holds(start, self.in_unit(sweep.from + sweep.translation), shell) {
            return None;
        }
        let translation = self.space.unit_from_world * sweep.translation;
        let path = Path8::new(start, translation, shell);
        let mut best: Option<Best> = None;
        self.visit(sweep.from, &path, |candidate, limit| {
            let Candidate { id, placed, packet, lane, triangle } = candidate;
            let Some(hit) = sweep_triangle(triangle, translation, shell, limit) else { return limit };
            let surface = path::surface(*id, placed, packet, *lane);
            path::keep_least(&mut best, Best { hit, slot: id.index, surface, triangle: *triangle });
            hit.fraction
        });
        Some(best.map(|b| path::world_hit(self.space, &b, sweep.from, sweep.translation, shell)))
    }

    /// The contacts, if the shape is where all triangles are known; whether it is.
    pub(super) fn contacts(&self, at: DVec3, radii: f64, found: &mut Vec<Contact>) -> bool {
        let start = self.in_unit(at);
        if !self.cache.holds(start, start, radii) {
            return false;
        }
        found.clear();
        let path = Path8::new(start, DVec3::ZERO, radii);
        self.visit(at, &path, |Candidate { id, placed, packet, lane, triangle }, limit| {
            let surface = || path::surface(*id, placed, packet, *lane);
            path::add_contact_within(self.space, triangle, at, radii, surface, found);
            limit
        });
        true
    }
}
