//! Indices by eights, two bytes each: those of neighbours among the triangles of a level are seldom far apart.
//!
//! Of each eight the least is kept, and by how much the others exceed it. Eights that differ by more are kept whole beside the
//! others.

use alloc::vec::Vec;

/// A list of indices below 2^31, in eights.
#[derive(Clone, Debug, Default)]
pub(super) struct Eights {
    eights: Vec<Eight>,
    /// Those whose indices are far apart.
    far: Vec<[u32; 8]>,
}

/// Eight indices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eight {
    /// The least of them; with [`FAR`] set, where the eight are among those that are kept whole.
    least: u32,
    more: [u16; 8],
}

/// See [`Eight::least`].
const FAR: u32 = 1 << 31;

impl Eight {
    /// The number of words that it takes.
    pub(super) const WORDS: usize = 5;

    /// Up to eight indices; the places of those that are missing have an index, of which nothing is promised. Those that are far apart
    /// are appended to a list of such.
    #[inline(always)]
    pub(super) fn new(indices: impl Iterator<Item = u32>, far: &mut Vec<[u32; 8]>) -> Self {
        let (mut eight, mut count) = ([0; 8], 0);
        for (place, index) in eight.iter_mut().zip(indices) {
            (*place, count) = (index, count + 1);
        }
        let least = eight[..count].iter().copied().min().unwrap_or(0);
        eight[count..].fill(least);
        let most = eight.iter().fold(0, |most, &index| most.max(index));
        if most - least > u32::from(u16::MAX) {
            far.push(eight);
            return Self { least: FAR | (far.len() - 1) as u32, more: [0; 8] };
        }
        Self { least, more: eight.map(|index| (index - least) as u16) }
    }

    #[inline(always)]
    pub(super) fn words(&self) -> [u32; Self::WORDS] {
        let two = |at: usize| u32::from(self.more[at]) | u32::from(self.more[at + 1]) << 16;
        [self.least, two(0), two(2), two(4), two(6)]
    }

    /// The index at a place of an eight in words, and the list of those that are far apart.
    #[inline(always)]
    pub(super) fn get([least, two @ ..]: &[u32; Self::WORDS], far: &[[u32; 8]], place: usize) -> Option<u32> {
        if least & FAR == 0 {
            return Some(least + (two[place >> 1 & 3] >> (16 * (place & 1)) & 0xffff));
        }
        far.get((least & !FAR) as usize).map(|eight| eight[place & 7])
    }

    /// The first word of an eight whose far indices follow so many others.
    pub(super) fn behind(least: u32, far: usize) -> u32 {
        if least & FAR != 0 { least + far as u32 } else { least }
    }
}

impl Eights {
    pub(super) fn with_capacity(eights: usize) -> Self {
        Self { eights: Vec::with_capacity(eights), far: Vec::new() }
    }

    /// The list of these indices.
    pub(super) fn of(indices: &[u32]) -> Self {
        let mut all = Self::with_capacity(indices.len().div_ceil(8));
        indices.chunks(8).for_each(|eight| all.push(eight.iter().copied()));
        all
    }

    /// Appends up to eight indices; see [`Eight::new`].
    pub(super) fn push(&mut self, indices: impl Iterator<Item = u32>) {
        self.eights.push(Eight::new(indices, &mut self.far));
    }

    /// The index at this place of the list.
    #[inline]
    pub(super) fn get(&self, place: usize) -> Option<u32> {
        let Eight { least, more } = self.eights.get(place / 8)?;
        if least & FAR == 0 {
            return Some(least + u32::from(more[place % 8]));
        }
        self.far.get((least & !FAR) as usize).map(|eight| eight[place % 8])
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.eights.shrink_to_fit();
        self.far.shrink_to_fit();
    }

    /// Bytes on the heap.
    pub(super) fn byte_count(&self) -> usize {
        size_of_val(&self.eights[..]) + size_of_val(&self.far[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_and_far_indices_come_back() {
        let lists: [&[u32]; 6] = [
            &[7, 0, 65_535, 3, 3, 3, 3, 3],
            &[7, 0, 65_536, 3, 3, 3, 3, 3],
            &[FAR - 1, FAR - 2, FAR - 65_536, FAR - 1, FAR - 1, FAR - 1, FAR - 1, FAR - 1],
            &[FAR - 1, 0],
            &[],
            &[900_000],
        ];
        let mut eights = Eights::with_capacity(0);
        lists.iter().for_each(|list| eights.push(list.iter().copied()));
        for (number, list) in lists.iter().enumerate() {
            for (place, index) in list.iter().enumerate() {
                assert_eq!(eights.get(8 * number + place), Some(*index), "{number} {place}");
            }
        }
        assert_eq!(eights.get(8 * lists.len()), None);
        let mut far = alloc::vec![[0; 8]; 3];
        for (number, list) in lists.iter().enumerate() {
            let mut words = Eight::new(list.iter().copied(), &mut Vec::new()).words();
            words[0] = Eight::behind(words[0], far.len());
            Eight::new(list.iter().copied(), &mut far);
            for (place, index) in list.iter().enumerate() {
                assert_eq!(Eight::get(&words, &far, place), Some(*index), "{number} {place}");
            }
        }
        assert_eq!(eights.byte_count(), 20 * lists.len() + 32 * 2);
    }
}
