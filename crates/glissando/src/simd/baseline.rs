//! The lanes of every machine: with [`Quad`](super::Quad) the only files that name the vector library.
//!
//! Uses the instructions that the compiler may use anyway: SSE2, NEON, wasm's 128 bits, or plain numbers.

use super::F8;
use core::ops::{Add, Div, Mul, Neg, Sub};
use wide::f32x8;

/// Eight lanes.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct Baseline(f32x8);

impl F8 for Baseline {
    const IS_SHARED: bool = cfg!(target_arch = "wasm32");
    const IS_SERIAL: bool = cfg!(all(target_arch = "wasm32", not(target_feature = "simd128")));

    #[inline(always)]
    fn load(lanes: &[f32; 8]) -> Self {
        Self(f32x8::new(*lanes))
    }

    #[inline(always)]
    fn splat(v: f32) -> Self {
        Self(f32x8::splat(v))
    }

    #[inline(always)]
    fn to_array(self) -> [f32; 8] {
        self.0.to_array()
    }

    #[inline(always)]
    fn transposed(rows: [Self; 8]) -> [Self; 8] {
        f32x8::transpose(rows.map(|row| row.0)).map(Self)
    }

    #[inline(always)]
    fn min(self, b: Self) -> Self {
        Self(self.0.fast_min(b.0))
    }

    #[inline(always)]
    fn max(self, b: Self) -> Self {
        Self(self.0.fast_max(b.0))
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.abs())
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.sqrt())
    }

    #[inline(always)]
    fn pick_greater(self, b: Self, yes: Self, no: Self) -> Self {
        Self(self.0.simd_gt(b.0).select(yes.0, no.0))
    }

    #[inline(always)]
    fn greater(self, b: Self) -> u8 {
        self.0.simd_gt(b.0).to_bitmask() as u8
    }

    #[inline(always)]
    fn equal(self, b: Self) -> u8 {
        self.0.simd_eq(b.0).to_bitmask() as u8
    }
}

impl Add for Baseline {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self(self.0 + b.0)
    }
}

impl Sub for Baseline {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self(self.0 - b.0)
    }
}

impl Mul for Baseline {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        Self(self.0 * b.0)
    }
}

impl Div for Baseline {
    type Output = Self;
    #[inline(always)]
    fn div(self, b: Self) -> Self {
        Self(self.0 / b.0)
    }
}

impl Neg for Baseline {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}
