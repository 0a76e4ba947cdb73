//! The outline of an upright cylinder seen along an edge, and its points that are nearest to the edge.
//!
//! An upper and a lower half ellipse with straight sides between them.
//!
//! Source: derived in the project.

use super::zero::zero_between;
use crate::math::sqrt_f64;

/// A cylinder seen along an edge: an ellipse, moved up and down.
pub(super) struct Outline {
    pub(super) radius: f64,
    /// The ellipse's half height over its half width.
    pub(super) squash: f64,
    /// How far it is moved.
    pub(super) half: f64,
}

/// A point beside an outline's middle, `aside` not negative, and the quarter of the outline that is beside and above it.
///
/// The other two quarters have no point that is nearer than those next to it.
pub(super) struct Quarter<'a> {
    outline: &'a Outline,
    aside: f64,
    up: f64,
}

impl<'a> Quarter<'a> {
    pub(super) const fn new(outline: &'a Outline, aside: f64, up: f64) -> Self {
        Self { outline, aside, up }
    }

    /// The point's distance beyond the outline along any normal of the quarter is at most this.
    pub(super) fn most(&self) -> f64 {
        let Outline { radius, squash, half } = *self.outline;
        // The outline's width along a unit normal is a concave function of the normal's height: it is least at an end.
        let width = radius.min(half + radius * squash);
        let up = self.up.max(0.0);
        let along = if up == 0.0 { self.aside } else { sqrt_f64(self.aside * self.aside + up * up) };
        along - width
    }

    /// How the point's squared distance changes along the curve, up to a positive factor; at the ellipse's eccentric
    /// angle, given by the tangent of its half.
    fn rise(&self, tangent: f64) -> f64 {
        let Outline { radius, squash, half } = *self.outline;
        let (c, s) = cosine_sine(tangent);
        let (x, y) = (radius * c - self.aside, half + radius * squash * s - self.up);
        squash * c * y - s * x
    }

    /// The normal, not unit, at the point of the curve that is nearer than those next to it.
    ///
    /// With the angle's sine and cosine s and c, the radius r, the squash q and the height h above the ellipse's middle,
    /// the rise over s c is `a / c - q h / s - r (1 - q^2)`. It rises for an h that is not negative, and there is one
    /// zero. For a negative h it is convex: where it rises through zero the distance is least, and that is behind its
    /// lowest point, where the cubes of s and c are as `q |h|` and `a`.
    pub(super) fn normal(&self) -> Option<(f64, f64)> {
        let Outline { radius, squash, half } = *self.outline;
        let height = self.up - half;
        let low = if height >= 0.0 {
            0.0
        } else {
            let (at_sine, at_cosine) = (squash * -height, self.aside);
            if at_sine + at_cosine >= radius * (1.0 - squash * squash) {
                return None;
            }
            self.falling(at_sine, at_cosine)?
        };
        let tangent = zero_between(|tangent| self.rise(tangent), (low, self.rise(low)), (1.0, self.aside));
        let (c, s) = cosine_sine(tangent);
        Some((squash * c, s))
    }

    /// A tangent where the rise is negative, beside its lowest point over sine and cosine.
    ///
    /// A curve that falls by less than is found here has no direction that is better than those next to it.
    fn falling(&self, at_sine: f64, at_cosine: f64) -> Option<f64> {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..DIPS {
            let middle = 0.5 * (low + high);
            if self.rise(middle) < 0.0 {
                return Some(middle);
            }
            let (c, s) = (1.0 - middle * middle, 2.0 * middle);
            if at_cosine * (s * s * s) > at_sine * (c * c * c) {
                high = middle;
            } else {
                low = middle;
            }
        }
        None
    }
}

/// Cosine and sine of an angle, given by the tangent of its half.
fn cosine_sine(tangent: f64) -> (f64, f64) {
    let scale = 1.0 / (1.0 + tangent * tangent);
    ((1.0 - tangent * tangent) * scale, 2.0 * tangent * scale)
}

/// Halvings of the search for a tangent where the rise is negative.
const DIPS: usize = 16;
