//! The ridges of one-way floors: which other one-way triangle shares an edge with one.
//!
//! A body on a ridge is entirely before neither of the two planes, though no part of it is below the floor: there a triangle must know
//! its neighbours. A triangle of a level floor has no entry.

use super::prime::{Prime, Primes};
use crate::math::{DVec3, Vec3};
use crate::sorting;
use alloc::vec::Vec;

/// Beyond each edge of a triangle, the third corner of the one-way triangle that shares it; mesh space.
pub(crate) type Beyond = [Option<Vec3>; 3];

/// Sine of the least angle by which a neighbour bends down.
const LEAST_BEND: f64 = 1e-6;

/// The one-way triangles with a neighbour that bends down.
#[derive(Clone, Debug, Default)]
pub(super) struct Ridges {
    /// By rising index in the soup.
    list: Vec<(u32, Beyond)>,
}

impl Ridges {
    pub(super) fn new(primes: &(impl Primes + ?Sized)) -> Self {
        let floors = (0..primes.count()).filter(|number| primes.is_one_way(*number));
        let floors: Vec<Prime> = floors.map(|number| primes.prime(number)).collect();
        let mut sides: Vec<Side<'_>> = floors.iter().flat_map(Side::of).collect();
        sorting::sort_by_key(&mut sides, |side| (side.ends, side.prime.source, side.edge));
        let mut found: Vec<(&Prime, usize, Vec3)> = Vec::new();
        for users in sides.chunk_by(|a, b| a.ends == b.ends) {
            // With a third triangle, or one that is turned round, the surface has no front there.
            if let [a, b] = users
                && a.rises != b.rises
            {
                found.extend([(a.prime, a.edge, b.third()), (b.prime, b.edge, a.third())]);
            }
        }
        sorting::sort_by_key(&mut found, |&(prime, edge, _)| (prime.source, edge));
        let each = found.chunk_by(|a, b| a.0.source == b.0.source).filter_map(|neighbours| {
            let mut beyond = [None; 3];
            neighbours.iter().for_each(|&(_, edge, third)| beyond[edge] = Some(third));
            let prime = neighbours[0].0;
            is_bent(prime, &beyond).then_some((prime.source, beyond))
        });
        Self { list: each.collect() }
    }

    /// What is beyond the edges of a triangle; `None` if no neighbour of it bends down.
    pub(super) fn of(&self, source: u32) -> Option<&Beyond> {
        let place = self.list.binary_search_by_key(&source, |entry| entry.0).ok()?;
        Some(&self.list[place].1)
    }

    /// Bytes on the heap.
    pub(super) fn byte_count(&self) -> usize {
        size_of_val(&self.list[..])
    }
}

/// An edge of a triangle.
#[derive(Clone, Copy)]
struct Side<'a> {
    /// The bits of both ends, the lower first. Prepared corners have no -0, so equal ones have equal bits.
    ends: [[u32; 3]; 2],
    /// Whether it runs from the lower end to the other.
    rises: bool,
    prime: &'a Prime,
    edge: usize,
}

impl<'a> Side<'a> {
    fn of(prime: &'a Prime) -> [Self; 3] {
        let bits = prime.corners.map(|corner| corner.to_array().map(f32::to_bits));
        [0, 1, 2].map(|edge| {
            let (from, to) = (bits[edge], bits[(edge + 1) % 3]);
            let rises = from < to;
            Self { ends: if rises { [from, to] } else { [to, from] }, rises, prime, edge }
        })
    }

    fn third(&self) -> Vec3 {
        self.prime.corners[(self.edge + 2) % 3]
    }
}

/// Whether one of its neighbours bends down from its plane.
fn is_bent(prime: &Prime, beyond: &Beyond) -> bool {
    let [a, b, c] = prime.corners.map(Vec3::as_dvec3);
    let front = (b - a).cross(c - a);
    beyond.iter().flatten().any(|third| {
        let off: DVec3 = third.as_dvec3() - a;
        front.dot(off) < -LEAST_BEND * front.length() * off.length()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prime(source: u32, corners: [[f32; 3]; 3]) -> Prime {
        let corners = corners.map(Vec3::from);
        Prime { corners, source, material: 0, edges_only: false, one_sided: false, one_way: true }
    }

    /// Two triangles that share the edge along z at x = 0, the second with its outer corner at this height.
    fn pair(height: f32) -> [Prime; 2] {
        let [low, high] = [[0.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
        [prime(3, [[-1.0, 0.0, 0.0], high, low]), prime(7, [high, [1.0, height, 0.0], low])]
    }

    #[test]
    fn only_a_neighbour_that_bends_down_makes_a_ridge() {
        let down = Ridges::new(&pair(-0.5)[..]);
        assert_eq!(down.of(3), Some(&[None, Some(Vec3::new(1.0, -0.5, 0.0)), None]));
        assert_eq!(down.of(7), Some(&[None, None, Some(Vec3::new(-1.0, 0.0, 0.0))]));
        assert_eq!(down.of(5), None);
        for height in [0.0, 0.5] {
            assert!(Ridges::new(&pair(height)[..]).list.is_empty(), "{height}");
        }
    }

    #[test]
    fn walls_and_floors_that_are_turned_round_are_no_neighbours() {
        let [first, second] = pair(-0.5);
        let [a, b, c] = second.corners;
        for other in [
            Prime { one_way: false, ..second },
            Prime { edges_only: true, ..second },
            Prime { corners: [b, a, c], ..second },
        ] {
            assert!(Ridges::new(&[first, other][..]).list.is_empty(), "{other:?}");
        }
        assert!(Ridges::new(&[first, second, Prime { source: 9, ..second }][..]).list.is_empty(), "crowded");
    }
}
