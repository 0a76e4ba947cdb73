//! A world with caches for one character's tick: the nearest-triangle cache, then a gathered neighbourhood, then the
//! world itself.
//!
//! Each cache is used only for queries of which it has all triangles up to the hit; the result is then the world's, to the bit.

use super::Neighbourhood;
use super::buffer::NeighbourhoodBuffer;
use super::nearest::NearestCache;
use super::query::CacheQuery;
use crate::collide::{Collide, Contact, Filter, Hit, Surface, Sweep};
use crate::geometry::Shape;
use crate::math::DVec3;
use crate::sweep::unit_space::UnitSpace;
use crate::traction::Traction;
use crate::world::World;
use alloc::vec::Vec;
use core::cell::{Cell, OnceCell};

/// The region of a character's tick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    /// The centre at the start.
    pub(crate) at: DVec3,
    /// Distance that a usual tick moves, in metres.
    pub(crate) usual: f64,
    /// Half extents of the region that any tick can reach, in metres.
    pub(crate) most: DVec3,
    /// Radius of contact queries, in radii.
    pub(crate) radii: f64,
}

/// A world cached for one shape and filter near one position.
pub(crate) struct CachedWorld<'a> {
    world: &'a World,
    shape: &'a Shape,
    filter: Filter,
    space: UnitSpace,
    range: Range,
    nearest_cache: &'a NearestCache,
    /// Gathered when the nearest-triangle cache does not suffice.
    near: OnceCell<Option<Neighbourhood<'a>>>,
    buffer: Cell<Option<&'a mut NeighbourhoodBuffer>>,
}

impl World {
    /// This world, cached for one tick of one shape.
    pub(crate) fn cached<'a>(
        &'a self,
        (shape, filter): (&'a Shape, Filter),
        range: Range,
        nearest_cache: &'a mut NearestCache,
        buffer: &'a mut NeighbourhoodBuffer,
    ) -> CachedWorld<'a> {
        let (subject, space) = ((shape, filter), UnitSpace::of(shape));
        let needed = (range.at, range.radii + range.usual / shape.smallest_radius());
        if nearest_cache.is_to_be_renewed(&space, needed) {
            buffer.hold(self, subject, &space, (range.at, DVec3::splat(needed.1)), true);
            nearest_cache.take(buffer, self.instructions, &space, needed);
        }
        let (near, buffer) = (OnceCell::new(), Cell::new(Some(buffer)));
        CachedWorld { world: self, shape, filter, space, range, nearest_cache, near, buffer }
    }
}

impl CachedWorld<'_> {
    fn is_for(&self, shape: &Shape, filter: Filter) -> bool {
        filter == self.filter && shape == self.shape
    }

    /// Whether a query stays in the region of the tick: mobile bodies may be beyond, and the cache does not know them.
    fn is_in_region(&self, from: DVec3, to: DVec3, shell: f64) -> bool {
        let Range { at, most, radii, .. } = self.range;
        let is_in = |p: DVec3| (most - (p - at).abs()).min_element() >= 0.0;
        !self.world.has_mobile() || shell <= radii && is_in(from) && is_in(to)
    }

    fn by_cache(&self) -> CacheQuery<'_, NearestCache> {
        CacheQuery { world: self.world, space: &self.space, cache: self.nearest_cache }
    }

    /// The neighbourhood of everything that the tick can reach.
    fn near(&self) -> Option<&Neighbourhood<'_>> {
        let Range { at, most, radii, .. } = self.range;
        let gather = |buffer| self.world.neighbourhood(self.shape, at, most, radii, self.filter, buffer);
        self.near.get_or_init(|| self.buffer.take().map(gather)).as_ref()
    }
}

impl Collide for CachedWorld<'_> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        let far = || Collide::sweep(self.world, sweep);
        let is_in_region = self.is_in_region(sweep.from, sweep.from + sweep.translation, sweep.shell());
        if !(is_in_region && self.is_for(&sweep.shape, sweep.filter)) {
            return far();
        }
        let near = || self.near().map_or_else(far, |near| near.sweep(sweep));
        self.by_cache().sweep(sweep).unwrap_or_else(near)
    }

    fn contacts_in_radii(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        found: &mut Vec<Contact>,
    ) {
        let is_for = self.is_in_region(at, at, radii) && self.is_for(shape, filter);
        if is_for && self.by_cache().contacts(at, radii, found) {
            return;
        }
        match is_for.then(|| self.near()).flatten() {
            Some(near) => near.contacts_in_radii(shape, at, radii, filter, found),
            None => Collide::contacts_in_radii(self.world, shape, at, radii, filter, found),
        }
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        self.world.surface_velocity(surface, at)
    }

    fn traction(&self, surface: &Surface) -> Traction {
        self.world.traction(surface)
    }

    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        Collide::ray(self.world, from, translation, filter)
    }
}
