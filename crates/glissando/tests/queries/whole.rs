//! Integer vectors, which have exact results, and random integers.

use glissando::DVec3;

pub(crate) type Whole = [i128; 3];

pub(crate) fn plus(a: Whole, b: Whole) -> Whole {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(crate) fn minus(a: Whole, b: Whole) -> Whole {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn times(a: Whole, k: i128) -> Whole {
    [a[0] * k, a[1] * k, a[2] * k]
}

pub(crate) fn dot(a: Whole, b: Whole) -> i128 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: Whole, b: Whole) -> Whole {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn double(a: Whole) -> DVec3 {
    DVec3::new(a[0] as f64, a[1] as f64, a[2] as f64)
}

/// Repeatable random numbers (`SplitMix64`).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// An integer between `-2^bits` and `2^bits`.
    pub(crate) fn whole(&mut self, bits: u32) -> i128 {
        i128::from(self.bits() % ((2 << bits) + 1)) - (1 << bits)
    }

    /// Three of them.
    pub(crate) fn wholes(&mut self, bits: u32) -> Whole {
        [self.whole(bits), self.whole(bits), self.whole(bits)]
    }

    /// A number between -1 and 1.
    pub(crate) fn number(&mut self) -> f64 {
        self.whole(52) as f64 / (1_u64 << 52) as f64
    }

    /// A unit vector.
    pub(crate) fn unit(&mut self) -> DVec3 {
        loop {
            let v = DVec3::new(self.number(), self.number(), self.number());
            if (0.01..=1.0).contains(&v.length_sq()) {
                return v / v.length();
            }
        }
    }
}
