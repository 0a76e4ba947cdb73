//! Triangles in the plane z = 0: plain, long, flat, tiny, huge.

use crate::random::{Random, Style};
use glissando::DVec3;

/// The shape of a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Edges from a thousandth of a radius to ten thousand (`Grid`: some radii).
    Plain,
    /// Long and narrow.
    Sliver,
    /// On one line.
    Line,
    /// One point, or very nearly.
    Point,
    /// A thousandth of a radius and less.
    Tiny,
    /// A hundred radii and more.
    Huge,
}

/// A random triangle of this shape.
pub(super) fn corners(random: &mut Random, style: Style, shape: Shape) -> [DVec3; 3] {
    let size = size(random, style, shape);
    let [a, b, c] = match style {
        Style::Chaos => std::array::from_fn(|_| flat(random.between(-1.0, 1.0), random.between(-1.0, 1.0))),
        Style::Grid => grid(random),
    };
    let corners = match shape {
        Shape::Plain | Shape::Tiny | Shape::Huge => [a, b, c],
        Shape::Sliver => sliver(random, style, a, b),
        Shape::Line => line(random, style, a, b),
        Shape::Point => [a, a, a],
    };
    corners.map(|p| p * size)
}

fn size(random: &mut Random, style: Style, shape: Shape) -> f64 {
    match (style, shape) {
        (Style::Chaos, Shape::Tiny) => random.magnitude(1e-9, 1e-3),
        (Style::Chaos, Shape::Huge) => random.magnitude(1e2, 1e4),
        (Style::Chaos, _) => random.magnitude(1e-3, 1e4),
        (Style::Grid, Shape::Tiny) => random.power_of_two(-30, -10),
        (Style::Grid, Shape::Huge) => random.power_of_two(6, 12),
        (Style::Grid, _) => 1.0,
    }
}

fn flat(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, 0.0)
}

/// A triangle with area on the grid, often with an edge along an axis.
fn grid(random: &mut Random) -> [DVec3; 3] {
    loop {
        let corners = std::array::from_fn(|_| flat(random.half(4), random.half(4)));
        let [a, b, c]: [DVec3; 3] = corners;
        let b = if random.chance(0.5) { flat(b.x, a.y) } else { b };
        if (b - a).cross(c - a) != DVec3::ZERO {
            return [a, b, c];
        }
    }
}

/// The edge from `a` to `b`, and a third corner hardly beside it.
fn sliver(random: &mut Random, style: Style, a: DVec3, b: DVec3) -> [DVec3; 3] {
    let edge = b - a;
    let across = flat(-edge.y, edge.x);
    let (share, width) = match style {
        Style::Chaos => (random.between(-0.2, 1.2), random.magnitude(1e-7, 1e-1)),
        Style::Grid => (random.integer(-1, 5) as f64 / 4.0, random.power_of_two(-23, -4)),
    };
    shuffled(random, [a, b, a + edge * share + across * width])
}

/// Three points of the line through `a` and `b`, sometimes two of them the same.
fn line(random: &mut Random, style: Style, a: DVec3, b: DVec3) -> [DVec3; 3] {
    let share = match style {
        Style::Chaos if random.chance(0.5) => random.between(-0.5, 1.5),
        _ => random.integer(-2, 6) as f64 / 4.0,
    };
    shuffled(random, [a, b, a + (b - a) * share])
}

fn shuffled(random: &mut Random, corners: [DVec3; 3]) -> [DVec3; 3] {
    let first = random.integer(0, 2) as usize;
    let step = random.integer(1, 2) as usize;
    std::array::from_fn(|i| corners[(first + i * step) % 3])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_on_the_grid_have_no_area_and_slivers_have_some() {
        let mut random = Random::new(3);
        for _ in 0..1000 {
            let [a, b, c] = corners(&mut random, Style::Grid, Shape::Line);
            assert_eq!((b - a).cross(c - a), DVec3::ZERO);
            let [a, b, c] = corners(&mut random, Style::Grid, Shape::Sliver);
            assert!((b - a).cross(c - a).z != 0.0);
        }
    }
}
