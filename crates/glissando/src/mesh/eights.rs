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
struct Eight {
    /// The least of them; with [`FAR`] set, where the eight are among those that are kept whole.
    least: u32,
    more: [u16; 8],
}

/// See [`Eight::least`].
const FAR: u32 = 1 << 31;

impl Eights {
    pub(super) fn with_capacity(eights: usize) -> Self {
        Self { eights: Vec::with_capacity(eights), far: Vec::new() }
    }

    /// Appends up to eight indices; the places of those that are missing have an index, of which nothing is promised.
    pub(super) fn push(&mut self, indices: impl Iterator<Item = u32> + Clone) {
        let least = indices.clone().min().unwrap_or(0);
        let (mut eight, mut is_far) = ([least; 8], false);
        for (place, index) in eight.iter_mut().zip(indices) {
            (*place, is_far) = (index, is_far || index - least > u32::from(u16::MAX));
        }
        if is_far {
            self.eights.push(Eight { least: FAR | self.far.len() as u32, more: [0; 8] });
            self.far.push(eight);
        } else {
            self.eights.push(Eight { least, more: eight.map(|index| (index - least) as u16) });
        }
    }

    /// Appends another list, after the whole eights of this one.
    pub(super) fn append(&mut self, other: &Self) {
        let far = self.far.len() as u32;
        self.eights.extend(other.eights.iter().map(|&Eight { least, more }| {
            let is_far = least & FAR != 0;
            Eight { least: if is_far { least + far } else { least }, more }
        }));
        self.far.extend(&other.far);
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
        let mut twice = eights.clone();
        twice.append(&eights);
        for place in 0..8 * lists.len() {
            assert_eq!(twice.get(8 * lists.len() + place), eights.get(place), "{place}");
        }
        assert_eq!(eights.byte_count(), 20 * lists.len() + 32 * 2);
    }
}
