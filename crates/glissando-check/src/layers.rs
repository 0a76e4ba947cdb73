//! Level ground: a box of the level in which there is nothing but whole horizontal layers.

use glissando::traction::Traction;
use glissando::world::WorldTriangle;
use glissando::{DVec3, Filter, World};

/// Triangles in a box at most; with more the edges would take as long as a walk.
pub(crate) const MOST: usize = 48;

/// The heights of all layers in a box, highest first, if the box has nothing else and each covers it from side to side.
///
/// A layer covers the box if every edge in it is that of two triangles, which lie on its two sides: then the layer ends nowhere in the box.
pub(crate) fn layers(
    world: &World,
    (low, high): (DVec3, DVec3),
    filter: Filter,
    found: &mut Vec<WorldTriangle>,
) -> Option<Vec<f64>> {
    world.triangles_in_box(low, high, filter, found).ok()?;
    layers_of(world, (low, high), found)
}

/// The same of the triangles of the box.
pub(crate) fn layers_of(
    world: &World,
    (low, high): (DVec3, DVec3),
    found: &[WorldTriangle],
) -> Option<Vec<f64>> {
    if found.len() > MOST {
        return None;
    }
    let mut heights: Vec<f64> = Vec::new();
    for triangle in found {
        let height = triangle.corners[0].y;
        if !is_level(world, triangle) {
            return None;
        }
        // Kept in order, the highest first.
        if !heights.contains(&height) {
            heights.insert(heights.partition_point(|above| *above > height), height);
        }
    }
    let is_twin = |(a, b): (DVec3, DVec3), other: (DVec3, DVec3)| other == (b, a);
    let is_inner = |side: (DVec3, DVec3)| {
        !meets(side, low, high) || found.iter().flat_map(sides).any(|other| is_twin(side, other))
    };
    if !found.iter().flat_map(sides).all(is_inner) {
        return None;
    }
    Some(heights)
}

/// The sides of a triangle, from corner to corner.
pub(crate) fn sides(triangle: &WorldTriangle) -> [(DVec3, DVec3); 3] {
    let [a, b, c] = triangle.corners;
    [(a, b), (b, c), (c, a)]
}

/// Whether a triangle is level, and its surface at rest and as usual.
pub(crate) fn is_level(world: &World, triangle: &WorldTriangle) -> bool {
    let [a, b, c] = triangle.corners;
    a.y == b.y
        && b.y == c.y
        && world.traction(&triangle.surface) == Traction::NORMAL
        && world.surface_velocity(&triangle.surface, a) == DVec3::ZERO
}

/// Whether a side of a triangle meets the box, seen from above.
fn meets((a, b): (DVec3, DVec3), low: DVec3, high: DVec3) -> bool {
    let (least, most) = (a.min(b), a.max(b));
    if least.x > high.x || least.z > high.z || most.x < low.x || most.z < low.z {
        return false;
    }
    let across = |x: f64, z: f64| (b.x - a.x) * (z - a.z) - (b.z - a.z) * (x - a.x);
    let corners =
        [across(low.x, low.z), across(low.x, high.z), across(high.x, low.z), across(high.x, high.z)];
    !(corners.iter().all(|side| *side > 0.0) || corners.iter().all(|side| *side < 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glissando_scenes::{block, quad, world_of};

    fn at(x: f64, y: f64, z: f64) -> DVec3 {
        DVec3::new(x, y, z)
    }

    /// Tiles of a metre from -4 to 4, without the one that begins at `hole`.
    fn tiles(hole: Option<(f64, f64)>) -> glissando::Soup {
        let mut soup = glissando::Soup::default();
        for (x, z) in (-4..4).flat_map(|x| (-4..4).map(move |z| (f64::from(x), f64::from(z)))) {
            if hole != Some((x, z)) {
                quad(
                    &mut soup,
                    [at(x, 0.0, z), at(x, 0.0, z + 1.0), at(x + 1.0, 0.0, z + 1.0), at(x + 1.0, 0.0, z)],
                );
            }
        }
        soup
    }

    fn heights(soup: &glissando::Soup, low: DVec3, high: DVec3) -> Option<Vec<f64>> {
        layers(&world_of(soup), (low, high), Filter::ALL, &mut Vec::new())
    }

    #[test]
    fn whole_layers_are_told_from_holes_rims_and_walls() {
        let (low, high) = (at(-1.3, -1.0, -1.2), at(1.4, 3.0, 1.1));
        assert_eq!(heights(&tiles(None), low, high), Some(vec![0.0]));
        assert_eq!(heights(&tiles(None), at(9.0, 0.0, 9.0), at(10.0, 1.0, 10.0)), Some(vec![]));
        // A hole in the box, at its side, and one that is not in it.
        assert_eq!(heights(&tiles(Some((0.0, 0.0))), low, high), None);
        assert_eq!(heights(&tiles(Some((1.0, -2.0))), low, high), None);
        assert_eq!(heights(&tiles(Some((2.0, 0.0))), low, high), Some(vec![0.0]));
        // The rim of the floor.
        assert_eq!(heights(&tiles(None), at(3.0, -1.0, 0.0), at(5.0, 1.0, 1.0)), None);
        // A roof over all is a layer above and one below; one that ends in the box is none.
        let with = |low, high| {
            let mut soup = tiles(None);
            block(&mut soup, low, high);
            soup
        };
        assert_eq!(
            heights(&with(at(-4.0, 2.0, -4.0), at(4.0, 2.5, 4.0)), low, high),
            Some(vec![2.5, 2.0, 0.0])
        );
        assert_eq!(heights(&with(at(-4.0, 2.0, -4.0), at(1.0, 2.5, 4.0)), low, high), None);
        // A post, and a slope that lies beside the box but for its end.
        assert_eq!(heights(&with(at(0.2, -1.0, 0.2), at(0.3, 1.0, 0.3)), low, high), None);
        let mut soup = tiles(None);
        soup.push([at(1.3, 0.1, 0.0), at(3.0, 1.0, 0.0), at(3.0, 1.0, 1.0)].map(DVec3::as_vec3), 0);
        assert_eq!(heights(&soup, low, high), None);
    }
}
