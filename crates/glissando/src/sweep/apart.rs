//! How long a plane keeps a moving body and a triangle apart: a few products, in `f64`.
//!
//! The planes are those of the body's axes and of the triangle. A body that slides along a wall or over a floor has both at its
//! shell in every sweep: the culls in `f32` must keep them, no sweep hits them, and a plane proves most such misses. A body that
//! comes from afar reaches the last of the planes not long before the touch, so Newton's method begins there and takes fewer
//! steps, each of which asks for a closest pair.
//!
//! A proof of a miss is an answer of the long way: the distance stays above the level that a touch must go below, by half of
//! [`tolerance::GRAZE`] and by the rounding of the proof.

use super::UnitTriangle;
use crate::geometry::Face;
use crate::math::{DVec3, sqrt_f64};
use crate::tolerance;

/// The fraction of a move up to which a plane keeps the triangle out of reach of a body with a rounding of radius `shell`
/// about its core, from the origin by `translation`: 0 if none does at the start, infinite if the sweep has no hit.
pub(super) fn apart_until(
    triangle: &UnitTriangle,
    face: &Option<Face>,
    translation: DVec3,
    shell: f64,
) -> f64 {
    // A hit goes deeper than the shell by a graze.
    let level = shell - 0.5 * tolerance::GRAZE;
    let [a, b, c] = triangle.corners;
    let (low, high) = (a.min(b).min(c), a.max(b).max(c));
    let half = triangle.core.half_extents;
    let size = (low.abs().max(high.abs()) + half + translation.abs()).max_element();
    let rounding = ROUNDINGS * f64::EPSILON * size;
    let (back, ahead) = (translation.min(DVec3::ZERO), translation.max(DVec3::ZERO));
    let along_axes = (low - ahead).max(back - high) - half;
    if along_axes.max_element() >= level + rounding {
        return f64::INFINITY;
    }
    let (ab, ac) = (b - a, c - a);
    let (n, n_sq) = face.as_ref().map_or_else(
        || {
            let n = ab.cross(ac);
            (n, n.length_sq())
        },
        |face| (face.n, face.n_sq),
    );
    let (start, way) = (n.dot(a), n.dot(translation));
    let closing = if start < 0.0 { -way } else { way };
    let closing = if closing > 0.0 { closing } else { 0.0 };
    let height = start.abs() - triangle.core.extent_along(n) - rounding * (sum_abs(ab) * sum_abs(ac));
    let room = height - closing;
    if room > 0.0 && room * room >= level * level * n_sq * (1.0 + ROUNDINGS * f64::EPSILON) {
        return f64::INFINITY;
    }
    // A gap at the start closes in, or the plane would keep the two apart for the whole move.
    let gaps = low.max(-high) - half - DVec3::splat(shell + rounding);
    let speeds = translation.abs();
    let until = later(0.0, height - shell * sqrt_f64(n_sq), closing);
    later(later(later(until, gaps.x, speeds.x), gaps.y, speeds.y), gaps.z, speeds.z)
}

/// The time at which a gap is closed, in moves, if it is within the move and later than `until`; else `until`.
#[inline(always)]
fn later(until: f64, gap: f64, closing: f64) -> f64 {
    if gap > until * closing && gap < closing { gap / closing } else { until }
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
    use crate::sweep::{Target, sweep_convex, sweep_triangle};
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
            if apart_until(&triangle, &triangle.face(), translation, 1.0) == f64::INFINITY {
                proven += 1;
                assert!(is_miss, "{triangle:?} {translation:?}");
            }
        }
        println!("{count} sweeps, {misses} misses, {proven} of them proven");
        assert!(proven > misses / 2, "a proof that finds nothing");
    }

    /// Newton's method from the plane against the same from the start of the move.
    #[test]
    fn from_the_plane_on_the_touch_is_that_of_the_whole_move() {
        let mut numbers = Numbers::new();
        let (mut begun, mut hits, mut worst) = (0, 0, 0.0_f64);
        let count = 200_000;
        for case in 0..count {
            let half = numbers.vector([0.3, 3.0, 20.0][case % 3]).abs();
            let core = match case % 4 {
                0 => Core::POINT,
                1 => Core::cuboid(DVec3::new(0.0, half.y, 0.0)),
                2 => Core::cuboid(half),
                _ => Core::cylinder(half.x, half.y),
            };
            let size = [3.0, 50.0, 1000.0][case / 3 % 3];
            let triangle = triangle([(); 3].map(|()| numbers.vector(size)), core);
            let translation = numbers.vector(2.0 * size);
            let until = apart_until(&triangle, &triangle.face(), translation, 1.0);
            if !(until > 0.0 && until < 1.0) {
                continue;
            }
            begun += 1;
            let rounding = 1e-12 * size;
            let there = triangle.separation(translation * until, translation).radii;
            assert!(there >= 1.0 - rounding, "{there} at {until}: {triangle:?} {translation:?}");
            let whole = sweep_convex(&triangle, translation, 1.0, 1.0);
            let begun = sweep_triangle(&triangle, translation, 1.0, 1.0);
            assert_eq!(whole.is_some(), begun.is_some(), "{triangle:?} {translation:?}");
            let (Some(whole), Some(begun)) = (whole, begun) else { continue };
            hits += 1;
            // Where the slope is small a rounding of the distance is a long way.
            let apart = (whole.fraction - begun.fraction).abs() * -whole.separation.normal.dot(translation);
            worst = worst.max(apart / size);
            assert!(apart <= 4.0 * tolerance::NEWTON_GAP + rounding, "{apart}: {triangle:?} {translation:?}");
            assert_eq!(begun.start_depth, 0.0);
        }
        println!(
            "{begun} of {count} sweeps begin at a plane, {hits} hits, differences up to {worst:e} of the size"
        );
        assert!(begun > 20_000 && hits > 5_000);
    }
}
