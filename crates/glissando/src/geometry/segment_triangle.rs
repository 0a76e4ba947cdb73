//! The closest pair of a segment and a triangle, in closed form.
//!
//! The distance of the segment's point from the triangle is a convex function along the segment. Over the part of the
//! segment whose projection lies in the triangle it is the height over the plane, which is linear: so the least is at a
//! crossing, at an end of the segment, or where the projection leaves the triangle. In the last case the closest point
//! of the triangle is on the rim, and the pair is the best of three pairs of segments. Of a triangle above or below all of an upright
//! segment one end is closest, and the pair is that of a point.
//!
//! Where a whole part of the segment is equally close (a parallel face or edge), the pair is at the middle of that part:
//! it then depends on the geometry alone, and a small motion moves it by a small distance.
//!
//! Source: the cases of two segments follow Ericson, Real-Time Collision Detection, 2005, section 5.1.9; the
//! parameters by products with the common normal are the project's, since they stay accurate for almost parallel
//! lines.

use super::closest::{Foot, closest_on_face};
use super::face::{Face, Span, edges_beside};
use super::half_segment::{HalfSegment, Upright};
use super::{Closest, closest_on_segment};
use crate::collide::Feature;
use crate::math::DVec3;

/// A closest pair of a segment and a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SegmentClosest {
    /// The point of the triangle.
    pub point: DVec3,
    /// The point of the segment, in half lengths from its centre: -1 to 1.
    pub share: f64,
    /// Squared distance of the two; 0 if the segment crosses the triangle.
    pub distance_sq: f64,
    /// The feature of the triangle that `point` is on.
    pub feature: Feature,
}

/// The closest pair of the segment `centre - half..centre + half` and a triangle.
///
/// Triangles without area count as their edges. Ties go to the face, then to the lowest edge; of equally close points
/// of one face or edge the middle is returned.
pub fn closest_to_segment(centre: DVec3, half: DVec3, corners: &[DVec3; 3]) -> SegmentClosest {
    closest(centre, half, corners, &Face::of(corners))
}

/// The same for a segment along Y of this half height, and a triangle whose planes are known.
pub(crate) fn closest_to_upright(
    centre: DVec3,
    half_height: f64,
    corners: &[DVec3; 3],
    face: &Option<Face>,
) -> SegmentClosest {
    closest(centre, Upright(half_height), corners, face)
}

/// The closest pair of a segment along Y and those of the triangle's edges that `which` names; at least one.
pub(crate) fn upright_to_rim(
    centre: DVec3,
    half_height: f64,
    corners: &[DVec3; 3],
    which: [bool; 3],
) -> SegmentClosest {
    to_rim(centre, Upright(half_height), corners, which)
}

fn closest(
    centre: DVec3,
    half: impl HalfSegment,
    corners: &[DVec3; 3],
    face: &Option<Face>,
) -> SegmentClosest {
    if let Some(share) = half.nearest_end(centre, corners) {
        let Closest { point, distance_sq, feature } = closest_on_face(half.at(centre, share), corners, face);
        return SegmentClosest { point, share, distance_sq, feature };
    }
    match to_face(centre, half, corners, face) {
        Ok(pair) => pair,
        Err(edges) => to_rim(centre, half, corners, edges),
    }
}

/// The closest pair if it is on the face; else the edges that it may be on.
fn to_face(
    centre: DVec3,
    half: impl HalfSegment,
    corners: &[DVec3; 3],
    face: &Option<Face>,
) -> Result<SegmentClosest, [bool; 3]> {
    let Some(face) = face else { return Err([true; 3]) };
    let [a, b, c] = *corners;
    let Face { n, n_sq, .. } = *face;
    let line = |(inward, corner): (DVec3, DVec3)| (inward.dot(centre - corner), half.dot(inward));
    let lines = face.edge_planes(corners).map(line);
    let on_rim = || {
        let span = |(middle, rate): (f64, f64)| Span { middle, extent: rate.abs() };
        let half_sq = half.length_sq();
        let clear = face.clear_height(centre.length_sq() + half_sq + a.length_sq());
        let beside = edges_beside(&[span(lines[0]), span(lines[1]), span(lines[2])], clear);
        // Beside an edge that is parallel, or nearly, its ends are as close as what is within: others have them too.
        let is_along = |edge: DVec3| {
            let along = half.dot(edge);
            along * along >= NEARLY_PARALLEL * (edge.length_sq() * half_sq)
        };
        let is_along_some =
            beside[0] && is_along(b - a) || beside[1] && is_along(c - b) || beside[2] && is_along(a - c);
        if is_along_some { [true; 3] } else { beside }
    };
    let face = |share: f64, height: f64| {
        let foot = half.at(centre, share) - n * (height / n_sq);
        let distance_sq = height * height / n_sq;
        SegmentClosest { point: foot, share, distance_sq, feature: Feature::Face }
    };
    let (height, climb) = (n.dot(centre - a), half.dot(n));
    let Some((low, high)) = part_over_face(&lines) else { return Err(on_rim()) };
    let (first, last) = (height + climb * low, height + climb * high);
    if climb * climb <= PARALLEL * PARALLEL * n_sq * half.length_sq() {
        let middle = 0.5 * (low + high);
        return Ok(face(middle, height + climb * middle));
    }
    if (first <= 0.0 && last >= 0.0) || (first >= 0.0 && last <= 0.0) {
        let crossing = -height / climb;
        let share = if crossing < low { low } else { crossing };
        let share = if share > high { high } else { share };
        return Ok(SegmentClosest { distance_sq: 0.0, ..face(share, height + climb * share) });
    }
    // Both are on one side of the plane. Where a single point is over the face, the two say nothing of what is beyond it.
    let is_first = (last > 0.0) == (climb > 0.0);
    let (share, height) = if is_first { (low, first) } else { (high, last) };
    let is_at_end = if is_first { low == -1.0 } else { high == 1.0 };
    if is_at_end { Ok(face(share, height)) } else { Err(on_rim()) }
}

/// The part of the segment (in half lengths) whose projection is inside the planes of all edges, given by the centre's
/// height over each and its growth along the segment.
fn part_over_face(lines: &[(f64, f64); 3]) -> Option<(f64, f64)> {
    let (mut low, mut high) = (-1.0, 1.0);
    for &(at, rate) in lines {
        let limit = -at / rate;
        if rate > 0.0 && limit > low {
            low = limit;
        } else if rate < 0.0 && limit < high {
            high = limit;
        } else if rate == 0.0 && at < 0.0 {
            return None;
        }
    }
    (low <= high).then_some((low, high))
}

/// The closest pair of the segment and those of the triangle's edges that `which` names; at least one.
fn to_rim(centre: DVec3, half: impl HalfSegment, corners: &[DVec3; 3], which: [bool; 3]) -> SegmentClosest {
    let (mut best, mut best_share) = (Foot::NONE, 0.0);
    for edge in 0..3 {
        if which[edge] {
            let next = if edge == 2 { 0 } else { edge + 1 };
            let (a, b) = (corners[edge], corners[next]);
            let share = share_nearest_to_edge(centre, half, a, b);
            let on_segment = half.at(centre, share);
            let t = closest_on_segment(on_segment, a, b);
            let (point, feature) = if t <= 0.0 {
                (a, Feature::Vertex(edge as u8))
            } else if t >= 1.0 {
                (b, Feature::Vertex(next as u8))
            } else {
                (a + (b - a) * t, Feature::Edge(edge as u8))
            };
            let way = point - on_segment;
            let foot = Foot { feature, point, way, distance_sq: way.length_sq() };
            if foot.is_nearer(&best, corners) {
                (best, best_share) = (foot, share);
            }
        }
    }
    SegmentClosest {
        point: best.point,
        share: best_share,
        distance_sq: best.distance_sq,
        feature: best.feature,
    }
}

/// The point of the segment (in half lengths) that is closest to the edge `a..b`; the middle of those equally close.
fn share_nearest_to_edge<H: HalfSegment>(centre: DVec3, half: H, a: DVec3, b: DVec3) -> f64 {
    let edge = b - a;
    let half_sq = half.length_sq();
    // A segment without length is its centre.
    let beside = |point: DVec3| if half_sq > 0.0 { half.dot(point - centre) / half_sq } else { 0.0 };
    let across = half.cross(edge);
    let across_sq = across.length_sq();
    let edge_sq = edge.length_sq();
    if across_sq <= PARALLEL * PARALLEL * half_sq * edge_sq {
        // Clamped one by one, the two ends agree on the near end of the segment where they do not overlap it.
        return 0.5 * (within(beside(a)) + within(beside(b)));
    }
    let share = within(H::dot_cross((a - centre).cross(edge), across) / across_sq);
    let t = (half.at(centre, share) - a).dot(edge);
    // Beyond an end of the edge, that end decides.
    if t <= 0.0 {
        within(beside(a))
    } else if t >= edge_sq {
        within(beside(b))
    } else {
        share
    }
}

fn within(share: f64) -> f64 {
    share.clamp(-1.0, 1.0)
}

/// Sine of the angle up to which a segment counts as parallel to a face or an edge: the rounding of the angle itself.
const PARALLEL: f64 = 4.0 * f64::EPSILON;

/// Squared cosine of the angle from which on an end of an edge can be as close as its inside, but for rounding.
const NEARLY_PARALLEL: f64 = 1.0 - 1e-6;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::closest_on_triangle;

    const CORNERS: [DVec3; 3] = [DVec3::ZERO, DVec3::new(4.0, 0.0, 0.0), DVec3::new(0.0, 0.0, 4.0)];

    #[test]
    fn every_feature_is_returned_in_its_region() {
        let upright = |x, z| closest_to_segment(DVec3::new(x, 3.0, z), DVec3::Y, &CORNERS);
        for (x, z, feature) in [
            (1.0, 1.0, Feature::Face),
            (1.0, -1.0, Feature::Edge(0)),
            (3.0, 3.0, Feature::Edge(1)),
            (-1.0, -1.0, Feature::Vertex(0)),
            (9.0, -1.0, Feature::Vertex(1)),
        ] {
            let found = upright(x, z);
            assert_eq!((found.feature, found.share), (feature, -1.0));
        }
    }

    #[test]
    fn of_equally_close_points_the_middle_is_returned() {
        // Along the floor, from x = 1 to beyond the rim at x = 3.
        let lying = closest_to_segment(DVec3::new(3.0, 2.0, 1.0), DVec3::X * 2.0, &CORNERS);
        assert_eq!((lying.point, lying.share), (DVec3::new(2.0, 0.0, 1.0), -0.5));
        assert_eq!((lying.distance_sq, lying.feature), (4.0, Feature::Face));
        // Along an edge, and past its end.
        let beside = closest_to_segment(DVec3::new(3.0, 0.0, -1.0), DVec3::X * 2.0, &CORNERS);
        assert_eq!((beside.point, beside.feature), (DVec3::new(2.5, 0.0, 0.0), Feature::Edge(0)));
        let past = closest_to_segment(DVec3::new(-3.0, 0.0, 0.0), DVec3::X, &CORNERS);
        assert_eq!((past.point, past.share), (DVec3::ZERO, 1.0));
    }

    #[test]
    fn a_crossing_has_distance_zero() {
        let found = closest_to_segment(DVec3::new(1.0, 0.5, 1.0), DVec3::Y, &CORNERS);
        assert_eq!((found.distance_sq, found.share, found.feature), (0.0, -0.5, Feature::Face));
    }

    /// A segment that rises towards the rim: its end there is over the rim to the last bit, and not the closest. The end counted
    /// as the closest, so a capsule went a thousandth of its radius too far, or through.
    #[test]
    fn an_end_over_the_rim_is_only_closest_if_the_segment_falls_towards_it() {
        let (over_rim, beyond) = (DVec3::new(2.0, 3.0, 0.0), DVec3::new(2.0, 2.0, -0.5));
        let found = closest_to_segment((over_rim + beyond) * 0.5, (over_rim - beyond) * 0.5, &CORNERS);
        assert_eq!((found.share, found.feature), (-1.0, Feature::Edge(0)));
        assert_eq!(found.distance_sq, 4.25);
        let higher = DVec3::new(2.0, 4.0, -0.5);
        let found = closest_to_segment((over_rim + higher) * 0.5, (over_rim - higher) * 0.5, &CORNERS);
        assert_eq!((found.share, found.distance_sq), (1.0, 9.0));
    }

    #[test]
    fn an_upright_segment_and_edges_left_out_give_the_same_numbers() {
        let mut state = 6_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let whole = (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0;
            if state.is_multiple_of(3) { (whole * 2.0) as i64 as f64 } else { whole }
        };
        let mut ends = 0;
        for case in 0..200_000 {
            let mut vector = |size: f64| DVec3::new(random(), random(), random()) * size;
            let (corners, centre, half) =
                ([vector(2.0), vector(2.0), vector(2.0)], vector(3.0), vector(2.0).y);
            let whole = DVec3::new(0.0, half.abs(), 0.0);
            let found = closest_to_upright(centre, half.abs(), &corners, &Face::of(&corners));
            let expected = closest_to_segment(centre, whole, &corners);
            if let Some(end) = Upright(half.abs()).nearest_end(centre, &corners) {
                ends += 1;
                assert_eq!(found.share, end, "case {case}");
                let apart = (found.distance_sq.sqrt() - expected.distance_sq.sqrt()).abs();
                assert!(apart < 1e-14, "case {case}: {apart:e}");
                continue;
            }
            assert_eq!(found, expected, "case {case}");
            if to_face(centre, whole, &corners, &Face::of(&corners)).is_err() {
                assert_eq!(found, to_rim(centre, whole, &corners, [true; 3]), "case {case}");
            }
        }
        println!("{ends} triangles above or below");
        assert!(ends > 10_000);
    }

    /// Against the least distance of points of the segment, found by ternary search: the distance is convex.
    #[test]
    fn no_point_of_the_segment_is_nearer() {
        let mut state = 5_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let whole = (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0;
            // A third of the coordinates are on a grid: parallel and degenerate cases.
            if state.is_multiple_of(3) { (whole * 2.0) as i64 as f64 } else { whole }
        };
        let mut worst = 0.0_f64;
        for case in 0..100_000 {
            let mut vector = |size: f64| DVec3::new(random(), random(), random()) * size;
            let (corners, centre, half) = ([vector(2.0), vector(2.0), vector(2.0)], vector(3.0), vector(2.0));
            if half.length_sq() < 1e-6 {
                continue;
            }
            let found = closest_to_segment(centre, half, &corners);
            let at = |share: f64| closest_on_triangle(centre + half * share, &corners).distance_sq.sqrt();
            let (mut low, mut high) = (-1.0, 1.0);
            for _ in 0..100 {
                let (p, q) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
                if at(p) < at(q) { high = q } else { low = p }
            }
            let error = (found.distance_sq.sqrt() - at(low)).abs();
            worst = worst.max(error);
            // Where the segment crosses the triangle, the search itself comes no nearer than this.
            assert!(error < 1e-12, "case {case}: {error:e} {found:?}");
            let own = (centre + half * found.share - found.point).length();
            assert!((own - found.distance_sq.sqrt()).abs() < 1e-12, "case {case}: {own}");
        }
        println!("largest difference {worst:e}");
    }
}
