//! A moving box in world space, which the trees over bodies and the boxes of single bodies are asked about.

use crate::bvh::BoxPath;
use crate::geometry::Aabb;
use crate::math::DVec3;

/// Minimum thickness of a box, in metres.
const LEAST_EXTENT: f64 = 1e-90;

/// A moving box in world space.
#[derive(Clone, Copy, Debug)]
pub(super) struct WorldPath {
    from: DVec3,
    translation: DVec3,
    extents: DVec3,
    /// Lowest and highest corner of the box of the whole path.
    low: DVec3,
    high: DVec3,
}

impl WorldPath {
    pub(super) fn new(from: DVec3, translation: DVec3, extents: DVec3) -> Self {
        let to = from + translation;
        // In the plane of a triangle, products of coordinates underflow: the box gets a thickness.
        let extents = extents + DVec3::splat(LEAST_EXTENT);
        Self { from, translation, extents, low: from.min(to) - extents, high: from.max(to) + extents }
    }

    /// The same box for a tree.
    #[inline(always)]
    pub(super) fn cast(&self) -> BoxPath {
        BoxPath::new(self.from, self.translation, self.extents)
    }

    /// The middle and the half extents of the box of the whole path.
    pub(super) fn about(&self) -> (DVec3, DVec3) {
        ((self.low + self.high) * 0.5, (self.high - self.low) * 0.5)
    }

    /// The same path of a box that is larger by `more` metres on every side.
    pub(super) fn grown(&self, more: f64) -> Self {
        let more = DVec3::splat(more);
        Self { extents: self.extents + more, low: self.low - more, high: self.high + more, ..*self }
    }

    /// Whether the box of the whole path is in another one.
    pub(super) fn is_in(&self, low: DVec3, high: DVec3) -> bool {
        let (above, below) = (self.low - low, high - self.high);
        (above.x >= 0.0)
            & (above.y >= 0.0)
            & (above.z >= 0.0)
            & (below.x >= 0.0)
            & (below.y >= 0.0)
            & (below.z >= 0.0)
    }

    /// Whether the box of the whole path shares a point with `bounds`.
    pub(super) fn reaches(&self, bounds: Aabb) -> bool {
        let (min, max) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
        let is_beyond = |low: DVec3, high: DVec3| (low.x > high.x) | (low.y > high.y) | (low.z > high.z);
        !(is_beyond(self.low, max) | is_beyond(min, self.high))
    }
}
