//! A triangle laid flat: its own frame has the longest edge along x, the inside at positive y, the normal along z.
//!
//! There the distance is a height and a distance in the plane. Segments and points are flat triangles like
//! any other, so nothing is special about a degenerate one.

use super::double::Double3;
use glissando::DVec3;

/// A triangle whose height is below this share of its longest edge is that edge.
const LINE: f64 = 1e-28;

/// A triangle in its own frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flat {
    origin: DVec3,
    axes: [DVec3; 3],
    corners: [Point; 3],
}

/// A point of the plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    x: f64,
    y: f64,
}

impl Point {
    fn minus(self, b: Self) -> Self {
        Self { x: self.x - b.x, y: self.y - b.y }
    }

    fn dot(self, b: Self) -> f64 {
        self.x * b.x + self.y * b.y
    }

    /// Positive where `b` is to the left of `self`.
    fn turn(self, b: Self) -> f64 {
        self.x * b.y - self.y * b.x
    }
}

impl Flat {
    /// Lays a triangle flat. The frame is computed to twice the precision and rounded once.
    pub(super) fn new(corners: [DVec3; 3]) -> Self {
        let first =
            (0..3).fold(0, |best, i| if edge_sq(corners, i) > edge_sq(corners, best) { i } else { best });
        let [a, b, c] = std::array::from_fn(|i| corners[(first + i) % 3]);
        let (edge, side) = (Double3::difference(b, a), Double3::difference(c, a));
        let length = edge.dot(edge).sqrt();
        if length.value() == 0.0 {
            let zero = Point { x: 0.0, y: 0.0 };
            return Self { origin: a, axes: [DVec3::X, DVec3::Y, DVec3::Z], corners: [zero; 3] };
        }
        let x_axis = edge.over(length);
        // Twice: the first leaves a remainder of its own rounding, which for a sliver is all there is.
        let rest = side + x_axis * -side.dot(x_axis);
        let rest = rest + x_axis * -rest.dot(x_axis);
        let height = rest.dot(rest).sqrt();
        let (x, height, y_axis) = if height.value() > LINE * length.value() {
            (x_axis.value(), height.value(), rest.over(height))
        } else {
            (x_axis.value(), 0.0, Double3::from(any_perpendicular(x_axis.value())))
        };
        let corners = [
            Point { x: 0.0, y: 0.0 },
            Point { x: length.value(), y: 0.0 },
            Point { x: side.dot(x_axis).value(), y: height },
        ];
        Self { origin: a, axes: [x, y_axis.value(), x_axis.cross(y_axis).value()], corners }
    }

    /// The corner that is the origin of the frame.
    pub(super) fn origin(&self) -> DVec3 {
        self.origin
    }

    /// The middle of the corners, in the frame.
    pub(super) fn middle(&self) -> DVec3 {
        let [a, b, c] = self.corners;
        DVec3::new((a.x + b.x + c.x) / 3.0, (a.y + b.y + c.y) / 3.0, 0.0)
    }

    /// The length of the longest edge; no two points of the triangle are farther apart.
    pub(super) fn size(&self) -> f64 {
        self.corners[1].x
    }

    /// A displacement, in the frame.
    pub(super) fn in_frame(&self, v: DVec3) -> DVec3 {
        DVec3::from(self.axes.map(|axis| axis.dot(v)))
    }

    /// A displacement of the frame, back in the space of the corners.
    pub(super) fn out_of_frame(&self, v: DVec3) -> DVec3 {
        self.axes[0] * v.x + self.axes[1] * v.y + self.axes[2] * v.z
    }

    /// From the closest point of the triangle to `p`, both in the frame.
    pub(super) fn gap(&self, p: DVec3) -> DVec3 {
        let flat = self.gap_in_plane(Point { x: p.x, y: p.y });
        DVec3::new(flat.x, flat.y, p.z)
    }

    /// The distance of the triangle from `p`, in the frame.
    pub(super) fn distance(&self, p: DVec3) -> f64 {
        self.gap(p).length()
    }

    /// Zero inside, else the shortest way from any edge.
    fn gap_in_plane(&self, p: Point) -> Point {
        let [a, b, c] = self.corners;
        let edges = [(a, b.minus(a)), (b, c.minus(b)), (c, a.minus(c))];
        if edges.iter().all(|&(start, edge)| edge.turn(p.minus(start)) > 0.0) {
            return Point { x: 0.0, y: 0.0 };
        }
        let gaps = edges.map(|(start, edge)| gap_to_edge(p.minus(start), edge));
        gaps.into_iter().fold(gaps[0], |best, gap| if gap.dot(gap) < best.dot(best) { gap } else { best })
    }
}

/// From the closest point of the edge that starts at the origin to `p`.
fn gap_to_edge(p: Point, edge: Point) -> Point {
    let share = p.dot(edge) / edge.dot(edge);
    // A point has 0/0 here, and any share of nothing will do.
    let share = if share > 0.0 { share.min(1.0) } else { 0.0 };
    Point { x: p.x - edge.x * share, y: p.y - edge.y * share }
}

fn edge_sq(corners: [DVec3; 3], i: usize) -> f64 {
    (corners[(i + 1) % 3] - corners[i]).length_sq()
}

/// Some unit vector perpendicular to the unit vector `v`.
fn any_perpendicular(v: DVec3) -> DVec3 {
    let other = if v.x.abs() < 0.6 { DVec3::X } else { DVec3::Y };
    let across = v.cross(other);
    across / across.length()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNERS: [DVec3; 3] = [DVec3::ZERO, DVec3::new(0.0, 3.0, 0.0), DVec3::new(0.0, 0.0, 4.0)];

    fn distance(corners: [DVec3; 3], p: DVec3) -> f64 {
        let flat = Flat::new(corners);
        flat.distance(flat.in_frame(p - flat.origin()))
    }

    #[test]
    fn every_feature_is_the_closest_where_it_should_be() {
        for (p, expected) in [
            ((2.0, 1.0, 1.0), 2.0),
            ((0.0, 1.0, 1.0), 0.0),
            ((3.0, 1.0, -4.0), 5.0),
            ((0.0, -1.0, 2.0), 1.0),
            ((0.0, 1.5 + 4.0, 2.0 + 3.0), 5.0),
            ((2.0, -3.0, -6.0), 7.0),
            ((0.0, 3.0 + 3.0, -4.0), 5.0),
        ] {
            let p = DVec3::new(p.0, p.1, p.2);
            for i in 0..3 {
                let turned = std::array::from_fn(|k| CORNERS[(k + i) % 3]);
                assert!((distance(turned, p) - expected).abs() < 1e-14, "{p:?}");
            }
        }
    }

    #[test]
    fn segments_and_points_are_triangles_too() {
        let (a, b) = (DVec3::new(0.1, 0.2, 0.3), DVec3::new(0.4, 0.5, 0.6));
        let p = a + DVec3::new(1.0, -1.0, 0.0);
        for corners in [[a, b, a], [b, b, a], [a, a, a], [a, a + (b - a) * 0.37, b]] {
            assert!((distance(corners, p) - 2.0_f64.sqrt()).abs() < 1e-14);
        }
    }
}
