//! The signed distance of a box along the axes from a triangle that it meets: the least separating axis.
//!
//! The distance of the box's centre from the Minkowski sum of box and triangle, negative inside, is the largest over the
//! sum's faces, whose normals are the triangle's, the box's axes, and the cross products of an edge of each. So it is
//! convex, as the distance outside is, and continues that.
//!
//! Source: the axes are those of Gottschalk, Lin & Manocha, "OBB-Tree", 1996.

use super::closest_on_segment;
use crate::collide::Feature;
use crate::math::{DVec3, sqrt_f64};

/// The face of the sum of box and triangle that is nearest to the box's centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BoxDepth {
    /// Distance of the centre along `normal`; negative inside of the sum.
    pub(crate) distance: f64,
    /// Unit, the way out of the triangle.
    pub(crate) normal: DVec3,
    /// A touched point of the triangle, relative to the centre of the box.
    pub(crate) point: DVec3,
    /// The feature that it is on.
    pub(crate) feature: Feature,
}

/// The way out of a triangle, relative to the box's centre; where two are equal, the one against `towards`.
///
/// `corners` may be an edge: two of the same. `None` for a triangle and a box without size.
pub(crate) fn depth_in_box(half: DVec3, corners: &[DVec3; 3], towards: DVec3) -> Option<BoxDepth> {
    let [a, b, c] = *corners;
    let edges = [b - a, c - b, a - c];
    let mut best: Option<(f64, DVec3, Axis)> = None;
    let mut offer = |axis: DVec3, least: f64, kind: Axis| {
        let length_sq = axis.length_sq();
        if length_sq <= least {
            return;
        }
        let axis = axis / sqrt_f64(length_sq);
        let heights = corners.map(|corner| axis.dot(corner));
        let low = heights[0].min(heights[1]).min(heights[2]);
        let high = heights[0].max(heights[1]).max(heights[2]);
        let is_up = if low == -high { axis.dot(towards) <= 0.0 } else { -high > low };
        let (beyond, normal) = if is_up { (-high, axis) } else { (low, -axis) };
        let distance = beyond - axis.abs().dot(half);
        // Among equals the face, whose normal is the most exact, then the box's own axes.
        if best.is_none_or(|(most, ..)| distance > most + SAME) {
            best = Some((distance, normal, kind));
        }
    };
    let longest_sq =
        DVec3::new(edges[0].length_sq(), edges[1].length_sq(), edges[2].length_sq()).max_element();
    offer(edges[2].cross(edges[0]), FLAT * FLAT * longest_sq * longest_sq, Axis::Face);
    for axis in AXES {
        offer(axis, 0.0, Axis::Own);
    }
    for (index, edge) in edges.iter().enumerate() {
        for axis in AXES {
            offer(axis.cross(*edge), FLAT * FLAT * edge.length_sq(), Axis::Edge(index));
        }
    }
    let (distance, normal, kind) = best?;
    let (point, feature) = touched(corners, normal, kind);
    Some(BoxDepth { distance, normal, point, feature })
}

/// Which kind of face of the sum it is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Axis {
    Face,
    Own,
    Edge(usize),
}

const AXES: [DVec3; 3] = [DVec3::Y, DVec3::X, DVec3::Z];

/// The touched point of the triangle and its feature.
fn touched(corners: &[DVec3; 3], normal: DVec3, kind: Axis) -> (DVec3, Feature) {
    match kind {
        Axis::Face => (super::closest_on_triangle(DVec3::ZERO, corners).point, Feature::Face),
        Axis::Edge(edge) => {
            let (a, b) = (corners[edge], corners[if edge == 2 { 0 } else { edge + 1 }]);
            (a + (b - a) * closest_on_segment(DVec3::ZERO, a, b), Feature::Edge(edge as u8))
        }
        Axis::Own => {
            let heights = corners.map(|corner| normal.dot(corner));
            let highest = if heights[1] > heights[0] { 1 } else { 0 };
            let highest = if heights[2] > heights[highest] { 2 } else { highest };
            (corners[highest], Feature::Vertex(highest as u8))
        }
    }
}

/// Depths that differ by less are equal.
const SAME: f64 = 1e-9;

/// Sine of the angle below which a cross product has no direction.
const FLAT: f64 = 1e-9;

#[cfg(test)]
mod tests {
    use super::*;
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
