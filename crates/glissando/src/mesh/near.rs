//! Welds positions closer than a distance, whatever their order.
//!
//! The rule. Space is cut into cubes; positions are taken cube by cube, in each by x, then y, then z. A position with
//! no kept one within the distance is kept. Then every other one takes the nearest kept position; of equally near ones
//! the first in the order above.
//!
//! So no position moves further than the distance, kept positions are further apart than the distance (a second weld
//! changes nothing), and the order of the vertices has no effect. Chains do not collapse: of three positions in a row,
//! each within the distance of the next, the outer two may both be kept.

use crate::math::{DVec3, Vec3};
use crate::sorting;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Edge of a cube in distances: more than 2, the width of a ball of that radius, so that it meets at most two cubes an
/// axis, with a margin for the rounding of the quotients.
const CUBE: f64 = 2.5;

/// A position, and its cube.
///
/// Cube indices are `f64`, as a tiny distance gives indices beyond any integer. Indices above 2^53 have gaps, but then
/// the distance is so small that only equal coordinates are within it.
#[derive(Clone, Copy)]
struct Site {
    cube: [f64; 3],
    position: DVec3,
    vertex: u32,
}

impl Site {
    fn new(position: Vec3, vertex: u32, distance: f64) -> Self {
        let position = (position + Vec3::ZERO).as_dvec3();
        Self { cube: cube(position, distance), position, vertex }
    }

    fn order(&self, other: &Self) -> Ordering {
        let by_position = || self.position.to_array().partial_cmp(&other.position.to_array());
        let order = self.cube.partial_cmp(&other.cube).filter(|o| o.is_ne()).or_else(by_position);
        order.unwrap_or(Ordering::Equal)
    }
}

/// The vertices that move, each with the vertex whose position it takes.
///
/// `vertices` are finite, those listed in `distinct` are at different positions, `distance` is above 0.
pub(super) fn joins(
    vertices: &[Vec3],
    distinct: impl Iterator<Item = u32>,
    distance: f32,
) -> Vec<(u32, u32)> {
    let distance = f64::from(distance);
    let mut sites: Vec<Site> = distinct.map(|v| Site::new(vertices[v as usize], v, distance)).collect();
    sorting::sort_by(&mut sites, Site::order);
    let mut kept: Vec<Site> = Vec::new();
    let mut others: Vec<Site> = Vec::new();
    for site in sites {
        let list = if nearest(&kept, site.position, distance).is_none() { &mut kept } else { &mut others };
        list.push(site);
    }
    let join = |site: &Site| Some((site.vertex, nearest(&kept, site.position, distance)?));
    others.iter().filter_map(join).collect()
}

/// The vertex of the nearest kept site within the distance. `kept` is in order.
fn nearest(kept: &[Site], position: DVec3, distance: f64) -> Option<u32> {
    let own = cube(position, distance);
    let low = cube(position - DVec3::splat(distance), distance);
    let high = cube(position + DVec3::splat(distance), distance);
    let mut best = (distance * distance, None);
    for x in different([low[0], own[0], high[0]]) {
        for y in different([low[1], own[1], high[1]]) {
            let first = kept.partition_point(|site| site.cube < [x, y, low[2]]);
            for site in kept[first..].iter().take_while(|site| site.cube <= [x, y, high[2]]) {
                let squared = (site.position - position).length_sq();
                if squared < best.0 || (squared == best.0 && best.1.is_none()) {
                    best = (squared, Some(site.vertex));
                }
            }
        }
    }
    best.1
}

/// Increasing numbers without repetitions.
fn different([a, b, c]: [f64; 3]) -> impl Iterator<Item = f64> {
    [Some(a), (b != a).then_some(b), (c != b).then_some(c)].into_iter().flatten()
}

fn cube(position: DVec3, distance: f64) -> [f64; 3] {
    position.to_array().map(|c| libm::floor(c / (CUBE * distance)))
}

#[cfg(test)]
mod tests {
    use super::super::weld::weld;
    use super::*;
    use crate::random::noise;
    use alloc::vec;

    fn cloud(seed: &mut u64, count: usize, size: f32) -> Vec<Vec3> {
        let mut coordinate = || (noise(seed) - 0.5) * size;
        (0..count).map(|_| Vec3::new(coordinate(), coordinate(), coordinate())).collect()
    }

    fn welded(vertices: &[Vec3], distance: f32) -> Vec<Vec3> {
        let targets = weld(vertices, &vec![true; vertices.len()], distance);
        targets.iter().map(|&t| vertices[t as usize]).collect()
    }

    fn clouds(mut check: impl FnMut(&mut u64, Vec<Vec3>, f32)) {
        let mut seed = 7;
        for round in 0..60 {
            let size = [2.0, 1e-3, 3e4][round % 3];
            let vertices = cloud(&mut seed, 150, size);
            for share in [0.02, 0.1, 0.3, 3.0] {
                check(&mut seed, vertices.clone(), size * share);
            }
        }
    }

    #[test]
    fn no_vertex_moves_further_than_the_distance_and_kept_ones_are_further_apart() {
        clouds(|_, vertices, distance| {
            let moved = welded(&vertices, distance);
            let far = f64::from(distance);
            let length = |a: Vec3, b: Vec3| (a.as_dvec3() - b.as_dvec3()).length();
            for (i, (&from, &to)) in vertices.iter().zip(&moved).enumerate() {
                assert!(length(from, to) <= far);
                for &other in &moved[..i] {
                    assert!(other == to || length(other, to) > far);
                    assert!(length(from, to) <= length(from, other), "a nearer one was kept");
                }
            }
        });
    }

    #[test]
    fn the_order_of_the_vertices_never_matters() {
        clouds(|seed, vertices, distance| {
            let moved = welded(&vertices, distance);
            let mut order: Vec<usize> = (0..vertices.len()).collect();
            for i in (1..order.len()).rev() {
                order.swap(i, (noise(seed) * (i + 1) as f32) as usize);
            }
            let shuffled: Vec<Vec3> = order.iter().map(|&i| vertices[i]).collect();
            for (&i, to) in order.iter().zip(welded(&shuffled, distance)) {
                assert_eq!(moved[i], to);
            }
        });
    }

    #[test]
    fn a_second_weld_changes_nothing() {
        clouds(|_, vertices, distance| {
            let once = welded(&vertices, distance);
            assert_eq!(welded(&once, distance), once);
        });
    }

    #[test]
    fn exactly_the_distance_joins_and_tiny_distances_join_equal_positions_only() {
        let at = |x: f32| Vec3::new(x, 1e9, -1e9);
        assert_eq!(welded(&[at(1.0), at(1.5)], 0.5), [at(1.0), at(1.0)]);
        let vertices = [at(0.0), at(f32::from_bits(1)), at(1.0), at(1.0 + f32::EPSILON), at(1e9), at(-1e9)];
        assert_eq!(
            welded(&vertices, f32::from_bits(1))[1..],
            [at(0.0), at(1.0), at(1.0 + f32::EPSILON), at(1e9), at(-1e9)]
        );
    }
}
