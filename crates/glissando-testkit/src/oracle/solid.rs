//! The truth about a box or a cylinder and a triangle: the distance of the triangle's points from the solid is convex over the
//! triangle and in time, so its least value is searched, over the triangle by its slopes.
//!
//! Nothing is shared with the library's closed form: no clipping, no parallels, no crossings. Guesses of the nearest point come
//! first and count only where a plane between the two proves them.

use super::flat::Flat;
use super::{OracleAnswer, Passing, search};
use glissando::{DMat3, DVec3, Shape};

/// A box or a cylinder about the origin, along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid {
    /// Half extents: of a cylinder, its radius, half its height, its radius.
    pub half: DVec3,
    /// Whether it is round about Y.
    pub is_round: bool,
}

impl Solid {
    /// A box.
    pub const fn cuboid(half: DVec3) -> Self {
        Self { half, is_round: false }
    }

    /// The core of a shape along its own axes, metres.
    pub fn core_of(shape: &Shape) -> Self {
        Self { half: shape.core_half_extents(), is_round: shape.is_cylinder() }
    }

    /// The same, so many times as large.
    pub fn scaled(self, by: f64) -> Self {
        Self { half: self.half * by, ..self }
    }

    /// Whether it is wider than a segment along Y.
    pub fn is_wide(&self) -> bool {
        self.half.x > 0.0 || self.half.z > 0.0
    }

    /// Its distance, with its centre there, from a triangle.
    pub fn distance(&self, centre: DVec3, corners: [DVec3; 3]) -> f64 {
        let corners = corners.map(|corner| corner - centre);
        self.gap(corners, &Flat::new(corners), DVec3::ZERO).length()
    }

    /// The shortest way from the solid about the origin to a triangle: the first one that is proved, or else the shortest of all
    /// that were found. Each of them ends on the triangle, so none is too short.
    ///
    /// `flat` is the triangle, `moved` away: what costs most is laid out once for all times.
    fn gap(&self, corners: [DVec3; 3], flat: &Flat, moved: DVec3) -> DVec3 {
        let edges = (0..3).map(|i| self.gap_to_edge(corners[i], corners[(i + 1) % 3]));
        let ends = (0..3).flat_map(|i| self.gaps_beside_ends(corners[i], corners[(i + 1) % 3]));
        let corner_gaps = corners.into_iter().map(|corner| self.beyond(corner));
        let guesses = self.gaps_at_feet(flat, moved).into_iter().chain(edges).chain(corner_gaps).chain(ends);
        let mut shortest: Option<DVec3> = None;
        for gap in guesses {
            if self.is_shortest(gap, corners) {
                return gap;
            }
            shortest = Some(shorter(shortest, gap));
        }
        shorter(shortest, self.gap_by_search(corners))
    }

    /// Whether a plane across the way proves that no point of the triangle is nearer, up to rounding.
    fn is_shortest(&self, gap: DVec3, corners: [DVec3; 3]) -> bool {
        let size = corners.iter().fold(self.half.length(), |size, c| size.max(c.length()));
        let passing = Passing { furthest: |along| self.furthest(along), way: DVec3::ZERO, corners };
        let distance = gap.length();
        distance == 0.0 || passing.gap(gap) >= distance - 2.0 * ROUNDINGS * f64::EPSILON * size
    }

    /// The ways to the feet on the triangle of the origin, of the point that is furthest towards its plane (a flat bottom or a
    /// corner over a floor), and of the point where the chord through that one cuts the plane. The last finds what pierces the
    /// triangle: the search alone does not where a core of no width lies almost in the plane.
    fn gaps_at_feet(&self, flat: &Flat, moved: DVec3) -> [DVec3; 3] {
        let origin = flat.origin() - moved;
        let down = flat.out_of_frame(DVec3::Z);
        let down = if down.dot(origin) < 0.0 { -down } else { down };
        let (top, bottom) = (self.furthest(-down), self.furthest(down));
        let [over_top, over_bottom] = [top, bottom].map(|end| down.dot(end - origin));
        let cut = over_top / (over_top - over_bottom);
        let cut = if cut < 1.0 { top + (bottom - top) * cut } else { bottom };
        [DVec3::ZERO, bottom, cut]
            .map(|above| self.beyond(above - flat.out_of_frame(flat.gap(flat.in_frame(above - origin)))))
    }

    /// The shortest way to an edge.
    fn gap_to_edge(&self, start: DVec3, end: DVec3) -> DVec3 {
        let edge = end - start;
        let at = |share: f64| self.beyond(start + edge * share);
        at(search::turn(|share| at(share).dot(edge), 0.0, 1.0))
    }

    /// The ways to the points of an edge beside the ends of the solid. Where the two are almost parallel, the slope of the
    /// distance is lost to rounding, and it is least there or at a corner.
    fn gaps_beside_ends(&self, start: DVec3, end: DVec3) -> impl Iterator<Item = DVec3> {
        let (edge, [from, along, half]) = (end - start, [start, end - start, self.half].map(DVec3::to_array));
        let axes = (0..3).flat_map(|axis| [-1.0, 1.0].map(|sign| (axis, sign)));
        axes.map(move |(axis, sign)| {
            let share = ((sign * half[axis] - from[axis]) / along[axis]).clamp(0.0, 1.0);
            self.beyond(start + edge * share)
        })
    }

    /// The distance of a point from the solid about the origin.
    pub(crate) fn distance_of_point(&self, p: DVec3) -> f64 {
        if !self.is_round {
            return (p.abs() - self.half).max(DVec3::ZERO).length();
        }
        length((length(p.x, p.z) - self.half.x).max(0.0), (p.y.abs() - self.half.y).max(0.0))
    }

    /// A point less the point of the solid about the origin that is nearest to it.
    fn beyond(&self, p: DVec3) -> DVec3 {
        let over = |along: f64, half: f64| along - along.clamp(-half, half);
        if !self.is_round {
            return DVec3::new(over(p.x, self.half.x), over(p.y, self.half.y), over(p.z, self.half.z));
        }
        let aside = length(p.x, p.z);
        let share = if aside > self.half.x { (aside - self.half.x) / aside } else { 0.0 };
        DVec3::new(p.x * share, over(p.y, self.half.y), p.z * share)
    }

    /// The shortest way to any point of a triangle, searched in both directions of the triangle: what needs no proof.
    ///
    /// By the slopes of the distance. The least on each parallel of the first edge has a slope towards the third corner, and that
    /// turns where the least of all is.
    fn gap_by_search(&self, [a, b, c]: [DVec3; 3]) -> DVec3 {
        let on_edge = |u: f64| a + (b - a) * u;
        let gap_at = |u: f64, v: f64| self.beyond(on_edge(u) + (c - on_edge(u)) * v);
        let least_along = |v: f64| search::turn(|u| gap_at(u, v).dot(b - a), 0.0, 1.0);
        let slope = |v: f64| {
            let u = least_along(v);
            gap_at(u, v).dot(c - on_edge(u))
        };
        let v = search::turn(slope, 0.0, 1.0);
        gap_at(least_along(v), v)
    }

    /// The point of it that is furthest along a direction.
    pub(crate) fn furthest(&self, along: DVec3) -> DVec3 {
        let sided = |along: f64, half: f64| if along < 0.0 { -half } else { half };
        let half = self.half;
        if !self.is_round {
            return DVec3::new(sided(along.x, half.x), sided(along.y, half.y), sided(along.z, half.z));
        }
        let aside = along.x.hypot(along.z);
        let out = if aside > 0.0 { half.x / aside } else { 0.0 };
        DVec3::new(along.x * out, sided(along.y, half.y), along.z * out)
    }
}

fn shorter(best: Option<DVec3>, gap: DVec3) -> DVec3 {
    match best {
        Some(best) if gap.length_sq() < best.length_sq() => gap,
        best => best.unwrap_or(gap),
    }
}

/// The length of a vector of two components: `hypot` takes ten times as long, and is needed only where squares leave the range.
fn length(x: f64, y: f64) -> f64 {
    let square = x * x + y * y;
    if square > 1e-280 && square < 1e280 { square.sqrt() } else { x.hypot(y) }
}

/// The distance of the box `centre - half..centre + half` from a triangle.
pub fn box_distance(centre: DVec3, half: DVec3, corners: [DVec3; 3]) -> f64 {
    Solid::cuboid(half).distance(centre, corners)
}

/// A box or a cylinder that moves in a line.
#[derive(Clone, Copy, Debug)]
pub struct SweptSolid {
    /// Start of the centre.
    pub from: DVec3,
    /// The whole move.
    pub translation: DVec3,
    /// The solid along its own axes.
    pub solid: Solid,
    /// The columns are its axes.
    pub axes: DMat3,
}

impl SweptSolid {
    /// What is true of it and one triangle, for a rounding `rho`.
    pub fn answer(&self, corners: [DVec3; 3], rho: f64) -> OracleAnswer {
        let (flat, way) =
            (Flat::new(self.corners_at(0.0, corners)), self.axes.transpose() * self.translation);
        let gap_at = |t: f64| self.solid.gap(self.corners_at(t, corners), &flat, way * t);
        let distance_at = |t: f64| gap_at(t).length();
        let first = gap_at(0.0);
        let start = first.length();
        // By values: a way that is proved to be the shortest up to rounding may have another direction.
        let (least_at, least) = search::least(distance_at, 0.0, 1.0);
        let (least_at, least) = if start <= least { (0.0, start) } else { (least_at, least) };
        let hit = if start <= rho {
            Some(0.0)
        } else if least <= rho {
            Some(search::first_at_most(distance_at, rho, 0.0, least_at))
        } else {
            None
        };
        let size = corners
            .iter()
            .fold(rho + self.solid.half.length(), |size, c| size.max((*c - self.from).length()));
        let along = first.try_normalize().zip(way.try_normalize());
        OracleAnswer {
            hit,
            least,
            least_at,
            start,
            slope_at_start: along.map_or(0.0, |(gap, way)| -gap.dot(way)),
            length: self.translation.length(),
            error: ROUNDINGS * f64::EPSILON * (size + self.translation.length()),
        }
    }

    /// The distance of the core from a triangle at a fraction of the move.
    pub fn distance_at(&self, fraction: f64, corners: [DVec3; 3]) -> f64 {
        self.solid.distance(DVec3::ZERO, self.corners_at(fraction, corners))
    }

    /// The corners relative to the centre, along its axes.
    fn corners_at(&self, fraction: f64, corners: [DVec3; 3]) -> [DVec3; 3] {
        let own = self.axes.transpose();
        corners.map(|c| own * ((c - self.from) - self.translation * fraction))
    }
}

/// Roundings of a distance, measured against the largest length; counted generously.
const ROUNDINGS: f64 = 16.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle;
    use crate::random::Random;

    #[test]
    fn no_sample_of_the_box_is_nearer() {
        let mut random = Random::new(43);
        for _ in 0..300 {
            let corners = [0; 3].map(|_: i32| random.vector(3.0));
            let (centre, half) = (random.vector(4.0), random.vector(2.0).abs());
            let found = box_distance(centre, half, corners);
            let place = |k: usize| DVec3::new((k % 13) as f64, (k / 13 % 13) as f64, (k / 169) as f64);
            let sample = |k| centre + half.scale(place(k) * (1.0 / 6.0) - DVec3::ONE);
            let samples = (0..13 * 169).map(|k| oracle::distance(sample(k), corners));
            let nearest = samples.fold(f64::INFINITY, f64::min);
            assert!(found <= nearest + 1e-13 && nearest < found + 0.6, "{found} {nearest}");
        }
    }

    /// Against the point's distance from the cylinder, searched over the triangle.
    #[test]
    fn a_cylinder_is_as_far_as_the_nearest_point_of_the_triangle() {
        let mut random = Random::new(44);
        let mut worst = 0.0_f64;
        for _ in 0..2000 {
            let [a, b, c] = [0; 3].map(|_: i32| random.vector(3.0));
            let centre = random.vector(4.0);
            let half = random.vector(2.0).abs();
            let half = DVec3::new(half.x, half.y, half.x);
            let found = Solid { half, is_round: true }.distance(centre, [a, b, c]);
            let at = |u: f64, v: f64| {
                let DVec3 { x, y, z } = (a + (b - a) * u) * (1.0 - v) + c * v - centre;
                (x.hypot(z) - half.x).max(0.0).hypot((y.abs() - half.y).max(0.0))
            };
            let least = search::least(|v| search::least(|u| at(u, v), 0.0, 1.0).1, 0.0, 1.0).1;
            let error = (found - least).abs();
            assert!(error < 1e-12, "{error:e}: {centre:?} {half:?} {a:?} {b:?} {c:?}");
            worst = worst.max(error);
        }
        println!("largest difference {worst:e}");
    }

    #[test]
    fn a_large_triangle_through_a_small_box_has_no_distance() {
        let corners =
            [DVec3::new(-90.0, 1.0, -80.0), DVec3::new(80.0, 2.0, -90.0), DVec3::new(3.0, -5.0, 95.0)];
        assert_eq!(box_distance(DVec3::ZERO, DVec3::splat(3.0), corners), 0.0);
        let above = box_distance(DVec3::Y * 9.0, DVec3::splat(3.0), corners);
        assert!(above > 5.0 && above < 9.0, "{above}");
    }

    /// Phantom 94157806 of the box sweeps of seed 6031: the search found 2.7e-6.
    #[test]
    fn a_core_without_width_that_pierces_a_triangle_almost_in_its_plane_has_no_distance() {
        let corners = [
            DVec3::new(-1.0804060046946514e-5, -447.9999691309966, -0.9999866121097482),
            DVec3::new(4.5882617835799505e-6, 448.0000061605706, -0.9999840228941885),
            DVec3::new(2.120203843779462e-6, -320.00001152349216, -513.0000043919525),
        ];
        let found = box_distance(DVec3::ZERO, DVec3::Z * 279.3811038820474, corners);
        assert!(found < 1e-12, "{found:e}");
    }

    /// An edge of the triangle nearly along an edge of the box: the hulls of three differences are slivers.
    #[test]
    fn an_edge_along_the_box_is_not_taken_for_farther_than_it_is() {
        let half = DVec3::new(49.97149026556867, 49.97149026556867, 40.2272787077609);
        let corners = [
            DVec3::new(-50.34649028104056, -49.97149030272314, -42.22727877295762),
            DVec3::new(-50.34649032323802, -49.97149029777439, -41.22727880028707),
            DVec3::new(-49.34649027103733, -49.97149025212191, -41.2272787077609),
        ];
        assert!((box_distance(DVec3::ZERO, half, corners) - 1.0).abs() < 1e-13);
    }

    #[test]
    fn a_fall_ends_one_rounding_above_the_face() {
        let corners = [DVec3::ZERO, DVec3::new(4.0, 0.0, 0.0), DVec3::new(0.0, 4.0, 0.0)];
        let swept = SweptSolid {
            from: DVec3::new(1.0, 1.0, 5.0),
            translation: DVec3::new(0.0, 0.0, -8.0),
            solid: Solid::cuboid(DVec3::new(0.5, 0.5, 1.0)),
            axes: DMat3::IDENTITY,
        };
        let answer = swept.answer(corners, 1.0);
        assert!((answer.hit.unwrap() - 0.375).abs() < 1e-15 && answer.slope_at_start < -0.999_999);
        assert!((swept.distance_at(0.25, corners) - 2.0).abs() < 1e-15);
    }

    /// An edge that sinks by a hundred-millionth of its length over a flat top: the search by distances ended where three of them
    /// were equal up to rounding.
    #[test]
    fn the_least_distance_of_an_edge_almost_along_a_side_is_found() {
        let half = DVec3::new(0.15824707917942313, 1.2241411009975827, 1.0726610493430675);
        let corners = [
            DVec3::new(-1.7500000332994334, 1.7241410959414178, -0.25000004206217785),
            DVec3::new(1.7499999492236262, 1.7241410704046964, 0.249999993977963),
            DVec3::new(-3.4337861214947195e-8, 1.7241411028338607, -2.6279213216549467e-8),
        ];
        for first in 0..3 {
            let mut corners = corners;
            corners.rotate_left(first);
            let found = box_distance(DVec3::ZERO, half, corners);
            assert!((found - 0.4999999810208702).abs() < 1e-15, "{found:?}");
        }
    }

    /// A sliver almost along the rim of a plate: both slopes of the search are below their roundings.
    #[test]
    fn a_sliver_almost_along_a_rim_is_as_near_as_it_is() {
        let half = DVec3::new(5.307227297175018, 7.827002218849011, 0.0);
        let corners = [
            DVec3::new(199.832339055261, -7.827003973967478, 101.99999951017735),
            DVec3::new(-121.99622251146879, -7.827003553393322, -139.37141667756603),
            DVec3::new(2.3466291430590127, -7.827003196840687, -0.39999745791386926),
        ];
        let found = box_distance(DVec3::ZERO, half, corners);
        assert!((found - 9.81027312e-7).abs() < 1e-13, "{found:?}");
    }
}
