//! The signed distance of a core from a triangle that it meets: the best of the directions offered.
//!
//! The distance of the core's centre from the Minkowski sum of core and triangle, negative inside, is the largest over
//! the directions in which the sum ends. So it is convex, as the distance outside is, and continues that.

use super::closest_on_segment;
use crate::collide::Feature;
use crate::math::{DVec3, sqrt_f64};

/// The face of the sum of core and triangle that is nearest to the core's centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CoreDepth {
    /// Distance of the centre along `normal`; negative inside of the sum.
    pub(crate) distance: f64,
    /// Unit, the way out of the triangle.
    pub(crate) normal: DVec3,
    /// A touched point of the triangle, relative to the centre of the core.
    pub(crate) point: DVec3,
    /// The feature that it is on.
    pub(crate) feature: Feature,
}

/// Which kind of face of the sum a direction belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Axis {
    /// That of the triangle.
    Face,
    /// One of the core, at a corner of the triangle.
    Own,
    /// One of an edge of the triangle with an edge of the core.
    Edge(usize),
}

/// A search for the direction of the largest distance.
pub(super) struct Search<'a> {
    corners: &'a [DVec3; 3],
    towards: DVec3,
    best: Option<(f64, DVec3, Axis)>,
}

impl<'a> Search<'a> {
    /// Where two directions are equal, the one against `towards` is taken.
    pub(super) const fn new(corners: &'a [DVec3; 3], towards: DVec3) -> Self {
        Self { corners, towards, best: None }
    }

    /// Both directions of an axis, unless its squared length is at most `least`; `extent` is that of the core.
    pub(super) fn offer(&mut self, axis: DVec3, least: f64, kind: Axis, extent: impl Fn(DVec3) -> f64) {
        let length_sq = axis.length_sq();
        if length_sq <= least {
            return;
        }
        let axis = axis / sqrt_f64(length_sq);
        let heights = self.corners.map(|corner| axis.dot(corner));
        let low = heights[0].min(heights[1]).min(heights[2]);
        let high = heights[0].max(heights[1]).max(heights[2]);
        let is_up = if low == -high { axis.dot(self.towards) <= 0.0 } else { -high > low };
        let (beyond, normal) = if is_up { (-high, axis) } else { (low, -axis) };
        let distance = beyond - extent(axis);
        // Among equals the face, whose normal is the most exact, then the core's own directions.
        if self.best.is_none_or(|(most, ..)| distance > most + SAME) {
            self.best = Some((distance, normal, kind));
        }
    }

    /// Whether no direction is taken whose distance is at most `most`.
    pub(super) fn is_reached(&self, most: f64) -> bool {
        self.best.is_some_and(|(best, ..)| most <= best)
    }

    /// The best of all that were offered.
    pub(super) fn found(&self) -> Option<CoreDepth> {
        let (distance, normal, kind) = self.best?;
        let (point, feature) = touched(self.corners, normal, kind);
        Some(CoreDepth { distance, normal, point, feature })
    }
}

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

/// Sine of the angle below which a cross product has no direction.
pub(super) const FLAT: f64 = 1e-9;

/// Depths that differ by less are equal.
const SAME: f64 = 1e-9;

/// The edges of a triangle, the squared length of its longest, and twice its area as a vector.
pub(super) fn edges_of(corners: &[DVec3; 3]) -> ([DVec3; 3], f64, DVec3) {
    let [a, b, c] = *corners;
    let edges = [b - a, c - b, a - c];
    let longest_sq =
        DVec3::new(edges[0].length_sq(), edges[1].length_sq(), edges[2].length_sq()).max_element();
    (edges, longest_sq, edges[2].cross(edges[0]))
}
