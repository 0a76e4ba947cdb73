//! The lanes one after the other, in plain numbers: the reference for all others.
//!
//! Its operations are called, not inlined: with eight copies of each, a kernel is eight times as large as one with vectors, and the
//! compiler takes a quarter of its time for them.

use super::F8;
use crate::math::sqrt_f32;
use core::array::from_fn;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// Eight lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scalar([f32; 8]);

impl Scalar {
    #[inline(always)]
    fn each(self, b: Self, of: impl Fn(f32, f32) -> f32) -> Self {
        Self(from_fn(|lane| of(self.0[lane], b.0[lane])))
    }
}

impl F8 for Scalar {
    const IS_SHARED: bool = true;
    const IS_SERIAL: bool = true;

    #[inline(always)]
    fn load(lanes: &[f32; 8]) -> Self {
        Self(*lanes)
    }

    #[inline(always)]
    fn splat(v: f32) -> Self {
        Self([v; 8])
    }

    #[inline(always)]
    fn to_array(self) -> [f32; 8] {
        self.0
    }

    #[inline(never)]
    fn min(self, b: Self) -> Self {
        self.each(b, |a, b| if a < b { a } else { b })
    }

    #[inline(never)]
    fn max(self, b: Self) -> Self {
        self.each(b, |a, b| if a > b { a } else { b })
    }

    #[inline(never)]
    fn abs(self) -> Self {
        Self(self.0.map(f32::abs))
    }

    #[inline(never)]
    fn sqrt(self) -> Self {
        Self(self.0.map(sqrt_f32))
    }

    #[inline(never)]
    fn pick_greater(self, b: Self, yes: Self, no: Self) -> Self {
        Self(from_fn(|lane| if self.0[lane] > b.0[lane] { yes.0[lane] } else { no.0[lane] }))
    }

    #[inline(never)]
    fn greater(self, b: Self) -> u8 {
        (0..8).fold(0, |mask, lane| mask | u8::from(self.0[lane] > b.0[lane]) << lane)
    }
}

impl Add for Scalar {
    type Output = Self;
    #[inline(never)]
    fn add(self, b: Self) -> Self {
        self.each(b, |a, b| a + b)
    }
}

impl Sub for Scalar {
    type Output = Self;
    #[inline(never)]
    fn sub(self, b: Self) -> Self {
        self.each(b, |a, b| a - b)
    }
}

impl Mul for Scalar {
    type Output = Self;
    #[inline(never)]
    fn mul(self, b: Self) -> Self {
        self.each(b, |a, b| a * b)
    }
}

impl Div for Scalar {
    type Output = Self;
    #[inline(never)]
    fn div(self, b: Self) -> Self {
        self.each(b, |a, b| a / b)
    }
}

impl Neg for Scalar {
    type Output = Self;
    #[inline(never)]
    fn neg(self) -> Self {
        Self(self.0.map(|v| -v))
    }
}
