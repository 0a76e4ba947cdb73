//! Decorators over `Collide` that put separating planes before a world, for one body.

use super::separating_plane::{SeparatingPlane, ShapedPlane, earlier};
use crate::character::Front;
use crate::collide::{Collide, Contact, Filter, Hit, Surface, Sweep};
use crate::geometry::Shape;
use crate::math::DVec3;
use crate::slide::drop_inner_edges;
use crate::traction::Traction;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::mem::take;

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
    /// Of the last query for contacts.
    asked: Asked,
}

/// A query for contacts.
#[derive(Clone, Debug, Default)]
struct Asked {
    /// Where, and for how many radii; `None` where planes and world cannot be told apart.
    about: Option<(DVec3, f64)>,
    /// Whether the world's contacts were all, apart from inner edges.
    is_world_alone: bool,
    /// The world's contacts where they were not.
    of_world: Vec<Contact>,
}

impl Asked {
    /// Records a query and what it found: so many contacts of the world, then those of planes.
    fn note(&mut self, about: (DVec3, f64), found: &[Contact], of_world: usize) {
        self.about = Some(about);
        self.is_world_alone = of_world == found.len();
        if !self.is_world_alone {
            self.of_world.clear();
            self.of_world.extend_from_slice(&found[..of_world]);
        }
    }
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

    /// The planes in the ellipsoid space of the body.
    pub(super) fn shaped(&self) -> &[ShapedPlane] {
        &self.shaped
    }

    /// A world behind these planes.
    pub(super) const fn before_world<'a>(&'a self, inner: &'a dyn Collide) -> BehindShaped<'a> {
        BehindShaped { inner, planes: self, asked: None }
    }
}

impl Front for Planes {
    fn before(&mut self, world: &dyn Collide, act: &mut dyn FnMut(&dyn Collide)) {
        let asked = RefCell::new(Asked { about: None, ..take(&mut self.asked) });
        act(&BehindShaped { asked: Some(&asked), ..self.before_world(world) });
        self.asked = asked.into_inner();
    }

    fn leave_of_world(&mut self, at: DVec3, radii: f64, contacts: &mut Vec<Contact>) -> bool {
        let Self { asked, .. } = self;
        let bits = |at: DVec3, radii: f64| (at.to_array().map(f64::to_bits), radii.to_bits());
        if asked.about.take().is_none_or(|(place, within)| bits(place, within) != bits(at, radii)) {
            return false;
        }
        if !asked.is_world_alone {
            contacts.clone_from(&asked.of_world);
            drop_inner_edges(contacts);
        }
        true
    }
}

/// [`BehindPlanes`] with prepared planes: the same answers.
#[derive(Clone, Copy)]
pub(super) struct BehindShaped<'a> {
    inner: &'a dyn Collide,
    planes: &'a Planes,
    /// Where queries for contacts are recorded.
    asked: Option<&'a RefCell<Asked>>,
}

impl<'a> BehindShaped<'a> {
    fn plainly(&self) -> BehindPlanes<'_, &'a dyn Collide> {
        BehindPlanes { inner: &self.inner, planes: &self.planes.list }
    }

    /// Adds the contacts of the planes to those of the world.
    fn add_planes(&self, shape: &Shape, at: DVec3, radii: f64, found: &mut Vec<Contact>) {
        let of_world = found.len();
        for plane in &self.planes.shaped {
            plane.add_contact(shape, at, radii, found);
        }
        self.note(|asked| asked.note((at, radii), found, of_world));
    }

    fn note(&self, record: impl FnOnce(&mut Asked)) {
        if let Some(asked) = self.asked {
            record(&mut asked.borrow_mut());
        }
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
        let own = &self.planes.shape;
        if own.as_ref() != Some(shape) {
            self.note(|asked| asked.about = None);
            return self.plainly().contacts_in_radii(shape, at, radii, filter, found);
        }
        self.inner.contacts_in_radii(shape, at, radii, filter, found);
        self.add_planes(shape, at, radii, found);
    }

    fn sweep_gathering(&self, sweep: &Sweep, to: DVec3, radii: f64, found: &mut Vec<Contact>) -> Option<Hit> {
        let Planes { shape, shaped, .. } = self.planes;
        if *shape != Some(sweep.shape) {
            self.note(|asked| asked.about = None);
            return self.plainly().sweep_gathering(sweep, to, radii, found);
        }
        // Planes cost little, so the world is asked for the contacts only where none of them is hit.
        let on_plane = first(sweep, None, shaped.iter().filter_map(|plane| plane.hit_by(sweep)));
        if on_plane.is_some() {
            return first(sweep, self.inner.sweep(sweep), on_plane.into_iter());
        }
        let hit = self.inner.sweep_gathering(sweep, to, radii, found);
        if hit.is_none() {
            self.add_planes(&sweep.shape, to, radii, found);
        }
        hit
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
