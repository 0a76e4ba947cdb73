//! The interface between characters and worlds: the query ([`Sweep`]) and its results ([`Hit`], [`Contact`]).
//!
//! Character code depends on [`Collide`], never on a world: the tree, a gathered neighbourhood and a brute-force list
//! all return the same results, to the bit.

use crate::geometry::{Core, Shape};
use crate::handle::{BodyId, Owner};
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::tolerance;
use crate::traction::Traction;
use alloc::vec::Vec;

/// The feature of a triangle that was touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Feature {
    /// The inside.
    Face,
    /// The edge from corner `i` to corner `i + 1`.
    Edge(u8),
    /// Corner `i`.
    Vertex(u8),
}

/// Layer mask: a query includes a body if one of the body's layers is in the mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Filter {
    /// Bit mask of the layers that the query includes.
    pub mask: u32,
}

impl Filter {
    /// Includes every body that is on any layer.
    pub const ALL: Self = Self { mask: u32::MAX };

    /// Whether the filter includes a body on `layers`.
    #[inline]
    pub const fn accepts(self, layers: u32) -> bool {
        self.mask & layers != 0
    }
}

impl Default for Filter {
    fn default() -> Self {
        Self::ALL
    }
}

/// A triangle of a body, and its materials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Surface {
    /// The body, or the character or ball of a crowd or stage.
    pub owner: Owner,
    /// Index of the triangle in the soup that the body's mesh was built from; 0 for characters and balls.
    pub triangle: u32,
    /// Material id of the triangle.
    pub material: u16,
    /// Material id of the body.
    pub body_material: u16,
}

impl Surface {
    /// The body that owns it; `None` if a character or a ball does.
    pub const fn body(&self) -> Option<BodyId> {
        self.owner.body()
    }
}

/// A moving body: its start, its translation, and the gap that it keeps.
#[doc(alias = "shape cast")]
#[doc(alias = "trace")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    pub(crate) shape: Shape,
    pub(crate) from: DVec3,
    pub(crate) translation: DVec3,
    pub(crate) skin: f64,
    pub(crate) filter: Filter,
}

impl Sweep {
    /// A sweep of `shape`'s centre from `from` to `from + translation` (metres, world space), without skin.
    ///
    /// # Errors
    /// NaN, infinities and lengths beyond [`tolerance::WORLD_LIMIT`].
    pub fn new(shape: Shape, from: DVec3, translation: DVec3) -> Result<Self, InputError> {
        input::position("from", from)?;
        input::vector("translation", translation, tolerance::WORLD_LIMIT)?;
        Ok(Self { shape, from, translation, skin: 0.0, filter: Filter::ALL })
    }

    /// The same sweep, stopping `skin` metres before every surface, measured along the contact normal.
    ///
    /// The gap is exact for a sphere, a capsule, a box and a cylinder. For an ellipsoid it is `skin` at its narrowest radius and proportionally more
    /// elsewhere (the skin is a scaled copy of the ellipsoid).
    ///
    /// # Errors
    /// A skin that is not a finite number of metres between 0 and the smallest half extent.
    pub fn with_skin(mut self, skin: f64) -> Result<Self, InputError> {
        self.skin = input::scalar("skin", skin, 0.0, self.shape.smallest_half_extent())?;
        Ok(self)
    }

    /// The same sweep with another filter.
    #[must_use]
    pub const fn with_filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// The moving shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Start of the centre.
    pub const fn from(&self) -> DVec3 {
        self.from
    }

    /// Displacement of the centre if there is no hit.
    pub const fn translation(&self) -> DVec3 {
        self.translation
    }

    /// Radius of the target shell in ellipsoid space: 1 plus the skin.
    pub(crate) fn shell(&self) -> f64 {
        1.0 + self.skin / self.shape.smallest_radius()
    }
}

/// The first hit of a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hit {
    /// Fraction of the translation up to the hit, `0..=1`.
    pub fraction: f64,
    /// The same in metres.
    pub distance: f64,
    /// The touched point of the surface, world space.
    pub point: DVec3,
    /// Unit, out of the surface towards the moving shape's centre, at the moment of contact; world space.
    pub normal: DVec3,
    /// Unit normal of the triangle itself, on the moving shape's side.
    pub face_normal: DVec3,
    /// Depth of the shape (with its skin) in the surface at the start, in metres along `normal`; else 0.
    pub depth: f64,
    /// The touched feature of the triangle.
    pub feature: Feature,
    /// The surface of the triangle.
    pub surface: Surface,
}

/// A surface near a resting body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Contact {
    /// Closest point of the triangle in the ellipsoid's own metric, world space.
    pub point: DVec3,
    /// Unit, out of the surface towards the body; world space.
    pub normal: DVec3,
    /// Unit normal of the triangle itself, on the side of the body's centre.
    pub face_normal: DVec3,
    /// Distance of `point` from the body's core in radii: 1 is touching, less is overlap.
    ///
    /// The core of an ellipsoid is its centre. Where the core of another body cuts the triangle the distance is
    /// negative: the way out along `normal`, which is the shortest for a box and a cylinder; a capsule leaves a triangle that its
    /// axis passes through along the triangle's own normal.
    pub radii: f64,
    /// Metres along `normal` that correspond to one radius here: `(radii - 1) * scale` is the gap.
    pub scale: f64,
    /// The feature of the triangle that `point` is on.
    pub feature: Feature,
    /// The surface of the triangle.
    pub surface: Surface,
    /// Whether the centre is in front of the triangle, or in its plane.
    pub is_front: bool,
    /// Whether it cannot be stood on, whatever its slope; set by a [`ContactFilter`](crate::world::ContactFilter).
    pub is_slippery: bool,
    /// `point` relative to the closest point of the body's core, in radii along the body's axes.
    ///
    /// An ellipsoid's core is its centre. For any core it is the point closest to the centre of the Minkowski sum of
    /// triangle and core.
    pub unit_point: DVec3,
    /// That closest point of the core, relative to the centre, in radii along the body's axes; 0 for an ellipsoid.
    #[cfg_attr(feature = "serde", serde(default))]
    pub unit_on_core: DVec3,
    /// The triangle's corners relative to the centre, in radii along the body's axes.
    pub unit_corners: [DVec3; 3],
    /// The body's core along its own axes, in radii.
    pub unit_core: Core,
}

impl Contact {
    /// Metres along the normal between the body and the surface; negative for overlap.
    pub fn gap(&self) -> f64 {
        (self.radii - 1.0) * self.scale
    }
}

impl<C: Collide + ?Sized> Collide for &C {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        (**self).sweep(sweep)
    }

    fn contacts_in_radii(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        found: &mut Vec<Contact>,
    ) {
        (**self).contacts_in_radii(shape, at, radii, filter, found);
    }

    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        (**self).ray(from, translation, filter)
    }

    fn sweep_gathering(&self, sweep: &Sweep, to: DVec3, radii: f64, found: &mut Vec<Contact>) -> Option<Hit> {
        (**self).sweep_gathering(sweep, to, radii, found)
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        (**self).surface_velocity(surface, at)
    }

    fn traction(&self, surface: &Surface) -> Traction {
        (**self).traction(surface)
    }
}

/// The queries that characters make of a world.
pub trait Collide {
    /// The first hit of the sweep: the smallest (fraction, touched point, body, triangle), in that order.
    ///
    /// The point's coordinates are compared in ellipsoid space: the order of triangles never decides about a position.
    fn sweep(&self, sweep: &Sweep) -> Option<Hit>;

    /// Replaces `found` by every triangle within `radii` of the centre (in the shape's own metric).
    ///
    /// In no particular order. Not filtered: inner edges are still in.
    fn contacts_in_radii(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        found: &mut Vec<Contact>,
    );

    /// The nearest triangle on the segment from `from` to `from + translation`.
    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit>;

    /// The first hit of the sweep; without one, replaces `found` by [`Collide::contacts_in_radii`] at the end of the sweep, `to`.
    ///
    /// After a hit the content of `found` is not defined. By default both questions are asked; a world that knows all triangles near the
    /// path answers both at once, with the same results.
    fn sweep_gathering(&self, sweep: &Sweep, to: DVec3, radii: f64, found: &mut Vec<Contact>) -> Option<Hit> {
        sweep_then_gather(self, sweep, (to, radii), found)
    }

    /// Velocity of a surface at a point of the world, m/s: of a lift, a turntable, a belt. Zero if it rests.
    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        let _ = (surface, at);
        DVec3::ZERO
    }

    /// How a surface changes the pace of a character that stands on it. Unchanged by default; a decorator forwards it.
    fn traction(&self, surface: &Surface) -> Traction {
        let _ = surface;
        Traction::NORMAL
    }
}

/// [`Collide::sweep_gathering`] by two questions.
pub(crate) fn sweep_then_gather<C: Collide + ?Sized>(
    world: &C,
    sweep: &Sweep,
    (to, radii): (DVec3, f64),
    found: &mut Vec<Contact>,
) -> Option<Hit> {
    let hit = world.sweep(sweep);
    if hit.is_none() {
        world.contacts_in_radii(&sweep.shape, to, radii, sweep.filter, found);
    }
    hit
}
