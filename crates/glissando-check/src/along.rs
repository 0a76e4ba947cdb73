//! Level ground along a walk: a strip of the level in which there is nothing but one whole floor.

use crate::layers::{MOST, is_level, sides};
use glissando::world::WorldTriangle;
use glissando::{DVec3, World};

/// The strip over which a body goes: all points within its reach of a straight way, seen from above. What is low is met by the lower
/// part of the body alone, so the reach depends on the height.
pub(crate) struct Strip<R: Fn(f64) -> f64> {
    pub(crate) from: DVec3,
    pub(crate) to: DVec3,
    /// The height of the floor.
    pub(crate) floor: f64,
    /// How far the body reaches to what is at most so high over the floor.
    pub(crate) reach: R,
}

/// Metres of height between floors that are the same.
const SAME: f64 = 1e-9;

/// Whether all of these triangles that meet the strip are of the floor, and that covers it.
///
/// As for layers, a floor covers the strip if every edge in it is that of two triangles, which lie on its two sides.
pub(crate) fn is_floor_along<R: Fn(f64) -> f64>(
    world: &World,
    triangles: &[WorldTriangle],
    strip: &Strip<R>,
) -> bool {
    let mut inner = Vec::new();
    let mut floors = 0;
    for triangle in triangles {
        let [a, b, c] = triangle.corners;
        let reach = (strip.reach)(a.y.max(b.y).max(c.y) - strip.floor);
        let meeting = sides(triangle).map(|side| strip.meets(side, reach));
        if meeting == [false; 3] && !strip.is_over(triangle) {
            continue;
        }
        floors += 1;
        if floors > MOST || !is_level(world, triangle) || (a.y - strip.floor).abs() > SAME {
            return false;
        }
        inner.extend(
            sides(triangle).into_iter().zip(meeting).filter(|(_, meets)| *meets).map(|(side, _)| side),
        );
    }
    let has_twin = |(a, b): &(DVec3, DVec3)| triangles.iter().flat_map(sides).any(|other| other == (*b, *a));
    floors > 0 && inner.iter().all(has_twin)
}

impl<R: Fn(f64) -> f64> Strip<R> {
    /// Whether a line comes within reach of the way, seen from above.
    fn meets(&self, (a, b): (DVec3, DVec3), reach: f64) -> bool {
        let (low, high) = (self.from.min(self.to), self.from.max(self.to));
        let (least, most) = (a.min(b), a.max(b));
        if least.x > high.x + reach
            || least.z > high.z + reach
            || most.x < low.x - reach
            || most.z < low.z - reach
        {
            return false;
        }
        let (p, q) = (self.from, self.to);
        let is_across = |a: f64, b: f64| (a > 0.0 && b < 0.0) || (a < 0.0 && b > 0.0);
        let crosses = is_across(turn(p, q, a), turn(p, q, b)) && is_across(turn(a, b, p), turn(a, b, q));
        let is_near = |point, line| off_sq(point, line) <= reach * reach;
        crosses || is_near(a, (p, q)) || is_near(b, (p, q)) || is_near(p, (a, b)) || is_near(q, (a, b))
    }

    /// Whether the strip begins over or under a triangle.
    fn is_over(&self, triangle: &WorldTriangle) -> bool {
        let turns = sides(triangle).map(|(a, b)| turn(a, b, self.from));
        turns.iter().all(|turn| *turn >= 0.0) || turns.iter().all(|turn| *turn <= 0.0)
    }
}

/// On which side of a line a point is, seen from above: the sign, and twice the area between.
fn turn(a: DVec3, b: DVec3, point: DVec3) -> f64 {
    (b.x - a.x) * (point.z - a.z) - (b.z - a.z) * (point.x - a.x)
}

/// The square of the distance of a point from a line between two points, seen from above.
fn off_sq(point: DVec3, (a, b): (DVec3, DVec3)) -> f64 {
    let level = |v: DVec3| DVec3 { y: 0.0, ..v };
    let (along, off) = (level(b - a), level(point - a));
    let length_sq = along.dot(along);
    let share = if length_sq > 0.0 { (off.dot(along) / length_sq).clamp(0.0, 1.0) } else { 0.0 };
    let rest = off - along * share;
    rest.dot(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glissando::{Filter, Soup};
    use glissando_scenes::{block, quad, world_of};

    fn at(x: f64, y: f64, z: f64) -> DVec3 {
        DVec3::new(x, y, z)
    }

    /// A floor from -4 to 4 of two triangles, with a wall beside x = 1 and a hole in the corner from (2, 2) on.
    fn level() -> World {
        let mut soup = Soup::default();
        for (low, high) in [((-4.0, -4.0), (2.0, 2.0)), ((2.0, -4.0), (4.0, 2.0)), ((-4.0, 2.0), (2.0, 4.0))]
        {
            let corner = |x, z| at(x, 0.5, z);
            quad(
                &mut soup,
                [corner(low.0, low.1), corner(low.0, high.1), corner(high.0, high.1), corner(high.0, low.1)],
            );
        }
        block(&mut soup, at(1.0, 0.0, -4.0), at(1.2, 3.0, 0.0));
        world_of(&soup)
    }

    fn is_plain(from: DVec3, to: DVec3) -> bool {
        let world = level();
        let mut found = Vec::new();
        let around = DVec3::new(2.0, 0.2, 2.0);
        // Less of what is low.
        let reach = |top: f64| if top > 0.1 { 0.45 } else { 0.2 };
        world
            .triangles_in_box(from.min(to) - around, from.max(to) + around, Filter::ALL, &mut found)
            .unwrap();
        is_floor_along(&world, &found, &Strip { from, to, floor: 0.5, reach })
    }

    #[test]
    fn a_strip_beside_a_wall_is_plain_and_one_into_it_is_not() {
        assert!(is_plain(at(0.5, 0.5, -2.0), at(0.5, 0.5, -1.0)), "along the wall");
        assert!(is_plain(at(0.5, 0.5, -2.0), at(-0.5, 0.5, -2.0)), "away from it");
        assert!(!is_plain(at(0.5, 0.5, -2.0), at(0.6, 0.5, -1.0)), "towards it");
        assert!(!is_plain(at(0.0, 0.5, -2.0), at(2.0, 0.5, -2.0)), "through it");
        // Round its end.
        assert!(is_plain(at(0.5, 0.5, 0.5), at(1.5, 0.5, 0.6)));
        assert!(!is_plain(at(0.5, 0.5, 0.4), at(1.5, 0.5, 0.4)));
    }

    #[test]
    fn a_strip_over_a_rim_is_not_plain() {
        assert!(is_plain(at(1.5, 0.5, 1.5), at(2.5, 0.5, 1.5)));
        assert!(is_plain(at(1.5, 0.5, 1.5), at(1.75, 0.5, 1.75)));
        assert!(!is_plain(at(1.5, 0.5, 1.5), at(1.9, 0.5, 1.9)), "the hole's corner");
        assert!(!is_plain(at(2.5, 0.5, 2.5), at(3.0, 0.5, 3.0)), "over the hole");
        assert!(!is_plain(at(3.0, 0.5, 0.0), at(3.9, 0.5, 0.0)), "the floor's rim");
    }

    #[test]
    fn a_strip_in_the_middle_of_a_large_triangle_is_on_it() {
        assert!(is_plain(at(-3.0, 0.5, 0.5), at(-2.9, 0.5, 0.5)));
    }
}
