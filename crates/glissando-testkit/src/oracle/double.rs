//! Numbers of twice the precision of `f64`, for differences that must not lose a far-away start.
//!
//! Error-free sum (Knuth, TAOCP 2, 4.2.2) and product (Dekker, *A Floating-Point Technique for Extending the
//! Available Precision*, 1971); only + - * / sqrt, so the bits are the same everywhere.

use glissando::DVec3;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// The unevaluated sum of a number and its rounding error: 106 bits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Double {
    high: f64,
    low: f64,
}

impl Double {
    /// The exact sum of two numbers.
    fn exact_sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let part = high - a;
        Self { high, low: (a - (high - part)) + (b - part) }
    }

    /// The exact product of two numbers (unless it under- or overflows).
    fn exact_product(a: f64, b: f64) -> Self {
        let high = a * b;
        let ((a1, a2), (b1, b2)) = (halves(a), halves(b));
        Self { high, low: ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2 }
    }

    /// The nearest `f64`.
    pub(super) fn value(self) -> f64 {
        self.high + self.low
    }

    /// The square root, of a number that is not negative.
    pub(super) fn sqrt(self) -> Self {
        if self.high <= 0.0 {
            return Self::default();
        }
        let near = self.high.sqrt();
        let rest = self - Self::exact_product(near, near);
        Self::exact_sum(near, rest.high / (2.0 * near))
    }
}

/// The upper and lower 26 bits of a number.
fn halves(a: f64) -> (f64, f64) {
    let wide = a * 134_217_729.0; // 2^27 + 1
    let high = wide - (wide - a);
    (high, a - high)
}

impl From<f64> for Double {
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}

impl Add for Double {
    type Output = Self;
    fn add(self, b: Self) -> Self {
        let (s, t) = (Self::exact_sum(self.high, b.high), Self::exact_sum(self.low, b.low));
        let s = Self::exact_sum(s.high, s.low + t.high);
        Self::exact_sum(s.high, s.low + t.low)
    }
}

impl Neg for Double {
    type Output = Self;
    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl Sub for Double {
    type Output = Self;
    fn sub(self, b: Self) -> Self {
        self + -b
    }
}

impl Mul for Double {
    type Output = Self;
    fn mul(self, b: Self) -> Self {
        let p = Self::exact_product(self.high, b.high);
        Self::exact_sum(p.high, p.low + (self.high * b.low + self.low * b.high))
    }
}

impl Div for Double {
    type Output = Self;
    fn div(self, b: Self) -> Self {
        let near = self.high / b.high;
        let rest = self - b * Self::from(near);
        let more = rest.high / b.high;
        let rest = rest - b * Self::from(more);
        Self::exact_sum(near, more) + Self::from(rest.high / b.high)
    }
}

/// Three of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Double3([Double; 3]);

impl Double3 {
    /// `a - b`, exactly.
    pub(super) fn difference(a: DVec3, b: DVec3) -> Self {
        let (a, b) = (a.to_array(), b.to_array());
        Self(std::array::from_fn(|i| Double::exact_sum(a[i], -b[i])))
    }

    /// The scalar product.
    pub(super) fn dot(self, b: Self) -> Double {
        let (a, b) = (self.0, b.0);
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }

    /// The vector product.
    pub(super) fn cross(self, b: Self) -> Self {
        let (a, b) = (self.0, b.0);
        let at = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
        Self([at(1, 2), at(2, 0), at(0, 1)])
    }

    /// Every component divided by `s`.
    pub(super) fn over(self, s: Double) -> Self {
        Self(self.0.map(|c| c / s))
    }

    /// The nearest `f64` vector.
    pub(super) fn value(self) -> DVec3 {
        DVec3::from(self.0.map(Double::value))
    }
}

impl From<DVec3> for Double3 {
    fn from(v: DVec3) -> Self {
        Self(v.to_array().map(Double::from))
    }
}

impl Add for Double3 {
    type Output = Self;
    fn add(self, b: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + b.0[i]))
    }
}

impl Mul<Double> for Double3 {
    type Output = Self;
    fn mul(self, s: Double) -> Self {
        Self(self.0.map(|c| c * s))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_digits_survive_a_division_and_a_root() {
        let third = Double::from(1.0) / Double::from(3.0);
        let left = third * Double::from(3.0) - Double::from(1.0);
        assert!(left.value().abs() < 1e-31);
        let root = Double::from(2.0).sqrt();
        assert!((root * root - Double::from(2.0)).value().abs() < 1e-31);
    }

    #[test]
    fn a_step_of_a_million_radii_loses_nothing() {
        let far = DVec3::new(1e6 + 0.1, -3e5, 7.7);
        let step = Double3::from(far) * Double::from(-0.1);
        let back = (Double3::from(far) * Double::from(0.1) + step).value();
        assert_eq!(back, DVec3::ZERO);
    }
}
