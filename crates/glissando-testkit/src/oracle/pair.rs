//! The truth about two bodies: whether they overlap, and how far they are apart.
//!
//! Two ellipsoids overlap if some point of the one, in the other's space, is nearer than one radius. The
//! nearest such point is the least of a quadratic over a ball: with `u` on the unit sphere of the one and
//! `P u + q` its image, `(PᵀP + μ) u = -Pᵀ q` for the one `μ > 0` at which `|u| = 1` (Moré & Sorensen 1983).
//!
//! A capsule is all the spheres about the points of its core, and the distance of two convex bodies is convex in where
//! they are: so for two capsules both nearest spheres are searched by golden sections. Two boxes are as far apart as the one
//! is from the sides of the other. Beside an ellipsoid another core is searched by the support of the sum of both.

use super::hull::nearest_to_origin;
use super::{Solid, box_distance, search};
use glissando::{DMat3, DVec3, Shape};

/// How far the nearest point of `a` is from the core of `b` (the centre of an ellipsoid), in radii of `b`: below 1 they
/// overlap.
pub fn nearest_radii(a: &Shape, at_a: DVec3, b: &Shape, at_b: DVec3) -> f64 {
    if is_point(a) && is_point(b) {
        return between_ellipsoids(a, at_a, b, at_b);
    }
    if has_equal_radii(a) && has_equal_radii(b) {
        let distance = between_cores(a, at_a, b, at_b) - a.radii().y;
        return if distance > 0.0 { distance / b.radii().y } else { 0.0 };
    }
    between_sums(a, at_a, b, at_b)
}

fn has_equal_radii(shape: &Shape) -> bool {
    shape.radii() == DVec3::splat(shape.radii().x)
}

fn is_point(shape: &Shape) -> bool {
    shape.core_half_extents() == DVec3::ZERO
}

/// The half axes of a core in the world.
fn half_axes(shape: &Shape) -> [DVec3; 3] {
    let (axes, half) = (shape.rotation().to_mat3(), shape.core_half_extents());
    [axes.x_axis * half.x, axes.y_axis * half.y, axes.z_axis * half.z]
}

/// The distance of the sum of `a` and the core of `b` from the centre of `b`, where the rounding of `b` is the unit sphere.
fn between_sums(a: &Shape, at_a: DVec3, b: &Shape, at_b: DVec3) -> f64 {
    let to_unit = b.unit_from_world();
    let centre = to_unit * (at_a - at_b);
    let round = to_unit * a.world_from_unit();
    let cores = [a, b].map(|shape| (Solid::core_of(shape), to_unit * shape.rotation().to_mat3()));
    let size = centre.length()
        + round.norm()
        + cores.iter().map(|(solid, frame)| frame.norm() * solid.half.length()).sum::<f64>();
    let support = |along: DVec3| {
        let against = -(round.transpose() * along);
        let tip = round * against.try_normalize().unwrap_or(DVec3::ZERO);
        let corner = |(solid, frame): &(Solid, DMat3)| *frame * solid.furthest(-(frame.transpose() * along));
        cores.iter().map(corner).fold(centre + tip, |sum, corner| sum + corner)
    };
    let start = if centre == DVec3::ZERO { support(DVec3::Y) } else { support(centre) };
    nearest_to_origin(start, size, support).length()
}

/// The distance of the cores of two bodies: points, segments, boxes or cylinders; with a cylinder up to 1e-10 of their sizes.
pub fn between_cores(a: &Shape, at_a: DVec3, b: &Shape, at_b: DVec3) -> f64 {
    if a.is_cylinder() || b.is_cylinder() {
        return between_solids(a, at_a, b, at_b);
    }
    if !(a.is_box() || b.is_box()) {
        return between_segments(at_a, half_axes(a)[1], at_b, half_axes(b)[1]);
    }
    // In the axes of the one that is a box.
    let (own, at_own, other, at_other) = if a.is_box() { (a, at_a, b, at_b) } else { (b, at_b, a, at_a) };
    let to_own = own.rotation().to_mat3().transpose();
    let (half, middle) = (own.core_half_extents(), to_own * (at_other - at_own));
    let [x, y, z] = half_axes(other).map(|axis| to_own * axis);
    let is_in_other = || {
        let along = other.rotation().to_mat3().transpose() * (at_own - at_other);
        (other.core_half_extents() - along.abs()).min_element() >= 0.0
    };
    if (half - middle.abs()).min_element() >= 0.0 || is_in_other() {
        return 0.0;
    }
    let sides = [(x, y, z), (y, z, x), (z, x, y)];
    let sides = sides.into_iter().flat_map(|(u, v, w)| [(u, v, w), (u, v, -w)]);
    let triangles = sides.flat_map(|(u, v, w)| {
        let [p, q, r, s] = [w - u - v, w + u - v, w + u + v, w - u + v].map(|corner| middle + corner);
        [[p, q, r], [p, r, s]]
    });
    triangles.map(|corners| box_distance(DVec3::ZERO, half, corners)).fold(f64::INFINITY, f64::min)
}

/// The same by the support of the difference of the two.
///
/// Hulls of near points of a circle are slivers, whose nearest points are lost to rounding. So they only say where to look: the
/// distance is the largest gap along any direction, and that is searched about theirs.
fn between_solids(a: &Shape, at_a: DVec3, b: &Shape, at_b: DVec3) -> f64 {
    let cores = [a, b].map(|shape| (Solid::core_of(shape), shape.rotation().to_mat3()));
    let centre = at_a - at_b;
    let size = centre.length() + cores.iter().map(|(solid, _)| solid.half.length()).sum::<f64>();
    let furthest = |along: DVec3| {
        let corner = |(solid, frame): &(Solid, DMat3)| *frame * solid.furthest(-(frame.transpose() * along));
        cores.iter().map(corner).fold(centre, |sum, corner| sum + corner)
    };
    let start = furthest(if centre == DVec3::ZERO { DVec3::Y } else { centre });
    let nearest = nearest_to_origin(start, size, furthest);
    if nearest.length() <= f64::EPSILON * size {
        return 0.0;
    }
    // A concave gap over a convex length has one greatest value along every line of directions.
    let normal = nearest / nearest.length();
    let aside = if normal.x.abs() < 0.5 { DVec3::X } else { DVec3::Y }.cross(normal);
    let across = normal.cross(aside);
    let gap = |along: DVec3| furthest(along).dot(along) / along.length();
    let least_along = |v: f64| search::least_smooth(|u| -gap(normal + aside * u + across * v), -ASIDE, ASIDE);
    let largest = -search::least_smooth(least_along, -ASIDE, ASIDE);
    if largest > 0.0 { largest } else { 0.0 }
}

/// How far aside, in lengths of a direction, a better one is searched.
const ASIDE: f64 = 0.1;

/// The distance of the segments `at ± core` of two capsules.
fn between_segments(at_a: DVec3, core_a: DVec3, at_b: DVec3, core_b: DVec3) -> f64 {
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
        // A box beside each of them, and a box that stands on its edge above one that lies.
        let cube = Shape::cuboid(DVec3::splat(1.0), 0.5, DQuat::IDENTITY).unwrap();
        let eighth = DQuat::from_xyzw(0.0, 0.0, 0.382_683_432_365_089_8, 0.923_879_532_511_286_7);
        let edge = Shape::cuboid(DVec3::splat(1.0), 0.5, eighth).unwrap();
        assert!((near(&cube, &upright, DVec3::X * 3.0) - 4.0).abs() < 1e-9);
        assert!((near(&upright, &cube, DVec3::X * 3.0) - 4.0).abs() < 1e-9);
        assert!((near(&sphere, &cube, DVec3::new(3.0, 0.2, 0.1)) - 4.0).abs() < 1e-9);
        assert!((near(&cube, &edge, DVec3::Y * 3.0) - (4.0 - 2.0_f64.sqrt())).abs() < 1e-9);
        assert_eq!(near(&cube, &cube, DVec3::splat(0.2)), 0.0);
        let flat = Shape::upright_ellipsoid(DVec3::new(2.0, 0.5, 1.0)).unwrap();
        assert!((near(&cube, &flat, DVec3::Y * 4.0) - 6.0).abs() < 1e-9);
    }
}
