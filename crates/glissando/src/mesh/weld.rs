//! Welding of vertices: those at equal positions, or closer than a distance.
//!
//! Equal positions are found by sorting, so no input can make it slow: a hash of the position first distributes the
//! keys to buckets, for the sake of the cache, then each bucket is sorted by the hash. The positions themselves are sorted only
//! where different ones have the same hash.

use super::bucket::Buckets;
use super::near;
use crate::math::Vec3;
use crate::sorting;
use alloc::vec::Vec;

/// Approximate number of keys in a bucket: few enough for insertion sort.
const BUCKET_SIZE: usize = 32;

/// Maximum number of buckets, as a power of two: with more, distribution costs more than sorting saves (measured).
const MOST_BUCKET_BITS: u32 = 17;

/// For every vertex the one whose position it takes: itself, if it stays.
///
/// With a `distance` of 0 only vertices at equal positions (`-0` equals `+0`) are welded, and the lowest index
/// represents all. A larger one then joins positions as in [`near`]; the representative of a group is the lowest index
/// at the exact position that the group takes. Vertices that are not `used` neither move nor attract others.
pub(super) fn weld(vertices: &[Vec3], used: &[bool], distance: f32) -> Vec<u32> {
    let mut targets = weld_equal(vertices, used);
    if distance > 0.0 {
        let distinct = (0_u32..).zip(&targets).zip(used);
        let distinct = distinct.filter(|&((vertex, &target), &used)| used && vertex == target);
        for (vertex, target) in near::joins(vertices, distinct.map(|((v, _), _)| v), distance) {
            targets[vertex as usize] = target;
        }
        for vertex in 0..targets.len() {
            targets[vertex] = targets[targets[vertex] as usize];
        }
    }
    targets
}

/// For every vertex the lowest used one at the same position.
fn weld_equal(vertices: &[Vec3], used: &[bool]) -> Vec<u32> {
    let mut targets: Vec<u32> = (0..vertices.len() as u32).collect();
    let bits = (vertices.len() / BUCKET_SIZE).max(1).ilog2().min(MOST_BUCKET_BITS);
    let keys = (0_u32..).zip(vertices).zip(used).filter(|&(_, &used)| used);
    let keys = keys.map(|((index, &vertex), _)| {
        let hash = hash(position_bits(vertex));
        ((hash >> (32 - bits)) as usize, hash << 32 | u64::from(index))
    });
    Buckets::new(1 << bits, keys).for_each(|_, keys| {
        keys.sort_unstable();
        for same in keys.chunk_by_mut(|a, b| *a >> 32 == *b >> 32) {
            if same.len() > 1 {
                join(vertices, same, &mut targets);
            }
        }
    });
    targets
}

/// Welds the vertices of the same hash that are at the same position. The keys are in the order of their indices, which are
/// their lower half.
fn join(vertices: &[Vec3], keys: &mut [u64], targets: &mut [u32]) {
    let position = |key: u64| position_bits(vertices[key as u32 as usize]);
    let first = position(keys[0]);
    if keys.iter().any(|&key| position(key) != first) {
        sorting::sort_by_key(keys, |&key| (position(key), key as u32));
    }
    for equal in keys.chunk_by(|&a, &b| position(a) == position(b)) {
        for &key in &equal[1..] {
            targets[key as u32 as usize] = equal[0] as u32;
        }
    }
}

/// The position's bits, with `-0` as `+0`.
fn position_bits(vertex: Vec3) -> [u32; 3] {
    (vertex + Vec3::ZERO).to_array().map(f32::to_bits)
}

/// A hash of 32 bits, by multiplication with odd constants.
fn hash([x, y, z]: [u32; 3]) -> u64 {
    let mixed = (u64::from(x) << 32 | u64::from(y)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 32 ^ u64::from(z)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn equal_positions_become_the_lowest_index_and_negative_zero_equals_zero() {
        let v = |x: f32| Vec3::new(x, 0.0, 1.0);
        let vertices = [v(1.0), v(0.0), v(1.0), Vec3::new(-0.0, -0.0, 1.0), v(1.0 + f32::EPSILON)];
        assert_eq!(weld(&vertices, &[true; 5], 0.0), [0, 1, 0, 1, 4]);
    }

    #[test]
    fn an_unused_vertex_never_represents_others() {
        let vertices = [Vec3::ZERO; 3];
        for distance in [0.0, 1.0] {
            assert_eq!(weld(&vertices, &[false, true, true], distance), [0, 1, 1]);
        }
    }

    #[test]
    fn different_positions_of_the_same_hash_are_not_welded() {
        let vertices = [Vec3::X, Vec3::Y, Vec3::X, Vec3::ZERO, Vec3::Y, Vec3::X];
        let (mut keys, mut targets) = ([0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5]);
        join(&vertices, &mut keys, &mut targets);
        assert_eq!(targets, [0, 1, 0, 3, 1, 0]);
    }

    #[test]
    fn many_buckets_give_the_same_as_comparing_all_pairs() {
        let vertices: Vec<Vec3> =
            (0..3000_u32).map(|i| Vec3::new((i * i % 13) as f32, (i % 11) as f32, (i % 7) as f32)).collect();
        let expected: Vec<u32> =
            vertices.iter().map(|v| vertices.iter().position(|w| w == v).unwrap() as u32).collect();
        assert_eq!(weld(&vertices, &vec![true; 3000], 0.0), expected);
    }
}
