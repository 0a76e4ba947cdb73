//! The signed distance of an upright solid cylinder from a triangle that it meets.
//!
//! The directions in which the sum of the two ends are: the triangle's normal, the axis, the level directions across each
//! edge and from each corner to the axis, and those across an edge that belong to an end's circle. Seen along the edge,
//! the circle is an ellipse, and the direction is that from the line to the nearest point of it.
//!
//! Source: derived in the project.

use super::core_depth::{Axis, CoreDepth, FLAT, Search, edges_of};
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
            // Each quarter of the outline: the third corner may forbid the nearest.
            for (right, over) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
                outline.for_each_normal(aside * right, up * over, |n_aside, n_up| {
                    let n = level * (n_aside * right) + upright * (n_up * over);
                    search.offer(n, 0.0, Axis::Edge(index), extent);
                });
            }
        }
    }
    search.found()
}

/// A cylinder seen along an edge: an ellipse, moved up and down.
struct Outline {
    radius: f64,
    /// The ellipse's half height over its half width.
    squash: f64,
    /// How far it is moved.
    half: f64,
}

impl Outline {
    /// Normals, not unit, of the points of the outline's quarter beside and above the middle that are nearer to a point
    /// than those next to them.
    fn for_each_normal(&self, aside: f64, up: f64, mut offer: impl FnMut(f64, f64)) {
        // The ellipse's eccentric angle by the tangent of its half.
        let at = |tangent: f64| {
            let scale = 1.0 / (1.0 + tangent * tangent);
            ((1.0 - tangent * tangent) * scale, 2.0 * tangent * scale)
        };
        // How the squared distance changes along the curve, up to a positive factor.
        let rise = |tangent: f64| {
            let (c, s) = at(tangent);
            let (x, y) = (self.radius * c - aside, self.half + self.radius * self.squash * s - up);
            self.squash * c * y - s * x
        };
        for sample in 0..SAMPLES {
            let [mut low, mut high] = [sample, sample + 1].map(|k| f64::from(k) / f64::from(SAMPLES));
            if rise(low) > 0.0 || rise(high) < 0.0 {
                continue;
            }
            for _ in 0..HALVINGS {
                let middle = 0.5 * (low + high);
                if rise(middle) > 0.0 {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            let (c, s) = at(0.5 * (low + high));
            offer(self.squash * c, s);
        }
    }
}

/// Parts of the outline's quarter in each of which a nearest point is searched.
const SAMPLES: u32 = 16;

/// Halvings of a part: to the last bits.
const HALVINGS: usize = 52;

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
            let corners = [vector(2.0), vector(2.0), vector(2.0)];
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
            // Of all directions about it none has a shorter way out.
            for _ in 0..40 {
                let Some(n) = vector(1.0).try_normalize() else { continue };
                let highest = corners.iter().fold(f64::NEG_INFINITY, |most, c| most.max(n.dot(*c)));
                let extent = n.x.hypot(n.z) * radius + n.y.abs() * half_height;
                assert!(-highest - extent <= found.distance + 1e-9, "case {case}: {found:?} {n:?}");
            }
        }
        println!("{count} cylinders that are cut");
        assert!(count > 5_000);
    }
}
