//! A small seeded generator, so that every run asks the same questions.
//!
//! Only `+ - * /` and square roots, so that every machine asks the same ones.

/// SplitMix64 (Steele, Lea & Flood, 2014): one add, three xor-shifts, two products.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// In `0..1`.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Below `count`.
    pub fn index(&mut self, count: usize) -> usize {
        ((self.unit() * count as f64) as usize).min(count - 1)
    }

    /// A direction, all of them equally likely.
    pub fn direction(&mut self) -> [f64; 3] {
        loop {
            let v = [self.range(-1.0, 1.0), self.range(-1.0, 1.0), self.range(-1.0, 1.0)];
            let length_sq = v.iter().map(|c| c * c).sum::<f64>();
            if (0.01..=1.0).contains(&length_sq) {
                return v.map(|c| c / length_sq.sqrt());
            }
        }
    }

    /// A horizontal direction, all of them equally likely.
    pub fn level_direction(&mut self) -> [f64; 3] {
        loop {
            let (x, z) = (self.range(-1.0, 1.0), self.range(-1.0, 1.0));
            let length_sq = x * x + z * z;
            if (0.01..=1.0).contains(&length_sq) {
                let length = length_sq.sqrt();
                return [x / length, 0.0, z / length];
            }
        }
    }
}
