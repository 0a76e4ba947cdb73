//! The *nearest-triangle cache*: the eight triangles nearest to a position, for the next ticks near it.
//!
//! From a gathering it keeps the nearest eight, by their distances in `f32`, and a lower bound of the ninth's distance.
//! A ball of that radius holds no triangle except the eight, so a query within the ball is a single test of eight
//! lanes.

use super::buffer::{Bodies, NeighbourhoodBuffer};
use super::cover::Cover;
use super::query::{Place, TriangleCache};
use crate::collide::Filter;
use crate::geometry::{Core, Shape};
use crate::math::DVec3;
use crate::simd::{F8, Instructions, Kernel, V8};
use crate::sweep::cull::Corners8;
use crate::sweep::path8::Path8;
use crate::sweep::unit_space::UnitSpace;
use crate::world::World;

/// Up to eight triangles near a position in the world, for one shape.
#[derive(Clone, Debug, Default)]
pub(crate) struct NearestCache {
    /// Origin of the corners' coordinates, world space.
    origin: DVec3,
    /// Centre of the ball, in ellipsoid space, relative to the origin.
    centre: DVec3,
    /// Radius of the ball in ellipsoid space; 0 if the cache is empty.
    radii: f64,
    corners: Corners8,
    places: [Place; 8],
    /// Bit mask of the lanes in use.
    lanes: u8,
    rounding: f32,
    /// What all of the triangles are behind.
    cover: Cover,
    /// By how much the ball was larger than needed when it was filled, in radii.
    spare: f64,
    /// What the next gathering shall have beyond what is needed, in radii.
    room: f64,
    /// Ticks to wait before the next attempt to fill the cache: where triangles are dense, eight are soon too few.
    patience: u8,
}

/// Wait after an attempt for which eight triangles were too few, in ticks.
const PATIENCE: u8 = 8;

/// Bounds of the room of a gathering, in smallest half extents.
const LEAST_ROOM: f64 = 0.05;
const MOST_ROOM: f64 = 0.6;

/// How much of what the last ball had to spare the next gathering has for room.
const SPARED: f64 = 1.2;

/// Rounds a radius inward.
const INWARD: f64 = 1.0 - 1e-6;

/// How much of what the last ball had to spare the next is put ahead.
const LEAD: f64 = 0.8;

/// The most ticks ahead.
const TICKS_AHEAD: f64 = 16.0;

impl NearestCache {
    /// Empties the cache, and waits one tick before refilling it: where the world changes in every tick it would be
    /// useless.
    pub(crate) const fn forget(&mut self) {
        (self.radii, self.patience) = (0.0, 1);
    }

    /// Whether to refill the cache for queries within `radii` of `at`. World and shape must be those of the present
    /// content.
    pub(super) fn is_to_be_renewed(&mut self, space: &UnitSpace, (at, radii): (DVec3, f64)) -> bool {
        let place = space.unit_from_world * (at - self.origin);
        if self.holds(place, place, radii) {
            return false;
        }
        let is_tired = self.patience > 0;
        self.patience = self.patience.saturating_sub(1);
        !is_tired
    }

    /// Fills the cache for queries within `radii` of `at`, from a gathering in the buffer, and ahead of a body that goes on by
    /// `ahead` (metres) in each tick. World and shape must be those of the next queries.
    pub(super) fn renew(
        &mut self,
        world: &World,
        subject: (&Shape, Filter),
        space: &UnitSpace,
        (needed, ahead): ((DVec3, f64), DVec3),
        buffer: &mut NeighbourhoodBuffer,
    ) {
        let (lead, off) = self.lead(space, ahead);
        let about = (needed.0 + lead, DVec3::splat(needed.1 + off));
        let room = self.room(subject.0);
        buffer.hold(world, subject, space, about, (Bodies::AtRest, Some(room)));
        self.take(buffer, world.instructions, space, needed, lead);
    }

    /// How much more than is needed to gather, in radii: no more than the ball had to spare if triangles bounded it, and
    /// twice as much as the last time if the gathered box did.
    fn room(&mut self, shape: &Shape) -> f64 {
        let half = shape.smallest_half_extent() / shape.smallest_radius();
        self.room = self.room.clamp(LEAST_ROOM * half, MOST_ROOM * half);
        self.room
    }

    /// How far ahead of a body to fill the cache that goes on by `ahead` in each tick: a displacement in metres, and its
    /// length in ellipsoid space.
    ///
    /// A body that moves has half of a ball about itself behind it. As much of the ball as the last one had to spare is safely
    /// put ahead.
    fn lead(&self, space: &UnitSpace, ahead: DVec3) -> (DVec3, f64) {
        let tick = (space.unit_from_world * ahead).length();
        let most = LEAD * self.spare;
        let ticks = if tick * TICKS_AHEAD > most { most / tick } else { TICKS_AHEAD };
        (ahead * ticks, tick * ticks)
    }

    /// Fills the cache with the gathered triangles nearest to a position that `lead` leads to from `at`, or else to `at`, if
    /// they include all within `radii` of `at`.
    fn take(
        &mut self,
        buffer: &NeighbourhoodBuffer,
        instructions: Instructions,
        space: &UnitSpace,
        (at, radii): (DVec3, f64),
        lead: DVec3,
    ) {
        self.origin = buffer.origin();
        let place = space.unit_from_world * (at - self.origin);
        let off = space.unit_from_world * lead;
        let mut nearest = self.nearest_to(place + off, buffer, instructions);
        let mut needed = radii + off.length();
        if nearest.radii() < needed && lead != DVec3::ZERO {
            nearest = self.nearest_to(place, buffer, instructions);
            needed = radii;
        }
        let is_by_box = nearest.radii() >= INWARD * INWARD * buffer.room_about(self.centre);
        self.spare = nearest.radii() - needed;
        self.room = if is_by_box { 2.0 * self.room } else { SPARED * self.spare };
        if self.spare < 0.0 {
            (self.radii, self.spare, self.patience) = (0.0, 0.0, PATIENCE);
            return;
        }
        (self.radii, self.rounding, self.lanes) = (nearest.radii(), 0.0, 0);
        for (lane, found) in nearest.found().iter().enumerate() {
            let (corners, place, rounding) = buffer.triangle(found.packet, found.lane);
            // Slices of nine, and lanes that are below eight: the compiler sees both.
            let (own, from) = (self.corners.as_flattened_mut(), corners.as_flattened());
            for (own, from) in own.iter_mut().zip(from) {
                own[lane & 7] = from[usize::from(found.lane & 7)];
            }
            self.places[lane] = place;
            self.rounding = self.rounding.max(rounding);
            self.lanes |= 1 << lane;
        }
        let ball = (self.centre, self.radii);
        self.cover = Cover::new(&self.corners, nearest.found().len(), self.rounding, ball);
    }

    /// The triangles nearest to a place, which becomes the ball's centre.
    fn nearest_to(
        &mut self,
        place: DVec3,
        buffer: &NeighbourhoodBuffer,
        instructions: Instructions,
    ) -> Nearest {
        self.centre = place;
        let mut nearest = Nearest::within(buffer.room_about(place));
        buffer.measure(instructions, place.as_vec3(), &mut nearest);
        nearest
    }
}

impl TriangleCache for NearestCache {
    fn origin(&self) -> DVec3 {
        self.origin
    }

    fn holds(&self, from: DVec3, to: DVec3, radii: f64) -> bool {
        // A margin for the rounding of the positions.
        let room = self.radii * (1.0 - 1e-12) - radii;
        let farthest = (from - self.centre).length_sq().max((to - self.centre).length_sq());
        // An empty cache has not even the triangles that cut a core.
        self.radii > 0.0 && room >= 0.0 && farthest <= room * room
    }

    fn is_passed(&self, way: [DVec3; 2], core: &Core, radii: f64) -> bool {
        self.cover.is_before(way, core, radii)
    }

    fn only(&self) -> Option<Place> {
        (self.lanes == 1).then(|| self.places[0])
    }

    fn visit(&self, instructions: Instructions, path: &Path8, visit: impl FnMut(Place, f64) -> f64) {
        instructions.run(Visit { nearest_cache: self, path, visit });
    }
}

/// A gathered triangle, and a lower bound of its distance.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    radii: f32,
    packet: u32,
    lane: u8,
}

/// The nearest of the offered triangles, in order.
#[derive(Clone, Debug)]
pub(super) struct Nearest {
    found: [Found; 8],
    count: usize,
    /// Lower bound of the distance of all triangles not in `found`.
    limit: f32,
}

impl Nearest {
    /// Empty; every triangle nearer than this will be offered.
    fn within(radii: f64) -> Self {
        // Rounded inward.
        let limit = (radii * INWARD) as f32;
        Self { found: [Found::default(); 8], count: 0, limit: if limit > 0.0 { limit } else { 0.0 } }
    }

    /// Offers the triangles of a packet, those of `lanes`, at these distances.
    #[inline(always)]
    pub(super) fn offer(&mut self, packet: u32, mut lanes: u8, radii: &[f32; 8]) {
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            if radii[lane] < self.limit {
                self.insert(Found { radii: radii[lane], packet, lane: lane as u8 });
            }
        }
    }

    fn insert(&mut self, new: Found) {
        let mut at = self.count;
        if at == self.found.len() {
            at -= 1;
            // The triangle dropped, and any offered later, is at least as far as the last one kept.
            self.limit = self.found[at].radii.max(new.radii);
            if new.radii >= self.found[at].radii {
                return;
            }
        } else {
            self.count += 1;
        }
        while at > 0 && new.radii < self.found[at - 1].radii {
            self.found[at] = self.found[at - 1];
            at -= 1;
        }
        self.found[at] = new;
    }

    fn found(&self) -> &[Found] {
        &self.found[..self.count]
    }

    fn radii(&self) -> f64 {
        f64::from(self.limit)
    }
}

/// See [`TriangleCache::visit`].
struct Visit<'a, V> {
    nearest_cache: &'a NearestCache,
    path: &'a Path8,
    visit: V,
}

impl<V: FnMut(Place, f64) -> f64> Kernel for Visit<'_, V> {
    type Answer = ();

    #[inline(always)]
    fn run<F: F8>(mut self) {
        let NearestCache { corners: [a, b, c], places, lanes, rounding, .. } = self.nearest_cache;
        let corners = [V8::<F>::load(a), V8::load(b), V8::load(c)];
        let mut kept = self.path.keep(&corners, *lanes, F::splat(0.0), *rounding);
        let mut limit = 1.0;
        while let Some(lane) = kept.next(limit) {
            limit = (self.visit)(places[lane], limit);
        }
    }
}

#[cfg(test)]
mod tests;
