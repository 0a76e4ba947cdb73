//! Queries of triangles that are already mapped to ellipsoid space.
//!
//! The mapped triangles only decide which ones to examine. The result is then computed exactly as by the world, so it
//! is the same to the bit.

use super::flat_sides::FlatSides;
use crate::collide::{Contact, Hit, Surface, Sweep};
use crate::geometry::Core;
use crate::handle::BodyId;
use crate::math::DVec3;
use crate::mesh::Packet;
use crate::simd::Instructions;
use crate::sweep::path8::Path8;
use crate::sweep::unit_space::{UnitFromMesh, UnitSpace};
use crate::sweep::{Nearest, UnitTriangle, sweep_triangle};
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

/// A set of triangles in ellipsoid space, complete within some region.
pub(super) trait TriangleCache {
    /// Origin of the triangles' coordinates, world space.
    fn origin(&self) -> DVec3;

    /// Whether the set has every triangle met by a core with a rounding of `radii` that moves from one position to another (relative
    /// to the origin).
    fn holds(&self, from: DVec3, to: DVec3, radii: f64) -> bool;

    /// Whether a core with a rounding of `radii` clearly touches no triangle of the set on a straight way (relative to the origin);
    /// false where that is in doubt.
    fn is_passed(&self, _way: [DVec3; 2], _core: &Core, _radii: f64) -> bool {
        false
    }

    /// The only triangle of the set, where there is no other: what it takes to look at it is less than to prove that it is not met.
    fn only(&self) -> Option<Place> {
        None
    }

    /// Calls `visit(place, limit)` for every triangle that the path may touch by the limit; `visit` returns the new
    /// limit.
    fn visit(&self, instructions: Instructions, path: &Path8, visit: impl FnMut(Place, f64) -> f64);
}

/// Distance in radii beyond the shell from which a triangle is not hit yet: far more than where Newton's method ends.
pub(super) const CLEARLY: f64 = 1e-6;

/// A query of a triangle cache, for one shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct CacheQuery<'a, G> {
    pub(super) world: &'a World,
    pub(super) space: &'a UnitSpace,
    pub(super) cache: &'a G,
}

/// A triangle to examine.
#[derive(Clone, Copy)]
pub(super) struct Candidate<'a> {
    id: BodyId,
    placed: &'a Placed,
    packet: Packet<'a>,
    lane: usize,
    pub(super) triangle: UnitTriangle,
}

impl<'a, G: TriangleCache> CacheQuery<'a, G> {
    /// A position relative to the cache's origin, in ellipsoid space.
    pub(super) fn in_unit(&self, at: DVec3) -> DVec3 {
        self.space.unit_from_world * (at - self.cache.origin())
    }

    #[inline(always)]
    pub(super) fn visit(
        &self,
        at: DVec3,
        path: impl FnOnce() -> Path8,
        mut visit: impl FnMut(&Candidate<'a>, f64) -> f64,
    ) {
        // The body of the last triangle, and the map of its mesh.
        let mut current: Option<(BodyId, &Placed)> = None;
        let mut view = UnitFromMesh::shifted(self.space, at);
        // One copy for both ways: what is done with a triangle is large.
        let look: &mut dyn FnMut(Place, f64) -> f64 = &mut |Place { slot, leaf, lane }, limit| {
            if current.is_none_or(|(id, _)| id.index != slot) {
                current = self.world.in_slot(slot);
                if let Some((_, placed)) = current {
                    placed.set_unit_from_mesh(&mut view, self.space, at);
                }
            }
            let Some((id, placed)) = current else { return limit };
            visit(&Candidate::new(id, placed, &view, (leaf, lane)), limit)
        };
        match self.cache.only() {
            Some(place) => {
                look(place, 1.0);
            }
            None => self.cache.visit(self.world.instructions, &path(), look),
        }
    }

    /// The first hit, on mobile bodies too; `None` if the sweep leaves the covered region before it.
    ///
    /// A triangle beyond the region is farther than the shell up to the last position in it, so nothing there is hit before.
    // Each has one caller for each kind of cache.
    #[inline(always)]
    pub(super) fn sweep(&self, sweep: &Sweep, mobile: &[u32]) -> Option<Option<Hit>> {
        let mut best = None;
        let is_known = self.meet(sweep, mobile, &mut best);
        is_known.then(|| best.map(|b| path::world_hit(self.space, &b, sweep.from, sweep.translation)))
    }

    /// The same in ellipsoid space, put in place, since it is large; false if the sweep leaves the covered region before it.
    #[inline(always)]
    pub(super) fn meet(&self, sweep: &Sweep, mobile: &[u32], best: &mut Option<Best>) -> bool {
        let shell = sweep.shell();
        let start = self.in_unit(sweep.from);
        let end = self.in_unit(sweep.from + sweep.translation);
        let (is_whole, core) = (self.cache.holds(start, end, shell), self.space.core());
        if is_whole && mobile.is_empty() && self.cache.is_passed([start, end], &core, shell) {
            return true;
        }
        let holds_to = |end: DVec3| self.cache.holds(start, end, shell + CLEARLY);
        if !is_whole && !holds_to(start) {
            return false;
        }
        let translation = self.space.unit_from_world * sweep.translation;
        let path = || Path8::new(start, translation, shell, core.half_extents);
        self.visit(sweep.from, path, |candidate, limit| {
            let Candidate { id, placed, packet, lane, triangle } = candidate;
            let Some(hit) = sweep_triangle(triangle, translation, shell, limit) else { return limit };
            let surface = path::surface(*id, placed, packet, *lane);
            path::keep_least(best, Best { hit, slot: id.index, surface, triangle: *triangle });
            hit.fraction
        });
        self.world.sweep_mobile(self.space, sweep, mobile, best);
        is_whole || best.as_ref().is_some_and(|best| holds_to(start + translation * best.hit.fraction))
    }

    /// Gathers the contacts, with mobile bodies too; returns false if the shape is not within the covered region.
    ///
    /// With `is_for_slide` some are left out that the rule for inner edges would drop: of a floor beside the triangle below the middle.
    #[inline(always)]
    pub(super) fn contacts(
        &self,
        (at, radii): (DVec3, f64),
        mobile: &[u32],
        is_for_slide: bool,
        found: &mut Vec<Contact>,
    ) -> bool {
        let start = self.in_unit(at);
        if !self.cache.holds(start, start, radii) {
            return false;
        }
        found.clear();
        let path = || Path8::new(start, DVec3::ZERO, radii, self.space.core().half_extents);
        let about = (at, radii);
        let has_sides = is_for_slide && self.space.core().half_extents.x > 0.0;
        let mut sides = has_sides.then(|| FlatSides::new(self.space, about));
        self.visit(at, path, |candidate, limit| {
            match &mut sides {
                Some(sides) => sides.meet(candidate, found),
                None => candidate.add(self.space, about, found),
            }
            limit
        });
        if let Some(sides) = &sides {
            sides.finish(found);
        }
        self.world.touch_mobile(self.space, (at, radii), mobile, &mut |contact| found.push(contact));
        true
    }
}

impl<'a> Candidate<'a> {
    /// A triangle, by leaf and lane, of a body that is seen so.
    #[inline(always)]
    fn new(id: BodyId, placed: &'a Placed, view: &UnitFromMesh, (leaf, lane): (u32, u8)) -> Self {
        let (packet, lane) = (placed.body.mesh.packet(leaf as usize), usize::from(lane));
        Self { id, placed, packet, lane, triangle: packet.unit_triangle(lane, view) }
    }

    /// Its triangle relative to another centre.
    pub(super) fn seen_from(&self, space: &UnitSpace, at: DVec3) -> UnitTriangle {
        self.packet.unit_triangle(self.lane, &self.placed.unit_from_mesh(space, at))
    }

    pub(super) const fn slot(&self) -> u32 {
        self.id.index
    }

    /// [`Candidate::add`] with the point closest to the centre.
    #[inline(always)]
    pub(super) fn add_at(
        &self,
        space: &UnitSpace,
        nearest: &Nearest,
        about: (DVec3, f64),
        found: &mut Vec<Contact>,
    ) {
        path::add_contact_at(space, &self.triangle, nearest, about, || self.surface(), found);
    }

    pub(super) fn surface(&self) -> Surface {
        path::surface(self.id, self.placed, &self.packet, self.lane)
    }

    /// Adds its contact, if it is within `radii` of a centre at `at`.
    #[inline(always)]
    pub(super) fn add(&self, space: &UnitSpace, (at, radii): (DVec3, f64), found: &mut Vec<Contact>) {
        path::add_contact_within(space, &self.triangle, at, radii, || self.surface(), found);
    }
}
