//! All triangles of a mesh, leaf by leaf, compressed without loss.
//!
//! Neighbours share corners, so a leaf has its own short list of distinct corners, and a byte for each corner of a
//! triangle indexes it. Common properties of most triangles of a level take a bit or no space.

use super::packet::{Leaf, Packet, REACH};
use super::prepare::Prime;
use alloc::vec::Vec;

/// The triangles of a mesh.
#[derive(Clone, Debug)]
pub(super) struct Packets {
    leaves: Vec<Leaf>,
    /// The components of the distinct corners of each leaf, one leaf after the other, and [`REACH`] more.
    components: Vec<f32>,
    /// Material of each triangle of the soup; empty if all have the same.
    materials: Vec<u16>,
    material: u16,
    /// Leaf and lane of each triangle of the soup.
    places: Vec<u32>,
}

impl Packets {
    /// Packs the triangles (indices in `primes`) of `leaf_count` leaves, out of a soup of `soup_count`.
    pub(super) fn new<'a>(
        leaf_count: usize,
        leaf_of: impl Fn(usize) -> &'a [u32],
        primes: &[Prime],
        soup_count: usize,
    ) -> Self {
        let mut places = alloc::vec![u32::MAX; soup_count];
        let mut leaves = Vec::with_capacity(leaf_count);
        // Levels have 1.2 to 1.5 distinct corners a triangle, unconnected triangles three.
        let mut components = Vec::with_capacity(3 * (primes.len() + primes.len() / 2));
        for number in 0..leaf_count {
            let triangles = || leaf_of(number).iter().map(|&p| &primes[p as usize]);
            for (lane, prime) in triangles().enumerate() {
                places[prime.source as usize] = (number * 8 + lane) as u32;
            }
            leaves.push(Leaf::new(triangles(), &mut components));
        }
        components.resize(components.len() + REACH, 0.0);
        components.shrink_to_fit();
        let material = primes.first().map_or(0, |prime| prime.material);
        let mut materials = Vec::new();
        if primes.iter().any(|prime| prime.material != material) {
            materials.resize(soup_count, material);
            primes.iter().for_each(|prime| materials[prime.source as usize] = prime.material);
        }
        Self { leaves, components, materials, material, places }
    }

    /// The same triangles in the same leaves, with new corners: `primes` has one for each of the soup's.
    pub(super) fn refit(&self, primes: &[Prime]) -> Self {
        Self::new(self.leaves.len(), |leaf| self.leaves[leaf].sources(), primes, self.places.len())
    }

    #[inline(always)]
    pub(super) fn packet(&self, leaf: usize) -> Packet<'_> {
        let leaf = &self.leaves[leaf];
        let components = self.components[3 * leaf.first as usize..].first_chunk().unwrap_or(&[0.0; REACH]);
        Packet::new(leaf, components, self)
    }

    /// The packet and lane of the triangle with this index in the soup.
    pub(super) fn place(&self, source: u32) -> Option<(Packet<'_>, usize)> {
        let place = *self.places.get(source as usize)? as usize;
        (place / 8 < self.leaves.len()).then(|| (self.packet(place / 8), place % 8))
    }

    #[inline(always)]
    pub(super) fn material(&self, source: u32) -> u16 {
        self.materials.get(source as usize).copied().unwrap_or(self.material)
    }

    pub(super) fn soup_count(&self) -> usize {
        self.places.len()
    }

    pub(super) fn triangle_count(&self) -> usize {
        self.leaves.iter().map(|leaf| leaf.sources().len()).sum()
    }

    /// Bytes on the heap.
    pub(super) fn byte_count(&self) -> usize {
        size_of_val(&self.leaves[..])
            + size_of_val(&self.components[..])
            + size_of_val(&self.materials[..])
            + size_of_val(&self.places[..])
    }
}

#[cfg(test)]
mod tests {
    use super::super::near::tests::noise;
    use super::*;
    use crate::math::Vec3;
    use crate::simd::{Baseline, V8};

    /// Triangles among few, some or only different corners; every seventh flag is set.
    fn primes(count: usize, different: usize, seed: &mut u64) -> Vec<Prime> {
        let mut coordinate = || (noise(seed) - 0.5) * 2e3;
        let corners: Vec<Vec3> =
            (0..different).map(|_| Vec3::new(coordinate(), coordinate(), coordinate())).collect();
        let mut pick = || corners[(noise(seed) * different as f32) as usize];
        let mut prime = |source: usize| Prime {
            corners: [pick(), pick(), pick()],
            source: source as u32,
            material: (source % different) as u16,
            edges_only: source % 7 == 1,
            one_sided: source % 7 == 2,
            one_way: source % 7 == 3,
        };
        (0..count).map(&mut prime).collect()
    }

    #[test]
    fn packing_is_lossless_to_the_last_bit() {
        let mut seed = 21;
        for (count, different) in [(1, 3), (8, 1), (8, 24), (9, 5), (800, 30), (1000, 3000)] {
            let primes = primes(count, different, &mut seed);
            let order: Vec<u32> = (0..count as u32).rev().collect();
            let leaf_of = |leaf: usize| &order[8 * leaf..count.min(8 * leaf + 8)];
            let packets = Packets::new(count.div_ceil(8), leaf_of, &primes, count);
            assert_eq!((packets.triangle_count(), packets.soup_count()), (count, count));
            for prime in &primes {
                let (packet, lane) = packets.place(prime.source).unwrap();
                let eight = packet.corners8::<Baseline>().map(V8::to_arrays);
                let expected = prime.corners.map(Vec3::to_array);
                assert_eq!(packet.corners_of(lane), expected);
                assert_eq!(eight.map(|corner| corner.map(|lanes| lanes[lane])), expected);
                let kind = packet.kind(lane);
                assert_eq!((packet.source(lane), packet.material(lane)), (prime.source, prime.material));
                assert_eq!(
                    (kind.edges_only, kind.one_sided, kind.one_way),
                    (prime.edges_only, prime.one_sided, prime.one_way)
                );
            }
            assert!(packets.place(count as u32).is_none());
        }
    }

    #[test]
    fn triangles_that_share_corners_take_few_bytes() {
        let mut seed = 2;
        let bytes = |different: usize, seed: &mut u64| {
            let primes = primes(8000, different, seed);
            let order: Vec<u32> = (0..8000).collect();
            Packets::new(1000, |leaf| &order[8 * leaf..8 * leaf + 8], &primes, 8000).byte_count() / 8000
        };
        // A cache line a leaf, a place and a material a triangle, and the corners: hardly any, or three each.
        assert_eq!((bytes(1, &mut seed), bytes(60_000, &mut seed)), (8 + 4 + 1, 8 + 4 + 2 + 36));
    }
}
