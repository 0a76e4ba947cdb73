//! The closest pair of a solid core and edges of a triangle: the foot on each edge, and the nearest of them.
//!
//! Along an edge the slope of the squared distance never falls, so its signs at the ends tell whether an end is closest.

use super::CoreClosest;
use super::closest::Foot;
use crate::collide::Feature;
use crate::math::DVec3;

/// A convex core about the origin.
pub(super) trait Solid {
    /// Half extents along the axes.
    fn half_extents(&self) -> DVec3;

    /// A point less its nearest point of the core.
    fn beyond(&self, point: DVec3) -> DVec3;

    /// The share of the edge from `a` along `d` that is closest to the core; of those equally close, the one nearest to the
    /// centre. The slope of the distance falls at the start or is none, and rises at the end or is none.
    fn share_nearest(&self, a: DVec3, d: DVec3, slopes: [f64; 2]) -> f64;
}

/// The closest pair of the core and those of the triangle's edges that `which` names; at least one.
pub(super) fn closest_on_rim(solid: &impl Solid, corners: &[DVec3; 3], which: [bool; 3]) -> CoreClosest {
    let mut best = Foot::NONE;
    for edge in 0..3 {
        if which[edge] {
            let next = if edge == 2 { 0 } else { edge + 1 };
            let (a, b) = (corners[edge], corners[next]);
            // Mostly there is one edge only: nothing to compare it with.
            if best.distance_sq < f64::INFINITY && is_farther(solid, a, b, best.distance_sq) {
                continue;
            }
            let foot = foot_on_edge(solid, [a, b], [edge as u8, next as u8]);
            if foot.is_nearer(&best, corners) {
                best = foot;
            }
        }
    }
    best.of_core()
}

/// The foot on the edge `a..b`; `names` are the numbers of these corners, of which the first is the edge's too.
#[inline(always)]
fn foot_on_edge(solid: &impl Solid, [a, b]: [DVec3; 2], names: [u8; 2]) -> Foot {
    let foot = |point: DVec3, way: DVec3, feature: Feature| Foot {
        feature,
        point,
        way,
        distance_sq: way.length_sq(),
    };
    let d = b - a;
    let at_start = solid.beyond(a);
    let start_slope = at_start.dot(d);
    if start_slope > 0.0 {
        return foot(a, at_start, Feature::Vertex(names[0]));
    }
    let at_end = solid.beyond(b);
    let end_slope = at_end.dot(d);
    if end_slope < 0.0 {
        return foot(b, at_end, Feature::Vertex(names[1]));
    }
    let share = solid.share_nearest(a, d, [start_slope, end_slope]);
    if share <= 0.0 {
        foot(a, at_start, Feature::Vertex(names[0]))
    } else if share >= 1.0 {
        foot(b, at_end, Feature::Vertex(names[1]))
    } else {
        let point = a + d * share;
        foot(point, solid.beyond(point), Feature::Edge(names[0]))
    }
}

/// Whether the boxes about the edge and about the core are farther apart than that, so that no rounding can make the edge
/// the nearest.
#[inline(always)]
fn is_farther(solid: &impl Solid, a: DVec3, b: DVec3, distance_sq: f64) -> bool {
    let half = solid.half_extents();
    let gap = (a.min(b) - half).max(-half - a.max(b)).max(DVec3::ZERO);
    gap.length_sq() > CLEARLY * distance_sq
}

/// Ratio of squared distances from which on they are never equal up to rounding.
const CLEARLY: f64 = 1.001;
