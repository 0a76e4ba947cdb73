//! All triangles of a mesh, leaf by leaf, compressed without loss.
//!
//! Neighbours share corners and coordinates, so a leaf has its own short lists of them ([`LeafWords`]). Common properties of most
//! triangles of a level take a bit or no space.

use super::directory::Directory;
use super::materials::Materials;
use super::pack::pack;
use super::packet::{Packet, REACH};
use super::prime::Primes;
use super::ridges::{Beyond, Ridges};
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
    leaf_count: usize,
    materials: Materials,
    directory: Directory,
    ridges: Ridges,
}

impl Packets {
    /// Packs the triangles (indices in `primes`) of `leaf_count` leaves, out of a soup of `soup_count`; and where each leaf begins.
    pub(super) fn new<L: Iterator<Item = u32>>(
        leaf_count: usize,
        leaf_of: impl Fn(usize) -> L + Sync,
        primes: &(impl Primes + ?Sized),
        soup_count: usize,
    ) -> (Self, Vec<u32>) {
        let pool = Builders::Pool;
        let (parts, (materials, directory)) = pool.both(
            primes.count(),
            || pool.in_parts((leaf_count, LEAF_SIZE), |numbers| Packed::new(numbers, &leaf_of, primes)),
            || {
                let directory = Directory::new(leaf_count, &leaf_of, primes, soup_count);
                (Materials::new(primes, soup_count), directory)
            },
        );
        let Packed { words, firsts } = Packed::joined(parts);
        let ridges = Ridges::new(primes);
        (Self { words, leaf_count, materials, directory: directory.with_firsts(&firsts), ridges }, firsts)
    }

    /// The same triangles in the same leaves, with new corners: `primes` has one for each of the soup's.
    pub(super) fn refit(&self, primes: &impl Primes) -> (Self, Vec<u32>) {
        let leaf_of = |leaf: usize| {
            let packet = self.packet(self.first(leaf));
            (0..packet.count()).map(move |lane| packet.source(lane))
        };
        Self::new(self.leaf_count, leaf_of, primes, self.soup_count())
    }

    #[inline(always)]
    pub(super) fn words(&self) -> &[u32] {
        &self.words
    }

    /// Where a leaf begins.
    fn first(&self, leaf: usize) -> usize {
        let (before, count) = self.directory.before(leaf);
        (0..count).fold(before, |first, _| self.after(first))
    }

    /// Where the leaf behind one that begins here does.
    fn after(&self, first: usize) -> usize {
        first + self.packet(first).word_count()
    }

    /// All leaves, in order.
    pub(super) fn all(&self) -> impl Iterator<Item = Packet<'_>> {
        let mut next = 0;
        (0..self.leaf_count).map(move |_| {
            let first = next;
            next = self.after(first);
            self.packet(first)
        })
    }

    /// The leaf that begins here.
    #[inline(always)]
    pub(super) fn packet(&self, first: usize) -> Packet<'_> {
        Packet::new(self.words[first..].first_chunk().unwrap_or(&[0; REACH]), self)
    }

    /// The packet and lane of the triangle with this index in the soup.
    pub(super) fn place(&self, source: u32) -> Option<(Packet<'_>, usize)> {
        let mut packets = self.directory.leaves(source).map(|leaf| self.packet(self.first(leaf)));
        packets.find_map(|packet| {
            let lane = (0..packet.count()).find(|&lane| packet.source(lane) == source)?;
            Some((packet, lane))
        })
    }

    #[inline(always)]
    pub(super) fn material(&self, source: u32) -> u16 {
        self.materials.get(source)
    }

    /// What is beyond the ridges of the triangle with this index in the soup.
    pub(super) fn beyond(&self, source: u32) -> Option<&Beyond> {
        self.ridges.of(source)
    }

    pub(super) fn soup_count(&self) -> usize {
        self.directory.soup_count()
    }

    pub(super) fn triangle_count(&self) -> usize {
        self.all().map(|packet| packet.count()).sum()
    }

    /// Bytes on the heap beside the leaves: of the directory, of the materials, and of the ridges.
    pub(super) fn bytes_beside(&self) -> (usize, usize, usize) {
        (self.directory.byte_count(), self.materials.byte_count(), self.ridges.byte_count())
    }

    /// Bytes on the heap.
    pub(super) fn byte_count(&self) -> usize {
        let (directory, materials, ridges) = self.bytes_beside();
        size_of_val(&self.words[..]) + directory + materials + ridges
    }
}

/// Leaves that follow each other; see [`Packets`].
struct Packed {
    words: Vec<u32>,
    firsts: Vec<u32>,
}

impl Packed {
    fn new<L: Iterator<Item = u32>>(
        numbers: Range<usize>,
        leaf_of: impl Fn(usize) -> L,
        primes: &(impl Primes + ?Sized),
    ) -> Self {
        // Leaves of levels seldom have more words, those of unconnected triangles four times as many.
        let mut words = Vec::with_capacity(32 * numbers.len());
        let mut firsts = Vec::with_capacity(numbers.len());
        if primes.count() == 0 {
            return Self { words, firsts };
        }
        let (instructions, mut eight) = (Instructions::best(), [primes.prime(0); LEAF_SIZE]);
        for number in numbers {
            let mut count = 0;
            for (own, number) in eight.iter_mut().zip(leaf_of(number)) {
                *own = primes.prime(number as usize);
                count += 1;
            }
            firsts.push(words.len() as u32);
            pack(&eight[..count], &mut words, instructions);
        }
        Self { words, firsts }
    }

    /// All parts, one after the other, with the words that one may read past the last.
    fn joined(parts: Vec<Self>) -> Self {
        let words = parts.iter().map(|part| part.words.len()).sum::<usize>() + REACH;
        let leaves = parts.iter().map(|part| part.firsts.len()).sum::<usize>();
        let mut parts = parts.into_iter();
        let mut all = parts.next().unwrap_or(Self { words: Vec::new(), firsts: Vec::new() });
        all.words.reserve_exact(words - all.words.len());
        all.firsts.reserve_exact(leaves - all.firsts.len());
        for Self { words, firsts } in parts {
            let before = all.words.len() as u32;
            all.firsts.extend(firsts.into_iter().map(|first| first + before));
            all.words.extend(words);
        }
        all.words.resize(all.words.len() + REACH, 0);
        all.words.shrink_to_fit();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::super::prime::Prime;
    use super::*;
    use crate::math::Vec3;
    use crate::random::noise;
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
            let (packets, firsts) = Packets::new(count.div_ceil(8), leaf_of, &primes[..], count);
            assert!((0..firsts.len()).all(|leaf| packets.first(leaf) == firsts[leaf] as usize));
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
            let packed = Instructions::available().map(|instructions| {
                let mut words = Vec::new();
                pack(&primes, &mut words, instructions);
                words
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
            let part = |numbers: Range<usize>| Packed::new(numbers, leaf_of, &primes[..]);
            let whole = Packed::joined(alloc::vec![part(0..200)]);
            for cuts in [[1, 2, 3], [64, 65, 130], [0, 150, 199]] {
                let [a, b, c] = cuts;
                let joined = Packed::joined(alloc::vec![part(0..a), part(a..b), part(b..c), part(c..200)]);
                assert!(joined.words == whole.words, "{different} {cuts:?}");
                assert_eq!(joined.firsts, whole.firsts);
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
            Packets::new(1000, leaf_of, &primes[..], 8000).0.byte_count() / 1000
        };
        // A leaf: its counts, the places, the indices; the coordinates, three or nine a triangle; the materials, unless all are the same;
        // an eighth of where a leaf begins, and a quarter of a block that lists five bytes of leaves.
        let (leaf, beside) = (4 + 32 + 12, 3);
        let materials = 17;
        assert_eq!(
            (bytes(1, &mut seed), bytes(60_000, &mut seed)),
            (leaf + 12 + beside, leaf + 8 * 36 + materials + beside)
        );
    }
}
