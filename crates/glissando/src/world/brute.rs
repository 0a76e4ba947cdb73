//! The brute-force version of every query: each triangle of each body, no tree, no cull, no gathering.
//!
//! For tests, and to check a suspicious result: the two must agree to the bit.

use super::World;
use super::body::Placed;
use super::during::MovingSweep;
use super::path::{self, Best};
use super::posed::Posed;
use super::ray::{Met, RayPath};
use crate::collide::{Collide, Contact, Filter, Hit, Surface, Sweep};
use crate::geometry::Shape;
use crate::handle::BodyId;
use crate::math::DVec3;
use crate::mesh::Packet;
use crate::sweep::sweep_triangle;
use crate::sweep::unit_space::{UnitFromMesh, UnitSpace};
use crate::traction::Traction;
use alloc::vec::Vec;

/// A world whose queries visit every triangle.
#[derive(Clone, Copy, Debug)]
pub struct Brute<'a>(pub &'a World);

impl Brute<'_> {
    fn each(
        &self,
        space: &UnitSpace,
        at: DVec3,
        filter: Filter,
        mut visit: impl FnMut(BodyId, &Placed, &UnitFromMesh, &Packet, usize),
    ) {
        self.each_body(filter, |id, placed| {
            let view = placed.unit_from_mesh(space, at);
            each_lane(placed, |packet, lane| visit(id, placed, &view, packet, lane));
        });
    }

    fn each_body(&self, filter: Filter, mut visit: impl FnMut(BodyId, &Placed)) {
        for (index, slot) in self.0.slots.iter().enumerate() {
            let id = BodyId { index: index as u32, generation: slot.generation };
            if let Some(placed) = slot.placed.as_ref().filter(|p| filter.accepts(p.body.layers)) {
                visit(id, placed);
            }
        }
    }

    /// [`World::sweep_during`], with shares in order in `0..=1`.
    pub fn sweep_during(&self, sweep: &Sweep, from: f64, to: f64) -> Option<Hit> {
        let space = UnitSpace::of(&sweep.shape);
        let shell = sweep.shell();
        let translation = space.unit_from_world * sweep.translation;
        let asked = MovingSweep::new(self.0, &space, sweep, (from, to));
        let mut best: Option<Best> = None;
        self.each_body(sweep.filter, |id, placed| {
            let now = placed.now();
            let view = UnitFromMesh::new(&space, now.pose, now.mesh_from_world, sweep.from);
            each_lane(placed, |packet, lane| {
                let surface = path::surface(id, placed, packet, lane);
                let mut keep = |hit, triangle| {
                    path::keep_least(&mut best, Best { hit, slot: id.index, surface, triangle });
                };
                let Some(motion) = &placed.motion else {
                    let triangle = packet.unit_triangle(lane, &view);
                    if let Some(hit) = sweep_triangle(&triangle, translation, shell, 1.0) {
                        keep(hit, triangle);
                    }
                    return;
                };
                let triangle = asked.triangle(placed, motion, packet, lane);
                for part in asked.cut(motion) {
                    if let Some(hit) = asked.touch(&triangle, part, 1.0) {
                        keep(hit, triangle.at(hit.fraction));
                    }
                }
            });
        });
        best.map(|b| path::world_hit(&space, &b, sweep.from, sweep.translation))
    }

    /// [`World::contacts_during`], for a radius in radii, in no particular order.
    pub fn contacts_during(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        share: f64,
        found: &mut Vec<Contact>,
    ) {
        found.clear();
        let space = UnitSpace::of(shape);
        self.each_body(filter, |id, placed| {
            let moved = placed.motion.as_ref().map(|motion| placed.at(motion, share));
            let posed = moved.as_ref().map_or(placed.now(), Posed::as_ref);
            let view = UnitFromMesh::new(&space, posed.pose, posed.mesh_from_world, at);
            each_lane(placed, |packet, lane| {
                let triangle = packet.unit_triangle(lane, &view);
                let surface = || path::surface(id, placed, packet, lane);
                found.extend(path::contact_within(&space, &triangle, at, radii, surface));
            });
        });
    }

    /// Calls `visit` for the hit of every triangle on a segment.
    pub(super) fn each_on_segment(
        &self,
        from: DVec3,
        translation: DVec3,
        filter: Filter,
        mut visit: impl FnMut(Hit),
    ) {
        self.each_body(filter, |id, placed| {
            let Some(path) = RayPath::new((id, placed), from, translation) else { return };
            each_lane(placed, |packet, lane| {
                if let Some(met) = Met::on(&path, packet, lane) {
                    visit(met.hit((from, translation)));
                }
            });
        });
    }
}

fn each_lane(placed: &Placed, mut visit: impl FnMut(&Packet, usize)) {
    for packet in &mut placed.body.mesh.packets() {
        let packet = &packet;
        for lane in path::lanes(packet.lanes) {
            visit(packet, lane);
        }
    }
}

impl Collide for Brute<'_> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        let space = UnitSpace::of(&sweep.shape);
        let shell = sweep.shell();
        let translation = space.unit_from_world * sweep.translation;
        let mut best: Option<Best> = None;
        self.each(&space, sweep.from, sweep.filter, |id, placed, view, packet, lane| {
            let triangle = packet.unit_triangle(lane, view);
            if let Some(hit) = sweep_triangle(&triangle, translation, shell, 1.0) {
                let surface = path::surface(id, placed, packet, lane);
                path::keep_least(&mut best, Best { hit, slot: id.index, surface, triangle });
            }
        });
        best.map(|b| path::world_hit(&space, &b, sweep.from, sweep.translation))
    }

    fn contacts_in_radii(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        found: &mut Vec<Contact>,
    ) {
        found.clear();
        let space = UnitSpace::of(shape);
        self.each(&space, at, filter, |id, placed, view, packet, lane| {
            let triangle = packet.unit_triangle(lane, view);
            let surface = || path::surface(id, placed, packet, lane);
            found.extend(path::contact_within(&space, &triangle, at, radii, surface));
        });
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        self.0.surface_velocity(surface, at)
    }

    fn traction(&self, surface: &Surface) -> Traction {
        self.0.traction(surface)
    }

    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        let mut best: Option<Hit> = None;
        self.each_on_segment(from, translation, filter, |hit| {
            let key = |h: &Hit| (h.surface.owner, h.surface.triangle);
            let is_less = best.as_ref().is_none_or(|b| {
                hit.fraction < b.fraction || (hit.fraction == b.fraction && key(&hit) < key(b))
            });
            if is_less {
                best = Some(hit);
            }
        });
        best
    }
}
