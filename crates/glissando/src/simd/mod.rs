//! Eight `f32` at once, with the instructions that the machine has.
//!
//! Only lane-wise `+ - * /`, square root, minimum, maximum, absolute value and comparison, so each lane computes the
//! same as a scalar. The results decide which triangles are tested exactly, never a result.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod avx2;
mod baseline;
mod instructions;
mod one;
mod quad;
#[cfg_attr(
    target_arch = "wasm32",
    allow(dead_code, reason = "with 128-bit instructions only these are built")
)]
mod scalar;

pub(crate) use baseline::Baseline;
pub use instructions::Instructions;
pub(crate) use instructions::Kernel;
pub(crate) use one::{One, one_by_one};
pub(crate) use quad::Quad;

use crate::math::Vec3;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// Eight lanes.
///
/// All code generic over it must be inlined into a [`Kernel`], where alone the compiler may use the instructions; except
/// where they are [the target's own](F8::IS_SHARED).
pub(crate) trait F8:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// Whether large functions of these lanes are called instead of inlined: a module of WebAssembly is downloaded, and
    /// its instructions are the same in every function; so are those of plain numbers.
    const IS_SHARED: bool = false;

    /// Whether the eight lanes are computed one after the other: large functions take the triangles one by one then.
    const IS_SERIAL: bool = false;

    /// Whether numbers are picked from a table for all lanes at once.
    const PERMUTES: bool = false;

    /// These lanes.
    fn load(lanes: &[f32; 8]) -> Self;

    /// In each lane the number at its place in a table of bits: the three bits of its word from this one on.
    #[inline(always)]
    fn pick_few<const SHIFT: i32>(table: &[u32; 8], lanes: &[u32; 8]) -> Self {
        Self::load(&lanes.map(|lane| f32::from_bits(table[(lane >> SHIFT & 7) as usize])))
    }

    /// The same of a larger table, by four bits.
    #[inline(always)]
    fn pick<const SHIFT: i32>(table: &[u32; 16], lanes: &[u32; 8]) -> Self {
        Self::load(&lanes.map(|lane| f32::from_bits(table[(lane >> SHIFT & 15) as usize])))
    }

    /// The same by four bits of a byte for each lane, in two words from their lowest byte on.
    #[inline(always)]
    fn pick_by_byte<const SHIFT: i32>(table: &[u32; 16], [low, high]: &[u32; 2]) -> Self {
        let lanes = [*low, low >> 8, low >> 16, low >> 24, *high, high >> 8, high >> 16, high >> 24];
        Self::pick::<SHIFT>(table, &lanes)
    }

    /// A hint that the 192 bytes from here on will be read. They need not be there.
    #[inline(always)]
    fn prefetch(_at: *const u8) {}

    /// The same in every lane.
    fn splat(v: f32) -> Self;

    /// The lanes.
    fn to_array(self) -> [f32; 8];

    /// The lanes of eight, by lane instead of by register.
    #[inline(always)]
    fn transposed(rows: [Self; 8]) -> [Self; 8] {
        let rows = rows.map(Self::to_array);
        core::array::from_fn(|lane| Self::load(&rows.map(|row| row[lane])))
    }

    /// The smaller; `b` where one is NaN.
    fn min(self, b: Self) -> Self;

    /// The larger; `b` where one is NaN.
    fn max(self, b: Self) -> Self;

    /// Without the sign.
    fn abs(self) -> Self;

    /// Square root.
    fn sqrt(self) -> Self;

    /// In each lane `yes` if `self` is greater than `b`, else `no`; comparisons with NaN are false.
    fn pick_greater(self, b: Self, yes: Self, no: Self) -> Self;

    /// Bit mask of the lanes that are greater than `b`'s; comparisons with NaN are false.
    fn greater(self, b: Self) -> u8;

    /// Bit mask of the lanes that are not greater than `b`'s, or NaN.
    #[inline(always)]
    fn not_greater(self, b: Self) -> u8 {
        !self.greater(b)
    }

    /// Bit mask of the lanes that are equal to `b`'s; none is NaN.
    #[inline(always)]
    fn equal(self, b: Self) -> u8 {
        self.not_greater(b) & b.not_greater(self)
    }

    /// Bit mask of the lanes that are less than `b`'s; comparisons with NaN are false.
    #[inline(always)]
    fn less(self, b: Self) -> u8 {
        b.greater(self)
    }
}

/// Three numbers in each of eight lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct V8<F> {
    pub(crate) x: F,
    pub(crate) y: F,
    pub(crate) z: F,
}

impl<F: F8> V8<F> {
    #[inline(always)]
    pub(crate) fn splat(v: Vec3) -> Self {
        Self { x: F::splat(v.x), y: F::splat(v.y), z: F::splat(v.z) }
    }

    #[inline(always)]
    pub(crate) fn load([x, y, z]: &[[f32; 8]; 3]) -> Self {
        Self { x: F::load(x), y: F::load(y), z: F::load(z) }
    }

    #[inline(always)]
    pub(crate) fn to_arrays(self) -> [[f32; 8]; 3] {
        [self.x.to_array(), self.y.to_array(), self.z.to_array()]
    }

    #[inline(always)]
    pub(crate) fn dot(self, b: Self) -> F {
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
    pub(crate) fn times(self, factor: F) -> Self {
        Self { x: self.x * factor, y: self.y * factor, z: self.z * factor }
    }

    /// Sum of the absolute values of the components.
    #[inline(always)]
    pub(crate) fn sum_abs(self) -> F {
        self.x.abs() + self.y.abs() + self.z.abs()
    }
}

impl<F: F8> Sub for V8<F> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self { x: self.x - b.x, y: self.y - b.y, z: self.z - b.z }
    }
}
