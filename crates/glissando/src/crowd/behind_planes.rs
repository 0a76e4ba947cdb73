//! Decorators over `Collide` that put separating planes before a world, for one body.

use super::separating_plane::{SeparatingPlane, ShapedPlane, earlier};
use crate::character::Front;
use crate::collide::{Collide, Contact, Filter, Hit, Surface, Sweep};
use crate::geometry::Shape;
use crate::math::DVec3;
use crate::traction::Traction;
use alloc::vec::Vec;

/// A world with planes added, for one body.
///
/// Sweeps and contacts meet the planes whatever the filter is: leave out planes that are not needed. Rays pass
/// through them, since a plane is a limit of this tick and not an object.
#[derive(Clone, Copy, Debug)]
pub struct BehindPlanes<'a, C> {
    /// The world.
    pub inner: &'a C,
    /// The body's planes, in any order.
    pub planes: &'a [SeparatingPlane],
}

impl<C: Collide> Collide for BehindPlanes<'_, C> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        let hits = self.planes.iter().filter_map(|plane| plane.for_shape(&sweep.shape).hit_by(sweep));
        first(sweep, self.inner.sweep(sweep), hits)
    }

    fn contacts_in_radii(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        found: &mut Vec<Contact>,
    ) {
        self.inner.contacts_in_radii(shape, at, radii, filter, found);
        let contacts =
            self.planes.iter().filter_map(|plane| plane.for_shape(shape).contact(shape, at, radii));
        found.extend(contacts);
    }

    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        self.inner.ray(from, translation, filter)
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        // A separating plane stays where it is for the whole tick.
        if surface.owner.character().is_some() {
            DVec3::ZERO
        } else {
            self.inner.surface_velocity(surface, at)
        }
    }

    fn traction(&self, surface: &Surface) -> Traction {
        self.inner.traction(surface)
    }
}

/// The earliest of these hits.
fn first(sweep: &Sweep, mut best: Option<Hit>, hits: impl Iterator<Item = Hit>) -> Option<Hit> {
    for hit in hits {
        if best.as_ref().is_none_or(|old| earlier(sweep, &hit, old).is_lt()) {
            best = Some(hit);
        }
    }
    best
}

/// A body's planes, prepared for its shape, to be put before any world.
#[derive(Clone, Debug, Default)]
pub(super) struct Planes {
    list: Vec<SeparatingPlane>,
    shape: Option<Shape>,
    shaped: Vec<ShapedPlane>,
}

impl Planes {
    /// Removes all.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.shaped.clear();
    }

    /// Replaces the planes by those of a body of this shape.
    pub(super) fn replace(&mut self, shape: &Shape, planes: impl Iterator<Item = SeparatingPlane>) {
        self.list.clear();
        self.list.extend(planes);
        self.shape = Some(*shape);
        self.shaped.clear();
        self.shaped.extend(self.list.iter().map(|plane| plane.for_shape(shape)));
    }

    /// Whether there are none.
    pub(super) const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// A world behind these planes.
    pub(super) const fn before_world<'a>(&'a self, inner: &'a dyn Collide) -> BehindShaped<'a> {
        BehindShaped { inner, planes: self }
    }
}

impl Front for Planes {
    fn before(&self, world: &dyn Collide, act: &mut dyn FnMut(&dyn Collide)) {
        act(&self.before_world(world));
    }
}

/// [`BehindPlanes`] with prepared planes: the same answers.
#[derive(Clone, Copy)]
pub(super) struct BehindShaped<'a> {
    inner: &'a dyn Collide,
    planes: &'a Planes,
}

impl<'a> BehindShaped<'a> {
    fn plainly(&self) -> BehindPlanes<'_, &'a dyn Collide> {
        BehindPlanes { inner: &self.inner, planes: &self.planes.list }
    }
}

impl Collide for BehindShaped<'_> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        let Planes { shape, shaped, .. } = self.planes;
        if *shape != Some(sweep.shape) {
            return self.plainly().sweep(sweep);
        }
        first(sweep, self.inner.sweep(sweep), shaped.iter().filter_map(|plane| plane.hit_by(sweep)))
    }

    fn contacts_in_radii(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        found: &mut Vec<Contact>,
    ) {
        let Planes { shape: own, shaped, .. } = self.planes;
        if own.as_ref() != Some(shape) {
            return self.plainly().contacts_in_radii(shape, at, radii, filter, found);
        }
        self.inner.contacts_in_radii(shape, at, radii, filter, found);
        found.extend(shaped.iter().filter_map(|plane| plane.contact(shape, at, radii)));
    }

    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        self.plainly().ray(from, translation, filter)
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        self.plainly().surface_velocity(surface, at)
    }

    fn traction(&self, surface: &Surface) -> Traction {
        self.plainly().traction(surface)
    }
}
