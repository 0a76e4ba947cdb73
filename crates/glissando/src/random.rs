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
