//! All triangles of a mesh, leaf by leaf, compressed without loss.
//!
//! Neighbours share corners and coordinates, so a leaf has its own short lists of them ([`LeafWords`]). Common properties of most
//! triangles of a level take a bit or no space.

use super::eights::{Eight, Eights};
use super::pack::pack;
use super::packet::{HEAD, LeafWords, Packet, REACH};
use super::prepare::Prime;
use crate::bvh::LEAF_SIZE;
use crate::simd::Instructions;
use crate::threads::Builders;
use alloc::vec::Vec;
use core::ops::Range;

/// The triangles of a mesh.
#[derive(Clone, Debug)]
pub(super) struct Packets {
    /// The words of each leaf, one leaf after the other, and [`REACH`] more.
    words: Vec<u32>,
    /// Where the leaves begin.
    firsts: Eights,
    leaf_count: usize,
    /// Indices in the soup of the triangles of leaves in which they are far apart.
    far: Vec<[u32; 8]>,
    /// Material of each triangle of the soup; empty if all have the same.
    materials: Vec<u16>,
    material: u16,
    /// The leaf of each triangle of the soup; any for one that is in none.
    places: Eights,
    soup_count: usize,
}

impl Packets {
    /// Packs the triangles (indices in `primes`) of `leaf_count` leaves, out of a soup of `soup_count`.
    pub(super) fn new<L: Iterator<Item = u32>>(
        leaf_count: usize,
        leaf_of: impl Fn(usize) -> L + Sync,
        primes: &[Prime],
        soup_count: usize,
    ) -> Self {
        let material = primes.first().map_or(0, |prime| prime.material);
        let pool = Builders::Pool;
        let (parts, (materials, places)) = pool.both(
            primes.len(),
            || pool.in_parts((leaf_count, LEAF_SIZE), |numbers| Packed::new(numbers, &leaf_of, primes)),
            || (materials_of(primes, soup_count), places(leaf_count, &leaf_of, primes, soup_count)),
        );
        let Packed { words, firsts, far } = Packed::joined(parts);
        let mut all = Self {
            words,
            firsts: Eights::of(&firsts),
            leaf_count,
            far,
            materials,
            material,
            places,
            soup_count,
        };
        all.firsts.shrink_to_fit();
        all
    }

    /// The same triangles in the same leaves, with new corners: `primes` has one for each of the soup's.
    pub(super) fn refit(&self, primes: &[Prime]) -> Self {
        let leaf_of = |leaf: usize| {
            let packet = self.packet(self.first(leaf));
            (0..packet.count()).map(move |lane| packet.source(lane))
        };
        Self::new(self.leaf_count, leaf_of, primes, self.soup_count)
    }

    #[inline(always)]
    pub(super) fn words(&self) -> &[u32] {
        &self.words
    }

    /// Where a leaf begins.
    pub(super) fn first(&self, leaf: usize) -> usize {
        self.firsts.get(leaf).unwrap_or(0) as usize
    }

    /// Where each leaf begins.
    pub(super) fn firsts(&self) -> impl Iterator<Item = usize> {
        (0..self.leaf_count).map(|leaf| self.first(leaf))
    }

    /// The leaf that begins here.
    #[inline(always)]
    pub(super) fn packet(&self, first: usize) -> Packet<'_> {
        Packet::new(self.words[first..].first_chunk().unwrap_or(&[0; REACH]), self)
    }

    /// The packet and lane of the triangle with this index in the soup.
    pub(super) fn place(&self, source: u32) -> Option<(Packet<'_>, usize)> {
        let leaf = self.places.get(source as usize)? as usize;
        let packet = self.packet(self.firsts.get(leaf)? as usize);
        let lane = (0..packet.count()).find(|&lane| packet.source(lane) == source)?;
        Some((packet, lane))
    }

    /// Index in the soup of a leaf's triangle.
    #[inline(always)]
    pub(super) fn source(&self, leaf: &LeafWords, lane: usize) -> u32 {
        let eight = leaf.first_chunk().and_then(|eight| Eight::get(eight, &self.far, lane));
        eight.unwrap_or(NOWHERE)
    }

    #[inline(always)]
    pub(super) fn material(&self, source: u32) -> u16 {
        self.materials.get(source as usize).copied().unwrap_or(self.material)
    }

    pub(super) fn soup_count(&self) -> usize {
        self.soup_count
    }

    pub(super) fn triangle_count(&self) -> usize {
        self.firsts().map(|first| self.packet(first).count()).sum()
    }

    /// Bytes on the heap.
    pub(super) fn byte_count(&self) -> usize {
        size_of_val(&self.words[..])
            + size_of_val(&self.far[..])
            + size_of_val(&self.materials[..])
            + self.firsts.byte_count()
            + self.places.byte_count()
    }
}

/// The leaf of a triangle that is in none, and the index of one that is not there.
const NOWHERE: u32 = u32::MAX;

/// The leaves of the soup's triangles in short. Those in no leaf count as in that of a neighbour, which does not have them.
fn places<L: Iterator<Item = u32>>(
    leaf_count: usize,
    leaf_of: impl Fn(usize) -> L,
    primes: &[Prime],
    soup_count: usize,
) -> Eights {
    let mut leaf_by_source = alloc::vec![NOWHERE; soup_count];
    for leaf in 0..leaf_count {
        leaf_of(leaf).for_each(|prime| leaf_by_source[primes[prime as usize].source as usize] = leaf as u32);
    }
    let mut places = Eights::with_capacity(leaf_by_source.len().div_ceil(8));
    for eight in leaf_by_source.chunks(8) {
        let some = eight.iter().copied().find(|leaf| *leaf != NOWHERE).unwrap_or(0);
        places.push(eight.iter().map(|leaf| if *leaf == NOWHERE { some } else { *leaf }));
    }
    places.shrink_to_fit();
    places
}

/// The material of each triangle of the soup; empty if all have the same.
fn materials_of(primes: &[Prime], soup_count: usize) -> Vec<u16> {
    let Some(first) = primes.first() else { return Vec::new() };
    let mut materials = Vec::new();
    if primes.iter().any(|prime| prime.material != first.material) {
        materials.resize(soup_count, first.material);
        primes.iter().for_each(|prime| materials[prime.source as usize] = prime.material);
    }
    materials
}

/// Leaves that follow each other; see [`Packets`].
struct Packed {
    words: Vec<u32>,
    firsts: Vec<u32>,
    far: Vec<[u32; 8]>,
}

impl Packed {
    fn new<L: Iterator<Item = u32>>(
        numbers: Range<usize>,
        leaf_of: impl Fn(usize) -> L,
        primes: &[Prime],
    ) -> Self {
        // Levels have one to three distinct coordinates a triangle, unconnected triangles nine.
        let mut words = Vec::with_capacity((3 * LEAF_SIZE + HEAD) * numbers.len());
        let (mut firsts, mut far) = (Vec::with_capacity(numbers.len()), Vec::new());
        let Some(none) = primes.first() else { return Self { words, firsts, far } };
        let instructions = Instructions::best();
        for number in numbers {
            let mut eight = [none; LEAF_SIZE];
            let mut count = 0;
            for (own, prime) in eight.iter_mut().zip(leaf_of(number)) {
                *own = &primes[prime as usize];
                count += 1;
            }
            firsts.push(words.len() as u32);
            pack(&eight[..count], &mut words, &mut far, instructions);
        }
        Self { words, firsts, far }
    }

    /// All parts, one after the other, with the words that one may read past the last.
    fn joined(parts: Vec<Self>) -> Self {
        let words = parts.iter().map(|part| part.words.len()).sum::<usize>() + REACH;
        let leaves = parts.iter().map(|part| part.firsts.len()).sum::<usize>();
        let mut parts = parts.into_iter();
        let mut all = parts.next().unwrap_or(Self { words: Vec::new(), firsts: Vec::new(), far: Vec::new() });
        all.words.reserve_exact(words - all.words.len());
        all.firsts.reserve_exact(leaves - all.firsts.len());
        for Self { mut words, firsts, far } in parts {
            let before = all.words.len() as u32;
            for &first in &firsts {
                words[first as usize] = Eight::behind(words[first as usize], all.far.len());
            }
            all.firsts.extend(firsts.into_iter().map(|first| first + before));
            all.words.extend(words);
            all.far.extend(far);
        }
        all.words.resize(all.words.len() + REACH, 0);
        all.words.shrink_to_fit();
        all.far.shrink_to_fit();
        all
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
            let leaf_of = |leaf: usize| order[8 * leaf..count.min(8 * leaf + 8)].iter().copied();
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
    fn all_instructions_pack_a_leaf_alike() {
        let mut seed = 5;
        for (count, different) in [(1, 3), (3, 2), (8, 5), (8, 14), (8, 300)] {
            let primes = primes(count, different, &mut seed);
            let triangles: Vec<&Prime> = primes.iter().collect();
            let packed = Instructions::available().map(|instructions| {
                let (mut words, mut far) = (Vec::new(), Vec::new());
                pack(&triangles, &mut words, &mut far, instructions);
                (words, far)
            });
            let packed: Vec<_> = packed.collect();
            assert!(packed.iter().all(|one| *one == packed[0]), "{count} {different}");
        }
    }

    #[test]
    fn parts_that_are_joined_are_the_whole() {
        let mut seed = 7;
        for different in [1, 5, 30, 3000] {
            let primes = primes(1001, different, &mut seed);
            // Of leaves of one to eight triangles, some sources far apart.
            let leaf_of =
                |leaf: usize| (0..=leaf as u32 % 8).map(move |lane| (leaf as u32 * 37 + lane * 131) % 1001);
            let part = |numbers: Range<usize>| Packed::new(numbers, leaf_of, &primes);
            let whole = Packed::joined(alloc::vec![part(0..200)]);
            for cuts in [[1, 2, 3], [64, 65, 130], [0, 150, 199]] {
                let [a, b, c] = cuts;
                let joined = Packed::joined(alloc::vec![part(0..a), part(a..b), part(b..c), part(c..200)]);
                assert!(joined.words == whole.words, "{different} {cuts:?}");
                assert_eq!((joined.firsts, joined.far), (whole.firsts.clone(), whole.far.clone()));
            }
        }
    }

    #[test]
    fn triangles_that_share_corners_take_few_bytes() {
        let mut seed = 2;
        let bytes = |different: usize, seed: &mut u64| {
            let primes = primes(8000, different, seed);
            let order: Vec<u32> = (0..8000).collect();
            let leaf_of = |leaf: usize| order[8 * leaf..8 * leaf + 8].iter().copied();
            Packets::new(1000, leaf_of, &primes, 8000).byte_count() / 1000
        };
        // A leaf: a cache line, where it begins, the places; the coordinates, three or nine a triangle; the materials, unless all are
        // the same.
        let leaf = 64 + 2 + 20;
        assert_eq!((bytes(1, &mut seed), bytes(60_000, &mut seed)), (leaf + 12, leaf + 16 + 8 * 36));
    }
}
