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
    edges: [Edge; 3],
}

/// From one corner to the next.
#[derive(Clone, Copy, Debug)]
struct Edge {
    start: Point,
    way: Point,
    /// One over its squared length; zero for no length.
    inverse_sq: f64,
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
            let point = [Point { x: 0.0, y: 0.0 }; 3];
            return Self::with_frame(a, [DVec3::X, DVec3::Y, DVec3::Z], point);
        }
        let x_axis = edge.over(length);
        // Twice: the first leaves a remainder of its own rounding, which for a sliver is all there is.
        let rest = side + x_axis * -side.dot(x_axis);
        let rest = rest + x_axis * -rest.dot(x_axis);
        let height = rest.dot(rest).sqrt();
        let (height, y_axis) = if height.value() > LINE * length.value() {
            (height.value(), rest.over(height))
        } else {
            (0.0, Double3::from(any_perpendicular(x_axis.value())))
        };
        let corners = [
            Point { x: 0.0, y: 0.0 },
            Point { x: length.value(), y: 0.0 },
            Point { x: side.dot(x_axis).value(), y: height },
        ];
        let axes = [x_axis.value(), y_axis.value(), x_axis.cross(y_axis).value()];
        Self::with_frame(a, axes, corners)
    }

    fn with_frame(origin: DVec3, axes: [DVec3; 3], corners: [Point; 3]) -> Self {
        let edges = std::array::from_fn(|i| Edge::new(corners[i], corners[(i + 1) % 3]));
        Self { origin, axes, corners, edges }
    }

    /// The corner that is the origin of the frame.
    pub(super) fn origin(&self) -> DVec3 {
        self.origin
    }

    /// The corners, in the frame.
    pub(super) fn corners(&self) -> [DVec3; 3] {
        self.corners.map(|corner| DVec3::new(corner.x, corner.y, 0.0))
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

    /// The distance of the third corner from the longest edge.
    pub(super) fn height(&self) -> f64 {
        self.corners[2].y
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

    /// Zero inside; else square to the edge that has `p` before it, or from the nearest corner.
    ///
    /// Decided by signs, not by comparing lengths: an edge and its corner can be equally far to the last bit
    /// and lie in directions that differ in the eighth digit.
    fn gap_in_plane(&self, p: Point) -> Point {
        if self.edges.iter().all(|edge| edge.has_inside(p)) {
            return Point { x: 0.0, y: 0.0 };
        }
        let feet = self.edges.iter().filter_map(|edge| edge.foot_before(p));
        let [a, b, c] = self.corners;
        // Only one edge has the point before it, but for the roundings of very short ones.
        let foot = feet.reduce(|best, foot| nearer(p, best, foot));
        p.minus(foot.unwrap_or_else(|| nearer(p, a, nearer(p, b, c))))
    }
}

impl Edge {
    fn new(start: Point, end: Point) -> Self {
        let way = end.minus(start);
        let square = way.dot(way);
        Self { start, way, inverse_sq: if square > f64::MIN_POSITIVE { 1.0 / square } else { 0.0 } }
    }

    /// Whether `p` lies on the inner side, and not on the edge's line itself.
    fn has_inside(&self, p: Point) -> bool {
        self.way.turn(p.minus(self.start)) > 0.0
    }

    /// The foot of `p`, if `p` is on the outer side and its foot between the edge's ends.
    fn foot_before(&self, p: Point) -> Option<Point> {
        let share = p.minus(self.start).dot(self.way) * self.inverse_sq;
        let is_before = share > 0.0 && share < 1.0 && !self.has_inside(p);
        let foot = Point { x: self.start.x + self.way.x * share, y: self.start.y + self.way.y * share };
        is_before.then_some(foot)
    }
}

/// Which of two points is nearer to `p`: `|p - a|² - |p - b|²` as a product, whose sign survives where
/// the squares, for a small triangle far away, are equal to the last bit.
fn nearer(p: Point, a: Point, b: Point) -> Point {
    let both = Point { x: (p.x - a.x) + (p.x - b.x), y: (p.y - a.y) + (p.y - b.y) };
    if b.minus(a).dot(both) > 0.0 { b } else { a }
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
