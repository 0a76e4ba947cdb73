//! What bounds the turn of a motion over a span of the tick.

use super::Advance;
use crate::math::DVec3;

/// A turn about an axis over a span. With `k` half of it in radians (its tangent, which is more), a unit vector perpendicular to
/// the axis has a rate of at most `2 k` and a second derivative of at most `5.3 k²`; time is in spans.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    axis: DVec3,
    /// Angular velocity now, radians per span.
    pub(super) spin: DVec3,
    /// `k`.
    pub(super) half: f64,
    /// Bound of that second derivative.
    pub(super) bow: f64,
}

impl Turn {
    /// Length of the part of a vector that the turn moves.
    pub(super) fn across(&self, v: DVec3) -> f64 {
        (v - self.axis * self.axis.dot(v)).length()
    }
}

impl Advance<'_> {
    /// The turn of the span, with its spin at a time; `None` without a turn.
    pub(super) fn turn_at(&self, time: f64) -> Option<Turn> {
        let (motion, (from, to)) = (self.triangle.motion, self.triangle.span);
        let axis = motion.turn().try_normalize()?;
        let half = motion.turn().length() * (to - from);
        let bow = motion.bow(1.0) * ((to - from) * (to - from));
        Some(Turn { axis, spin: self.spin(time), half, bow })
    }
}
