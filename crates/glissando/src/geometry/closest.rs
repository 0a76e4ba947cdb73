//! The closest point of a triangle, and the feature that it lies on.
//!
//! Inside all three edge planes the closest point is the foot on the face. Outside, it lies on an edge whose plane the
//! point is beyond: a foot on an edge that the point is within would have a positive multiplier there, a contradiction
//! (Karush-Kuhn-Tucker). So only the violated edges are tested, and no barycentric quotient is formed, which keeps
//! slivers and huge triangles accurate.

use super::face::Face;
use crate::collide::Feature;
use crate::math::{DVec3, sqrt_f64};

/// A closest point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Closest {
    /// The point.
    pub point: DVec3,
    /// Its squared distance.
    pub distance_sq: f64,
    /// The feature of the triangle that it lies on.
    pub feature: Feature,
}

/// A closest pair of a body's core and a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CoreClosest {
    /// The point of the triangle.
    pub point: DVec3,
    /// The point of the core, relative to its centre.
    pub on_core: DVec3,
    /// Squared distance of the two; 0 if the triangle meets the core.
    pub distance_sq: f64,
    /// The feature of the triangle that `point` is on.
    pub feature: Feature,
}

/// Parameter in `0..=1` of the point of the segment `a..b` that is closest to `p`; 0 for an empty segment.
#[inline(always)]
pub fn closest_on_segment(p: DVec3, a: DVec3, b: DVec3) -> f64 {
    let ab = b - a;
    let along = (p - a).dot(ab);
    let length_sq = ab.length_sq();
    if along <= 0.0 {
        0.0
    } else if along >= length_sq {
        1.0
    } else {
        along / length_sq
    }
}

/// The point of the triangle that is closest to `p`.
///
/// Triangles without area count as their edges. Ties go to the face, then to the lowest edge.
pub fn closest_on_triangle(p: DVec3, corners: &[DVec3; 3]) -> Closest {
    closest_on_face(p, corners, &Face::of(corners))
}

/// The same for a triangle whose planes are known.
#[inline(always)]
pub(crate) fn closest_on_face(p: DVec3, corners: &[DVec3; 3], face: &Option<Face>) -> Closest {
    let Some(Face { n, n_sq, inside: [ab, bc, ca], .. }) = *face else { return closest_on_edges(p, corners) };
    let [a, b, c] = *corners;
    let outside = [ab.dot(p - a) < 0.0, bc.dot(p - b) < 0.0, ca.dot(p - c) < 0.0];
    if outside == [false; 3] {
        let height = n.dot(p - a);
        return Closest {
            point: p - n * (height / n_sq),
            distance_sq: height * height / n_sq,
            feature: Feature::Face,
        };
    }
    closest_on_some_edges(p, corners, outside)
}

/// The point of the triangle's three edges that is closest to `p`.
pub fn closest_on_edges(p: DVec3, corners: &[DVec3; 3]) -> Closest {
    closest_on_some_edges(p, corners, [true; 3])
}

/// The point of one of the triangle's edges that is closest to `p`.
pub(crate) fn closest_on_edge(p: DVec3, corners: &[DVec3; 3], edge: usize) -> Closest {
    let mut which = [false; 3];
    which[edge] = true;
    closest_on_some_edges(p, corners, which)
}

fn closest_on_some_edges(p: DVec3, corners: &[DVec3; 3], which: [bool; 3]) -> Closest {
    let mut best = Closest { point: p, distance_sq: f64::INFINITY, feature: Feature::Face };
    for edge in 0..3 {
        if which[edge] {
            let next = if edge == 2 { 0 } else { edge + 1 };
            let (a, b) = (corners[edge], corners[next]);
            let t = closest_on_segment(p, a, b);
            let (point, feature) = if t <= 0.0 {
                (a, Feature::Vertex(edge as u8))
            } else if t >= 1.0 {
                (b, Feature::Vertex(next as u8))
            } else {
                (a + (b - a) * t, Feature::Edge(edge as u8))
            };
            let distance_sq = (p - point).length_sq();
            let is_nearer = is_nearer((feature, distance_sq), (best.feature, best.distance_sq));
            if is_nearer {
                best = Closest { point, distance_sq, feature };
            }
        }
    }
    best
}

/// Whether a closest point (feature and squared distance) on one edge is nearer than the best of other edges.
///
/// A foot on an edge is nearer than the edge's ends, even if the last bit of the distances does not show it: its
/// direction differs by up to the root of that bit.
#[inline(always)]
fn is_nearer(new: (Feature, f64), best: (Feature, f64)) -> bool {
    match (best.0, new.0) {
        (Feature::Vertex(corner), Feature::Edge(edge)) if is_end(corner, edge) => true,
        (Feature::Edge(edge), Feature::Vertex(corner)) if is_end(corner, edge) => false,
        _ => new.1 < best.1,
    }
}

/// A foot of a core on some edge: the closest point there, and the way to it from the core's closest point.
#[derive(Clone, Copy)]
pub(super) struct Foot {
    pub(super) feature: Feature,
    pub(super) point: DVec3,
    pub(super) way: DVec3,
    pub(super) distance_sq: f64,
}

/// Share of squared distances outside of which they are never equal up to rounding.
const NEARLY_EQUAL: f64 = 1e-4;

/// Rounding of a distance, as a share of it and of the corners' coordinates.
const EQUAL: f64 = 4.0 * f64::EPSILON;

/// Sine of the angle by which a corner may seem nearer than a foot, up to rounding.
const SAME_WAY: f64 = 1e-13;

impl Foot {
    /// Farther than any.
    pub(super) const NONE: Self =
        Self { feature: Feature::Face, point: DVec3::ZERO, way: DVec3::ZERO, distance_sq: f64::INFINITY };

    /// The pair of it and the core's closest point.
    pub(super) fn of_core(self) -> CoreClosest {
        let Self { feature, point, way, distance_sq } = self;
        CoreClosest { point, on_core: point - way, distance_sq, feature }
    }

    /// Whether this foot is nearer than that on another edge.
    ///
    /// Beside a corner the feet on both edges can be equally far up to rounding, though their directions differ by the root of
    /// it. Then the right one is that from which the triangle leads away everywhere: a plane across its way separates them.
    #[inline(always)]
    pub(super) fn is_nearer(&self, best: &Self, corners: &[DVec3; 3]) -> bool {
        if let (Feature::Edge(_), Feature::Edge(_)) = (self.feature, best.feature)
            && (self.distance_sq - best.distance_sq).abs() <= NEARLY_EQUAL * best.distance_sq
            && let Some(is_nearer) = self.is_nearer_of_equals(best, corners)
        {
            return is_nearer;
        }
        is_nearer((self.feature, self.distance_sq), (best.feature, best.distance_sq))
    }

    /// The same for feet that are equally far, up to the rounding of points on long edges; `None` for others, and where both
    /// are right.
    #[inline(never)]
    fn is_nearer_of_equals(&self, best: &Self, corners: &[DVec3; 3]) -> Option<bool> {
        let [a, b, c] = corners.map(DVec3::abs);
        let distance = sqrt_f64(best.distance_sq);
        let rounding = EQUAL * (a.max(b).max(c).max_element() + distance) * distance;
        if (self.distance_sq - best.distance_sq).abs() > 2.0 * rounding {
            return None;
        }
        let (new, old) = (self.approach(corners, rounding), best.approach(corners, rounding));
        (new > SAME_WAY || old > SAME_WAY).then_some(new < old)
    }

    /// Sine of the angle by which the triangle leads nearer to the core from this foot, less the rounding of a height times
    /// the distance; at most 0 at the closest point.
    fn approach(&self, corners: &[DVec3; 3], rounding: f64) -> f64 {
        let approach = |corner: DVec3| {
            let edge = corner - self.point;
            let size_sq = edge.length_sq() * self.distance_sq;
            if size_sq > 0.0 { (-self.way.dot(edge) - rounding) / sqrt_f64(size_sq) } else { 0.0 }
        };
        let [a, b, c] = *corners;
        approach(a).max(approach(b)).max(approach(c))
    }
}

fn is_end(corner: u8, edge: u8) -> bool {
    corner == edge || corner == if edge == 2 { 0 } else { edge + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNERS: [DVec3; 3] = [DVec3::ZERO, DVec3::new(4.0, 0.0, 0.0), DVec3::new(0.0, 0.0, 4.0)];

    #[test]
    fn every_feature_is_returned_in_its_region() {
        let ask = |x, z| closest_on_triangle(DVec3::new(x, 1.0, z), &CORNERS).feature;
        assert_eq!(ask(1.0, 1.0), Feature::Face);
        assert_eq!(ask(1.0, -1.0), Feature::Edge(0));
        assert_eq!(ask(3.0, 3.0), Feature::Edge(1));
        assert_eq!(ask(-1.0, 1.0), Feature::Edge(2));
        assert_eq!(ask(-1.0, -1.0), Feature::Vertex(0));
        assert_eq!(ask(9.0, -1.0), Feature::Vertex(1));
        assert_eq!(ask(-1.0, 9.0), Feature::Vertex(2));
    }

    #[test]
    fn a_foot_close_to_a_corner_is_never_reported_as_the_corner() {
        // The point is beyond both edges; the foot on the first is a hundred-millionth from the corner.
        let p = DVec3::new(1e-8, -3.0, -4.0);
        for turn in 0..3 {
            let mut corners = [DVec3::new(-1.0, 0.0, 2.0), DVec3::ZERO, DVec3::new(4.0, 0.0, 0.0)];
            corners.rotate_left(turn);
            let found = closest_on_edges(p, &corners);
            assert!(matches!(found.feature, Feature::Edge(_)) && found.point.x == 1e-8, "{found:?}");
        }
    }

    #[test]
    fn a_triangle_without_area_counts_as_its_longest_edge() {
        let corners = [DVec3::ZERO, DVec3::X, DVec3::new(4.0, 0.0, 0.0)];
        let found = closest_on_triangle(DVec3::new(3.0, 2.0, 0.0), &corners);
        assert_eq!(found.point, DVec3::new(3.0, 0.0, 0.0));
        let point = [DVec3::X; 3];
        assert_eq!(closest_on_triangle(DVec3::ZERO, &point).distance_sq, 1.0);
    }
}
