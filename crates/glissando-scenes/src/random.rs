//! Seeded random numbers, the same on every machine and for ever: PCG (M. O'Neill, *PCG: A Family of Simple Fast
//! Space-Efficient Statistically Good Algorithms for Random Number Generation*, 2014) and + - * / sqrt alone.

use glissando::{DMat3, DQuat, DVec3};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

/// What random geometry looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Real numbers of every magnitude: nothing ever ties, everything is slightly rounded.
    Chaos,
    /// Small whole numbers and halves: ties, exact touches, parallel and coplanar things all the time.
    Grid,
}

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random(Pcg64);

impl Random {
    /// The stream of `seed`.
    pub fn new(seed: u64) -> Self {
        Self::nth(seed, 0, 0)
    }

    /// The stream number `index` of the group `group` of `seed`: any one of many trials can be had alone.
    pub fn nth(seed: u64, group: u64, index: u64) -> Self {
        let state = u128::from(seed) << 64 | u128::from(group.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut stream = Self(Pcg64::new(state, u128::from(index)));
        // Neighbouring streams start alike; a few steps part them.
        for _ in 0..4 {
            stream.bits();
        }
        stream
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `0..1`, a multiple of 2^-53.
    pub fn fraction(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number in `least..most`.
    pub fn between(&mut self, least: f64, most: f64) -> f64 {
        least + self.fraction() * (most - least)
    }

    /// A whole number in `least..=most`.
    pub fn integer(&mut self, least: i64, most: i64) -> i64 {
        let count = most.abs_diff(least) + 1;
        let picked = (u128::from(self.bits()) * u128::from(count)) >> 64;
        least.wrapping_add(picked as i64)
    }

    /// True in `share` of all cases.
    pub fn chance(&mut self, share: f64) -> bool {
        self.fraction() < share
    }

    /// -1 or 1.
    pub fn sign(&mut self) -> f64 {
        self.pick(&[-1.0, 1.0])
    }

    /// One of `choices`, which must not be empty.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.integer(0, choices.len() as i64 - 1) as usize]
    }

    /// A positive number in `least..=most` (both normal), every power of two as likely as the next.
    pub fn magnitude(&mut self, least: f64, most: f64) -> f64 {
        let exponent = |x: f64| (x.to_bits() >> 52) as i64;
        loop {
            let power = self.integer(exponent(least), exponent(most)) as u64;
            let value = f64::from_bits(power << 52 | self.bits() >> 12);
            if (least..=most).contains(&value) {
                return value;
            }
        }
    }

    /// 2^k for a whole k in `least..=most`, within the range of normal numbers.
    pub fn power_of_two(&mut self, least: i64, most: i64) -> f64 {
        f64::from_bits(((self.integer(least, most) + 1023) as u64) << 52)
    }

    /// A multiple of one half in `-most..=most`.
    pub fn half(&mut self, most: i64) -> f64 {
        self.integer(-2 * most, 2 * most) as f64 / 2.0
    }

    /// A vector with components in `-most..most`.
    pub fn vector(&mut self, most: f64) -> DVec3 {
        DVec3::new(self.between(-most, most), self.between(-most, most), self.between(-most, most))
    }

    /// A vector of multiples of one half in `-most..=most`.
    pub fn half_vector(&mut self, most: i64) -> DVec3 {
        DVec3::new(self.half(most), self.half(most), self.half(most))
    }

    /// A unit vector, every direction as likely as the next.
    pub fn direction(&mut self) -> DVec3 {
        loop {
            let v = self.vector(1.0);
            let square = v.length_sq();
            if (1e-4..=1.0).contains(&square) {
                return v / square.sqrt();
            }
        }
    }

    /// A rotation, every one as likely as the next (Marsaglia 1972: two points in the disc).
    pub fn rotation(&mut self) -> DQuat {
        let (x, y, s) = self.in_disc();
        let (z, w, r) = self.in_disc();
        let stretch = ((1.0 - s) / r).sqrt();
        DQuat::from_xyzw(x, y, z * stretch, w * stretch)
    }

    /// The matrix of a random rotation.
    pub fn rotation_matrix(&mut self) -> DMat3 {
        self.rotation().to_mat3()
    }

    /// A point in the unit disc and its squared distance from the centre.
    fn in_disc(&mut self) -> (f64, f64, f64) {
        loop {
            let (x, y) = (self.between(-1.0, 1.0), self.between(-1.0, 1.0));
            let square = x * x + y * y;
            if (1e-6..1.0).contains(&square) {
                return (x, y, square);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut random = Random::nth(1, 2, 3);
        let bits = [random.bits(), random.bits()];
        assert_eq!(bits, [15_776_059_288_858_152_777, 7_350_950_855_517_315_830]);
    }

    #[test]
    fn neighbouring_streams_share_no_number() {
        let mut seen = std::collections::BTreeSet::new();
        for index in 0..1000 {
            assert!(seen.insert(Random::nth(7, 0, index).bits()));
            assert!(seen.insert(Random::nth(7, 1, index).bits()));
        }
    }

    #[test]
    fn every_range_is_filled_and_kept() {
        let mut random = Random::new(5);
        let mut halves = [0; 9];
        for _ in 0..10_000 {
            assert!((0.0..1.0).contains(&random.fraction()));
            assert!((1e-7..=3e4).contains(&random.magnitude(1e-7, 3e4)));
            assert!((random.direction().length() - 1.0).abs() < 1e-15);
            let q = random.rotation().to_array();
            assert!((q.iter().map(|c| c * c).sum::<f64>() - 1.0).abs() < 1e-14);
            halves[(random.half(2) * 2.0 + 4.0) as usize] += 1;
        }
        assert!(halves.iter().all(|&n| (900..1300).contains(&n)), "{halves:?}");
        assert_eq!(random.integer(i64::MIN, i64::MIN), i64::MIN);
    }

    #[test]
    fn small_magnitudes_are_as_common_as_large_ones() {
        let mut random = Random::new(6);
        let small = (0..10_000).filter(|_| random.magnitude(1.0, 65_536.0) < 256.0).count();
        assert!((4_500..5_500).contains(&small), "{small}");
    }
}
