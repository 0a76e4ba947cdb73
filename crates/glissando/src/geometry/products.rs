//! The difference of two products, accurate to a few units in the last place and never of the wrong sign.
//!
//! Source: the error-free product of Dekker, *A floating-point technique for extending the available
//! precision* (1971), with Veltkamp's splitting: it needs no fused multiply-add, so every machine agrees.

use crate::math::DVec3;

/// Half of an `f64`'s bits, for splitting it in two halves whose products are exact.
const SPLITTER: f64 = 134_217_729.0;

/// Below this share of the products their difference has lost bits, and the rounding errors are added.
const CANCELLED: f64 = 1.0 / 16.0;

/// `a * b - c * d`.
///
/// Rounding may make it zero, never give it the other sign; exchanging the two products gives exactly the
/// negative. NaN for factors beyond 1e290.
#[inline(always)]
pub(crate) fn difference_of_products(a: f64, b: f64, c: f64, d: f64) -> f64 {
    let (left, right) = (a * b, c * d);
    let difference = left - right;
    if difference.abs() >= CANCELLED * (left.abs() + right.abs()) {
        return difference;
    }
    corrected((a, b), (c, d), difference)
}

/// The same with its rounding errors added.
#[cold]
#[inline(never)]
fn corrected((a, b): (f64, f64), (c, d): (f64, f64), difference: f64) -> f64 {
    difference + (product_error(a, b, a * b) - product_error(c, d, c * d))
}

/// Vector product that keeps its bits for nearly parallel vectors: its components are [`difference_of_products`].
#[inline(always)]
pub(crate) fn precise_cross(a: DVec3, b: DVec3) -> DVec3 {
    DVec3::new(
        difference_of_products(a.y, b.z, a.z, b.y),
        difference_of_products(a.z, b.x, a.x, b.z),
        difference_of_products(a.x, b.y, a.y, b.x),
    )
}

/// The rounding error of `product`, the rounded `a * b`; exact unless it is denormal.
fn product_error(a: f64, b: f64, product: f64) -> f64 {
    let ((a_high, a_low), (b_high, b_low)) = (split(a), split(b));
    a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)
}

/// Two halves of 26 bits each, with sum `a`.
fn split(a: f64) -> (f64, f64) {
    let scaled = SPLITTER * a;
    let high = scaled - (scaled - a);
    (high, a - high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_of_nearly_equal_products_keeps_its_bits() {
        let e = 2.0_f64.powi(-30);
        // (1 + e)(1 - e) - 1 = -e^2, which plain arithmetic loses entirely.
        assert_eq!((1.0 + e) * (1.0 - e) - 1.0 * 1.0, 0.0);
        assert_eq!(difference_of_products(1.0 + e, 1.0 - e, 1.0, 1.0), -e * e);
    }

    #[test]
    fn exchanging_the_products_negates_to_the_bit_and_the_sign_is_never_wrong() {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 14) as i64 - (1 << 49)
        };
        for _ in 0..100_000 {
            // Neighbouring products of 50-bit integers: the exact answer fits an i128.
            let (a, b) = (next(), next());
            let (c, d) = (a + next() % 3, b + next() % 3);
            let exact = i128::from(a) * i128::from(b) - i128::from(c) * i128::from(d);
            let [x, y, z, w] = [a, b, c, d].map(|v| v as f64);
            let got = difference_of_products(x, y, z, w);
            assert_eq!(got, -difference_of_products(z, w, x, y));
            assert!((got - exact as f64).abs() <= 4.0 * f64::EPSILON * (exact as f64).abs());
        }
    }
}
