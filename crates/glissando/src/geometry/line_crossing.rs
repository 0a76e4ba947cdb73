//! The crossing of a straight line and a triangle; each crossing of a mesh is found exactly once.
//!
//! A line through a common edge or corner crosses one of the neighbours, not both and not none: if a turn about the
//! line rounds to zero, the line counts as shifted by a hair, always to the same side.
//!
//! Source: Edelsbrunner and Mücke, *Simulation of Simplicity* (1990), for the line as a point of the plane onto which
//! [`Shear`] projects.

use super::products::precise_cross;
use super::shear::{Seen, Shear};
use crate::math::DVec3;

/// An infinite line with a direction.
pub(crate) struct Line {
    from: DVec3,
    direction: DVec3,
    shear: Shear,
}

/// A crossing of a line and a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LineCrossing {
    /// Whether it is from front to back: the front is the side from which corners run counter-clockwise.
    pub(crate) from_front: bool,
    /// Sine of the angle between line and triangle: a measure of reliability.
    pub(crate) steepness: f64,
}

impl Line {
    /// The line through `from` along `direction`; `None` for a zero direction.
    pub(crate) fn new(from: DVec3, direction: DVec3) -> Option<Self> {
        Some(Self { from, direction, shear: Shear::along(direction)? })
    }

    /// The crossing of the line and the triangle, if any.
    pub(crate) fn crossing(&self, corners: &[DVec3; 3]) -> Option<LineCrossing> {
        let [a, b, c] = corners.map(|corner| self.shear.apply(corner - self.from));
        let sides = [side(a, b), side(b, c), side(c, a)];
        if sides[0] == 0 || sides[1] != sides[0] || sides[2] != sides[0] {
            return None;
        }
        let from_front = (sides[0] < 0) == (self.shear.step > 0.0);
        let normal = precise_cross(corners[1] - corners[0], corners[2] - corners[0]);
        let size = normal.length() * self.direction.length();
        let steepness = if size > 0.0 { normal.dot(self.direction).abs() / size } else { 0.0 };
        Some(LineCrossing { from_front, steepness })
    }

    /// The crossing of the segment from the line's start to its end `to`: the fraction of the segment, and whether it
    /// is from front to back.
    ///
    /// The sides of the two ends decide, and an end on the plane counts as in front. They depend on the end alone, so a
    /// path in many pieces crosses once in all.
    pub(crate) fn crossing_until(&self, to: DVec3, corners: &[DVec3; 3]) -> Option<(f64, bool)> {
        let normal = precise_cross(corners[1] - corners[0], corners[2] - corners[0]);
        let [start, end] = [self.from, to].map(|p| normal.dot(p - corners[0]));
        if (start >= 0.0) == (end >= 0.0) {
            return None;
        }
        self.crossing(corners)?;
        Some((start / (start - end), start >= 0.0))
    }
}

/// The side of the directed edge on which the line passes: 1 or -1, and the negative for the reversed edge.
///
/// 0 for an edge that projects to a point.
fn side(a: Seen, b: Seen) -> i8 {
    let turn = a.turn(b);
    // With the line shifted by (e, e²), for an infinitesimal e.
    [turn, a.y - b.y, b.x - a.x].into_iter().find(|v| *v != 0.0).map_or(0, |v| if v > 0.0 { 1 } else { -1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cube about the origin whose faces are cut along both diagonals: everything lies on some grid line.
    fn cube() -> Vec<[DVec3; 3]> {
        let mut triangles = Vec::new();
        for axis in 0..3 {
            for sign in [-1.0, 1.0] {
                let at = |u: f64, v: f64, w: f64| {
                    let p = [u, v * sign, w * sign];
                    DVec3::new(p[(3 - axis) % 3], p[(4 - axis) % 3], p[(5 - axis) % 3])
                };
                let rim = [at(-1.0, -1.0, 1.0), at(1.0, -1.0, 1.0), at(1.0, 1.0, 1.0), at(-1.0, 1.0, 1.0)];
                let middle = at(0.0, 0.0, 1.0);
                for i in 0..4 {
                    triangles.push([rim[i], rim[(i + 1) % 4], middle]);
                }
            }
        }
        triangles
    }

    #[test]
    fn a_line_through_edges_and_corners_goes_in_as_often_as_out() {
        let cube = cube();
        let grid = [-1.0, -0.5, 0.0, 0.5, 1.0, 1.5];
        let directions = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::new(1.0, 1.0, 0.0), DVec3::new(1.0, 1.0, 1.0)];
        let (mut lines, mut crossed) = (0, 0);
        for direction in directions.into_iter().flat_map(|d| [d, -d]) {
            for (x, y, z) in grid.iter().flat_map(|x| grid.iter().flat_map(move |y| grid.map(|z| (x, y, z))))
            {
                let line = Line::new(DVec3::new(*x, *y, z), direction).unwrap();
                let found: Vec<_> = cube.iter().filter_map(|t| line.crossing(t)).collect();
                let front = found.iter().filter(|c| c.from_front).count();
                assert!(front <= 1 && found.len() == 2 * front, "{found:?}");
                lines += 1;
                crossed += front;
            }
        }
        println!("{lines} lines, {crossed} cross");
        assert!(crossed > 500);
    }

    #[test]
    fn a_path_in_pieces_through_edges_crosses_once() {
        let cube = cube();
        let (from, to) = (DVec3::ZERO, DVec3::new(2.0, 2.0, 0.0));
        for pieces in 1..40 {
            let at = |i: i32| from + (to - from) * (f64::from(i) / f64::from(pieces));
            let mut crossings = 0;
            for i in 0..pieces {
                let line = Line::new(at(i), at(i + 1) - at(i)).unwrap();
                crossings += cube.iter().filter(|t| line.crossing_until(at(i + 1), t).is_some()).count();
            }
            assert_eq!(crossings, 1, "{pieces} pieces");
        }
    }
}
