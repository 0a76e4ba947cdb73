//! Separating planes: a half-space that a body must not leave in this tick, and a decorator over `Collide` that adds
//! such planes.
//!
//! In ellipsoid space a plane is a plane, so all queries have a closed form: with `m` the image of the plane's
//! normal, the centre is `distance / |m|` radii away, and this distance is linear along a move.

use crate::character::Front;
use crate::collide::{Collide, Contact, Feature, Filter, Hit, Surface, Sweep};
use crate::geometry::{Core, Shape};
use crate::handle::{CharacterId, Owner};
use crate::math::{DVec3, sqrt_f64};
use crate::tolerance;
use crate::traction::Traction;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The boundary between a body and another character: the body stays on the side that `normal` points to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeparatingPlane {
    /// Unit, towards the body that the plane is for.
    pub normal: DVec3,
    /// A point of its plane, metres, world space.
    pub anchor: DVec3,
    /// The character behind it.
    pub other: CharacterId,
}

impl SeparatingPlane {
    fn surface(&self) -> Surface {
        Surface { owner: Owner::Character(self.other), triangle: 0, material: 0, body_material: 0 }
    }

    /// The plane in the ellipsoid space of a shape with its centre at `at`.
    fn in_unit_space(&self, shape: &Shape, at: DVec3) -> UnitPlane {
        let image = shape.world_from_unit().transpose() * self.normal;
        let scale = image.length();
        // The corner of the core that is nearest to the plane, or beyond it: of an edge or a side along it, the middle.
        let towards = |axis: DVec3| {
            let along = axis.dot(self.normal);
            if along * along <= PARALLEL * PARALLEL * axis.length_sq() {
                DVec3::ZERO
            } else if along > 0.0 {
                -axis
            } else {
                axis
            }
        };
        let [x, y, z] = shape.core_axes();
        let nearest = if shape.is_cylinder() {
            towards(y) + nearest_of_disk(self.normal, x, z)
        } else {
            towards(x) + towards(y) + towards(z)
        };
        let radii = (self.normal.dot(at - self.anchor) + nearest.dot(self.normal)) / scale;
        // Beyond the plane the way out is along its normal, as in a solid. A core that is cut has its whole way out.
        let radii = if radii > 0.0 || shape.has_core() { radii } else { 0.0 };
        UnitPlane { radii, unit_normal: image / scale, scale, nearest }
    }

    /// The first touch of a sweep; `None` without a touch.
    fn hit_by(&self, sweep: &Sweep) -> Option<Hit> {
        let plane = self.in_unit_space(&sweep.shape, sweep.from);
        let shell = sweep.shell();
        let slope = self.normal.dot(sweep.translation) / plane.scale;
        let surface = if plane.radii < shell { plane.radii } else { shell };
        let is_closing = slope < 0.0 && plane.radii + slope < surface - tolerance::GRAZE;
        if !is_closing {
            return None;
        }
        let share = (plane.radii - shell) / -slope;
        let fraction = if share > 0.0 { share } else { 0.0 };
        let radii = plane.radii + slope * fraction;
        let unit_point =
            sweep.shape.unit_from_world() * (sweep.translation * fraction) - plane.unit_normal * radii;
        Some(Hit {
            fraction,
            distance: fraction * sweep.translation.length(),
            point: plane.touched(sweep.from + sweep.shape.world_from_unit() * unit_point),
            normal: self.normal,
            face_normal: self.normal,
            depth: if plane.radii < shell { (shell - plane.radii) * plane.scale } else { 0.0 },
            feature: Feature::Face,
            surface: self.surface(),
        })
    }

    /// The contact with a shape at `at`, if the plane is within `radii`.
    fn contact(&self, shape: &Shape, at: DVec3, radii: f64) -> Option<Contact> {
        let plane = self.in_unit_space(shape, at);
        if plane.radii > radii {
            return None;
        }
        let unit_point = -plane.unit_normal * plane.radii;
        Some(Contact {
            is_front: true,
            is_slippery: false,
            point: plane.touched(at + shape.world_from_unit() * unit_point),
            normal: self.normal,
            face_normal: self.normal,
            radii: plane.radii,
            scale: plane.scale,
            feature: Feature::Face,
            surface: self.surface(),
            unit_point,
            unit_corners: corners_about(unit_point, plane.unit_normal),
            // The triangle stands for the sum of plane and core.
            unit_core: Core::POINT,
        })
    }
}

/// The point of a disk about the origin, given by two perpendicular radii, that is nearest to a plane; of a disk along it,
/// the middle.
fn nearest_of_disk(normal: DVec3, p: DVec3, q: DVec3) -> DVec3 {
    let (u, v) = (normal.dot(p), normal.dot(q));
    let length_sq = u * u + v * v;
    if length_sq <= PARALLEL * PARALLEL * p.length_sq() {
        return DVec3::ZERO;
    }
    (p * u + q * v) * (-1.0 / sqrt_f64(length_sq))
}

/// A separating plane in the space of an ellipsoid.
struct UnitPlane {
    /// Distance of the centre, in radii.
    radii: f64,
    /// Unit, towards the centre.
    unit_normal: DVec3,
    /// Metres of one radius along the normal.
    scale: f64,
    /// The point of the body's core nearest to the plane, relative to the centre, metres; zero for an ellipsoid.
    nearest: DVec3,
}

impl UnitPlane {
    /// The touched point of the plane, given its sum with the core.
    fn touched(&self, point: DVec3) -> DVec3 {
        if self.nearest == DVec3::ZERO { point } else { point + self.nearest }
    }
}

/// Cosine of the angle between an edge of a core and the plane's normal up to which the edge is along the plane but for
/// rounding.
const PARALLEL: f64 = 8.0 * f64::EPSILON;

/// Half the size, in radii, of the triangle that represents the plane at the touched point.
///
/// Small: a farther contact with the plane must not count as its rim, but stay a contact of its own.
const TRIANGLE: f64 = 1e-3;

/// A triangle in the plane, about the touched point.
pub(crate) fn corners_about(point: DVec3, normal: DVec3) -> [DVec3; 3] {
    let n = normal.abs();
    let axis = if n.x <= n.y && n.x <= n.z {
        DVec3::X
    } else if n.y <= n.z {
        DVec3::Y
    } else {
        DVec3::Z
    };
    let along = axis.cross(normal).try_normalize().unwrap_or(DVec3::X) * TRIANGLE;
    let across = normal.cross(along);
    [point + along * 2.0, point - along + across * 2.0, point - along - across * 2.0]
}

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

/// A body's planes, to be put before any world.
pub(super) struct Planes<'a>(pub(super) &'a [SeparatingPlane]);

impl Front for Planes<'_> {
    fn before(&self, world: &dyn Collide, act: &mut dyn FnMut(&dyn Collide)) {
        act(&BehindPlanes { inner: &world, planes: self.0 });
    }
}

impl<C: Collide> Collide for BehindPlanes<'_, C> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        let mut best = self.inner.sweep(sweep);
        for hit in self.planes.iter().filter_map(|f| f.hit_by(sweep)) {
            if best.as_ref().is_none_or(|old| earlier(sweep, &hit, old).is_lt()) {
                best = Some(hit);
            }
        }
        best
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
        found.extend(self.planes.iter().filter_map(|f| f.contact(shape, at, radii)));
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

/// The order of [`Collide::sweep`]: fraction, touched point in ellipsoid space, body, triangle.
pub(crate) fn earlier(sweep: &Sweep, a: &Hit, b: &Hit) -> Ordering {
    let unit = sweep.shape.unit_from_world();
    let [p, q] = [a, b].map(|hit| unit * (hit.point - sweep.from));
    let name = |hit: &Hit| (hit.surface.owner, hit.surface.triangle);
    a.fraction
        .total_cmp(&b.fraction)
        .then(p.x.total_cmp(&q.x))
        .then(p.y.total_cmp(&q.y))
        .then(p.z.total_cmp(&q.z))
        .then(name(a).cmp(&name(b)))
}
