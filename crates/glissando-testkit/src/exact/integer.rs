//! Floating point numbers as whole numbers: every finite one is a whole multiple of a power of two.

use dashu_int::IBig;
use glissando::DVec3;

/// `x = mantissa * 2^exponent`, the mantissa odd or zero. `x` must be finite.
fn parts(x: f64) -> (i64, i64) {
    let bits = x.abs().to_bits();
    let (field, fraction) = ((bits >> 52) as i64, (bits & ((1 << 52) - 1)) as i64);
    let (mantissa, exponent) =
        if field == 0 { (fraction, -1074) } else { (fraction | 1 << 52, field - 1075) };
    if mantissa == 0 {
        return (0, 0);
    }
    let zeros = i64::from(mantissa.trailing_zeros());
    (if x < 0.0 { -(mantissa >> zeros) } else { mantissa >> zeros }, exponent + zeros)
}

/// The smallest `power >= 0` such that all of these times 2^power are whole.
pub(super) fn common_power(numbers: impl Iterator<Item = f64>) -> usize {
    numbers.map(|x| -parts(x).1).fold(0, i64::max) as usize
}

/// `x * 2^power`, which must be whole.
pub(super) fn whole(x: f64, power: usize) -> IBig {
    let (mantissa, exponent) = parts(x);
    IBig::from(mantissa) << (exponent + power as i64).max(0) as usize
}

/// Three whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Whole3([IBig; 3]);

impl Whole3 {
    /// `v * 2^power`, which must be whole.
    pub(super) fn new(v: DVec3, power: usize) -> Self {
        Self(v.to_array().map(|x| whole(x, power)))
    }

    pub(super) fn minus(&self, b: &Self) -> Self {
        Self(std::array::from_fn(|i| &self.0[i] - &b.0[i]))
    }

    pub(super) fn plus(&self, b: &Self) -> Self {
        Self(std::array::from_fn(|i| &self.0[i] + &b.0[i]))
    }

    pub(super) fn times(&self, s: &IBig) -> Self {
        Self(std::array::from_fn(|i| &self.0[i] * s))
    }

    pub(super) fn dot(&self, b: &Self) -> IBig {
        &self.0[0] * &b.0[0] + &self.0[1] * &b.0[1] + &self.0[2] * &b.0[2]
    }

    pub(super) fn cross(&self, b: &Self) -> Self {
        let at = |i: usize, j: usize| &self.0[i] * &b.0[j] - &self.0[j] * &b.0[i];
        Self([at(1, 2), at(2, 0), at(0, 1)])
    }

    pub(super) fn square(&self) -> IBig {
        self.dot(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_number_is_a_mantissa_and_a_power() {
        assert_eq!(parts(0.0), (0, 0));
        assert_eq!(parts(-0.75), (-3, -2));
        assert_eq!(parts(6.0), (3, 1));
        assert_eq!(parts(5e-324), (1, -1074));
        assert_eq!(parts(f64::MAX), ((1 << 53) - 1, 971));
    }

    #[test]
    fn one_power_serves_all() {
        let numbers = [0.375, -12.0, 0.0];
        let power = common_power(numbers.into_iter());
        assert_eq!(power, 3);
        assert_eq!(numbers.map(|x| whole(x, power)), [IBig::from(3), IBig::from(-96), IBig::ZERO]);
        assert_eq!(common_power([4.0, 1e300].into_iter()), 0);
    }
}
