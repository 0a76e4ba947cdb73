//! Random numbers of the unit tests: the same on every machine.

use crate::math::DVec3;

/// Numbers between -1 and 1 (Marsaglia 2003, "Xorshift RNGs").
pub(crate) struct Numbers(u64);

impl Numbers {
    /// Always the same numbers.
    pub(crate) const fn new() -> Self {
        Self(88_172_645_463_325_252)
    }

    pub(crate) fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// A vector with components of at most `scale`.
    pub(crate) fn vector(&mut self, scale: f64) -> DVec3 {
        DVec3::new(self.next(), self.next(), self.next()) * scale
    }
}

/// Numbers in `0..1` from a seed, which goes on (Steele, Lea & Flood 2014, "Fast Splittable Pseudorandom Number Generators").
pub(crate) fn noise(seed: &mut u64) -> f32 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*seed ^ *seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z >> 40) as f32 / 16_777_216.0
}
