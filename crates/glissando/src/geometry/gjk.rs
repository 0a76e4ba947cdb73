//! GJK: the point of a convex polytope nearest to the origin, given its support function.
//!
//! A simplex of corners grows by the corner furthest against the nearest point so far, and shrinks to the feature that
//! the next nearest point is on. The distance falls in every round, so no simplex comes back and the rounds end.
//!
//! Source: Gilbert, Johnson and Keerthi, A Fast Procedure for Computing the Distance Between Complex Objects in
//! Three-Dimensional Space, 1988.

use super::closest::{closest_on_segment, closest_on_triangle};
use crate::collide::Feature;
use crate::math::DVec3;

/// Most rounds; two to five are usual, around curves some dozens.
const ROUNDS: usize = 256;

/// Rounding of a product of two vectors, relative to their lengths.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Rounding of a determinant of three vectors, relative to their lengths.
const UNSURE: f64 = 1e-14;

/// A nearest point counts as the origin itself below this part of the largest corner: its direction is rounding.
const INSIDE: f64 = 1e-12;

/// The point nearest to the origin of a polytope with this support function; zero if the origin is inside.
///
/// `support` returns the corner that is furthest along a direction, for any direction but zero.
pub(crate) fn nearest_to_origin(support: impl Fn(DVec3) -> DVec3) -> DVec3 {
    let mut simplex = Simplex { corners: [support(DVec3::X); 4], count: 1 };
    let mut nearest = simplex.corners[0];
    let mut largest = nearest.length();
    for _ in 0..ROUNDS {
        if nearest.length() <= INSIDE * largest {
            return DVec3::ZERO;
        }
        let corner = support(-nearest);
        largest = if corner.length() > largest { corner.length() } else { largest };
        let is_nearest = nearest.dot(nearest - corner) <= ROUNDING * nearest.length() * largest;
        if is_nearest || simplex.has(corner) {
            return nearest;
        }
        simplex.add(corner);
        let next = simplex.reduce();
        if next.length_sq() >= nearest.length_sq() {
            return nearest;
        }
        nearest = next;
    }
    nearest
}

/// Up to four corners.
struct Simplex {
    corners: [DVec3; 4],
    count: usize,
}

impl Simplex {
    fn has(&self, corner: DVec3) -> bool {
        self.corners[..self.count].contains(&corner)
    }

    fn add(&mut self, corner: DVec3) {
        self.corners[self.count] = corner;
        self.count += 1;
    }

    fn keep(&mut self, corners: &[DVec3]) {
        self.corners[..corners.len()].copy_from_slice(corners);
        self.count = corners.len();
    }

    /// The nearest point to the origin; keeps only the corners of the feature that it is on.
    fn reduce(&mut self) -> DVec3 {
        let [a, b, c, d] = self.corners;
        match self.count {
            1 => a,
            2 => self.on_segment(a, b),
            3 => self.on_triangle([a, b, c]),
            _ => self.on_tetrahedron([a, b, c, d]),
        }
    }

    fn on_segment(&mut self, a: DVec3, b: DVec3) -> DVec3 {
        let share = closest_on_segment(DVec3::ZERO, a, b);
        if share <= 0.0 {
            self.keep(&[a]);
            a
        } else if share >= 1.0 {
            self.keep(&[b]);
            b
        } else {
            self.keep(&[a, b]);
            a + (b - a) * share
        }
    }

    fn on_triangle(&mut self, corners: [DVec3; 3]) -> DVec3 {
        let closest = closest_on_triangle(DVec3::ZERO, &corners);
        match closest.feature {
            Feature::Face => self.keep(&corners),
            Feature::Edge(edge) => {
                let edge = usize::from(edge);
                self.keep(&[corners[edge], corners[if edge == 2 { 0 } else { edge + 1 }]]);
            }
            Feature::Vertex(corner) => self.keep(&[corners[usize::from(corner)]]),
        }
        closest.point
    }

    /// The nearest point of the faces that have the origin outside; the origin, if none has.
    fn on_tetrahedron(&mut self, [a, b, c, d]: [DVec3; 4]) -> DVec3 {
        let largest_sq =
            DVec3::new(a.length_sq(), b.length_sq(), c.length_sq()).max_element().max(d.length_sq());
        let mut best: Option<([DVec3; 3], f64)> = None;
        for (face, opposite) in [([a, b, c], d), ([a, b, d], c), ([a, c, d], b), ([b, c, d], a)] {
            let [p, q, r] = face;
            let normal = (q - p).cross(r - p);
            let (own, other) = (normal.dot(-p), normal.dot(opposite - p));
            // A flat tetrahedron has no inside, and on which side of a sliver a point is may be rounding: then the face counts.
            let width = (q - p).length() + (r - p).length();
            let unsure = UNSURE * largest_sq * width;
            let is_inside = own * other > 0.0 && own.abs() > unsure && other.abs() > unsure;
            if is_inside {
                continue;
            }
            let distance_sq = closest_on_triangle(DVec3::ZERO, &face).distance_sq;
            if best.is_none_or(|(_, least)| distance_sq < least) {
                best = Some((face, distance_sq));
            }
        }
        best.map_or(DVec3::ZERO, |(face, _)| self.on_triangle(face))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::sqrt_f64;

    /// A box with a centre and half edges that need not be perpendicular.
    fn corner(centre: DVec3, half_edges: &[DVec3; 3], direction: DVec3) -> DVec3 {
        let signed = |edge: &DVec3| if edge.dot(direction) < 0.0 { -*edge } else { *edge };
        half_edges.iter().map(signed).fold(centre, |sum, edge| sum + edge)
    }

    #[test]
    fn the_nearest_point_of_a_skewed_box_is_that_of_its_faces() {
        let mut state = 9_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let whole = (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0;
            // A third of the coordinates are on a grid: flat, thin and empty boxes among them.
            if state.is_multiple_of(3) { (whole * 2.0) as i64 as f64 } else { whole }
        };
        let (mut inside, mut worst) = (0, 0.0_f64);
        for case in 0..100_000 {
            let mut vector = |size: f64| DVec3::new(random(), random(), random()) * size;
            let (centre, edges) = (vector(3.0), [vector(1.0), vector(1.0), vector(1.0)]);
            let found = nearest_to_origin(|direction| corner(centre, &edges, direction));
            // The faces: every pair of edges, at either end of the third.
            let mut least = f64::INFINITY;
            for (u, v, w) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
                for middle in [centre - edges[w], centre + edges[w]] {
                    let [p, q, r, s] = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
                        .map(|(i, j)| middle + edges[u] * i + edges[v] * j);
                    for face in [[p, q, r], [p, r, s]] {
                        least = least.min(closest_on_triangle(DVec3::ZERO, &face).distance_sq.sqrt());
                    }
                }
            }
            if found == DVec3::ZERO {
                inside += 1;
                // No plane through the origin has the box on one side.
                for _ in 0..30 {
                    let direction = vector(1.0);
                    let furthest = corner(centre, &edges, direction).dot(direction);
                    assert!(furthest > -1e-9, "case {case}: {furthest}");
                }
                continue;
            }
            worst = worst.max((found.length() - least).abs());
            assert!((found.length() - least).abs() < 1e-9, "case {case}: {found:?} {least}");
        }
        println!("{inside} around the origin, largest difference {worst:e}");
        assert!(inside > 1_000);
    }

    /// Near corners of a curve make slivers. With the signs of their normals left to rounding, many of these disks,
    /// all of them beside the origin, had it inside.
    #[test]
    fn a_disk_beside_the_origin_never_has_it_inside() {
        let mut state = 11_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        let mut worst = 0.0_f64;
        for case in 0..200_000 {
            let mut vector = |size: f64| DVec3::new(random(), random(), random()) * size;
            let (p, q, edge) = (vector(1.0), vector(1.0), vector(1.0));
            let Some(normal) = p.cross(q).try_normalize() else { continue };
            // From wide disks beside a near origin to small ones far away; the edge is in the disk's plane or thin.
            let wide = [1.0, 30.0, 1000.0][case % 3];
            let (p, q) = (p * wide, q * (wide * random().abs()));
            let edge = edge - normal * (edge.dot(normal) * (1.0 - 1e-3 * random()));
            let high = edge.dot(normal).abs() + 0.01 + random().abs();
            let centre = p * random() + q * random() + normal * high;
            let support = |direction: DVec3| {
                let (u, v) = (p.dot(direction), q.dot(direction));
                let length = sqrt_f64(u * u + v * v);
                let rim = if length > 0.0 { p * (u / length) + q * (v / length) } else { DVec3::ZERO };
                centre + rim + if edge.dot(direction) < 0.0 { -edge } else { edge }
            };
            let found = nearest_to_origin(support);
            let least = high - edge.dot(normal).abs();
            assert!(found.length() > least * (1.0 - 1e-9), "case {case}: {found:?} {least}");
            // A plane with the normal proves a distance; the nearest point can only be too far.
            let proven = support(-found).dot(found) / found.length();
            worst = worst.max((found.length() - proven) / found.length());
        }
        println!("at most {worst:e} of the distance is not proven");
        assert!(worst < 1e-6);
    }

    #[test]
    fn the_origin_inside_is_told_from_one_outside() {
        let edges = [DVec3::X, DVec3::Y, DVec3::Z];
        let nearest = |centre| nearest_to_origin(|direction| corner(centre, &edges, direction));
        assert_eq!(nearest(DVec3::splat(0.5)), DVec3::ZERO);
        assert_eq!(nearest(DVec3::new(3.0, 0.2, -0.3)), DVec3::X * 2.0);
        assert!((nearest(DVec3::splat(2.0)) - DVec3::ONE).length() < 1e-15);
    }
}
