//! Eight `f32` at once: the only place that names the vector library.
//!
//! Only lane-wise `+ - * /`, square root, minimum, maximum, absolute value and comparison, so a lane
//! computes what a scalar would. The results decide which triangles are looked at more closely, never an answer.

use crate::math::Vec3;
use core::ops::{Add, Div, Mul, Neg, Sub};
use wide::f32x8;

/// Eight lanes.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct F8(f32x8);

impl F8 {
    #[inline(always)]
    pub(crate) fn new(lanes: [f32; 8]) -> Self {
        Self(f32x8::new(lanes))
    }

    #[inline(always)]
    pub(crate) fn splat(v: f32) -> Self {
        Self(f32x8::splat(v))
    }

    #[inline(always)]
    pub(crate) fn to_array(self) -> [f32; 8] {
        self.0.to_array()
    }

    #[inline(always)]
    pub(crate) fn min(self, b: Self) -> Self {
        Self(self.0.fast_min(b.0))
    }

    #[inline(always)]
    pub(crate) fn max(self, b: Self) -> Self {
        Self(self.0.fast_max(b.0))
    }

    #[inline(always)]
    pub(crate) fn abs(self) -> Self {
        Self(self.0.abs())
    }

    #[inline(always)]
    pub(crate) fn sqrt(self) -> Self {
        Self(self.0.sqrt())
    }

    /// In each lane `yes` if `self` is greater than `b`, else `no`; NaN is greater than nothing.
    #[inline(always)]
    pub(crate) fn pick_greater(self, b: Self, yes: Self, no: Self) -> Self {
        Self(self.0.simd_gt(b.0).select(yes.0, no.0))
    }

    /// A bit for every lane that is greater than `b`'s; NaN is greater than nothing.
    #[inline(always)]
    pub(crate) fn greater(self, b: Self) -> u8 {
        self.0.simd_gt(b.0).to_bitmask() as u8
    }

    /// A bit for every lane that is less than `b`'s; NaN is less than nothing.
    #[inline(always)]
    pub(crate) fn less(self, b: Self) -> u8 {
        self.0.simd_lt(b.0).to_bitmask() as u8
    }
}

impl Add for F8 {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self(self.0 + b.0)
    }
}

impl Sub for F8 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self(self.0 - b.0)
    }
}

impl Mul for F8 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        Self(self.0 * b.0)
    }
}

impl Div for F8 {
    type Output = Self;
    #[inline(always)]
    fn div(self, b: Self) -> Self {
        Self(self.0 / b.0)
    }
}

impl Neg for F8 {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// Three numbers in each of eight lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct V8 {
    pub(crate) x: F8,
    pub(crate) y: F8,
    pub(crate) z: F8,
}

impl V8 {
    #[inline(always)]
    pub(crate) fn splat(v: Vec3) -> Self {
        Self { x: F8::splat(v.x), y: F8::splat(v.y), z: F8::splat(v.z) }
    }

    #[inline(always)]
    pub(crate) fn new([x, y, z]: [[f32; 8]; 3]) -> Self {
        Self { x: F8::new(x), y: F8::new(y), z: F8::new(z) }
    }

    #[inline(always)]
    pub(crate) fn dot(self, b: Self) -> F8 {
        self.x * b.x + self.y * b.y + self.z * b.z
    }

    #[inline(always)]
    pub(crate) fn cross(self, b: Self) -> Self {
        Self {
            x: self.y * b.z - self.z * b.y,
            y: self.z * b.x - self.x * b.z,
            z: self.x * b.y - self.y * b.x,
        }
    }

    #[inline(always)]
    pub(crate) fn min(self, b: Self) -> Self {
        Self { x: self.x.min(b.x), y: self.y.min(b.y), z: self.z.min(b.z) }
    }

    #[inline(always)]
    pub(crate) fn max(self, b: Self) -> Self {
        Self { x: self.x.max(b.x), y: self.y.max(b.y), z: self.z.max(b.z) }
    }

    /// Every component by the same factor.
    #[inline(always)]
    pub(crate) fn times(self, factor: F8) -> Self {
        Self { x: self.x * factor, y: self.y * factor, z: self.z * factor }
    }

    /// Sum of the absolute values of the components.
    #[inline(always)]
    pub(crate) fn sum_abs(self) -> F8 {
        self.x.abs() + self.y.abs() + self.z.abs()
    }
}

impl Sub for V8 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self { x: self.x - b.x, y: self.y - b.y, z: self.z - b.z }
    }
}
