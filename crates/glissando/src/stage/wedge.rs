//! Narrow wedges: they hold a character that surfaces push together, and do not push it out.
//!
//! Out of a wedge a body moves faster than what pushes it, the faster the narrower: at a fifth of a degree 286 times as fast. No
//! body slips like that, so the exact displacement counts only while it is a few times as long as what the surfaces require.

use crate::math::DVec3;
use crate::slide::{Allowed, SlidePlane, nearest_known};

/// A character is moved at most this many times the distance that one surface requires.
const WEDGE: f64 = 4.0;

/// The displacement nearest to `base` that the planes allow; `None` if they allow none, or only one out of a narrow wedge. It may
/// be longer by `slack` metres, so that what only rounding requires is never held.
pub(super) fn nearest_in_wedge(base: DVec3, planes: &[SlidePlane], slack: f64) -> Option<Allowed> {
    let allowed = nearest_known(base, planes)?;
    let lack = |plane: &SlidePlane| plane.least - plane.normal.dot(base);
    let most = planes.iter().map(lack).fold(0.0, |most, lack| if lack > most { lack } else { most });
    let moved = (allowed.displacement - base).length();
    (moved <= WEDGE * most + slack).then_some(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wall at rest, and one that comes nearer by a centimetre at an angle with this tangent to it.
    fn moved_between(tangent: f64) -> Option<f64> {
        let normal = DVec3::new(-1.0, tangent, 0.0).try_normalize().expect("it has a length");
        let planes = [SlidePlane { normal: DVec3::X, least: 0.0 }, SlidePlane { normal, least: 0.01 }];
        nearest_in_wedge(DVec3::ZERO, &planes, 1e-3).map(|allowed| allowed.displacement.length())
    }

    #[test]
    fn a_wide_wedge_is_left_and_a_narrow_one_holds() {
        // 30 degrees: twice as fast.
        let out = moved_between(0.577_350_269_189_625_8).expect("the wedge is wide");
        assert!((out - 0.02).abs() < 1e-12, "{out}");
        // 15 and 13 degrees, with sines of 0.259 and 0.225.
        assert!(moved_between(0.268).is_some());
        assert_eq!([0.231, 0.035, 0.003_5].map(moved_between), [None; 3]);
    }

    #[test]
    fn rounding_is_never_held() {
        let normal = DVec3::new(-1.0, 1e-2, 0.0).try_normalize().expect("it has a length");
        let planes = [SlidePlane { normal: DVec3::X, least: 0.0 }, SlidePlane { normal, least: 1e-9 }];
        assert!(nearest_in_wedge(DVec3::ZERO, &planes, 1e-5).is_some());
        assert!(nearest_in_wedge(DVec3::ZERO, &planes, 1e-9).is_none());
    }
}
