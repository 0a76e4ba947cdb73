//! Which leaf a triangle of the soup is in: of 32 triangles in a row the leaves that have them, as a list of bytes. The triangle is
//! then looked for in each of these.
//!
//! No question of a tick asks this: a leaf knows its triangles.

use super::prime::Primes;
use alloc::vec::Vec;

/// Number of triangles of the soup in a block.
const BLOCK: usize = 32;

/// Of so many leaves it is known where the first begins.
pub(super) const STRIDE: usize = 8;

/// The leaf of a triangle that is in none.
const NOWHERE: u32 = u32::MAX;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Directory {
    /// Where the bytes of each block end.
    ends: Vec<u32>,
    /// Of each block the numbers of its leaves, in order: the first, and by how much each exceeds the one before it.
    leaves: Vec<u8>,
    /// Where every [`STRIDE`]th leaf begins.
    firsts: Vec<u32>,
    soup_count: usize,
}

impl Directory {
    /// Of the leaves of a soup of `soup_count` triangles, without where they begin.
    pub(super) fn new<L: Iterator<Item = u32>>(
        leaf_count: usize,
        leaf_of: impl Fn(usize) -> L,
        primes: &(impl Primes + ?Sized),
        soup_count: usize,
    ) -> Self {
        let mut leaf_by_source = alloc::vec![NOWHERE; soup_count];
        for leaf in 0..leaf_count {
            let mut put = |prime: u32| leaf_by_source[primes.source(prime as usize) as usize] = leaf as u32;
            leaf_of(leaf).for_each(&mut put);
        }
        let blocks = soup_count.div_ceil(BLOCK);
        let (ends, leaves) = (Vec::with_capacity(blocks), Vec::with_capacity(12 * blocks));
        let mut all = Self { ends, leaves, firsts: Vec::new(), soup_count };
        leaf_by_source.chunks(BLOCK).for_each(|block| all.push(block));
        all.leaves.shrink_to_fit();
        all
    }

    /// Appends a block, given the leaf of each of its triangles.
    fn push(&mut self, leaf_by_triangle: &[u32]) {
        // As wide as a key of a vertex that is welded, whose sort is there already. Neighbours in a leaf are written once.
        let (mut sorted, mut count, mut last) = ([0_u64; BLOCK], 0, NOWHERE);
        for &leaf in leaf_by_triangle {
            sorted[count % BLOCK] = u64::from(leaf);
            count += usize::from(leaf != last && leaf != NOWHERE);
            last = leaf;
        }
        let sorted = &mut sorted[..count];
        sorted.sort_unstable();
        let mut last = 0;
        for same in sorted.chunk_by(|a, b| a == b) {
            let leaf = same[0] as u32;
            self.push_number(leaf - last);
            last = leaf;
        }
        self.ends.push(self.leaves.len() as u32);
    }

    /// Seven bits a byte, the lowest first; each but the last has the highest bit set.
    fn push_number(&mut self, mut number: u32) {
        while number > 127 {
            self.leaves.push(number as u8 | 128);
            number >>= 7;
        }
        self.leaves.push(number as u8);
    }

    /// With where all leaves begin.
    pub(super) fn with_firsts(self, firsts: &[u32]) -> Self {
        Self { firsts: firsts.iter().copied().step_by(STRIDE).collect(), ..self }
    }

    /// The leaves among which that of this triangle is, if it is in any.
    pub(super) fn leaves(&self, source: u32) -> impl Iterator<Item = usize> {
        let block = source as usize / BLOCK;
        let end = self.ends.get(block).map_or(0, |end| *end as usize);
        let start = if block == 0 { 0 } else { self.ends.get(block - 1).map_or(end, |end| *end as usize) };
        let bytes = self.leaves.get(start..end).unwrap_or_default();
        let numbers = bytes.chunk_by(|byte, _| *byte > 127);
        let numbers =
            numbers.map(|bytes| bytes.iter().rev().fold(0, |sum, byte| sum << 7 | usize::from(byte & 127)));
        numbers.scan(0, |leaf, more| {
            *leaf += more;
            Some(*leaf)
        })
    }

    /// Where a leaf before this one begins, and how many leaves before.
    pub(super) fn before(&self, leaf: usize) -> (usize, usize) {
        (self.firsts.get(leaf / STRIDE).map_or(0, |first| *first as usize), leaf % STRIDE)
    }

    pub(super) fn soup_count(&self) -> usize {
        self.soup_count
    }

    /// Bytes on the heap.
    pub(super) fn byte_count(&self) -> usize {
        size_of_val(&self.ends[..]) + size_of_val(&self.leaves[..]) + size_of_val(&self.firsts[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_of_blocks_come_back_in_order() {
        const MOST: u32 = 1 << 29;
        let mut directory = Directory::default();
        let blocks: [(&[u32], &[usize], usize); 5] = [
            (&[5, 3, 3, 5, 3], &[3, 5], 2),
            (&[NOWHERE; 3], &[], 0),
            (&[NOWHERE, 0, NOWHERE], &[0], 1),
            (&[0, 127, 255, 128], &[0, 127, 128, 255], 4),
            (&[MOST, 128, MOST - 1], &[128, MOST as usize - 1, MOST as usize], 2 + 5 + 1),
        ];
        let mut bytes = 0;
        for (leaves, _, more) in blocks {
            directory.push(leaves);
            bytes += more + 4;
            assert_eq!(directory.byte_count(), bytes);
        }
        for (block, (_, leaves, _)) in (0..).zip(blocks) {
            for source in [32 * block, 32 * block + 31] {
                assert!(directory.leaves(source).eq(leaves.iter().copied()), "{block}");
            }
        }
        assert_eq!(directory.leaves(32 * 5).count(), 0);
    }
}
