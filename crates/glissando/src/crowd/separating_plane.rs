//! A separating plane: a half-space that a body must not leave in this tick, and a world seen from behind planes.
//!
//! In ellipsoid space a plane is a plane, so all answers have a closed form: with `m` the image of the plane's
//! normal, the centre is `distance / |m|` radii away, and that changes evenly along a move.

use crate::collide::{Collide, Contact, Feature, Filter, Hit, Surface, Sweep};
use crate::geometry::Ellipsoid;
use crate::handle::{CharacterId, Owner};
use crate::math::DVec3;
use crate::tolerance;
use crate::traction::Traction;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The boundary between a body and another character: the body stays on the side that `normal` points to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeparatingPlane {
    /// Unit, towards the body that it is for.
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

    /// How a shape with its centre at `at` lies to the plane.
    fn seen_by(&self, shape: &Ellipsoid, at: DVec3) -> Seen {
        let image = shape.world_from_unit().transpose() * self.normal;
        let scale = image.length();
        let radii = self.normal.dot(at - self.anchor) / scale;
        // Beyond the plane every way out is along its normal, as for a solid.
        Seen { radii: if radii > 0.0 { radii } else { 0.0 }, unit_normal: image / scale, scale }
    }

    /// The first touch of a sweep, if there is one.
    fn hit_by(&self, sweep: &Sweep) -> Option<Hit> {
        let seen = self.seen_by(&sweep.shape, sweep.from);
        let shell = sweep.shell();
        let slope = self.normal.dot(sweep.translation) / seen.scale;
        let surface = if seen.radii < shell { seen.radii } else { shell };
        let is_closing = slope < 0.0 && seen.radii + slope < surface - tolerance::GRAZE;
        if !is_closing {
            return None;
        }
        let share = (seen.radii - shell) / -slope;
        let fraction = if share > 0.0 { share } else { 0.0 };
        let radii = seen.radii + slope * fraction;
        let unit_point =
            sweep.shape.unit_from_world() * (sweep.translation * fraction) - seen.unit_normal * radii;
        Some(Hit {
            fraction,
            distance: fraction * sweep.translation.length(),
            point: sweep.from + sweep.shape.world_from_unit() * unit_point,
            normal: self.normal,
            face_normal: self.normal,
            depth: if seen.radii < shell { (shell - seen.radii) * seen.scale } else { 0.0 },
            feature: Feature::Face,
            surface: self.surface(),
        })
    }

    /// The contact with a shape at `at`, if the plane is within `radii`.
    fn contact(&self, shape: &Ellipsoid, at: DVec3, radii: f64) -> Option<Contact> {
        let seen = self.seen_by(shape, at);
        if seen.radii > radii {
            return None;
        }
        let unit_point = -seen.unit_normal * seen.radii;
        Some(Contact {
            is_front: true,
            is_slippery: false,
            point: at + shape.world_from_unit() * unit_point,
            normal: self.normal,
            face_normal: self.normal,
            radii: seen.radii,
            scale: seen.scale,
            feature: Feature::Face,
            surface: self.surface(),
            unit_point,
            unit_corners: corners_about(unit_point, seen.unit_normal),
        })
    }
}

/// A separating plane in the space of an ellipsoid.
struct Seen {
    /// Distance of the centre, in radii.
    radii: f64,
    /// Unit, towards the centre.
    unit_normal: DVec3,
    /// Metres along the world's normal that are one radius.
    scale: f64,
}

/// Half the size, in radii, of the triangle that stands for the plane where it is touched.
///
/// Small: what else touches the plane further off is not its rim, and must stay a contact of its own.
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

/// A world with planes in it, for one body.
///
/// Sweeps and contacts meet the planes whatever the filter is. Rays pass through them: a plane is a limit of this
/// tick, not an object that could be seen or stood on.
#[derive(Clone, Copy, Debug)]
pub struct BehindPlanes<'a, C> {
    /// The world.
    pub inner: &'a C,
    /// The body's planes, in any order.
    pub planes: &'a [SeparatingPlane],
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
        shape: &Ellipsoid,
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
