//! The order in which many walkers are moved: neighbours one after the other, so that the data of the world read for
//! one is in the cache for the next.
//!
//! The order is along Morton's curve ("A computer oriented geodetic data base", 1966), which interleaves the bits of
//! the cells that contain the places: walkers near on it are near in space. No result depends on it, so an old order
//! will do.

use crate::character::State;
use alloc::vec::Vec;

/// Fewer walkers fit the cache in any order: they are moved in the order of the slice.
const FEW: usize = 512;

/// Ticks for which an order is kept: a walker crosses a few cells meanwhile.
const TICKS: usize = 64;

/// The order of the walkers.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    /// Indices of the walkers, in the order in which they are moved.
    pub(super) indices: Vec<u32>,
    /// The rank of each walker.
    ranks: Vec<u32>,
    keys: Vec<(u64, u64)>,
    /// Ticks since the order was made.
    age: usize,
}

impl Order {
    /// Sorts the walkers, unless the last order will do. `cell` is the edge of a cell in metres, more than 0.
    pub(super) fn renew(&mut self, states: &[State], cell: f64) {
        self.age += 1;
        let is_known = self.indices.len() == states.len();
        if is_known && (states.len() < FEW || self.age < TICKS) {
            return;
        }
        self.age = 0;
        self.keys.clear();
        let is_sorted = states.len() >= FEW;
        let key = |state: &State| if is_sorted { code(state, cell) } else { 0 };
        self.keys.extend(states.iter().zip(0..).map(|(state, index)| (key(state), index)));
        self.keys.sort_unstable();
        self.indices.clear();
        self.indices.extend(self.keys.iter().map(|(_, index)| *index as u32));
        self.ranks.resize(states.len(), 0);
        for (index, rank) in self.indices.iter().zip(0..) {
            self.ranks[*index as usize] = rank;
        }
    }

    /// The position of a walker in the order.
    pub(super) fn rank(&self, index: usize) -> Option<usize> {
        self.ranks.get(index).map(|rank| *rank as usize)
    }
}

/// The code of a walker's cell on the curve. NaN and infinities have some code too.
fn code(state: &State, cell: f64) -> u64 {
    let [x, y, z] = state.position.to_array().map(|along| spread((along / cell) as i32));
    x << 2 | y << 1 | z
}

/// The low 21 bits, two zeros before each; zero is in the middle of their range.
fn spread(cell: i32) -> u64 {
    let mut bits = u64::from(cell.wrapping_add(1 << 20) as u32 & 0x1f_ffff);
    for (shift, mask) in [
        (32, 0x001f_0000_0000_ffff),
        (16, 0x001f_0000_ff00_00ff),
        (8, 0x100f_00f0_0f00_f00f),
        (4, 0x10c3_0c30_c30c_30c3),
        (2, 0x1249_2492_4924_9249),
    ] {
        bits = (bits | bits << shift) & mask;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::DVec3;

    #[test]
    fn the_bits_of_a_cell_stand_three_apart() {
        for cell in [0, 1, -1, 5, -77, 1_048_575, -1_048_576, 123_456] {
            let bits = (cell + (1 << 20)) as u64;
            let slow = (0..21).fold(0, |sum, k| sum | (bits >> k & 1) << (3 * k));
            assert_eq!(spread(cell), slow, "{cell}");
        }
    }

    #[test]
    fn neighbours_come_one_after_the_other_and_every_rank_is_found() {
        let place = |k: u32| DVec3::new(f64::from(k * 383 % 64), 0.0, f64::from(k * 577 % 67));
        let mut states: Vec<State> = (0..1000).map(|k| State::at(place(k))).collect();
        states[7].position = DVec3::splat(f64::NAN);
        states[8].position = DVec3::splat(f64::INFINITY);
        let length = |order: &Order| -> f64 {
            let places: Vec<DVec3> = order.indices.iter().map(|i| states[*i as usize].position).collect();
            let lengths = places.windows(2).map(|two| (two[1] - two[0]).length());
            lengths.filter(|length| length.is_finite()).sum()
        };
        let mut order = Order::default();
        order.renew(&states, 1.0);
        assert!(length(&order) < 3_000.0, "{}", length(&order));
        for (rank, index) in order.indices.iter().enumerate() {
            assert_eq!(order.rank(*index as usize), Some(rank));
        }
        assert_eq!(order.rank(1000), None);
        order.renew(&states[..100], 1.0);
        assert!(order.indices.iter().copied().eq(0..100));
        assert_eq!(order.rank(100), None);
    }
}
