//! The signed distance of an upright solid cylinder from a triangle that it meets.
//!
//! The directions in which the sum of the two ends are: the triangle's normal, the axis, the level directions across each
//! edge and from each corner to the axis, and those across an edge that belong to an end's circle. Seen along the edge,
//! the circle is an ellipse, and the direction is that from the line to the nearest point of it.
//!
//! Source: derived in the project.

use super::core_depth::{Axis, CoreDepth, FLAT, Search, edges_of};
use super::outline::{Outline, Quarter};
use crate::math::{DVec3, sqrt_f64};

/// The way out of a triangle, relative to the cylinder's centre; where two are equal, the one against `towards`.
///
/// `corners` may be an edge: two of the same. `None` for a triangle and a cylinder without size.
pub(crate) fn depth_in_cylinder(
    (radius, half_height): (f64, f64),
    corners: &[DVec3; 3],
    towards: DVec3,
) -> Option<CoreDepth> {
    let (edges, longest_sq, area) = edges_of(corners);
    let extent = |n: DVec3| sqrt_f64(n.x * n.x + n.z * n.z) * radius + n.y.abs() * half_height;
    let mut search = Search::new(corners, towards);
    search.offer(area, FLAT * FLAT * longest_sq * longest_sq, Axis::Face, extent);
    search.offer(DVec3::Y, 0.0, Axis::Own, extent);
    for corner in corners {
        search.offer(DVec3::new(corner.x, 0.0, corner.z), FLAT * FLAT * longest_sq, Axis::Own, extent);
    }
    for (index, edge) in edges.iter().enumerate() {
        let level = DVec3::Y.cross(*edge);
        let least = FLAT * FLAT * edge.length_sq();
        search.offer(level, least, Axis::Edge(index), extent);
        if let (Some(level), Some(along)) = (level.try_normalize(), edge.try_normalize()) {
            let upright = along.cross(level);
            search.offer(upright, 0.0, Axis::Edge(index), extent);
            let steep = upright.y.abs();
            let outline = Outline {
                radius,
                squash: sqrt_f64((1.0 - steep) * (1.0 + steep)),
                half: half_height * steep,
            };
            let place = -corners[index];
            let (aside, up) = (place.dot(level), place.dot(upright));
            let (level, aside) = if aside < 0.0 { (-level, -aside) } else { (level, aside) };
            // The upper and the lower half: the third corner may forbid the nearer one.
            for (upright, up) in [(upright, up), (-upright, -up)] {
                let quarter = Quarter::new(&outline, aside, up);
                if search.is_reached(quarter.most()) {
                    continue;
                }
                if let Some((n_aside, n_up)) = quarter.normal() {
                    search.offer(level * n_aside + upright * n_up, 0.0, Axis::Edge(index), extent);
                }
            }
        }
    }
    search.found()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collide::Feature;
    use crate::geometry::closest_to_cylinder;

    const FLOOR: [DVec3; 3] =
        [DVec3::new(-9.0, 0.0, -9.0), DVec3::new(0.0, 0.0, 9.0), DVec3::new(9.0, 0.0, -9.0)];

    #[test]
    fn the_least_way_out_is_found() {
        let over =
            |y: f64| depth_in_cylinder((1.0, 2.0), &FLOOR.map(|c| c - DVec3::Y * y), DVec3::ZERO).unwrap();
        assert_eq!(
            (over(1.5).distance, over(1.5).normal, over(1.5).feature),
            (-0.5, DVec3::Y, Feature::Face)
        );
        assert_eq!((over(-1.5).distance, over(-1.5).normal), (-0.5, -DVec3::Y));
        // A post beside the axis, upright: it leaves away from the axis.
        let post = [DVec3::new(0.6, -9.0, 0.0), DVec3::new(0.6, 9.0, 0.0), DVec3::new(0.6, 9.0, 0.0)];
        let found = depth_in_cylinder((1.0, 2.0), &post, DVec3::ZERO).unwrap();
        assert!((found.distance + 0.4).abs() < 1e-15 && found.normal == -DVec3::X, "{found:?}");
    }

    /// Two turning points of the distance within a sixteenth of the outline: samples of it miss both.
    #[test]
    fn the_way_out_over_an_almost_level_edge_is_found() {
        let corners = [
            DVec3::new(0.993_051_310_389_200_7, -0.001_334_242_029_522_929, 2.960_511_763_249_98),
            DVec3::new(0.413_389_821_490_483, 0.002_261_321_494_445_274_4, 2.017_839_518_936_247_2),
            DVec3::new(2.244_700_622_980_130_5, -0.001_105_002_812_191_021, -0.416_656_330_974_404_24),
        ];
        let size = (1.974_565_295_451_645, 0.149_792_558_247_557_22);
        let found = depth_in_cylinder(size, &corners, DVec3::ZERO).unwrap();
        assert_eq!(found.feature, Feature::Edge(2));
        assert!((found.distance + 0.150_987_296_293_765_53).abs() < 1e-15, "{found:?}");
    }

    /// Moved out along the normal by the depth, the cylinder touches; by a little less it still meets.
    #[test]
    fn the_depth_is_the_way_out() {
        let mut state = 9_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        let mut count = 0;
        for case in 0..50_000 {
            let mut vector = |size: f64| DVec3::new(random(), random(), random()) * size;
            // Also small ones near the middle, large ones, and flat ones.
            let size = [2.0, 0.1, 20.0, 2.0][case % 4];
            let flat = DVec3::new(1.0, if case % 4 == 3 { 1e-3 } else { 1.0 }, 1.0);
            let middle = vector(1.0);
            let corners = [0, 1, 2].map(|_| middle + vector(size).scale(flat));
            let (radius, half_height) = (vector(2.0).x.abs(), vector(2.0).x.abs());
            if closest_to_cylinder(DVec3::ZERO, radius, half_height, &corners).distance_sq > 0.0 {
                continue;
            }
            count += 1;
            let found = depth_in_cylinder((radius, half_height), &corners, DVec3::ZERO).unwrap();
            assert!(found.distance <= 1e-12, "case {case}: {found:?}");
            let out = |by: f64| {
                let centre = found.normal * (by - found.distance);
                closest_to_cylinder(centre, radius, half_height, &corners).distance_sq
            };
            assert!(out(1e-6).sqrt() > 1e-7, "case {case}: {found:?}");
            assert!(out(-1e-6).sqrt() < 1e-7, "case {case}: {found:?}");
            // Of all directions none has a shorter way out: random ones, and many across each edge.
            let check = |n: DVec3| {
                let Some(n) = n.try_normalize() else { return };
                let highest = corners.iter().fold(f64::NEG_INFINITY, |most, c| most.max(n.dot(*c)));
                let extent = n.x.hypot(n.z) * radius + n.y.abs() * half_height;
                assert!(-highest - extent <= found.distance + 1e-9, "case {case}: {found:?} {n:?}");
            };
            for _ in 0..20 {
                check(vector(1.0));
            }
            for index in 0..3 {
                let edge = corners[(index + 1) % 3] - corners[index];
                let (level, Some(along)) = (DVec3::Y.cross(edge), edge.try_normalize()) else { continue };
                let upright = along.cross(level);
                for k in -16..16 {
                    let share = f64::from(k) / 16.0;
                    check(level + upright * share);
                    check(upright - level * share);
                    check(-level + upright * share);
                    check(-upright - level * share);
                }
            }
        }
        println!("{count} cylinders that are cut");
        assert!(count > 5_000);
    }
}
