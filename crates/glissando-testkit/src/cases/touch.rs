//! Points of a triangle, and the directions in which a touching sphere may lie there.

use crate::random::{Random, Style};
use glissando::DVec3;

/// Where on a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    /// A corner.
    Vertex,
    /// Between two corners.
    Edge,
    /// Between all three.
    Face,
}

/// Any spot.
pub(super) const SPOTS: [Spot; 3] = [Spot::Vertex, Spot::Edge, Spot::Face];

/// A point of the triangle; on the grid exactly a mix of quarters.
pub(super) fn point(random: &mut Random, style: Style, corners: [DVec3; 3], spot: Spot) -> DVec3 {
    let [a, b, c] = turned(random, corners);
    let mut share = |least: f64, most: f64| match style {
        Style::Chaos => random.between(least, most),
        Style::Grid => random.pick(&[0.25, 0.5]),
    };
    match spot {
        Spot::Vertex => a,
        Spot::Edge => a + (b - a) * share(0.0, 1.0),
        Spot::Face => {
            let along = share(0.0, 1.0);
            a + (b - a) * along + (c - a) * (share(0.0, 1.0) * (1.0 - along))
        }
    }
}

/// A point of a triangle in the plane z = 0, and from there a vector of length `rho` such that the point is
/// the closest of the triangle to everything along it. On the grid both are exact if `rho` is 1, 3, 5 or 7.
pub(super) fn touch(
    random: &mut Random,
    style: Style,
    corners: [DVec3; 3],
    rho: f64,
    spot: Spot,
) -> (DVec3, DVec3) {
    let at = point(random, style, corners, spot);
    let up = DVec3::new(0.0, 0.0, rho * random.sign());
    if spot == Spot::Face {
        return (at, up);
    }
    for _ in 0..32 {
        let out = match (style, spot) {
            (Style::Grid, _) => grid_vector(random, rho),
            (Style::Chaos, Spot::Edge) => beside_edge(random, corners, at) * rho,
            (Style::Chaos, _) => random.direction() * rho,
        };
        let tolerance = if style == Style::Grid { 0.0 } else { 1e-9 * rho };
        // Convexity: the closest point is the one from which no corner lies on the side of `out`.
        if corners.iter().all(|&c| out.dot(c - at) <= tolerance * (c - at).length()) {
            return (at, out);
        }
    }
    (at, up)
}

/// A unit vector square to the edge that `at` lies on.
fn beside_edge(random: &mut Random, [a, b, c]: [DVec3; 3], at: DVec3) -> DVec3 {
    let off = |p: DVec3, q: DVec3| (q - p).cross(at - p).length() / (q - p).length().max(1e-300);
    let edges = [(a, b), (b, c), (c, a)];
    let (p, q) = edges
        .into_iter()
        .fold(edges[0], |best, e| if off(e.0, e.1) < off(best.0, best.1) { e } else { best });
    let along = (q - p).try_normalize().unwrap_or(DVec3::X);
    let any = random.direction();
    (any - along * any.dot(along)).try_normalize().unwrap_or(DVec3::Z)
}

/// A vector of whole numbers of length `rho`, which is 1, 3, 5 or 7.
fn grid_vector(random: &mut Random, rho: f64) -> DVec3 {
    let skew = match rho as i64 {
        3 => [1.0, 2.0, 2.0],
        5 => [0.0, 3.0, 4.0],
        7 => [2.0, 3.0, 6.0],
        _ => [0.0, 0.0, rho],
    };
    let parts = if random.chance(0.5) { skew } else { [0.0, 0.0, rho] };
    let v = turned(random, parts);
    let v = if random.chance(0.5) { [v[1], v[0], v[2]] } else { v };
    DVec3::from(v.map(|c| c * random.sign()))
}

/// The three in another order, the next always after the same.
fn turned<T: Copy>(random: &mut Random, three: [T; 3]) -> [T; 3] {
    let first = random.integer(0, 2) as usize;
    std::array::from_fn(|i| three[(first + i) % 3])
}

#[cfg(test)]
mod tests {
    use super::super::corners::{Shape, corners};
    use super::*;
    use crate::oracle;

    #[test]
    fn what_touches_is_one_radius_away() {
        let mut random = Random::new(8);
        for _ in 0..3000 {
            for (style, shape) in
                [(Style::Chaos, Shape::Plain), (Style::Grid, Shape::Plain), (Style::Grid, Shape::Line)]
            {
                let corners = corners(&mut random, style, shape);
                let rho = random.pick(&[1.0, 3.0, 5.0, 7.0]);
                let spot = random.pick(&SPOTS);
                let (at, out) = touch(&mut random, style, corners, rho, spot);
                let size = 1e-15 * (at.length() + rho);
                let distance = oracle::distance(at + out, corners);
                assert!((distance - rho).abs() < 64.0 * size + 1e-8 * rho * rho, "{distance} {rho}");
                if style == Style::Grid {
                    assert!((distance - rho).abs() < 1e-14, "{distance} {rho} {spot:?} {corners:?}");
                }
            }
        }
    }
}
