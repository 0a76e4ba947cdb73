//! Indices in the soup of a leaf's triangles, a byte each: those of neighbours among the triangles of a level are seldom far apart.
//!
//! They are read when a triangle is met, so they stand behind all that says whether it is.

use super::packet::{COUNTS, SOURCES_FAR, SOURCES_TWO};
use crate::bvh::LEAF_SIZE;
use alloc::vec::Vec;

/// The higher half of a byte's numbers, which is counted from a second index.
const HALF: u32 = 128;

/// Up to eight indices, as words.
///
/// * Near each other: the least, and by how much each exceeds it, a byte for each lane.
/// * In two groups, as of two rows of a terrain: the same, and a word by how much the least of the second group exceeds that of the
///   first. A byte of [`HALF`] or more is counted from the second group.
/// * Far apart: the indices.
pub(super) struct Sources {
    words: [u32; LEAF_SIZE],
    count: usize,
    /// The flags of its form, for the leaf's counts.
    pub(super) form: u32,
}

impl Sources {
    /// Of one to eight triangles.
    #[inline(always)]
    pub(super) fn new(sources: impl Iterator<Item = u32>) -> Self {
        let (mut all, mut count) = ([0; LEAF_SIZE], 0);
        for (own, source) in all.iter_mut().zip(sources) {
            (*own, count) = (source, count + 1);
        }
        let given = &all[..count];
        let least = given.iter().copied().min().unwrap_or(0);
        let most = given.iter().copied().max().unwrap_or(0);
        if most - least < 2 * HALF {
            return Self::bytes(given, least, HALF);
        }
        let beyond = given.iter().copied().filter(|source| source - least >= HALF);
        let second = beyond.min().unwrap_or(least);
        if most - second < HALF {
            return Self::bytes(given, least, second - least);
        }
        Self { words: all, count, form: SOURCES_FAR }
    }

    /// In two groups, the second of which begins so far from the first.
    #[inline(always)]
    fn bytes(sources: &[u32], least: u32, second: u32) -> Self {
        let mut bytes = [0; LEAF_SIZE];
        for (byte, source) in bytes.iter_mut().zip(sources) {
            let more = source - least;
            *byte = if more < HALF { more } else { HALF + (more - second) } as u8;
        }
        let [a, b, c, d, e, f, g, h] = bytes;
        let (low, high) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]));
        let (count, form) = if second == HALF { (3, 0) } else { (4, SOURCES_TWO) };
        Self { words: [least, low, high, second, 0, 0, 0, 0], count, form }
    }

    /// Appends them to a leaf.
    pub(super) fn append(&self, words: &mut Vec<u32>) {
        words.extend(&self.words[..self.count]);
    }
}

/// The number of words that the indices of a leaf with these counts take.
pub(super) fn word_count(counts: u32) -> usize {
    match counts {
        counts if counts & SOURCES_FAR != 0 => (counts & COUNTS) as usize,
        counts if counts & SOURCES_TWO != 0 => 4,
        _ => 3,
    }
}

/// The index of a lane's triangle, of those that are near each other or in two groups.
#[inline(always)]
pub(super) fn of_lane(counts: u32, [least, low, high, second]: &[u32; 4], lane: usize) -> u32 {
    let four = if lane & 4 == 0 { low } else { high };
    let byte = four >> (8 * (lane & 3));
    let second = if counts & SOURCES_TWO == 0 { HALF } else { *second };
    least + (byte & (HALF - 1)) + if byte & HALF == 0 { 0 } else { second }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_grouped_and_far_indices_come_back() {
        const MOST: u32 = 1 << 26;
        let lists: [(&[u32], usize); 9] = [
            (&[7], 3),
            (&[7, 0, 255, 3, 128, 127, 3, 3], 3),
            (&[7, 0, 256, 3], 4),
            (&[130, 1, 0, 900, 901, 2, 1027, 127], 8),
            (&[1, 0, 900, 901, 2, 1027, 127], 4),
            (&[1, 0, 900, 901, 2, 1028, 127], 7),
            (&[MOST, MOST - 1, 0, 127, MOST - 127], 4),
            (&[MOST, MOST - 1, 0, 127, MOST - 128], 5),
            (&[0, 300, 900], 3),
        ];
        for (list, count) in lists {
            let sources = Sources::new(list.iter().copied());
            let counts = list.len() as u32 | sources.form;
            let mut words = Vec::new();
            sources.append(&mut words);
            assert_eq!((words.len(), word_count(counts)), (count, count), "{list:?}");
            words.resize(8, 77);
            for (lane, source) in list.iter().enumerate() {
                let near = of_lane(counts, words.first_chunk().unwrap(), lane);
                let found = if counts & SOURCES_FAR == 0 { near } else { words[lane] };
                assert_eq!(found, *source, "{list:?}");
            }
        }
    }
}
