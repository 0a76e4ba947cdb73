//! Four `f32` at once, with the instructions that the compiler may use anyway; in a kernel with those of the kernel.

use core::ops::{Add, Mul, Sub};
use wide::f32x4;

/// Four lanes.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct Quad(f32x4);

impl Quad {
    #[inline(always)]
    pub(crate) fn load(lanes: &[f32; 4]) -> Self {
        Self(f32x4::new(*lanes))
    }

    #[inline(always)]
    pub(crate) fn splat(v: f32) -> Self {
        Self(f32x4::splat(v))
    }

    #[inline(always)]
    pub(crate) fn to_array(self) -> [f32; 4] {
        self.0.to_array()
    }

    /// The smaller; either of two equal ones. None is NaN.
    #[inline(always)]
    pub(crate) fn min(self, b: Self) -> Self {
        Self(self.0.fast_min(b.0))
    }

    /// The larger; either of two equal ones. None is NaN.
    #[inline(always)]
    pub(crate) fn max(self, b: Self) -> Self {
        Self(self.0.fast_max(b.0))
    }
}

impl Add for Quad {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self(self.0 + b.0)
    }
}

impl Sub for Quad {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self(self.0 - b.0)
    }
}

impl Mul for Quad {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        Self(self.0 * b.0)
    }
}
