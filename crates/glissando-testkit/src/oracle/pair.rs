//! The truth about two bodies: whether they overlap, and how far they are apart.
//!
//! Two ellipsoids overlap if some point of the one, in the other's space, is nearer than one radius. The
//! nearest such point is the least of a quadratic over a ball: with `u` on the unit sphere of the one and
//! `P u + q` its image, `(PᵀP + μ) u = -Pᵀ q` for the one `μ > 0` at which `|u| = 1` (Moré & Sorensen 1983).
//!
//! A capsule is all the spheres about the points of its core, and the distance of two convex bodies is convex in where
//! they are: so its nearest sphere is searched by golden sections, and for two capsules both spheres.

use super::search;
use glissando::{DMat3, DVec3, Shape};

/// How far the nearest point of `a` is from the core of `b` (the centre of an ellipsoid), in radii of `b`: below 1 they
/// overlap.
pub fn nearest_radii(a: &Shape, at_a: DVec3, b: &Shape, at_b: DVec3) -> f64 {
    let (core_a, core_b) = (half_core(a), half_core(b));
    let sphere = |shape: &Shape| Shape::sphere(shape.radii().y).expect("a capsule has a radius");
    match (core_a == DVec3::ZERO, core_b == DVec3::ZERO) {
        (true, true) => between_ellipsoids(a, at_a, b, at_b),
        (false, true) => {
            let ball = sphere(a);
            search::least(|t| between_ellipsoids(&ball, at_a + core_a * t, b, at_b), -1.0, 1.0).1
        }
        (true, false) => {
            let ball = sphere(b);
            search::least(|t| between_ellipsoids(a, at_a, &ball, at_b + core_b * t), -1.0, 1.0).1
        }
        (false, false) => {
            let distance = between_segments(at_a, core_a, at_b, core_b) - a.radii().y;
            if distance > 0.0 { distance / b.radii().y } else { 0.0 }
        }
    }
}

/// The end of a capsule's core, relative to the centre; zero for an ellipsoid.
fn half_core(shape: &Shape) -> DVec3 {
    shape.rotation().to_mat3() * (DVec3::Y * shape.half_height())
}

/// The distance of the segments `at ± core` of two capsules.
pub fn between_segments(at_a: DVec3, core_a: DVec3, at_b: DVec3, core_b: DVec3) -> f64 {
    let between = at_b - at_a;
    let from = |t: f64| search::least(|s| (between + core_b * s - core_a * t).length(), -1.0, 1.0).1;
    search::least(from, -1.0, 1.0).1
}

/// The same of two ellipsoids.
fn between_ellipsoids(a: &Shape, at_a: DVec3, b: &Shape, at_b: DVec3) -> f64 {
    let p = b.unit_from_world() * a.world_from_unit();
    let q = b.unit_from_world() * (at_a - at_b);
    let (squares, pull) = (p.transpose() * p, -(p.transpose() * q));
    let point = |mu: f64| {
        let s = squares;
        let sum =
            DMat3::from_cols(s.x_axis + DVec3::X * mu, s.y_axis + DVec3::Y * mu, s.z_axis + DVec3::Z * mu);
        sum.try_inverse().map_or(DVec3::ZERO, |inverse| inverse * pull)
    };
    if point(0.0).length() <= 1.0 {
        return 0.0;
    }
    // |u| falls as μ grows, and is below |Pᵀq| / μ.
    let (mut low, mut high) = (0.0, pull.length());
    for _ in 0..64 {
        let middle = 0.5 * (low + high);
        if point(middle).length() > 1.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let u = point(high);
    let u = u.try_normalize().unwrap_or(u);
    (p * u + q).length()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glissando::DQuat;

    #[test]
    fn distances_of_known_pairs() {
        let quarter = DQuat::from_xyzw(0.0, 0.0, 1.0, 1.0);
        let upright = Shape::capsule(0.5, 1.0, DQuat::IDENTITY).unwrap();
        let lying = Shape::capsule(0.25, 2.0, quarter).unwrap();
        let sphere = Shape::sphere(0.5).unwrap();
        let near = |a: &Shape, b: &Shape, at: DVec3| nearest_radii(a, DVec3::ZERO, b, at);
        // Crossed, one metre apart; one above the other; past the lying one's end.
        assert!((near(&upright, &lying, DVec3::Z) - 2.0).abs() < 1e-9);
        assert!((near(&upright, &upright, DVec3::Y * 4.0) - 3.0).abs() < 1e-12);
        assert!((near(&lying, &sphere, DVec3::X * 4.0) - 3.5).abs() < 1e-9);
        assert!((near(&sphere, &lying, DVec3::X * 4.0) - 6.0).abs() < 1e-9);
        assert_eq!(near(&upright, &lying, DVec3::Z * 0.3), 0.0);
    }
}
