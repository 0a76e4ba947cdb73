//! The truth to the last bit: sweeps decided in rational numbers, without one rounding. Slow, for ties.
//!
//! The squared distance of the centre from a triangle is made of parabolas in time, one for each feature;
//! where the parabola of the right feature is least, so is the distance, and that time is rational. The time
//! of first contact is not, but whether it is before or after a given rational time can be told exactly.

mod integer;
mod triangle;

use dashu_int::IBig;
use glissando::DVec3;
use integer::{Whole3, common_power, whole};
use std::cmp::Ordering;
use triangle::{WholeTriangle, ratio, split};

/// A fraction of whole numbers of any length; comparisons are exact.
pub type Rational = dashu_ratio::Relaxed;

/// The fraction that is exactly `x`, or `None` for a NaN or an infinity.
pub fn rational(x: f64) -> Option<Rational> {
    Rational::try_from(x).ok()
}

/// A sweep of a sphere against one triangle, in whole numbers.
#[derive(Clone, Debug)]
pub struct ExactSweep {
    from: Whole3,
    translation: Whole3,
    triangle: WholeTriangle,
    /// Squared, and times `unit²` like every squared length here.
    rho_sq: IBig,
    /// How many whole numbers make one metre.
    unit: IBig,
}

/// Where and how far the centre is at its closest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Least {
    /// The first fraction of the translation at which the distance is least.
    pub at: Rational,
    /// The square of that distance.
    pub distance_sq: Rational,
}

impl ExactSweep {
    /// The sweep of a sphere of radius `rho`, or `None` where a number is not finite.
    pub fn new(from: DVec3, translation: DVec3, corners: [DVec3; 3], rho: f64) -> Option<Self> {
        let vectors = [from, translation, corners[0], corners[1], corners[2], DVec3::splat(rho)];
        if !vectors.iter().all(|v| v.is_finite()) {
            return None;
        }
        let power = common_power(vectors.into_iter().flat_map(DVec3::to_array));
        let rho = whole(rho, power);
        Some(Self {
            from: Whole3::new(from, power),
            translation: Whole3::new(translation, power),
            triangle: WholeTriangle::new(corners.map(|c| Whole3::new(c, power))),
            rho_sq: &rho * &rho,
            unit: IBig::ONE << power,
        })
    }

    /// The squared distance of the centre from the triangle at fraction `t`.
    pub fn distance_sq_at(&self, t: &Rational) -> Rational {
        let (p, q) = split(t);
        let point = self.from.times(&q).plus(&self.translation.times(&p));
        let scale = q * &self.unit;
        self.triangle.distance_sq(&point, &split(t).1) / ratio(&scale * &scale, IBig::ONE)
    }

    /// The squared radius.
    pub fn rho_sq(&self) -> Rational {
        ratio(self.rho_sq.clone(), &self.unit * &self.unit)
    }

    /// The distance at fraction `t` against the radius: `Less` is overlap, `Equal` is touch.
    pub fn compare_at(&self, t: &Rational) -> Ordering {
        self.distance_sq_at(t).cmp(&self.rho_sq())
    }

    /// The least distance over the whole translation.
    pub fn least(&self) -> Least {
        let mut times = self.turning_times();
        times.sort();
        times.dedup();
        let mut best = Least { at: Rational::ZERO, distance_sq: self.distance_sq_at(&Rational::ZERO) };
        for at in times {
            let distance_sq = self.distance_sq_at(&at);
            if distance_sq < best.distance_sq {
                best = Least { at, distance_sq };
            }
        }
        best
    }

    /// The time of first contact (distance at most the radius) against `t`, or `None` where there is none.
    ///
    /// `least` is what [`ExactSweep::least`] answers.
    pub fn contact_against(&self, t: &Rational, least: &Least) -> Option<Ordering> {
        let rho_sq = self.rho_sq();
        if least.distance_sq > rho_sq {
            return None;
        }
        if least.distance_sq == rho_sq {
            return Some(least.at.cmp(t));
        }
        if *t > least.at {
            return Some(Ordering::Less);
        }
        // Until its least value the convex distance falls, so it crosses the radius once.
        let there = self.distance_sq_at(t).cmp(&rho_sq);
        let at_start = there == Ordering::Less && t.is_zero();
        Some(if at_start { Ordering::Equal } else { there })
    }

    /// Times from 0 to 1 at which the distance can be least: both ends, and the vertex of every parabola.
    ///
    /// Complete: the distance and the parabola of the feature of the closest point have the same value and
    /// slope there. Where that parabola is a constant, the centre goes on at the same distance until
    /// a smaller feature (or an end) takes over, and the argument holds for that one.
    fn turning_times(&self) -> Vec<Rational> {
        let ways = self.triangle.ways_to(&self.from, &IBig::ONE);
        let d = &self.translation;
        let mut times = vec![Rational::ZERO, Rational::ONE];
        let mut add = |a: IBig, b: IBig| {
            if b > IBig::ZERO && a > IBig::ZERO && a < b {
                times.push(ratio(a, b));
            }
        };
        let normal = &self.triangle.normal;
        let sink = normal.dot(d);
        add(-(normal.dot(&ways[0]) * &sink), &sink * &sink);
        for (way, edge) in ways.iter().zip(&self.triangle.edges) {
            let (square, along) = (edge.square(), edge.dot(d));
            add(edge.dot(way) * &along - way.dot(d) * &square, d.square() * &square - &along * &along);
            add(-way.dot(d), d.square());
        }
        times
    }
}

/// The squared distance of a point from a triangle, or `None` where a number is not finite.
pub fn distance_sq(point: DVec3, corners: [DVec3; 3]) -> Option<Rational> {
    ExactSweep::new(point, DVec3::ZERO, corners, 1.0).map(|s| s.distance_sq_at(&Rational::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNERS: [DVec3; 3] = [DVec3::ZERO, DVec3::new(4.0, 0.0, 0.0), DVec3::new(0.0, 4.0, 0.0)];

    fn sweep(from: [f64; 3], translation: [f64; 3]) -> ExactSweep {
        ExactSweep::new(from.into(), translation.into(), CORNERS, 1.0).unwrap()
    }

    fn number(x: f64) -> Rational {
        rational(x).unwrap()
    }

    #[test]
    fn distances_to_every_feature_are_exact() {
        for (p, square) in [
            ([1.0, 1.0, -2.0], 4.0),
            ([1.0, -3.0, 4.0], 25.0),
            ([-1.0, -2.0, 2.0], 9.0),
            ([4.0, 4.0, 1.0], 9.0),
            ([7.0, -6.0, 2.0], 49.0),
            ([1.0, 0.0, 0.0], 0.0),
        ] {
            assert_eq!(distance_sq(p.into(), CORNERS), Some(number(square)), "{p:?}");
        }
        let point = [DVec3::X; 3];
        assert_eq!(distance_sq(DVec3::new(0.0, 2.0, 2.0), point), Some(number(9.0)));
        assert_eq!(distance_sq(DVec3::new(f64::NAN, 0.0, 0.0), CORNERS), None);
    }

    #[test]
    fn a_touch_is_told_from_its_neighbours_in_the_last_bit() {
        let up = sweep([1.0, 1.0, 1.0], [1.0, 0.0, 0.0]);
        assert_eq!(up.compare_at(&Rational::ZERO), Ordering::Equal);
        let higher = sweep([1.0, 1.0, 1.0 + f64::EPSILON], [1.0, 0.0, 0.0]);
        assert_eq!(higher.compare_at(&Rational::ZERO), Ordering::Greater);
        let subnormal = sweep([1.0, 1.0, 1.0], [0.0, 0.0, -5e-324]);
        assert_eq!(subnormal.compare_at(&Rational::ONE), Ordering::Less);
    }

    #[test]
    fn the_least_distance_is_where_a_parabola_turns() {
        let over_corner = sweep([-3.0, -1.0, 0.0], [4.0, 0.0, 0.0]).least();
        assert_eq!((over_corner.at, over_corner.distance_sq), (number(0.75), number(1.0)));
        let along_edge = sweep([-2.0, -2.0, 0.0], [8.0, 0.0, 0.0]).least();
        assert_eq!((along_edge.at, along_edge.distance_sq), (number(0.25), number(4.0)));
        let through = sweep([1.0, 1.0, 3.0], [0.0, 0.0, -9.0]).least();
        assert_eq!(through.at, number(1.0) / number(3.0));
        assert!(through.distance_sq.is_zero());
        let away = sweep([1.0, 1.0, 3.0], [0.0, 0.0, 1.0]).least();
        assert_eq!((away.at, away.distance_sq), (Rational::ZERO, number(9.0)));
    }

    #[test]
    fn first_contact_is_before_at_or_after_a_time() {
        let fall = sweep([1.0, 1.0, 5.0], [0.0, 0.0, -8.0]);
        let least = fall.least();
        let against = |t: f64| fall.contact_against(&number(t), &least);
        assert_eq!(against(0.5), Some(Ordering::Equal));
        assert_eq!(against(0.5 - 1e-16), Some(Ordering::Greater));
        assert_eq!(against(0.5 + 2e-16), Some(Ordering::Less));
        assert_eq!(against(0.75), Some(Ordering::Less));
        let touch = sweep([-3.0, -1.0, 0.0], [4.0, 0.0, 0.0]);
        assert_eq!(touch.contact_against(&number(0.75), &touch.least()), Some(Ordering::Equal));
        assert_eq!(touch.contact_against(&number(0.8), &touch.least()), Some(Ordering::Less));
        let miss = sweep([-3.0, -1.5, 0.0], [4.0, 0.0, 0.0]);
        assert_eq!(miss.contact_against(&number(0.5), &miss.least()), None);
    }
}
