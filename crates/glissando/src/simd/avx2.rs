//! The lanes of x86-64 PCs of the last ten years: one register of 256 bits, and kernels compiled for it.
//!
//! All unsafe code of the library is in this file: an instruction may only run on a machine that has it. So [`HasAvx2`]
//! is made only by detecting the machine's features, only it starts a kernel with these lanes, and no other module can
//! name them.
#![expect(
    unsafe_code,
    reason = "the compiler cannot know that this code runs only on machines with these instructions"
)]

use super::{F8, Kernel};
use core::arch::x86_64::{
    __m256, __m256i, _CMP_EQ_OQ, _CMP_GT_OQ, _CMP_NGT_UQ, _MM_HINT_T0, _mm_loadl_epi64, _mm_prefetch,
    _mm256_add_ps, _mm256_andnot_ps, _mm256_blendv_ps, _mm256_castsi256_ps, _mm256_cmp_ps,
    _mm256_cvtepu8_epi32, _mm256_div_ps, _mm256_loadu_ps, _mm256_loadu_si256, _mm256_max_ps, _mm256_min_ps,
    _mm256_movemask_ps, _mm256_mul_ps, _mm256_permute2f128_ps, _mm256_permutevar8x32_ps, _mm256_set1_ps,
    _mm256_shuffle_ps, _mm256_slli_epi32, _mm256_sqrt_ps, _mm256_srli_epi32, _mm256_storeu_ps, _mm256_sub_ps,
    _mm256_unpackhi_ps, _mm256_unpacklo_ps, _mm256_xor_ps,
};
use core::ops::{Add, Div, Mul, Neg, Sub};

/// Proof that the machine has AVX2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct HasAvx2(());

/// Proof that the machine has the AVX-512 features for registers of 256 bits: twice as many, and masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct HasAvx512(());

impl HasAvx2 {
    pub(super) fn ask() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Self(()))
    }

    pub(super) fn run<K: Kernel>(self, kernel: K) -> K::Answer {
        // SAFETY: `self` exists only if the machine has all the features that the function may use.
        unsafe { with_avx2(kernel) }
    }
}

impl HasAvx512 {
    pub(super) fn ask() -> Option<Self> {
        HasAvx2::ask()?;
        let has_all = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq");
        has_all.then_some(Self(()))
    }

    pub(super) fn run<K: Kernel>(self, kernel: K) -> K::Answer {
        // SAFETY: `self` exists only if the machine has all the features that the function may use.
        unsafe { with_avx512(kernel) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<K: Kernel>(kernel: K) -> K::Answer {
    kernel.run::<Avx2>()
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512bw,avx512dq")]
fn with_avx512<K: Kernel>(kernel: K) -> K::Answer {
    kernel.run::<Avx2>()
}

/// Eight lanes.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
struct Avx2(__m256);

/// One instruction.
macro_rules! lanes {
    ($instruction:expr) => {
        // SAFETY: `Avx2` exists only within kernels of machines with AVX2, and every access is as long as its type.
        unsafe { $instruction }
    };
}

/// Without so many of the lowest bits.
#[inline(always)]
fn shifted<const SHIFT: i32>(lanes: __m256i) -> __m256i {
    lanes!(_mm256_srli_epi32::<SHIFT>(lanes))
}

/// The numbers at places in a table, of which the lowest four bits count.
#[inline(always)]
fn picked(table: &[u32; 16], places: __m256i) -> Avx2 {
    let (low, high) = (table.as_ptr().cast(), table[8..].as_ptr().cast());
    Avx2(lanes!({
        let low = _mm256_permutevar8x32_ps(_mm256_loadu_ps(low), places);
        let high = _mm256_permutevar8x32_ps(_mm256_loadu_ps(high), places);
        // The bit of eight becomes the sign.
        _mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_slli_epi32::<28>(places)))
    }))
}

/// The lanes of four registers: of each the first and fifth, the second and sixth, and so on.
#[inline(always)]
fn quarters([a, b, c, d]: [__m256; 4]) -> [__m256; 4] {
    lanes!({
        let (ab, cd) = (_mm256_unpacklo_ps(a, b), _mm256_unpacklo_ps(c, d));
        let (first, second) = (_mm256_shuffle_ps::<0x44>(ab, cd), _mm256_shuffle_ps::<0xee>(ab, cd));
        let (ab, cd) = (_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(c, d));
        [first, second, _mm256_shuffle_ps::<0x44>(ab, cd), _mm256_shuffle_ps::<0xee>(ab, cd)]
    })
}

impl F8 for Avx2 {
    const PERMUTES: bool = true;

    #[inline(always)]
    fn load(lanes: &[f32; 8]) -> Self {
        Self(lanes!(_mm256_loadu_ps(lanes.as_ptr())))
    }

    #[inline(always)]
    fn pick_few<const SHIFT: i32>(table: &[u32; 8], lanes: &[u32; 8]) -> Self {
        // A permutation looks at the lowest three bits of each lane alone.
        let places = shifted::<SHIFT>(lanes!(_mm256_loadu_si256(lanes.as_ptr().cast())));
        Self(lanes!(_mm256_permutevar8x32_ps(_mm256_loadu_ps(table.as_ptr().cast()), places)))
    }

    #[inline(always)]
    fn pick<const SHIFT: i32>(table: &[u32; 16], lanes: &[u32; 8]) -> Self {
        picked(table, shifted::<SHIFT>(lanes!(_mm256_loadu_si256(lanes.as_ptr().cast()))))
    }

    #[inline(always)]
    fn pick_by_byte<const SHIFT: i32>(table: &[u32; 16], bytes: &[u32; 2]) -> Self {
        picked(table, shifted::<SHIFT>(lanes!(_mm256_cvtepu8_epi32(_mm_loadl_epi64(bytes.as_ptr().cast())))))
    }

    #[inline(always)]
    fn prefetch(at: *const u8) {
        // Of places that are not there it reads nothing.
        lanes!({
            _mm_prefetch::<_MM_HINT_T0>(at.cast());
            _mm_prefetch::<_MM_HINT_T0>(at.wrapping_add(64).cast());
            _mm_prefetch::<_MM_HINT_T0>(at.wrapping_add(128).cast());
        });
    }

    #[inline(always)]
    fn splat(v: f32) -> Self {
        Self(lanes!(_mm256_set1_ps(v)))
    }

    #[inline(always)]
    fn to_array(self) -> [f32; 8] {
        let mut lanes = [0.0; 8];
        lanes!(_mm256_storeu_ps(lanes.as_mut_ptr(), self.0));
        lanes
    }

    #[inline(always)]
    fn transposed(rows: [Self; 8]) -> [Self; 8] {
        let [a, b, c, d, e, f, g, h] = rows.map(|row| row.0);
        let [[a, b, c, d], [e, f, g, h]] = [quarters([a, b, c, d]), quarters([e, f, g, h])];
        let low = |one, other| Self(lanes!(_mm256_permute2f128_ps::<0x20>(one, other)));
        let high = |one, other| Self(lanes!(_mm256_permute2f128_ps::<0x31>(one, other)));
        [low(a, e), low(b, f), low(c, g), low(d, h), high(a, e), high(b, f), high(c, g), high(d, h)]
    }

    #[inline(always)]
    fn min(self, b: Self) -> Self {
        Self(lanes!(_mm256_min_ps(self.0, b.0)))
    }

    #[inline(always)]
    fn max(self, b: Self) -> Self {
        Self(lanes!(_mm256_max_ps(self.0, b.0)))
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self(lanes!(_mm256_andnot_ps(_mm256_set1_ps(-0.0), self.0)))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(lanes!(_mm256_sqrt_ps(self.0)))
    }

    #[inline(always)]
    fn pick_greater(self, b: Self, yes: Self, no: Self) -> Self {
        Self(lanes!(_mm256_blendv_ps(no.0, yes.0, _mm256_cmp_ps::<_CMP_GT_OQ>(self.0, b.0))))
    }

    #[inline(always)]
    fn greater(self, b: Self) -> u8 {
        lanes!(_mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GT_OQ>(self.0, b.0))) as u8
    }

    #[inline(always)]
    fn equal(self, b: Self) -> u8 {
        lanes!(_mm256_movemask_ps(_mm256_cmp_ps::<_CMP_EQ_OQ>(self.0, b.0))) as u8
    }

    #[inline(always)]
    fn not_greater(self, b: Self) -> u8 {
        lanes!(_mm256_movemask_ps(_mm256_cmp_ps::<_CMP_NGT_UQ>(self.0, b.0))) as u8
    }
}

impl Add for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self(lanes!(_mm256_add_ps(self.0, b.0)))
    }
}

impl Sub for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self(lanes!(_mm256_sub_ps(self.0, b.0)))
    }
}

impl Mul for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        Self(lanes!(_mm256_mul_ps(self.0, b.0)))
    }
}

impl Div for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn div(self, b: Self) -> Self {
        Self(lanes!(_mm256_div_ps(self.0, b.0)))
    }
}

impl Neg for Avx2 {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(lanes!(_mm256_xor_ps(_mm256_set1_ps(-0.0), self.0)))
    }
}
