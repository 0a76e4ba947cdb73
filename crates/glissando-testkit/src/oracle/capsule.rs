//! The truth about a capsule and a triangle: the distance of the core's points from the triangle is convex along the
//! core and in time, so its least value is searched by its slopes.
//!
//! Nothing is shared with the library's closed form: no edges, no parallels, no crossings.

use super::flat::Flat;
use super::{OracleAnswer, path, search, slope};
use glissando::DVec3;

/// The distance of the segment `centre - half..centre + half` from a triangle.
pub fn capsule_distance(centre: DVec3, half: DVec3, corners: [DVec3; 3]) -> f64 {
    let flat = Flat::new(corners);
    gap(&flat, path::place(&flat, centre, DVec3::ZERO, 0.0), half).1.length()
}

/// Where along a core about `centre` (relative to the frame's origin) the distance is least, and the way from the triangle to
/// that point, in the frame.
///
/// Beside an edge that is almost parallel the slope is lost to rounding, though the distance is not: there it is least at an end
/// of the core or beside a corner, so these are looked at too. They count only where they are nearer by more than rounding: the way
/// to a place that is as near has another direction, by the square root of that rounding.
pub(super) fn gap(flat: &Flat, centre: DVec3, half: DVec3) -> (f64, DVec3) {
    let (centre, half) = (flat.in_frame(centre), flat.in_frame(half));
    let gap_at = |share: f64| flat.gap(centre + half * share);
    let beside =
        flat.corners().map(|corner| ((corner - centre).dot(half) / half.length_sq()).clamp(-1.0, 1.0));
    let turn = search::turn(|share| gap_at(share).dot(half), -1.0, 1.0);
    let shares = beside.into_iter().chain([-1.0, 1.0]).map(|share| (share, gap_at(share)));
    let rounding = ROUNDINGS * f64::EPSILON * (centre.length() + half.length());
    let nearer = |a: (f64, DVec3), b: (f64, DVec3)| {
        if b.1.length() + rounding < a.1.length() { b } else { a }
    };
    shares.fold((turn, gap_at(turn)), nearer)
}

/// A capsule that moves in a line.
#[derive(Clone, Copy, Debug)]
pub struct SweptCapsule {
    /// Start of the centre.
    pub from: DVec3,
    /// The whole move.
    pub translation: DVec3,
    /// The end of the core, relative to the centre.
    pub half: DVec3,
}

impl SweptCapsule {
    /// What is true of it and one triangle, for a radius `rho`.
    ///
    /// The distance is convex in time as well. Starts far away lose digits here: at most `error`.
    pub fn answer(&self, corners: [DVec3; 3], rho: f64) -> OracleAnswer {
        let Self { from, translation, half } = *self;
        let flat = Flat::new(corners);
        let gap_at = |t: f64| gap(&flat, path::place(&flat, from, translation, t), half);
        let distance_at = |t: f64| gap_at(t).1.length();
        let along = path::direction(&flat, translation);
        let (share, at_start) = gap_at(0.0);
        let start = at_start.length();
        let least_at = search::turn(|t| gap_at(t).1.dot(along), 0.0, 1.0);
        let least = distance_at(least_at);
        let (least_at, least) = if start <= least { (0.0, start) } else { (least_at, least) };
        let hit = if start <= rho {
            Some(0.0)
        } else if least <= rho {
            Some(search::first_at_most(distance_at, rho, 0.0, least_at))
        } else {
            None
        };
        let first = flat.in_frame(path::place(&flat, from + half * share, translation, 0.0));
        let size = corners.iter().fold(rho + half.length(), |size, c| size.max((*c - from).length()));
        OracleAnswer {
            hit,
            least,
            least_at,
            start,
            slope_at_start: slope(&flat, first, along),
            length: translation.length(),
            error: ROUNDINGS * f64::EPSILON * (size + translation.length()),
        }
    }

    /// The distance of the core from a triangle at a fraction of the move.
    pub fn distance_at(&self, fraction: f64, corners: [DVec3; 3]) -> f64 {
        let flat = Flat::new(corners);
        gap(&flat, path::place(&flat, self.from, self.translation, fraction), self.half).1.length()
    }
}

/// Roundings of a distance, measured against the largest length; counted generously.
const ROUNDINGS: f64 = 16.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::random::Random;

    #[test]
    fn no_sample_of_the_core_is_nearer() {
        let mut random = Random::new(41);
        for _ in 0..300 {
            let corners = [0; 3].map(|_: i32| random.vector(3.0));
            let (centre, half) = (random.vector(4.0), random.vector(2.0));
            let found = capsule_distance(centre, half, corners);
            let samples =
                (0..=2000).map(|k| oracle::distance(centre + half * (f64::from(k) / 1000.0 - 1.0), corners));
            let nearest = samples.fold(f64::INFINITY, f64::min);
            assert!(found <= nearest + 1e-14 && nearest < found + 1e-2, "{found} {nearest}");
        }
    }

    #[test]
    fn a_fall_of_a_lying_capsule_ends_one_radius_above_the_face() {
        let corners = [DVec3::ZERO, DVec3::new(4.0, 0.0, 0.0), DVec3::new(0.0, 4.0, 0.0)];
        let swept = SweptCapsule {
            from: DVec3::new(1.0, 1.0, 5.0),
            translation: DVec3::new(0.0, 0.0, -8.0),
            half: DVec3::X,
        };
        let answer = swept.answer(corners, 1.0);
        assert!((answer.hit.unwrap() - 0.5).abs() < 1e-15 && answer.slope_at_start < -0.999_999);
        assert!((swept.distance_at(0.25, corners) - 3.0).abs() < 1e-15);
    }

    /// A corner beside the core, on an edge that leans a billionth against it: the slope along the core is below its rounding.
    #[test]
    fn a_corner_of_an_edge_almost_along_the_core_is_found() {
        let corners = [
            DVec3::new(4.237068945174764e-6, -546.8723537969454, -2.6427821366847663e-6),
            DVec3::new(2.889170973298879e-6, 7.7943143460248425, -1.7133129520315197e-6),
            DVec3::new(469.33333799599023, -546.8723247325621, 4.466004092161923e-6),
        ];
        let found = capsule_distance(DVec3::ZERO, DVec3::Y * 8.794315094379478, corners);
        assert!((found - 3.3589805275636464e-6).abs() < 1e-13, "{found:?}");
    }

    /// Slides along an edge that go deeper by a few billionths of a radius over their whole length: the least distances were found
    /// with 50 digits.
    #[test]
    fn a_slide_that_sinks_by_billionths_is_as_deep_as_it_gets() {
        let cases = [
            (
                SweptCapsule {
                    from: DVec3::new(-25.807397309322738, -13.598143099105803, 23.696286198211627),
                    translation: DVec3::new(1.0, 1.0, -1.5),
                    half: DVec3::new(25.974063975989406, 12.987031987994692, -25.974063975989406),
                },
                [
                    DVec3::new(0.3333333432674408, -1.6111111640930176, -0.6111111044883728),
                    DVec3::new(-0.6666666865348816, -0.6111111044883728, -1.1111111640930176),
                    DVec3::new(0.5555555820465088, -0.1666666716337204, 0.3333333432674408),
                ],
                0.499_999_962_471_149_1,
            ),
            (
                SweptCapsule {
                    from: DVec3::new(4.071428571428571, 1.5, -0.8571428571428571),
                    translation: DVec3::new(-6.428571428571429, 2.857142857142857, 0.7142857142857143),
                    half: DVec3::new(9.045005310070412, -18.090010620140824, 6.030003540046938),
                },
                [
                    DVec3::new(3.7857143878936768, 1.0714285373687744, -1.7142857313156128),
                    DVec3::new(0.3571428656578064, -0.0714285746216774, 0.0),
                    DVec3::new(3.5, 0.6428571343421936, -2.5714285373687744),
                ],
                0.999_999_998_935_630_7,
            ),
        ];
        for (swept, corners, least) in cases {
            let answer = swept.answer(corners, 1.0);
            assert!((answer.least - least).abs() < answer.error, "{answer:?}");
        }
    }
}
