//! A moving point (ray, segment) against a triangle, without cracks between neighbours.
//!
//! Source: Woop, Benthin, Wald, *Watertight Ray/Triangle Intersection* (2013). Neighbours project the two ends of their
//! common edge to the same positions ([`Shear`]) and thus agree on the side of the path.

use super::products::precise_cross;
use super::shear::Shear;
use crate::math::DVec3;

/// The hit of a moving point on a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RayHit {
    /// Fraction of the translation, `0..=1`.
    pub fraction: f64,
    /// The point of contact, `from + fraction * translation`, in the space of the input.
    pub point: DVec3,
    /// Weights of the three corners at the point of contact: non-negative, with sum 1.
    pub barycentric: [f64; 3],
    /// Whether the front was hit: the side from which the corners run counter-clockwise.
    pub front: bool,
}

/// First hit of the point that moves from `from` to `from + translation` on a triangle, from either side.
///
/// Border, corners, start and end of the path belong to it. A path through a common edge or corner of triangles that
/// lie on both its sides, in the projection along the path, hits at least one of them; at a border or outline, with no
/// triangle beyond the edge, rounding decides.
///
/// The sides of the two ends decide whether the path crosses the triangle's plane, so a path in many pieces does not
/// get through between two pieces.
///
/// No hit: a zero translation, a path to which the triangle projects as a line (it is parallel to its plane), a
/// triangle without area, NaN and infinities.
///
/// The result is exact for a triangle whose corners were moved by a few roundings of their distance from `from`.
pub fn ray_triangle(from: DVec3, translation: DVec3, corners: [DVec3; 3]) -> Option<RayHit> {
    let crossing = PreparedRay::new(from, translation)?.cross(corners)?;
    let RayCrossing { fraction, barycentric, front } = crossing;
    Some(RayHit { fraction, point: from + translation * fraction, barycentric, front })
}

/// Roundings of how far the ends of a path are from a plane, relative to their largest possible distance: of three products each.
const ALONG: f64 = 4.0 * f64::EPSILON;

/// A moving point, prepared for many triangles.
#[derive(Clone, Copy)]
pub(crate) struct PreparedRay {
    from: DVec3,
    translation: DVec3,
    shear: Shear,
}

/// Where it crosses a triangle, as in [`RayHit`].
pub(crate) struct RayCrossing {
    pub(crate) fraction: f64,
    barycentric: [f64; 3],
    pub(crate) front: bool,
}

impl PreparedRay {
    /// `None` for a path that hits nothing.
    #[inline(always)]
    pub(crate) fn new(from: DVec3, translation: DVec3) -> Option<Self> {
        Some(Self { from, translation, shear: Shear::along(translation)? })
    }

    /// See [`ray_triangle`].
    #[inline(always)]
    pub(crate) fn cross(&self, corners: [DVec3; 3]) -> Option<RayCrossing> {
        self.cross_between(corners, || self.fractions_by_side(corners))
    }

    /// The fraction at which it crosses a triangle between its ends, if it is known that it does.
    #[inline(always)]
    pub(crate) fn cross_within(&self, corners: [DVec3; 3]) -> Option<f64> {
        self.cross_between(corners, || Some((0.0, 1.0))).map(|crossing| crossing.fraction)
    }

    /// Where it crosses a triangle, between these fractions. The sign of a number is no branch: it would be guessed wrong from triangle
    /// to triangle.
    #[inline(always)]
    fn cross_between(
        &self,
        corners: [DVec3; 3],
        range: impl FnOnce() -> Option<(f64, f64)>,
    ) -> Option<RayCrossing> {
        let (shear, from) = (&self.shear, self.from);
        let [a, b, c] = corners;
        let [a, b, c] = [shear.apply(a - from), shear.apply(b - from), shear.apply(c - from)];
        let [u, v, w] = [b.turn(c), c.turn(a), a.turn(b)];
        let is_past = ((u < 0.0) | (v < 0.0) | (w < 0.0)) & ((u > 0.0) | (v > 0.0) | (w > 0.0));
        let area = u + v + w;
        // A sum that is zero, NaN or infinite has no weights.
        if is_past | !((area.abs() > 0.0) & area.is_finite()) {
            return None;
        }
        let (least, most) = range()?;
        let barycentric = [u / area, v / area, w / area];
        let along = barycentric[0] * a.along + barycentric[1] * b.along + barycentric[2] * c.along;
        // Not -0, which would be put in order before 0.
        let fraction = (along / shear.step).clamp(least, most) + 0.0;
        let front = (area < 0.0) == (shear.step > 0.0);
        Some(RayCrossing { fraction, barycentric, front })
    }

    /// The fractions between which the path crosses the triangle's plane, by the sides of its ends: exactly the start or
    /// end if that is on the plane, none if both are on one side or the path runs in the plane.
    #[inline(always)]
    fn fractions_by_side(&self, [a, b, c]: [DVec3; 3]) -> Option<(f64, f64)> {
        let Self { from, translation, .. } = *self;
        let normal = precise_cross(b - a, c - a);
        let (start, end) = (normal.dot(from - a), normal.dot(from + translation - a));
        let crosses = ((start >= 0.0) & (end <= 0.0)) | ((start <= 0.0) & (end >= 0.0));
        // Within the rounding of the two it runs in the plane: weights are noise then, though those at a corner are zero.
        let size = normal.abs().dot((from - a).abs() + translation.abs());
        let is_along = (start - end).abs() <= ALONG * size;
        if is_along | !crosses {
            None
        } else if (start == 0.0) & (end != 0.0) {
            Some((0.0, 0.0))
        } else if (end == 0.0) & (start != 0.0) {
            Some((1.0, 1.0))
        } else {
            Some((0.0, 1.0))
        }
    }
}

/// The same from the front only: the point passes through the back of the triangle.
///
/// A start on the triangle is a hit at fraction 0 for a point that moves in, and none for one that leaves.
pub fn ray_triangle_front(from: DVec3, translation: DVec3, corners: [DVec3; 3]) -> Option<RayHit> {
    ray_triangle(from, translation, corners).filter(|hit| hit.front)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOOR: [DVec3; 3] = [DVec3::ZERO, DVec3::new(0.0, 0.0, 4.0), DVec3::new(4.0, 0.0, 0.0)];

    #[test]
    fn a_fall_on_the_floor_stops_half_way() {
        let hit = ray_triangle(DVec3::new(1.0, 2.0, 1.0), DVec3::new(0.0, -4.0, 0.0), FLOOR).unwrap();
        assert_eq!(hit.fraction, 0.5);
        assert_eq!(hit.point, DVec3::new(1.0, 0.0, 1.0));
        assert_eq!(hit.barycentric, [0.5, 0.25, 0.25]);
        assert!(hit.front);
    }

    #[test]
    fn the_front_is_right_for_every_axis_and_direction() {
        let turned = |v: DVec3, n: usize| {
            let [x, y, z] = v.to_array();
            [DVec3::new(x, y, z), DVec3::new(z, x, y), DVec3::new(y, z, x)][n]
        };
        for n in 0..3 {
            let floor = FLOOR.map(|v| turned(v, n));
            for (height, front) in [(2.0, true), (-2.0, false)] {
                let from = turned(DVec3::new(1.0, height, 1.0), n);
                let down = turned(DVec3::new(0.3, -2.0 * height, 0.1), n);
                assert_eq!(ray_triangle(from, down, floor).unwrap().front, front);
                assert_eq!(ray_triangle_front(from, down, floor).is_some(), front);
            }
        }
    }

    #[test]
    fn start_and_end_on_the_triangle_are_touches_and_beyond_is_none() {
        let on = DVec3::new(1.0, 0.0, 1.0);
        let up = DVec3::new(0.0, 2.0, 0.0);
        assert_eq!(ray_triangle(on + up, -up, FLOOR).unwrap().fraction, 1.0);
        assert_eq!(ray_triangle(on, -up, FLOOR).unwrap().fraction, 0.0);
        assert_eq!(ray_triangle(on + up, -up * 0.999, FLOOR), None);
        assert_eq!(ray_triangle(on - up * 1e-9, -up, FLOOR), None);
        assert!(ray_triangle_front(on, -up, FLOOR).is_some());
        assert_eq!(ray_triangle_front(on, up, FLOOR), None);
    }

    #[test]
    fn degenerate_triangles_nan_and_infinities_never_hit() {
        let (from, down) = (DVec3::new(1.0, 2.0, 1.0), DVec3::new(0.0, -4.0, 0.0));
        let spot = DVec3::new(1.0, 0.0, 1.0);
        for flat in [[spot; 3], [spot, spot, DVec3::X], [DVec3::ZERO, spot, spot * 2.0]] {
            assert_eq!(ray_triangle(from, down, flat), None);
        }
        // Exactly on a line at any angle, where rounding might give its projection some area.
        let along = DVec3::new(7.0, -3.0, 11.0);
        for i in 0..1000 {
            let to = DVec3::new(0.25 * f64::from(i), -5.0, 0.375);
            let line = [from - along, from + along * 3.0, from + along * f64::from(i % 7)].map(|p| p + to);
            assert_eq!(ray_triangle(from, to * 2.0, line), None);
        }
        assert_eq!(ray_triangle(from, DVec3::ZERO, FLOOR), None);
        assert_eq!(ray_triangle(spot, DVec3::X, FLOOR), None);
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX] {
            let broken = DVec3::new(0.0, bad, 0.0);
            assert_eq!(ray_triangle(broken, down, FLOOR), None);
            assert_eq!(ray_triangle(from, broken, FLOOR).filter(|h| !h.point.is_finite()), None);
            assert_eq!(ray_triangle(from, down, [broken, DVec3::Z, DVec3::X * bad]), None);
        }
    }
}
