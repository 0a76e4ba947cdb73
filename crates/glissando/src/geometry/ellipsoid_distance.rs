//! The Euclidean distance between an ellipsoid and a triangle: for tools and display, not for moving bodies.
//!
//! Moving bodies measure in radii, where every query has a closed form; that orders touches correctly, but it is no
//! length. The distance in metres from a point to a solid ellipsoid is convex, so over a triangle it is least
//!
//! 1. where the ellipsoid's support plane touches, if that foot is inside the face; or else
//! 2. on an edge, where its derivative along the edge is zero; or else
//! 3. at a corner.
//!
//! Source of the point's equation: Eberly, Distance from a Point to an Ellipse, an Ellipsoid, or a
//! Hyperellipsoid, 2013; of Newton's method on the inverse root: Conn, Gould and Toint, Trust-Region
//! Methods, 2000, 7.3.3.

use super::closest::closest_on_triangle;
use crate::collide::Feature;
use crate::math::{DVec3, sqrt_f64};

/// Maximum number of steps of a root search: bisection alone would need 53 + 11.
const MOST_STEPS: u32 = 100;

/// Bound of the cosine of a right angle, given the rounding of its terms.
const RIGHT_ANGLE: f64 = 4.0 * f64::EPSILON;

/// The gap between a triangle and an ellipsoid about the origin, along the ellipsoid's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct EllipsoidGap {
    /// Metres; 0 where they touch or overlap.
    pub distance: f64,
    /// The closest point of the triangle.
    pub point: DVec3,
    /// Unit, from `point` to the ellipsoid.
    pub normal: DVec3,
    /// The feature of the triangle that `point` lies on.
    pub feature: Feature,
}

/// The distance from the ellipsoid of these `radii` about the origin to a triangle that it does not overlap.
///
/// The relative error is below 1e-9, plus the effect of the corners' own rounding (about 1e-16 of the radii and of the
/// distance of the corners). With `edges_only` the triangle's inside does not count. Both shapes are given in the
/// ellipsoid's own axes.
pub fn ellipsoid_triangle_distance(radii: DVec3, corners: &[DVec3; 3], edges_only: bool) -> EllipsoidGap {
    let is_sphere = radii.x == radii.y && radii.y == radii.z;
    if is_sphere && !edges_only {
        return sphere_distance(radii.x, corners);
    }
    let face = if edges_only { None } else { face_distance(radii, corners) };
    face.unwrap_or_else(|| {
        let [first, second, third] = [0, 1, 2].map(|edge| edge_distance(radii, corners, edge));
        let nearer = |a: EllipsoidGap, b: EllipsoidGap| if b.distance < a.distance { b } else { a };
        nearer(nearer(first, second), third)
    })
}

fn sphere_distance(radius: f64, corners: &[DVec3; 3]) -> EllipsoidGap {
    let closest = closest_on_triangle(DVec3::ZERO, corners);
    let away = sqrt_f64(closest.distance_sq);
    EllipsoidGap {
        distance: if away > radius { away - radius } else { 0.0 },
        point: closest.point,
        normal: (-closest.point).try_normalize().unwrap_or(DVec3::Y),
        feature: closest.feature,
    }
}

/// Case 1: the foot of the support point, if the plane does not cut the ellipsoid and the foot is inside.
fn face_distance(radii: DVec3, corners: &[DVec3; 3]) -> Option<EllipsoidGap> {
    let [a, b, c] = *corners;
    let front = (b - a).cross(c - a).try_normalize()?;
    let normal = if front.dot(a) > 0.0 { -front } else { front };
    let reach = radii.scale(normal).length();
    let distance = -normal.dot(a) - reach;
    if distance <= 0.0 {
        return None;
    }
    let support = -(radii.scale(radii).scale(normal) / reach);
    let point = support - normal * distance;
    let is_inside = |a: DVec3, b: DVec3| front.cross(b - a).dot(point - a) >= 0.0;
    (is_inside(a, b) && is_inside(b, c) && is_inside(c, a)).then_some(EllipsoidGap {
        distance,
        point,
        normal,
        feature: Feature::Face,
    })
}

/// Cases 2 and 3: the edge from corner `edge` to the next one.
fn edge_distance(radii: DVec3, corners: &[DVec3; 3], edge: usize) -> EllipsoidGap {
    let next = if edge == 2 { 0 } else { edge + 1 };
    let (a, b) = (corners[edge], corners[next]);
    let along = b - a;
    let at = |s: f64| point_distance(radii, a + along * s);
    let gap = |(distance, normal): (f64, DVec3), point, feature| EllipsoidGap {
        distance,
        point,
        // The ellipsoid's own normal points away from it.
        normal: -normal,
        feature,
    };
    let slope = |(_, normal): (f64, DVec3)| normal.dot(along);
    let (start, end) = (at(0.0), point_distance(radii, b));
    let (low, high) = (slope(start), slope(end));
    if low >= 0.0 {
        return gap(start, a, Feature::Vertex(edge as u8));
    }
    if high <= 0.0 {
        return gap(end, b, Feature::Vertex(next as u8));
    }
    let s = root_between(low, high, RIGHT_ANGLE * along.length(), |s| slope(at(s)));
    gap(at(s), a + along * s, Feature::Edge(edge as u8))
}

/// The root in `0..=1` of an increasing function that is `low` (negative) at 0 and `high` (positive) at 1. Any value
/// within `zero` of 0 counts as a root.
///
/// The false position keeps a bracket; halving the value of an end that does not move (Illinois) makes it fast, and a
/// bisection every third step makes it safe.
fn root_between(mut low: f64, mut high: f64, zero: f64, slope: impl Fn(f64) -> f64) -> f64 {
    let (mut from, mut to) = (0.0, 1.0);
    for step in 1..=MOST_STEPS {
        let secant = from - low * ((to - from) / (high - low));
        let half = from + (to - from) * 0.5;
        let s = if step % 3 == 0 || !(secant > from && secant < to) { half } else { secant };
        if s <= from || s >= to {
            break;
        }
        let value = slope(s);
        if value.abs() <= zero {
            return s;
        } else if value < 0.0 {
            (from, low) = (s, value);
            high *= 0.5;
        } else {
            (to, high) = (s, value);
            low *= 0.5;
        }
    }
    from + (to - from) * 0.5
}

/// Distance of a point from the solid ellipsoid, and the ellipsoid's unit normal at the closest point.
///
/// The closest point `x` of a point `p` outside satisfies `p - x = t x / r^2` for some `t > 0`, the root of `S(t) = sum
/// (p r / (t + r^2))^2 = 1`. The inverse root of `S` is concave and increasing, so Newton's method from the left stays
/// left and needs a few steps; for a sphere it is linear and needs one. Inside, the distance is 0 and the normal that
/// of the scaled copy of the ellipsoid through the point.
pub(crate) fn point_distance(radii: DVec3, p: DVec3) -> (f64, DVec3) {
    let inverse = DVec3::new(1.0 / radii.x, 1.0 / radii.y, 1.0 / radii.z);
    let u = p.scale(inverse);
    let inverse_sq = inverse.scale(inverse);
    // No single term of the sum can exceed 1 at the root.
    let least = radii.scale(radii).scale(u.abs() - DVec3::ONE).max_element();
    let mut t = if least > 0.0 { least } else { 0.0 };
    let mut shrunk = u;
    for _ in 0..MOST_STEPS {
        let grow = DVec3::ONE + inverse_sq * t;
        shrunk = DVec3::new(u.x / grow.x, u.y / grow.y, u.z / grow.z);
        let sum = shrunk.length_sq();
        let root = sqrt_f64(sum);
        if root <= 1.0 {
            break;
        }
        let falls = shrunk.x * shrunk.x * inverse_sq.x / grow.x
            + shrunk.y * shrunk.y * inverse_sq.y / grow.y
            + shrunk.z * shrunk.z * inverse_sq.z / grow.z;
        let next = t + sum * (root - 1.0) / falls;
        if next <= t {
            break;
        }
        t = next;
    }
    let away = shrunk.scale(inverse);
    (t * away.length(), away.try_normalize().unwrap_or(DVec3::Y))
}
