//! Separating planes: a half-space that a body must not leave in this tick.
//!
//! In ellipsoid space a plane is a plane, so all queries have a closed form: with `m` the image of the plane's
//! normal, the centre is `distance / |m|` radii away, and this distance is linear along a move.

use crate::collide::{Contact, Feature, Hit, Surface, Sweep};
use crate::geometry::{Core, Shape};
use crate::handle::{CharacterId, Owner};
use crate::math::{DMat3, DVec3, sqrt_f64};
use crate::tolerance;
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

    /// The corner of a shape's core that is nearest to the plane, or beyond it: of an edge or a side along it, the middle.
    fn nearest_of_core(&self, shape: &Shape) -> DVec3 {
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
        if shape.is_cylinder() {
            towards(y) + nearest_of_disk(self.normal, x, z)
        } else {
            towards(x) + towards(y) + towards(z)
        }
    }

    /// The plane in the ellipsoid space of a shape.
    pub(super) fn for_shape(&self, shape: &Shape) -> ShapedPlane {
        shaped(shape)(*self)
    }
}

/// Puts planes into the ellipsoid space of a shape.
pub(super) fn shaped(shape: &Shape) -> impl Fn(SeparatingPlane) -> ShapedPlane {
    let (radii, has_core) = (shape.radii(), shape.has_core());
    let turned = (!shape.is_upright()).then(|| shape.world_from_unit().transpose());
    move |plane| {
        let image = turned.map_or_else(|| radii.scale(plane.normal), |map| map * plane.normal);
        let nearest = if has_core { plane.nearest_of_core(shape) } else { DVec3::ZERO };
        let along = if has_core { nearest.dot(plane.normal) } else { 0.0 };
        ShapedPlane { plane, scale: image.length(), nearest, along, has_core }
    }
}

/// A separating plane in the ellipsoid space of one shape, wherever that is.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShapedPlane {
    plane: SeparatingPlane,
    /// Metres of one radius along the normal.
    scale: f64,
    /// The point of the body's core nearest to the plane, relative to the centre, metres; zero for an ellipsoid.
    nearest: DVec3,
    /// The same along the plane's normal.
    along: f64,
    has_core: bool,
}

impl ShapedPlane {
    /// The plane in the world.
    pub(super) const fn plane(&self) -> &SeparatingPlane {
        &self.plane
    }

    /// Metres of one radius along the normal.
    pub(super) const fn scale(&self) -> f64 {
        self.scale
    }

    /// Distance in radii of the shape with its centre at `at`.
    pub(super) fn radii(&self, at: DVec3) -> f64 {
        let SeparatingPlane { normal, anchor, .. } = self.plane;
        let radii = (normal.dot(at - anchor) + self.along) / self.scale;
        // Beyond the plane the way out is along its normal, as in a solid. A core that is cut has its whole way out.
        if radii > 0.0 || self.has_core { radii } else { 0.0 }
    }

    /// Unit, towards the centre, in the ellipsoid space with this map back to the world.
    #[inline(always)]
    fn unit_normal(&self, world_from_unit: DMat3) -> DVec3 {
        world_from_unit.transpose() * self.plane.normal / self.scale
    }

    /// The touched point of the plane, given its sum with the core.
    fn touched(&self, point: DVec3) -> DVec3 {
        if self.nearest == DVec3::ZERO { point } else { point + self.nearest }
    }

    /// The first touch of a sweep, whose shell this is; `None` without a touch.
    #[inline]
    pub(super) fn hit_by(&self, sweep: &Sweep, shell: f64) -> Option<Hit> {
        let towards = self.plane.normal.dot(sweep.translation);
        // Half of all planes are not approached.
        if towards >= 0.0 {
            return None;
        }
        let (radii_at_start, slope) = (self.radii(sweep.from), towards / self.scale);
        let surface = if radii_at_start < shell { radii_at_start } else { shell };
        let is_closing = slope < 0.0 && radii_at_start + slope < surface - tolerance::GRAZE;
        is_closing.then(|| self.hit(sweep, shell, radii_at_start, slope))
    }

    #[inline(never)]
    fn hit(&self, sweep: &Sweep, shell: f64, radii_at_start: f64, slope: f64) -> Hit {
        let normal = self.plane.normal;
        let share = (radii_at_start - shell) / -slope;
        let fraction = if share > 0.0 { share } else { 0.0 };
        let radii = radii_at_start + slope * fraction;
        let world_from_unit = sweep.shape.world_from_unit();
        let unit_point = sweep.shape.unit_from_world() * (sweep.translation * fraction)
            - self.unit_normal(world_from_unit) * radii;
        Hit {
            fraction,
            distance: fraction * sweep.translation.length(),
            point: self.touched(sweep.from + world_from_unit * unit_point),
            normal,
            face_normal: normal,
            depth: if radii_at_start < shell { (shell - radii_at_start) * self.scale } else { 0.0 },
            feature: Feature::Face,
            surface: self.plane.surface(),
        }
    }

    /// The contact with its shape at `at`, if the plane is within `radii`.
    pub(super) fn contact(&self, shape: &Shape, at: DVec3, radii: f64) -> Option<Contact> {
        let reached = self.radii(at);
        (reached <= radii).then(|| self.contact_at(shape, at, reached))
    }

    /// The same, appended in place: contacts are large, and most planes give none.
    #[inline]
    pub(super) fn add_contact(&self, shape: &Shape, at: DVec3, radii: f64, found: &mut Vec<Contact>) {
        let reached = self.radii(at);
        if reached <= radii {
            found.push(self.contact_at(shape, at, reached));
        }
    }

    /// The contact of a plane that is `reached` radii away.
    #[inline(always)]
    fn contact_at(&self, shape: &Shape, at: DVec3, reached: f64) -> Contact {
        let normal = self.plane.normal;
        let world_from_unit = shape.world_from_unit();
        let unit_normal = self.unit_normal(world_from_unit);
        let unit_point = -unit_normal * reached;
        Contact {
            is_front: true,
            is_slippery: false,
            point: self.touched(at + world_from_unit * unit_point),
            normal,
            face_normal: normal,
            radii: reached,
            scale: self.scale,
            feature: Feature::Face,
            surface: self.plane.surface(),
            unit_point,
            unit_on_core: DVec3::ZERO,
            unit_corners: corners_about(unit_point, unit_normal),
            // The triangle stands for the sum of plane and core.
            unit_core: Core::POINT,
        }
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

/// Cosine of the angle between an edge of a core and the plane's normal up to which the edge is along the plane but for
/// rounding.
const PARALLEL: f64 = 8.0 * f64::EPSILON;

/// Half the size, in radii, of the triangle that represents the plane at the touched point.
///
/// Small: a farther contact with the plane must not count as its rim, but stay a contact of its own.
const TRIANGLE: f64 = 1e-3;

/// A triangle in the plane, about the touched point.
#[inline]
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

/// The order of [`Collide::sweep`]: fraction, touched point in ellipsoid space, body, triangle.
pub(crate) fn earlier(sweep: &Sweep, a: &Hit, b: &Hit) -> Ordering {
    let unit = sweep.shape.unit_from_world();
    let [p, q] = [a, b].map(|hit| unit * (hit.point - sweep.from));
    let name = |hit: &Hit| (hit.surface.owner, hit.surface.triangle);
    a.fraction.total_cmp(&b.fraction).then(p.total_cmp(q)).then(name(a).cmp(&name(b)))
}
