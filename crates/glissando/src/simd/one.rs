//! One lane in place of eight: a kernel of it is an eighth as large where a machine has no vector instructions.

use super::{F8, V8};
use crate::math::{Vec3, sqrt_f32};
use core::ops::{Add, Div, Mul, Neg, Sub};

/// The same number in all lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct One(f32);

/// The triangles in `lanes`, each for itself, with the number of its lane.
#[inline(always)]
pub(crate) fn one_by_one<F: F8>(
    corners: &[V8<F>; 3],
    lanes: u8,
) -> impl Iterator<Item = (usize, [V8<One>; 3])> {
    let corners = corners.map(V8::to_arrays);
    (0..8).filter(move |lane| lanes & 1 << lane != 0).map(move |lane| {
        let corner = |[x, y, z]: &[[f32; 8]; 3]| V8::splat(Vec3::new(x[lane], y[lane], z[lane]));
        (lane, [corner(&corners[0]), corner(&corners[1]), corner(&corners[2])])
    })
}

impl F8 for One {
    #[inline(always)]
    fn load(lanes: &[f32; 8]) -> Self {
        Self(lanes[0])
    }

    #[inline(always)]
    fn splat(v: f32) -> Self {
        Self(v)
    }

    #[inline(always)]
    fn to_array(self) -> [f32; 8] {
        [self.0; 8]
    }

    #[inline(always)]
    fn min(self, b: Self) -> Self {
        if self.0 < b.0 { self } else { b }
    }

    #[inline(always)]
    fn max(self, b: Self) -> Self {
        if self.0 > b.0 { self } else { b }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.abs())
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(sqrt_f32(self.0))
    }

    #[inline(always)]
    fn pick_greater(self, b: Self, yes: Self, no: Self) -> Self {
        if self.0 > b.0 { yes } else { no }
    }

    #[inline(always)]
    fn greater(self, b: Self) -> u8 {
        if self.0 > b.0 { 0xff } else { 0 }
    }
}

impl Add for One {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self(self.0 + b.0)
    }
}

impl Sub for One {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self(self.0 - b.0)
    }
}

impl Mul for One {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        Self(self.0 * b.0)
    }
}

impl Div for One {
    type Output = Self;
    #[inline(always)]
    fn div(self, b: Self) -> Self {
        Self(self.0 / b.0)
    }
}

impl Neg for One {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}
