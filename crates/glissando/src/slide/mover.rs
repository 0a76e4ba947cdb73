//! A body that slides: its shape, and the shells at which it keeps surfaces.

use super::planes::nearest_known;
use super::{Allowed, SlidePlane, drop_inner_edges};
use crate::collide::{Collide, Contact, Filter, Sweep};
use crate::geometry::Shape;
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::tolerance;
use alloc::vec::Vec;

/// A shape and the gap that it keeps to surfaces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mover {
    shape: Shape,
    skin: f64,
    filter: Filter,
    /// What follows from shape and skin, computed once: a tick asks for it a dozen times, and much of it is a division or a root.
    rest_shell: f64,
    sweep_shell: f64,
    gather_shell: f64,
    largest_radius: f64,
    /// Half extents of the box about the body at its gather shell.
    gather_extents: DVec3,
}

impl Mover {
    /// A mover that rests `skin` metres (along its narrowest radius) from surfaces.
    ///
    /// # Errors
    /// A skin outside a thousandth to a quarter of the smallest half extent: of a box, its rounding may be smaller.
    pub fn new(shape: Shape, skin: f64, filter: Filter) -> Result<Self, InputError> {
        let half = shape.smallest_half_extent();
        input::scalar("skin", skin, half * 1e-3, half * 0.25)?;
        Ok(Self::unchecked(shape, skin, filter))
    }

    fn unchecked(shape: Shape, skin: f64, filter: Filter) -> Self {
        let shell = |skins: f64| 1.0 + skins * skin / shape.smallest_radius();
        let (rest_shell, sweep_shell, gather_shell) = (shell(1.0), shell(0.5), shell(1.2));
        let largest_radius = shape.largest_radius();
        let gather_extents = shape.half_extents() * gather_shell;
        Self { shape, skin, filter, rest_shell, sweep_shell, gather_shell, largest_radius, gather_extents }
    }

    /// A mover with the usual skin, a hundredth of the smallest half extent.
    ///
    /// # Errors
    /// None for a valid shape.
    pub fn with_usual_skin(shape: Shape, filter: Filter) -> Result<Self, InputError> {
        Self::new(shape, usual_skin(&shape), filter)
    }

    /// The same with a share of the skin, for positions without room for the whole of it.
    pub(crate) fn narrowed(&self, share: f64) -> Self {
        Self::unchecked(self.shape, self.skin * share, self.filter)
    }

    /// The shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The shape, without a copy.
    pub(crate) const fn body(&self) -> &Shape {
        &self.shape
    }

    /// The bodies that it collides with.
    pub const fn filter(&self) -> Filter {
        self.filter
    }

    /// The gap at rest, in metres along the narrowest radius.
    pub const fn skin(&self) -> f64 {
        self.skin
    }

    /// Radius of the rest shell: the distance at which surfaces hold the body.
    pub const fn rest_shell(&self) -> f64 {
        self.rest_shell
    }

    /// Radius of the sweep shell, half as far out: the distance at which a sweep stops. No surface comes nearer.
    pub const fn sweep_shell(&self) -> f64 {
        self.sweep_shell
    }

    /// Radius within which surfaces are gathered: a little beyond the rest shell.
    pub const fn gather_shell(&self) -> f64 {
        self.gather_shell
    }

    /// Radius of the smallest sphere about the centre that holds the body, metres.
    pub(crate) const fn largest_radius(&self) -> f64 {
        self.largest_radius
    }

    /// Half extents of the box in which surfaces are gathered, metres.
    pub(crate) const fn gather_extents(&self) -> DVec3 {
        self.gather_extents
    }

    /// A sweep at the sweep shell.
    pub(crate) fn sweep(&self, from: DVec3, translation: DVec3) -> Sweep {
        Sweep { shape: self.shape, from, translation, skin: 0.5 * self.skin, filter: self.filter }
    }

    /// A sweep of the shape's core with a rounding of this many radii; of the core alone if they are negative, as where a
    /// surface cuts it.
    pub(crate) fn sweep_at(&self, radii: f64, from: DVec3, translation: DVec3) -> Sweep {
        let radii = if radii > 0.0 { radii } else { 0.0 };
        let skin = (radii - 1.0) * self.shape.smallest_radius();
        Sweep { shape: self.shape, from, translation, skin, filter: self.filter }
    }

    /// A sweep at the sweep shell, or at the distance of the nearest contact, in radii, where that is less.
    ///
    /// Rounding may have put the body a hair inside its sweep shell. At the smaller shell neither the surface that the body slides
    /// along nor the next triangle of that wall blocks it.
    pub(crate) fn sweep_past(&self, nearest: f64, from: DVec3, translation: DVec3) -> Sweep {
        self.sweep_at(self.sweep_shell().min(nearest), from, translation)
    }

    /// The surfaces at the rest shell that are local minima of the distance, nearest first.
    pub(crate) fn gather(&self, world: &dyn Collide, at: DVec3, found: &mut Vec<Contact>) {
        world.contacts_in_radii(&self.shape, at, self.gather_shell(), self.filter, found);
        drop_inner_edges(found);
    }

    /// Depth inside the sweep shell, in radii, that counts as rounding of a position and not as an overlap.
    ///
    /// Four units in the last place of the largest coordinate, on top of [`tolerance::INSIDE`].
    pub(crate) fn rounding_at(&self, at: DVec3) -> f64 {
        let unit = at.abs().max_element() * f64::EPSILON;
        tolerance::INSIDE + 4.0 * unit / self.shape.smallest_radius()
    }

    /// Whether the nearest contact is outside the sweep shell, up to rounding.
    pub(crate) fn is_clear_of(&self, contacts: &[Contact], at: DVec3) -> bool {
        contacts.first().is_none_or(|nearest| self.is_clear_at(nearest.radii, at))
    }

    /// The same where the nearest is that many `radii` away.
    pub(crate) fn is_clear_at(&self, radii: f64, at: DVec3) -> bool {
        radii >= self.sweep_shell() - self.rounding_at(at)
    }

    /// The displacement nearest to `desired` that the planes of the contacts at a position allow.
    ///
    /// Where they allow none though the body is clear of all of them, rounding has put it inside its sweep shell on opposite
    /// sides at once, and no displacement leads out of all. Planes that demanded one then only hold the body; with none that
    /// demands one, standing still is allowed.
    pub(crate) fn nearest_beside(
        &self,
        contacts: &[Contact],
        at: DVec3,
        desired: DVec3,
        planes: &mut [SlidePlane],
    ) -> Option<Allowed> {
        let found = nearest_known(desired, planes);
        if found.is_some() || !self.is_clear_of(contacts, at) {
            return found;
        }
        for plane in planes.iter_mut().filter(|plane| plane.least > 0.0) {
            plane.least = 0.0;
        }
        nearest_known(desired, planes)
    }

    /// The largest coordinate at which half the skin is still sixteen units in the last place.
    pub(crate) fn farthest(&self) -> f64 {
        0.5 * self.skin / (16.0 * f64::EPSILON)
    }

    /// Least component along a contact's normal that stays outside the shell `held`.
    ///
    /// It is positive where rounding has put the body inside its sweep shell: far from the origin a sweep would else be
    /// stopped there by a surface that the body only slides along. Opposite surfaces may demand more than there is room for: see
    /// [`Mover::nearest_beside`].
    pub(crate) fn least(&self, contact: &Contact, held: Shell) -> f64 {
        self.least_at(contact.radii, contact.scale, held)
    }

    /// The same for a surface that many `radii` away, with so many metres along its normal for one radius.
    pub(crate) fn least_at(&self, radii: f64, scale: f64, held: Shell) -> f64 {
        let inside = self.sweep_shell() - radii;
        if inside > 0.5 * tolerance::GRAZE {
            return inside * scale;
        }
        let shell = match held {
            Shell::Rest => self.rest_shell(),
            Shell::Sweep => self.sweep_shell(),
        };
        let gap = (radii - shell) * scale;
        if gap > 0.0 { -gap } else { 0.0 }
    }
}

/// The shell that surfaces must stay outside of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shell {
    /// The distance at which surfaces hold the body.
    Rest,
    /// The least distance of all: for narrow gaps in which the gaps at rest leave no displacement.
    Sweep,
}

/// The default skin: a hundredth of the smallest half extent, in metres.
pub fn usual_skin(shape: &Shape) -> f64 {
    0.01 * shape.smallest_half_extent()
}
