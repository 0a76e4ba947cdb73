//! The truth about a box and a triangle: the point nearest to the origin of the hull of all differences of their corners,
//! by the algorithm of Gilbert, Johnson and Keerthi (1988).
//!
//! Nothing is shared with the library's closed form: no faces, no edges, no parallels. Each step proves a lower bound.

use super::hull::{Mixed, nearest_to_origin};
use super::{OracleAnswer, search};
use glissando::{DMat3, DVec3};

/// The distance of the box `centre - half..centre + half` from a triangle.
pub fn box_distance(centre: DVec3, half: DVec3, corners: [DVec3; 3]) -> f64 {
    gap(half, corners.map(|corner| corner - centre)).length()
}

/// The shortest way from a box about the origin to a triangle.
///
/// Beside a triangle many times as large as the box, hulls of three differences are slivers, whose planes are lost to
/// rounding. So the search is repeated with a small copy of the triangle about the nearest point, inside of it.
fn gap(half: DVec3, corners: [DVec3; 3]) -> DVec3 {
    let (first, at) = search_from(half, corners);
    let longest = corners.iter().fold(0.0, |most: f64, c| most.max((*c - at).length()));
    let enough = 8.0 * (half.length() + first.length());
    if longest <= enough || first == DVec3::ZERO {
        return first;
    }
    search_from(half, corners.map(|corner| at + (corner - at) * (enough / longest))).0
}

/// The shortest way, and where on the triangle it ends.
fn search_from(half: DVec3, corners: [DVec3; 3]) -> Mixed {
    let size = corners.iter().fold(half.length(), |size, c| size.max(c.length()));
    nearest_to_origin((corners[0], corners[0]), size, |along| support(half, &corners, along))
}

/// The difference of a corner of the triangle and one of the box that is furthest against `along`.
fn support(half: DVec3, corners: &[DVec3; 3], along: DVec3) -> Mixed {
    let sided = |along: f64, half: f64| if along < 0.0 { -half } else { half };
    let lowest = corners.iter().fold(corners[0], |a, b| if b.dot(along) < a.dot(along) { *b } else { a });
    (lowest - DVec3::new(sided(along.x, half.x), sided(along.y, half.y), sided(along.z, half.z)), lowest)
}

/// A box that moves in a line.
#[derive(Clone, Copy, Debug)]
pub struct SweptBox {
    /// Start of the centre.
    pub from: DVec3,
    /// The whole move.
    pub translation: DVec3,
    /// Half extents along the box's axes.
    pub half: DVec3,
    /// The columns are the box's axes.
    pub axes: DMat3,
}

impl SweptBox {
    /// What is true of it and one triangle, for a rounding `rho`.
    pub fn answer(&self, corners: [DVec3; 3], rho: f64) -> OracleAnswer {
        let at = |t: f64| self.gap_at(t, corners).length();
        let first = self.gap_at(0.0, corners);
        let start = first.length();
        let (least_at, least) = search::least(at, 0.0, 1.0);
        let (least_at, least) = if start <= least { (0.0, start) } else { (least_at, least) };
        let hit = if start <= rho {
            Some(0.0)
        } else if least <= rho {
            Some(search::first_at_most(at, rho, 0.0, least_at))
        } else {
            None
        };
        let size =
            corners.iter().fold(rho + self.half.length(), |size, c| size.max((*c - self.from).length()));
        let way = self.axes.transpose() * self.translation;
        let along = first.try_normalize().zip(way.try_normalize());
        OracleAnswer {
            hit,
            least,
            least_at,
            start,
            slope_at_start: along.map_or(0.0, |(gap, way)| -gap.dot(way)),
            length: self.translation.length(),
            error: ROUNDINGS * f64::EPSILON * (size + self.translation.length()),
        }
    }

    /// The distance of the core from a triangle at a fraction of the move.
    pub fn distance_at(&self, fraction: f64, corners: [DVec3; 3]) -> f64 {
        self.gap_at(fraction, corners).length()
    }

    fn gap_at(&self, fraction: f64, corners: [DVec3; 3]) -> DVec3 {
        let own = self.axes.transpose();
        gap(self.half, corners.map(|c| own * ((c - self.from) - self.translation * fraction)))
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
    fn no_sample_of_the_box_is_nearer() {
        let mut random = Random::new(43);
        for _ in 0..300 {
            let corners = [0; 3].map(|_: i32| random.vector(3.0));
            let (centre, half) = (random.vector(4.0), random.vector(2.0).abs());
            let found = box_distance(centre, half, corners);
            let place = |k: usize| DVec3::new((k % 13) as f64, (k / 13 % 13) as f64, (k / 169) as f64);
            let sample = |k| centre + half.scale(place(k) * (1.0 / 6.0) - DVec3::ONE);
            let samples = (0..13 * 169).map(|k| oracle::distance(sample(k), corners));
            let nearest = samples.fold(f64::INFINITY, f64::min);
            assert!(found <= nearest + 1e-13 && nearest < found + 0.6, "{found} {nearest}");
        }
    }

    #[test]
    fn a_large_triangle_through_a_small_box_has_no_distance() {
        let corners =
            [DVec3::new(-90.0, 1.0, -80.0), DVec3::new(80.0, 2.0, -90.0), DVec3::new(3.0, -5.0, 95.0)];
        assert_eq!(box_distance(DVec3::ZERO, DVec3::splat(3.0), corners), 0.0);
        let above = box_distance(DVec3::Y * 9.0, DVec3::splat(3.0), corners);
        assert!(above > 5.0 && above < 9.0, "{above}");
    }

    #[test]
    fn a_fall_ends_one_rounding_above_the_face() {
        let corners = [DVec3::ZERO, DVec3::new(4.0, 0.0, 0.0), DVec3::new(0.0, 4.0, 0.0)];
        let swept = SweptBox {
            from: DVec3::new(1.0, 1.0, 5.0),
            translation: DVec3::new(0.0, 0.0, -8.0),
            half: DVec3::new(0.5, 0.5, 1.0),
            axes: DMat3::IDENTITY,
        };
        let answer = swept.answer(corners, 1.0);
        assert!((answer.hit.unwrap() - 0.375).abs() < 1e-15 && answer.slope_at_start < -0.999_999);
        assert!((swept.distance_at(0.25, corners) - 2.0).abs() < 1e-15);
    }
}
