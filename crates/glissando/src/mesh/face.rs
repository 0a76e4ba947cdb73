//! How far a triangle's plane can be relied on, by its area and its height.

use crate::math::{Vec3, sqrt_f64};
use crate::tolerance;

/// Whether a triangle with these corners has a face at all.
#[cfg(feature = "serde")]
pub(crate) fn has_face(corners: [Vec3; 3]) -> bool {
    face(corners).0 != Face::None
}

/// The reliability of a triangle's plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Face {
    Sound,
    /// Lower than [`tolerance::SLIVER_ULPS`] and [`tolerance::SLIVER_SHARE`].
    Sliver,
    /// Without area.
    None,
}

/// The reliability of the triangle's plane, and its area in square metres.
///
/// In `f64` no product of accepted coordinates over- or underflows, so squares can be compared.
#[inline]
pub(super) fn face([a, b, c]: [Vec3; 3]) -> (Face, f64) {
    let edge = |from: Vec3, to: Vec3| to.as_dvec3() - from.as_dvec3();
    let (ab, bc, ca) = (edge(a, b), edge(b, c), edge(c, a));
    let doubled_sq = ab.cross(ca).length_sq();
    if doubled_sq == 0.0 {
        return (Face::None, 0.0);
    }
    let longest_sq = ab.length_sq().max(bc.length_sq()).max(ca.length_sq());
    let thin = f64::from(tolerance::SLIVER_SHARE) * longest_sq;
    let is_low = || {
        let largest = a.abs().max(b.abs()).max(c.abs()).max_element();
        let lowest = f64::from(tolerance::SLIVER_ULPS) * last_place(largest);
        doubled_sq < lowest * lowest * longest_sq
    };
    let face = if doubled_sq < thin * thin && is_low() { Face::Sliver } else { Face::Sound };
    (face, 0.5 * sqrt_f64(doubled_sq))
}

/// One unit in the last place of a non-negative number: its power of two, 23 places lower.
fn last_place(value: f32) -> f64 {
    let power = f32::from_bits(value.to_bits() & f32::INFINITY.to_bits());
    let smallest = f32::from_bits(1);
    (f64::from(power) * f64::from(f32::EPSILON)).max(f64::from(smallest))
}
