//! The distances by which neighbours in chains have to part: passes and rounds ask several times for the same two places.
//!
//! An answer depends on nothing but the two characters and their places, so it is the same whether it was kept or not. A kept one
//! gives way to the next with the same remainder.

use crate::crowd::Pair;
use crate::math::DVec3;
use alloc::vec::Vec;

/// Fewer pairs are computed each time.
const LEAST_PAIRS: usize = 32;

/// Answers that are kept for each pair, and at most for all.
const FOR_EACH: usize = 8;
const MOST: usize = 1 << 14;

/// An answer: the normal from the first to the second, and how far they have to part along it.
type Lack = (DVec3, f64);

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The tick's number for which it holds; 0 for none.
    number: u32,
    pair: Pair,
    places: [DVec3; 2],
    lack: Lack,
}

/// Answers of one tick.
#[derive(Clone, Debug, Default)]
pub(super) struct Partings {
    /// As many as a power of two.
    entries: Vec<Entry>,
    number: u32,
}

impl Partings {
    /// Forgets all answers.
    pub(super) fn begin(&mut self) {
        self.number = self.number.wrapping_add(1);
        if self.number == 0 {
            self.entries.clear();
            self.number = 1;
        }
    }

    /// Makes room for the answers of so many pairs.
    pub(super) fn keep_for(&mut self, pairs: usize) {
        let count = if pairs < LEAST_PAIRS { 0 } else { (FOR_EACH * pairs).next_power_of_two().min(MOST) };
        if count > self.entries.len() {
            let (pair, places) = (Pair { first: 0, second: 0 }, [DVec3::ZERO; 2]);
            self.entries.clear();
            self.entries.resize(count, Entry { number: 0, pair, places, lack: (DVec3::ZERO, 0.0) });
        }
    }

    /// The answer for two characters at these places: the kept one, or the one that `find` gives.
    pub(super) fn of(&mut self, pair: Pair, places: [DVec3; 2], find: impl FnOnce() -> Lack) -> Lack {
        if self.entries.is_empty() {
            return find();
        }
        let slot = slot_of(pair, &places) as usize & (self.entries.len() - 1);
        let entry = &mut self.entries[slot];
        let is_same = entry.number == self.number
            && entry.pair == pair
            && bits_of(&entry.places).zip(bits_of(&places)).all(|(a, b)| a == b);
        if !is_same {
            *entry = Entry { number: self.number, pair, places, lack: find() };
        }
        entry.lack
    }
}

fn bits_of(places: &[DVec3; 2]) -> impl Iterator<Item = u64> {
    let [a, b] = places.map(|place| place.to_array().map(f64::to_bits));
    a.into_iter().chain(b)
}

/// A number that differs for most keys that differ.
fn slot_of(pair: Pair, places: &[DVec3; 2]) -> u64 {
    let start = u64::from(pair.first) << 32 | u64::from(pair.second);
    let mixed = bits_of(places).fold(start, |sum, bits| {
        let sum = (sum ^ bits).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        sum ^ sum >> 29
    });
    mixed >> 20
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_again_is_not_computed_again() {
        let mut partings = Partings::default();
        let pair = Pair { first: 3, second: 7 };
        let ask = |partings: &mut Partings, places: [DVec3; 2], answer: f64| {
            partings.of(pair, places, || (DVec3::X, answer)).1
        };
        let [here, there] = [[DVec3::ZERO, DVec3::X], [DVec3::ZERO, DVec3::Y]];
        partings.begin();
        partings.keep_for(LEAST_PAIRS - 1);
        assert_eq!([1.0, 2.0].map(|answer| ask(&mut partings, here, answer)), [1.0, 2.0], "too few to keep");
        partings.keep_for(LEAST_PAIRS);
        assert_eq!([3.0, 4.0].map(|answer| ask(&mut partings, here, answer)), [3.0; 2]);
        assert_eq!(ask(&mut partings, there, 5.0), 5.0);
        assert_eq!(ask(&mut partings, here, 6.0), 3.0, "another place takes nothing away");
        partings.begin();
        assert_eq!(ask(&mut partings, here, 7.0), 7.0, "in the next tick nothing is known");
    }
}
