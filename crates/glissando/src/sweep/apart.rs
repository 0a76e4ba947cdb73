//! Whether a plane keeps a moving body and a triangle apart for the whole move: a few products, in `f64`.
//!
//! The closest pair of a core and a triangle is costly, and a body that slides along a wall or over a floor has both at its
//! shell in every sweep: the culls in `f32` must keep them, and no sweep hits them. The planes asked here, those of the
//! axes of the body and of the triangle, prove most such misses.
//!
//! A proof is an answer of the long way: the distance stays above the level that a touch must go below, by half of
//! [`tolerance::GRAZE`] and by the rounding of the proof.

use super::UnitTriangle;
use crate::math::DVec3;
use crate::tolerance;

/// Whether such a plane proves that a sweep of radius `shell` about the body's core, from the origin by `translation`, has no
/// hit.
pub(super) fn is_missed(triangle: &UnitTriangle, translation: DVec3, shell: f64) -> bool {
    // A hit goes deeper than the shell by a graze.
    let level = shell - 0.5 * tolerance::GRAZE;
    let [a, b, c] = triangle.corners;
    let (low, high) = (a.min(b).min(c), a.max(b).max(c));
    let half = triangle.core.half_extents;
    let size = (low.abs().max(high.abs()) + half + translation.abs()).max_element();
    let (back, ahead) = (translation.min(DVec3::ZERO), translation.max(DVec3::ZERO));
    let along_axes = (low - ahead).max(back - high) - half;
    if along_axes.max_element() >= level + ROUNDINGS * f64::EPSILON * size {
        return true;
    }
    let (ab, ac) = (b - a, c - a);
    let n = ab.cross(ac);
    let (start, way) = (n.dot(a), n.dot(translation));
    let nearer = if start < 0.0 { -way } else { way };
    let nearer = if nearer > 0.0 { nearer } else { 0.0 };
    let rounding = ROUNDINGS * f64::EPSILON * size * (sum_abs(ab) * sum_abs(ac));
    let room = start.abs() - nearer - triangle.core.extent_along(n) - rounding;
    room > 0.0 && room * room >= level * level * n.length_sq() * (1.0 + ROUNDINGS * f64::EPSILON)
}

fn sum_abs(v: DVec3) -> f64 {
    v.x.abs() + v.y.abs() + v.z.abs()
}

/// Bound of the rounding of a height over a plane, in units in the last place of what it is computed from.
const ROUNDINGS: f64 = 16.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Core;
    use crate::random::Numbers;
    use crate::sweep::sweep_convex;
    use std::println;

    fn triangle(corners: [DVec3; 3], core: Core) -> UnitTriangle {
        let (edges_only, one_sided, one_way, mirrored) = (false, false, false, false);
        UnitTriangle { corners, edges_only, one_sided, one_way, mirrored, has_core: !core.is_point(), core }
    }

    /// A triangle that rests against the shell of the core, its plane or its lowest corner: as near as a walker's floor.
    fn resting(numbers: &mut Numbers, core: Core, size: f64) -> [DVec3; 3] {
        let flat = numbers.next() < 0.0;
        let [a, b, c] = [(); 3].map(|()| numbers.vector(size));
        let normal = if flat { DVec3::Y } else { (b - a).cross(c - a).try_normalize().unwrap_or(DVec3::Y) };
        let corners = if flat { [a, b, c].map(|p| DVec3::new(p.x, 0.0, p.z)) } else { [a, b, c] };
        let off = -1.0 - core.extent_along(normal) + numbers.next() * 1e-8 * numbers.next().max(0.0);
        let onto = |p: DVec3| p + normal * (off - normal.dot(corners[0]));
        corners.map(onto)
    }

    #[test]
    fn a_proven_miss_is_a_miss_of_the_long_way() {
        let mut numbers = Numbers::new();
        let (mut proven, mut misses) = (0, 0);
        let count = 200_000;
        for case in 0..count {
            let half = numbers.vector([1.0, 20.0, 100.0][case % 3]).abs();
            let core = match case % 4 {
                0 => Core::cuboid(half),
                1 => Core::cylinder(half.x, half.y),
                2 => Core::cuboid(DVec3::new(0.0, half.y, 0.0)),
                _ => Core::cuboid(DVec3::new(half.x, 0.0, half.z)),
            };
            let size = [3.0, 50.0, 1000.0][case / 3 % 3];
            let triangle = triangle(resting(&mut numbers, core, size), core);
            let along = (triangle.corners[1] - triangle.corners[0]) * numbers.next();
            let translation = match case % 5 {
                0 => numbers.vector(size),
                1 => along,
                2 => along + numbers.vector(1e-9),
                3 => DVec3::new(numbers.next(), 0.0, numbers.next()) * size,
                _ => numbers.vector(1.0),
            };
            let is_miss = sweep_convex(&triangle, translation, 1.0, 1.0).is_none();
            misses += usize::from(is_miss);
            if is_missed(&triangle, translation, 1.0) {
                proven += 1;
                assert!(is_miss, "{triangle:?} {translation:?}");
            }
        }
        println!("{count} sweeps, {misses} misses, {proven} of them proven");
        assert!(proven > misses / 2, "a proof that finds nothing");
    }
}
