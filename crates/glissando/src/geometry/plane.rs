//! Planes: the side of a point, and the crossing of a moving point.
//!
//! A moving point is a point: for a sphere or an ellipsoid use a [`Sweep`](crate::Sweep). A plane offset by the radius
//! is no substitute, since it ignores the borders and corners of the surface.

use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::tolerance;

/// The side of a plane that a point is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side that the normal points to.
    Front,
    /// On the plane, within the caller's tolerance.
    On,
    /// The other side.
    Back,
}

/// The directions through a surface that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Faces {
    /// From front to back only.
    Front,
    /// Both directions.
    Both,
}

/// The crossing of a moving point through a plane or a polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Crossing {
    /// Fraction of the translation, `0..=1`.
    pub fraction: f64,
    /// `from + fraction * translation`, in the space of the input.
    pub point: DVec3,
    /// Whether the point crossed from front to back.
    pub front: bool,
}

/// An infinite plane with a front.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Unit, out of the front.
    normal: DVec3,
    /// A point of the plane. Distances from it keep their bits far from the origin, unlike an offset.
    anchor: DVec3,
}

impl Plane {
    /// The plane through `point` (metres) with its front along `normal`, of any length.
    ///
    /// # Errors
    /// A point or normal that is not finite, a point beyond [`tolerance::WORLD_LIMIT`], a normal of zero.
    pub fn new(point: DVec3, normal: DVec3) -> Result<Self, InputError> {
        let anchor = input::position("point", point)?;
        Ok(Self { normal: input::direction("normal", normal)?, anchor })
    }

    /// The plane through three points (metres), which run counter-clockwise seen from its front.
    ///
    /// # Errors
    /// Points that are not finite, beyond [`tolerance::WORLD_LIMIT`], or on a line: twice the triangle's area
    /// is less than [`tolerance::FLAT_TRIANGLE`] of its longest edge squared.
    pub fn through(points: [DVec3; 3]) -> Result<Self, InputError> {
        let [a, b, c] = points;
        for point in points {
            input::position("point of the plane", point)?;
        }
        let area = (b - a).cross(c - a);
        let longest = [b - a, c - b, a - c].map(DVec3::length_sq).into_iter().fold(0.0, f64::max);
        Self::from_area(
            "twice the area of the three points over their longest edge squared",
            a,
            area,
            longest,
        )
    }

    /// The plane through `anchor` perpendicular to `area`, twice the vector area of a shape whose size squared is
    /// `size_sq`.
    pub(crate) fn from_area(
        what: &'static str,
        anchor: DVec3,
        area: DVec3,
        size_sq: f64,
    ) -> Result<Self, InputError> {
        let flatness = if size_sq > 0.0 { area.length() / size_sq } else { 0.0 };
        input::scalar(what, flatness, tolerance::FLAT_TRIANGLE, f64::MAX)?;
        Ok(Self { normal: input::direction(what, area)?, anchor })
    }

    /// Unit normal, out of the front.
    pub const fn normal(&self) -> DVec3 {
        self.normal
    }

    /// A point of the plane: the one that it was made from.
    pub const fn anchor(&self) -> DVec3 {
        self.anchor
    }

    /// Signed distance of the plane from the origin along its normal: `normal · p = offset` for its points.
    pub fn offset(&self) -> f64 {
        self.normal.dot(self.anchor)
    }

    /// Distance of `point` in metres, positive in front.
    pub fn signed_distance(&self, point: DVec3) -> f64 {
        self.normal.dot(point - self.anchor)
    }

    /// The side that `point` is on; within `tolerance` metres, and for NaN, it is on the plane.
    ///
    /// Choose a tolerance above the rounding of the positions: 1e-9 m is enough up to a thousand kilometres from the
    /// anchor. A negative tolerance counts as zero.
    pub fn classify(&self, point: DVec3, tolerance: f64) -> Side {
        let tolerance = tolerance.max(0.0);
        let distance = self.signed_distance(point);
        if distance > tolerance {
            Side::Front
        } else if distance < -tolerance {
            Side::Back
        } else {
            Side::On
        }
    }

    /// The crossing of the plane by the point that moves from `from` to `from + translation`.
    ///
    /// A point exactly on the plane counts as in front of it. So a move that ends on the plane from the front is a
    /// crossing at fraction 1; a start on the plane is one at fraction 0 if the move goes in, and none if it goes out
    /// to the front; a move within the plane or parallel to it is none. With [`Faces::Both`] a move from the back that
    /// ends on the plane or in front of it is one too.
    ///
    /// The sides of the two ends decide, so a path cut into pieces has the same crossings: none is lost between two
    /// pieces. NaN and infinities cross nothing.
    pub fn crossing(&self, from: DVec3, translation: DVec3, faces: Faces) -> Option<Crossing> {
        let start = self.signed_distance(from);
        let end = self.signed_distance(from + translation);
        let inwards = start >= 0.0 && end <= 0.0 && start > end;
        let outwards = faces == Faces::Both && start < 0.0 && end >= 0.0;
        let nearer = start - end;
        if !(inwards || outwards) || !nearer.is_finite() {
            return None;
        }
        let fraction = start / nearer;
        Some(Crossing { fraction, point: from + translation * fraction, front: inwards })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floor() -> Plane {
        Plane::new(DVec3::new(5.0, 1.0, -3.0), DVec3::new(0.0, 2.0, 0.0)).unwrap()
    }

    #[test]
    fn both_constructors_give_the_same_plane() {
        let by_points =
            Plane::through([DVec3::Y, DVec3::new(0.0, 1.0, 3.0), DVec3::new(2.0, 1.0, 0.0)]).unwrap();
        assert_eq!(by_points.normal(), floor().normal());
        assert_eq!((by_points.offset(), floor().offset()), (1.0, 1.0));
        assert_eq!(floor().signed_distance(DVec3::new(9.0, -2.0, 7.0)), -3.0);
    }

    #[test]
    fn points_without_a_plane_are_refused() {
        let line = [DVec3::ZERO, DVec3::ONE, DVec3::splat(3.0)];
        for points in [line, [DVec3::ONE; 3], [DVec3::ZERO, DVec3::ZERO, DVec3::X]] {
            assert!(matches!(Plane::through(points), Err(InputError::OutOfRange { value: 0.0, .. })));
        }
        let nan = DVec3::new(0.0, f64::NAN, 0.0);
        assert!(matches!(Plane::through([nan, DVec3::X, DVec3::Z]), Err(InputError::NotFinite { .. })));
        assert!(Plane::new(DVec3::ZERO, DVec3::ZERO).is_err());
        assert!(Plane::new(DVec3::ZERO, nan).is_err());
        assert!(Plane::new(DVec3::splat(1e300), DVec3::X).is_err());
    }

    #[test]
    fn classify_takes_the_callers_tolerance() {
        let at = |height: f64, tolerance| floor().classify(DVec3::new(0.0, 1.0 + height, 0.0), tolerance);
        assert_eq!([at(0.25, 0.25), at(-0.25, 0.25), at(0.0, 0.0), at(0.0, -1.0)], [Side::On; 4]);
        assert_eq!([at(0.25, 0.2), at(1e-9, 0.0), at(1e-9, f64::NAN)], [Side::Front; 3]);
        assert_eq!([at(-0.25, 0.2), at(-1e-9, 0.0)], [Side::Back; 2]);
    }

    #[test]
    fn every_pair_of_sides_crosses_as_documented() {
        // (start height, end height) -> fraction and front, one-sided and two-sided.
        type Case = (f64, f64, Option<f64>, Option<f64>);
        let cases: [Case; 9] = [
            (1.0, -3.0, Some(0.25), Some(0.25)),
            (1.0, 0.0, Some(1.0), Some(1.0)),
            (1.0, 0.5, None, None),
            (0.0, -1.0, Some(0.0), Some(0.0)),
            (0.0, 0.0, None, None),
            (0.0, 1.0, None, None),
            (-1.0, -2.0, None, None),
            (-1.0, 0.0, None, Some(1.0)),
            (-1.0, 3.0, None, Some(0.25)),
        ];
        for (start, end, front, both) in cases {
            let from = DVec3::new(7.0, 1.0 + start, 0.0);
            let step = DVec3::new(2.0, end - start, 1.0);
            let fraction = |faces| floor().crossing(from, step, faces).map(|c| c.fraction);
            assert_eq!((fraction(Faces::Front), fraction(Faces::Both)), (front, both), "{start} to {end}");
        }
    }

    #[test]
    fn nan_and_infinities_cross_nothing() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let bad = DVec3::new(0.0, bad, 0.0);
            assert_eq!(floor().crossing(bad, DVec3::Y, Faces::Both), None);
            assert_eq!(floor().crossing(DVec3::Z, bad, Faces::Both), None);
        }
    }
}
