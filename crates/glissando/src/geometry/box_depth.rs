//! The signed distance of a box along the axes from a triangle that it meets: the least separating axis.
//!
//! The faces of the sum of box and triangle have the triangle's normal, the box's axes, and the cross products of an edge
//! of each for their normals.
//!
//! Source: the axes are those of Gottschalk, Lin & Manocha, "OBB-Tree", 1996.

use super::core_depth::{Axis, CoreDepth, FLAT, Search, edges_of};
use crate::math::DVec3;

/// The way out of a triangle, relative to the box's centre; where two are equal, the one against `towards`.
///
/// `corners` may be an edge: two of the same. `None` for a triangle and a box without size.
pub(crate) fn depth_in_box(half: DVec3, corners: &[DVec3; 3], towards: DVec3) -> Option<CoreDepth> {
    let (edges, longest_sq, area) = edges_of(corners);
    let extent = |axis: DVec3| axis.abs().dot(half);
    let mut search = Search::new(corners, towards);
    search.offer(area, FLAT * FLAT * longest_sq * longest_sq, Axis::Face, extent);
    for axis in AXES {
        search.offer(axis, 0.0, Axis::Own, extent);
    }
    for (index, edge) in edges.iter().enumerate() {
        for axis in AXES {
            search.offer(axis.cross(*edge), FLAT * FLAT * edge.length_sq(), Axis::Edge(index), extent);
        }
    }
    search.found()
}

const AXES: [DVec3; 3] = [DVec3::Y, DVec3::X, DVec3::Z];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collide::Feature;
    use crate::geometry::closest_to_box;

    const FLOOR: [DVec3; 3] =
        [DVec3::new(-9.0, 0.0, -9.0), DVec3::new(0.0, 0.0, 9.0), DVec3::new(9.0, 0.0, -9.0)];

    #[test]
    fn the_least_way_out_is_found() {
        let half = DVec3::new(1.0, 2.0, 1.0);
        let over = |y: f64| depth_in_box(half, &FLOOR.map(|c| c - DVec3::Y * y), DVec3::ZERO).unwrap();
        assert_eq!(
            (over(1.5).distance, over(1.5).normal, over(1.5).feature),
            (-0.5, DVec3::Y, Feature::Face)
        );
        assert_eq!((over(-1.5).distance, over(-1.5).normal), (-0.5, -DVec3::Y));
        // A thorn from below, upright: it leaves downward, not aside.
        let thorn = [DVec3::new(0.0, -1.9, 0.0), DVec3::new(-0.1, -9.0, 0.0), DVec3::new(0.1, -9.0, 0.0)];
        let found = depth_in_box(half, &thorn, DVec3::ZERO).unwrap();
        assert!((found.distance + 0.1).abs() < 1e-15 && found.normal == DVec3::Y, "{found:?}");
        assert_eq!(found.feature, Feature::Vertex(0));
    }

    /// Moved out along the normal by the depth, the box touches; by a little less it still meets.
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
            let (corners, half) = ([vector(2.0), vector(2.0), vector(2.0)], vector(2.0).abs());
            if closest_to_box(DVec3::ZERO, half, &corners).distance_sq > 0.0 {
                continue;
            }
            count += 1;
            let found = depth_in_box(half, &corners, DVec3::ZERO).unwrap();
            assert!(found.distance <= 1e-12, "case {case}: {found:?}");
            let out =
                |by: f64| closest_to_box(found.normal * (by - found.distance), half, &corners).distance_sq;
            assert!(out(1e-6).sqrt() > 1e-7, "case {case}: {found:?}");
            assert!(out(-1e-6).sqrt() < 1e-12, "case {case}: {found:?}");
        }
        println!("{count} boxes that are cut");
        assert!(count > 5_000);
    }
}
