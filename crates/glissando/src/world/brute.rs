//! The slow twin of every query: each triangle of each body, no tree, no cull, no gathering.
//!
//! For tests, and for whoever doubts an answer: it must be the same to the bit.

use super::World;
use super::body::Placed;
use super::path::{self, Best};
use crate::collide::{BodyId, Collide, Contact, Filter, Hit, Surface, Sweep};
use crate::geometry::{Ellipsoid, ray_triangle, ray_triangle_front};
use crate::math::DVec3;
use crate::mesh::Packet;
use crate::sweep::lens::{Lens, UnitSpace};
use crate::sweep::sweep_triangle;
use alloc::vec::Vec;

/// A world that is asked triangle by triangle.
#[derive(Clone, Copy, Debug)]
pub struct Brute<'a>(pub &'a World);

impl Brute<'_> {
    fn each(
        &self,
        space: &UnitSpace,
        at: DVec3,
        filter: Filter,
        mut visit: impl FnMut(BodyId, &Placed, &Lens, &Packet, usize),
    ) {
        for (index, slot) in self.0.slots.iter().enumerate() {
            let id = BodyId { index: index as u32, generation: slot.generation };
            let Some(placed) = slot.placed.as_ref().filter(|p| filter.accepts(p.body.layers)) else {
                continue;
            };
            let lens = Lens::new(space, &placed.body.pose, &placed.mesh_from_world.matrix3, at);
            for leaf in 0..placed.body.mesh.tree().leaf_count() {
                let packet = placed.body.mesh.packet(leaf);
                for lane in path::lanes(packet.lanes) {
                    visit(id, placed, &lens, packet, lane);
                }
            }
        }
    }
}

impl Collide for Brute<'_> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        let space = UnitSpace::of(&sweep.shape);
        let shell = sweep.shell();
        let translation = space.unit_from_world * sweep.translation;
        let mut best: Option<Best> = None;
        self.each(&space, sweep.from, sweep.filter, |id, placed, lens, packet, lane| {
            let triangle = packet.unit_triangle(lane, lens);
            if let Some(hit) = sweep_triangle(&triangle, translation, shell, 1.0) {
                let surface = path::surface(id, placed, packet, lane);
                path::keep_least(&mut best, Best { hit, slot: id.index, surface, triangle });
            }
        });
        best.map(|b| path::world_hit(&space, &b, sweep.from, sweep.translation, shell))
    }

    fn contacts(&self, shape: &Ellipsoid, at: DVec3, radii: f64, filter: Filter, found: &mut Vec<Contact>) {
        found.clear();
        let space = UnitSpace::of(shape);
        self.each(&space, at, filter, |id, placed, lens, packet, lane| {
            let triangle = packet.unit_triangle(lane, lens);
            let surface = || path::surface(id, placed, packet, lane);
            found.extend(path::contact_within(&space, &triangle, at, radii, surface));
        });
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        self.0.surface_velocity(surface, at)
    }

    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        let mut best: Option<Hit> = None;
        self.each(&UnitSpace::WORLD, from, filter, |id, placed, lens, packet, lane| {
            let test = if packet.is_one_sided(lane) { ray_triangle_front } else { ray_triangle };
            let mesh_translation = placed.mesh_from_world.transform_vector(translation);
            if let Some(hit) = test(lens.origin, mesh_translation, packet.corners_f64(lane)) {
                let answer = path::ray_hit(from, translation, id, placed, packet, lane, &hit);
                let key = |h: &Hit| (h.surface.body, h.surface.triangle);
                let is_less = best.as_ref().is_none_or(|b| {
                    answer.fraction < b.fraction || (answer.fraction == b.fraction && key(&answer) < key(b))
                });
                if is_less {
                    best = Some(answer);
                }
            }
        });
        best
    }
}
