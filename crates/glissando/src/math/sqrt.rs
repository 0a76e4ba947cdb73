//! The square root: one correctly rounded operation, from `std` or, without it, from `libm`.
//!
//! IEEE 754 fixes every bit of a square root, so both give the same result.

#[cfg(feature = "std")]
#[inline(always)]
pub(crate) fn sqrt_f64(x: f64) -> f64 {
    x.sqrt()
}

#[cfg(not(feature = "std"))]
#[inline(always)]
pub(crate) fn sqrt_f64(x: f64) -> f64 {
    libm::sqrt(x)
}

#[cfg(feature = "std")]
#[inline(always)]
pub(crate) fn sqrt_f32(x: f32) -> f32 {
    x.sqrt()
}

#[cfg(not(feature = "std"))]
#[inline(always)]
pub(crate) fn sqrt_f32(x: f32) -> f32 {
    libm::sqrtf(x)
}
