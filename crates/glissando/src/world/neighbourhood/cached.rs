//! A world with caches for one character's tick: the nearest-triangle cache, then a gathered neighbourhood, then the
//! world itself.
//!
//! Each cache is used only for queries of which it has all triangles at rest up to the hit; the mobile bodies in the region of
//! the tick are asked beside it. The result is then the world's, to the bit.

use super::buffer::{Bodies, NeighbourhoodBuffer};
use super::extents;
use super::nearest::NearestCache;
use super::query::CacheQuery;
use crate::collide::{Collide, Contact, Filter, Hit, Surface, Sweep, sweep_then_gather};
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
    /// The displacement of a tick at the velocity of the start, in metres.
    pub(crate) ahead: DVec3,
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
    space: &'a UnitSpace,
    range: &'a Range,
    nearest_cache: &'a NearestCache,
    /// The contacts at the start, without inner edges, if they are known.
    known: Option<&'a [Contact]>,
    /// The slots of the mobile bodies in the region.
    mobile: &'a [u32],
    /// Gathered when the nearest-triangle cache does not suffice.
    near: OnceCell<Option<&'a NeighbourhoodBuffer>>,
    buffer: Cell<Option<&'a mut NeighbourhoodBuffer>>,
}

impl World {
    /// Calls `act` with this world, cached for one tick of one shape. Where the `known` contacts of the start are given, inner
    /// edges are left out of its contacts there: the rule for them would drop them. Without a buffer nothing is gathered: for a
    /// few questions.
    pub(crate) fn with_cached<T>(
        &self,
        (shape, filter): (&Shape, Filter),
        range: &Range,
        (nearest_cache, known): (&mut NearestCache, Option<&[Contact]>),
        (mut buffer, mobile): (Option<&mut NeighbourhoodBuffer>, &[u32]),
        act: impl FnOnce(&CachedWorld<'_>) -> T,
    ) -> T {
        let (subject, space) = ((shape, filter), &UnitSpace::of(shape));
        let needed = (range.at, range.radii + range.usual / shape.smallest_radius());
        if let Some(buffer) = &mut buffer
            && nearest_cache.is_to_be_renewed(space, needed)
        {
            nearest_cache.renew(self, subject, space, (needed, range.ahead), buffer);
        }
        let (near, buffer) = (OnceCell::new(), Cell::new(buffer));
        act(&CachedWorld {
            world: self,
            shape,
            filter,
            space,
            range,
            nearest_cache,
            known,
            mobile,
            near,
            buffer,
        })
    }
}

impl<'a> CachedWorld<'a> {
    fn is_for(&self, shape: &Shape, filter: Filter) -> bool {
        filter == self.filter && (core::ptr::eq(shape, self.shape) || shape.is_identical(self.shape))
    }

    /// Whether a query stays in the region of the tick: mobile bodies may be beyond, and the cache does not know them.
    fn is_in_region(&self, from: DVec3, to: DVec3, shell: f64) -> bool {
        let Range { at, most, radii, .. } = *self.range;
        let is_in = |p: DVec3| (most - (p - at).abs()).min_element() >= 0.0;
        !self.world.has_mobile() || shell <= radii && is_in(from) && is_in(to)
    }

    /// The known contacts, if a query is about them.
    fn known_at(&self, at: DVec3, radii: f64) -> Option<&[Contact]> {
        let is_same = |a: DVec3, b: DVec3| a.to_array().map(f64::to_bits) == b.to_array().map(f64::to_bits);
        self.known.filter(|_| radii == self.range.radii && is_same(at, self.range.at))
    }

    /// [`Collide::sweep_gathering`] by one look, where a cache has all that is near the path. A body with flat sides has a rule of its
    /// own for what it gathers.
    fn at_once(&self, sweep: &Sweep, end: (DVec3, f64), found: &mut Vec<Contact>) -> Option<Option<Hit>> {
        let has_flat_sides = self.space.core().half_extents.x > 0.0;
        let is_for = !has_flat_sides
            && self.is_for(&sweep.shape, sweep.filter)
            && self.is_in_region(sweep.from, end.0, end.1);
        if !is_for {
            return None;
        }
        let by_cache = self.by_cache().sweep_gathering(sweep, end, self.mobile, found);
        by_cache.or_else(|| self.near()?.sweep_gathering(sweep, end, self.mobile, found))
    }

    fn by_cache(&self) -> CacheQuery<'_, NearestCache> {
        CacheQuery { world: self.world, space: self.space, cache: self.nearest_cache }
    }

    /// Everything at rest that the tick can reach.
    fn near(&self) -> Option<CacheQuery<'_, NeighbourhoodBuffer>> {
        let Range { at, most, radii, .. } = *self.range;
        let gather = |buffer: &'a mut NeighbourhoodBuffer| {
            let about = (at, extents(self.space, most, radii));
            let subject = (self.shape, self.filter);
            buffer.hold(self.world, subject, self.space, about, (Bodies::AtRest, None));
            &*buffer
        };
        let near = self.near.get_or_init(|| self.buffer.take().map(gather));
        near.map(|cache| CacheQuery { world: self.world, space: self.space, cache })
    }
}

impl Collide for CachedWorld<'_> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        let is_in_region = self.is_in_region(sweep.from, sweep.from + sweep.translation, sweep.shell());
        if !(is_in_region && self.is_for(&sweep.shape, sweep.filter)) {
            return Collide::sweep(self.world, sweep);
        }
        let far = || self.world.first_touch(sweep, None, Some(self.mobile));
        let near = || self.near().and_then(|near| near.sweep(sweep, self.mobile));
        self.by_cache().sweep(sweep, self.mobile).or_else(near).unwrap_or_else(far)
    }

    fn contacts_in_radii(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        found: &mut Vec<Contact>,
    ) {
        if let Some(known) = self.known_at(at, radii).filter(|_| self.is_for(shape, filter)) {
            found.clear();
            found.extend_from_slice(known);
            return;
        }
        let is_for = self.is_in_region(at, at, radii) && self.is_for(shape, filter);
        // A question with another radius than that of a slide may need all contacts: ground that rose is looked for by its triangle.
        let is_for_slide = radii == self.range.radii;
        let is_found = is_for
            && (self.by_cache().contacts((at, radii), self.mobile, is_for_slide, found)
                || self
                    .near()
                    .is_some_and(|near| near.contacts((at, radii), self.mobile, is_for_slide, found)));
        if !is_found {
            found.clear();
            let mobile = is_for.then_some(self.mobile);
            self.world.visit_contacts(shape, at, radii, filter, mobile, &mut |contact| found.push(contact));
        }
    }

    fn sweep_gathering(&self, sweep: &Sweep, to: DVec3, radii: f64, found: &mut Vec<Contact>) -> Option<Hit> {
        let known = self.at_once(sweep, (to, radii), found);
        known.unwrap_or_else(|| sweep_then_gather(self, sweep, (to, radii), found))
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
