//! Decorators over `Collide` that put separating planes before a world, for one body.

use super::separating_plane::{SeparatingPlane, ShapedPlane, earlier, shaped};
use crate::character::Front;
use crate::collide::{Collide, Contact, Feature, Filter, Hit, Surface, Sweep, sweep_then_gather};
use crate::geometry::Shape;
use crate::math::DVec3;
use crate::slide::drop_inner_edges;
use crate::traction::Traction;
use alloc::vec::Vec;
use core::borrow::Borrow;
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
        let planes = self.planes.iter().map(|plane| plane.for_shape(&sweep.shape));
        first(sweep, self.inner.sweep(sweep), planes)
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

/// The earliest of this hit and those on planes.
#[inline(always)]
fn first<P: Borrow<ShapedPlane>>(
    sweep: &Sweep,
    mut best: Option<Hit>,
    planes: impl Iterator<Item = P>,
) -> Option<Hit> {
    let shell = sweep.shell();
    for plane in planes {
        let plane: &ShapedPlane = plane.borrow();
        if let Some(hit) = plane.hit_by(sweep, shell) {
            keep_earlier(sweep, &mut best, hit);
        }
    }
    best
}

#[inline(never)]
fn keep_earlier(sweep: &Sweep, best: &mut Option<Hit>, hit: Hit) {
    if best.as_ref().is_none_or(|old| earlier(sweep, &hit, old).is_lt()) {
        *best = Some(hit);
    }
}

/// A body's planes, prepared for its shape, to be put before any world.
#[derive(Clone, Debug, Default)]
pub(super) struct Planes {
    shape: Option<Shape>,
    shaped: Vec<ShapedPlane>,
    /// The surface that the body stood on last. The characters behind the planes count as carried by it, so a body that jumps against
    /// another in a vehicle keeps the vehicle's velocity. It is the same for all planes, so their order has no effect.
    support: Option<Surface>,
    /// Of the last query for contacts.
    asked: Asked,
}

/// A query for contacts.
#[derive(Clone, Debug, Default)]
struct Asked {
    /// Where, and for how many radii; `None` where planes and world cannot be told apart.
    about: Option<(DVec3, f64)>,
    /// Whether no contact of the world was left out beside those of planes: it has faces alone.
    is_of_faces: bool,
    /// Whether the world's contacts were all, apart from inner edges.
    is_world_alone: bool,
    /// The world's contacts in any other case.
    of_world: Vec<Contact>,
}

impl Asked {
    /// Records a query and what it found: so many contacts of the world, then those of planes.
    fn note(&mut self, about: (DVec3, f64), found: &[Contact], of_world: usize) {
        self.about = Some(about);
        let world = &found[..of_world];
        self.is_world_alone = of_world == found.len();
        self.is_of_faces = world.iter().all(is_kept);
        if !(self.is_world_alone || self.is_of_faces) {
            self.of_world.clear();
            self.of_world.extend_from_slice(world);
        }
    }
}

/// Whether no rule leaves out a contact, whatever others there are: that of a face with a body that has no flat side.
fn is_kept(contact: &Contact) -> bool {
    contact.feature == Feature::Face && contact.unit_core.half_extents.x == 0.0
}

impl Planes {
    /// Removes all.
    pub(super) fn clear(&mut self) {
        self.shaped.clear();
        // That of another body must not be asked.
        self.support = None;
    }

    /// Lets the others move with what the body stood on last.
    pub(super) fn move_with(&mut self, support: Option<Surface>) {
        self.support = support.filter(|support| support.owner.character().is_none());
    }

    /// Replaces the planes by those of a body of this shape.
    pub(super) fn replace(&mut self, shape: &Shape, planes: impl Iterator<Item = SeparatingPlane>) {
        (self.shape, self.support) = (Some(*shape), None);
        self.shaped.clear();
        self.shaped.extend(planes.map(shaped(shape)));
    }

    /// Whether there are none.
    pub(super) const fn is_empty(&self) -> bool {
        self.shaped.is_empty()
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
        if asked.is_world_alone {
            return true;
        }
        if asked.is_of_faces {
            contacts.retain(|contact| contact.surface.owner.character().is_none());
        } else {
            contacts.clone_from(&asked.of_world);
            drop_inner_edges(contacts);
        }
        true
    }
}

/// Planes before something else that is before the world.
pub(super) struct PlanesBefore<'a, F> {
    pub(super) planes: &'a mut Planes,
    pub(super) front: F,
}

impl<F: Front> Front for PlanesBefore<'_, F> {
    fn before(&mut self, world: &dyn Collide, act: &mut dyn FnMut(&dyn Collide)) {
        let Self { planes, front } = self;
        front.before(world, &mut |world| planes.before(world, act));
    }

    fn leave_of_world(&mut self, at: DVec3, radii: f64, contacts: &mut Vec<Contact>) -> bool {
        self.planes.leave_of_world(at, radii, contacts) && self.front.leave_of_world(at, radii, contacts)
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

impl BehindShaped<'_> {
    /// Calls `act` with the planes as they are for another shape.
    #[cold]
    #[inline(never)]
    fn for_other(&self, shape: &Shape, act: &mut dyn FnMut(&BehindShaped)) {
        let mut planes = Planes::default();
        planes.replace(shape, self.planes.shaped.iter().map(|plane| *plane.plane()));
        act(&planes.before_world(self.inner));
    }

    fn is_for(&self, shape: &Shape) -> bool {
        self.planes.shape.as_ref().is_some_and(|own| own.is_identical(shape))
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
        if !self.is_for(&sweep.shape) {
            let mut hit = None;
            self.for_other(&sweep.shape, &mut |other| hit = other.sweep(sweep));
            return hit;
        }
        first(sweep, self.inner.sweep(sweep), self.planes.shaped.iter())
    }

    fn contacts_in_radii(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        found: &mut Vec<Contact>,
    ) {
        if !self.is_for(shape) {
            self.note(|asked| asked.about = None);
            return self.for_other(shape, &mut |other| {
                other.contacts_in_radii(shape, at, radii, filter, found);
            });
        }
        self.inner.contacts_in_radii(shape, at, radii, filter, found);
        self.add_planes(shape, at, radii, found);
    }

    fn sweep_gathering(&self, sweep: &Sweep, to: DVec3, radii: f64, found: &mut Vec<Contact>) -> Option<Hit> {
        if !self.is_for(&sweep.shape) {
            self.note(|asked| asked.about = None);
            return sweep_then_gather(self, sweep, (to, radii), found);
        }
        // Planes cost little, so the world is asked for the contacts only where none of them is hit.
        if let Some(on_plane) = first(sweep, None, self.planes.shaped.iter()) {
            let mut best = self.inner.sweep(sweep);
            keep_earlier(sweep, &mut best, on_plane);
            return best;
        }
        let hit = self.inner.sweep_gathering(sweep, to, radii, found);
        if hit.is_none() {
            self.add_planes(&sweep.shape, to, radii, found);
        }
        hit
    }

    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        self.inner.ray(from, translation, filter)
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        if surface.owner.character().is_none() {
            return self.inner.surface_velocity(surface, at);
        }
        self.planes.support.map_or(DVec3::ZERO, |support| self.inner.surface_velocity(&support, at))
    }

    fn traction(&self, surface: &Surface) -> Traction {
        self.inner.traction(surface)
    }
}
