//! A moving point against a flat polygon, convex or not, without cracks between neighbours.
//!
//! Sources: the plane by Newell's method (Sutherland, Sproull, Schumacker 1974); the inside by counting the edges that
//! a half line crosses (Shimrat 1962), on the corners projected along the path ([`Shear`]).

use super::plane::{Crossing, Faces, Plane};
use super::shear::Shear;
use crate::input::{self, InputError};
use crate::math::DVec3;

/// A polygon without holes, whose corners run counter-clockwise seen from its front.
///
/// An outline that crosses itself is inside where a line to the outside crosses it an odd number of times.
#[derive(Clone, Copy, Debug)]
pub struct Polygon<'a> {
    corners: &'a [DVec3],
    plane: Plane,
}

impl<'a> Polygon<'a> {
    /// The polygon with these corners (metres), in the plane that fits them best (Newell).
    ///
    /// # Errors
    /// Fewer than three corners; corners that are not finite or beyond
    /// [`tolerance::WORLD_LIMIT`](crate::tolerance::WORLD_LIMIT); corners that enclose no area.
    pub fn new(corners: &'a [DVec3]) -> Result<Self, InputError> {
        input::scalar("number of corners", corners.len() as f64, 3.0, f64::MAX)?;
        let mut sum = DVec3::ZERO;
        let (mut least, mut most) = (corners[0], corners[0]);
        for &corner in corners {
            input::position("corner", corner)?;
            sum += corner - corners[0];
            (least, most) = (least.min(corner), most.max(corner));
        }
        let centre = corners[0] + sum / corners.len() as f64;
        let area = edges(corners).fold(DVec3::ZERO, |area, (a, b)| area + (a - centre).cross(b - centre));
        let what = "twice the area of the polygon over its diagonal squared";
        Ok(Self { corners, plane: Plane::from_area(what, centre, area, (most - least).length_sq())? })
    }

    /// The polygon's plane.
    pub const fn plane(&self) -> Plane {
        self.plane
    }

    /// Largest distance of a corner from the plane, in metres: zero up to rounding for a flat polygon.
    pub fn unevenness(&self) -> f64 {
        self.corners.iter().map(|c| self.plane.signed_distance(*c).abs()).fold(0.0, f64::max)
    }

    /// Whether `point`, moved along the normal, falls on the polygon; its border and corners belong to it.
    ///
    /// Of two polygons in one plane that meet at an edge, at least one contains each point of the edge.
    pub fn contains(&self, point: DVec3) -> bool {
        Shear::along(self.plane.normal()).is_some_and(|view| self.is_seen(point, &view).is_some())
    }

    /// The crossing of the polygon by the point that moves from `from` to `from + translation`.
    ///
    /// Start, end and direction count as in [`Plane::crossing`]; border and corners belong to the polygon. A path
    /// through a common edge or corner of polygons that lie on both its sides, in the projection along the path, hits
    /// at least one of them.
    pub fn crossing(&self, from: DVec3, translation: DVec3, faces: Faces) -> Option<Crossing> {
        let crossing = self.plane.crossing(from, translation, faces)?;
        let view = Shear::along(translation)?;
        let (nearest, farthest) = self.is_seen(from, &view)?;
        // On a path almost within the plane, rounding must not move the crossing off the polygon.
        let fraction = crossing.fraction.max(nearest).min(farthest);
        if !(0.0..=1.0).contains(&fraction) {
            return None;
        }
        Some(Crossing { fraction, point: from + translation * fraction, ..crossing })
    }

    /// The smallest and largest fraction of the corners, if the path from `from` hits the polygon.
    fn is_seen(&self, from: DVec3, view: &Shear) -> Option<(f64, f64)> {
        let (mut odd, mut on_border) = (false, false);
        let (mut nearest, mut farthest) = (f64::INFINITY, f64::NEG_INFINITY);
        for (a, b) in edges(self.corners) {
            let (a, b) = (view.apply(a - from), view.apply(b - from));
            let turn = a.turn(b);
            on_border |= turn == 0.0 && straddles(a.x, b.x) && straddles(a.y, b.y);
            // The edge crosses the half line to the right of the path, upwards or downwards. A corner on the
            // half line counts as above it, so each passage through a corner is counted once.
            odd ^= (a.y < 0.0) != (b.y < 0.0) && (turn > 0.0) == (a.y < 0.0);
            let fraction = a.along / view.step;
            (nearest, farthest) = (nearest.min(fraction), farthest.max(fraction));
        }
        (odd || on_border).then_some((nearest, farthest))
    }
}

/// Every corner with its successor.
fn edges(corners: &[DVec3]) -> impl Iterator<Item = (DVec3, DVec3)> + '_ {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

/// Whether zero is between the two numbers.
fn straddles(a: f64, b: f64) -> bool {
    (a <= 0.0 && b >= 0.0) || (a >= 0.0 && b <= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn flat(outline: &[(f64, f64)]) -> Vec<DVec3> {
        outline.iter().map(|&(x, y)| DVec3::new(x, y, 0.0)).collect()
    }

    /// A square of side 4 with a notch from the top down to its middle.
    const NOTCHED: [(f64, f64); 7] =
        [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (3.0, 4.0), (2.0, 2.0), (1.0, 4.0), (0.0, 4.0)];

    #[test]
    fn a_notch_is_outside_and_the_border_is_inside() {
        let corners = flat(&NOTCHED);
        let polygon = Polygon::new(&corners).unwrap();
        assert_eq!(polygon.plane().normal(), DVec3::Z);
        assert_eq!(polygon.unevenness(), 0.0);
        for (x, y, inside) in [
            (2.0, 1.0, true),
            (2.0, 2.0, true),
            (2.0, 2.5, false),
            (2.0, 4.0, false),
            (0.5, 3.5, true),
            (3.5, 2.0, true),
            (4.5, 2.0, false),
            (-0.5, 2.0, false),
            (-0.5, 4.0, false),
            (0.0, 0.0, true),
            (4.0, 4.0, true),
            (2.0, 0.0, true),
            (2.0, -0.001, false),
        ] {
            assert_eq!(polygon.contains(DVec3::new(x, y, 9.0)), inside, "({x}, {y})");
            let from = DVec3::new(x - 1.0, y, 2.0);
            let hit = polygon.crossing(from, DVec3::new(2.0, 0.0, -4.0), Faces::Front);
            assert_eq!(hit.map(|h| (h.fraction, h.front)), inside.then_some((0.5, true)), "({x}, {y})");
            let back = polygon.crossing(DVec3::new(x, y, -1.0), DVec3::Z * 2.0, Faces::Both);
            assert_eq!(back.is_some(), inside);
        }
    }

    #[test]
    fn a_grid_of_points_is_cut_in_two_by_a_jagged_line_without_gap() {
        let seam = [(4.0, 0.0), (2.0, 1.0), (5.0, 2.0), (5.0, 3.0), (3.0, 3.0), (4.0, 6.0)];
        let left: Vec<_> = seam.iter().copied().chain([(0.0, 6.0), (0.0, 0.0)]).collect();
        let right: Vec<_> = seam.iter().rev().copied().chain([(8.0, 0.0), (8.0, 6.0)]).collect();
        let (left, right) = (flat(&left), flat(&right));
        let (left, right) = (Polygon::new(&left).unwrap(), Polygon::new(&right).unwrap());
        assert_eq!((left.plane().normal(), right.plane().normal()), (DVec3::Z, DVec3::Z));
        let mut both = 0;
        for i in 0..=64 {
            for j in 0..=48 {
                let point = DVec3::new(f64::from(i) / 8.0, f64::from(j) / 8.0, 0.0);
                assert!(left.contains(point) || right.contains(point), "{point:?}");
                both += u32::from(left.contains(point) && right.contains(point));
            }
        }
        // The points of the seam that are on the grid, corners included, and no others.
        assert_eq!(both, 8 + 8 + 8 + 16 + 8 + 1);
    }

    #[test]
    fn a_path_in_the_plane_is_no_crossing() {
        let corners = flat(&NOTCHED);
        let polygon = Polygon::new(&corners).unwrap();
        assert_eq!(polygon.crossing(DVec3::new(-1.0, 1.0, 0.0), DVec3::X * 9.0, Faces::Both), None);
        assert_eq!(polygon.crossing(DVec3::new(1.0, 1.0, 0.0), DVec3::ZERO, Faces::Both), None);
    }

    #[test]
    fn outlines_without_area_are_refused() {
        let two = flat(&NOTCHED[..2]);
        assert!(matches!(Polygon::new(&two), Err(InputError::OutOfRange { value: 2.0, .. })));
        assert!(Polygon::new(&[]).is_err());
        let line = flat(&[(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (5.0, 5.0)]);
        let bow_tie = flat(&[(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)]);
        assert!(Polygon::new(&line).is_err());
        assert!(Polygon::new(&bow_tie).is_err());
        let broken = [DVec3::X, DVec3::Y, DVec3::new(0.0, 0.0, f64::NAN)];
        assert!(matches!(Polygon::new(&broken), Err(InputError::NotFinite { .. })));
    }

    #[test]
    fn a_bent_outline_gets_the_plane_between() {
        let corners =
            [DVec3::ZERO, DVec3::new(2.0, 0.0, 0.1), DVec3::new(2.0, 2.0, 0.0), DVec3::new(0.0, 2.0, 0.1)];
        let polygon = Polygon::new(&corners).unwrap();
        assert!((polygon.plane().normal() - DVec3::Z).length() < 1e-15);
        assert!((polygon.unevenness() - 0.05).abs() < 1e-15);
    }
}
