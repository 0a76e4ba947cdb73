//! Overlap test of a triangle and a box, by separating axes.
//!
//! Two convex polyhedra are disjoint if and only if a face normal of one or the cross product of an edge of each
//! separates them: here three normals of the box, one of the triangle, nine cross products.
//!
//! Source: Akenine-Möller, Fast 3D Triangle-Box Overlap Testing, Journal of Graphics Tools 6(1), 2001.

use crate::math::DVec3;

/// Whether the triangle meets the box `low..high`; touching counts.
pub fn triangle_meets_box(corners: &[DVec3; 3], low: DVec3, high: DVec3) -> bool {
    let centre = (low + high) * 0.5;
    let half = (high - low) * 0.5;
    let [a, b, c] = corners.map(|v| v - centre);
    let edges = [b - a, c - b, a - c];
    let is_apart = |axis: DVec3| {
        let (pa, pb, pc) = (axis.dot(a), axis.dot(b), axis.dot(c));
        let reach = axis.abs().dot(half);
        pa.min(pb).min(pc) > reach || pa.max(pb).max(pc) < -reach
    };
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    let is_apart_by_edges = || edges.iter().any(|&e| axes.iter().any(|&x| is_apart(x.cross(e))));
    !(axes.iter().any(|&x| is_apart(x)) || is_apart(edges[0].cross(edges[1])) || is_apart_by_edges())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOW: DVec3 = DVec3::new(-1.0, -1.0, -1.0);

    #[test]
    fn a_triangle_across_a_corner_that_it_does_not_touch_is_apart() {
        let across = |d: f64| [DVec3::X * d, DVec3::Y * d, DVec3::Z * d];
        // The plane x + y + z = d meets the corner (1, 1, 1) at d = 3.
        assert!(triangle_meets_box(&across(2.99), LOW, DVec3::ONE));
        assert!(!triangle_meets_box(&across(3.01), LOW, DVec3::ONE));
    }

    #[test]
    fn a_triangle_inside_and_one_that_pierces_both_meet() {
        let inside = [DVec3::ZERO, DVec3::X * 0.1, DVec3::Y * 0.1];
        assert!(triangle_meets_box(&inside, LOW, DVec3::ONE));
        let piercing = [DVec3::new(0.0, -9.0, 0.0), DVec3::new(0.1, 9.0, 0.0), DVec3::new(-0.1, 9.0, 0.1)];
        assert!(triangle_meets_box(&piercing, LOW, DVec3::ONE));
    }
}
