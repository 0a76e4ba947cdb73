//! Three numbers: `Vec3` in `f32`, `DVec3` in `f64`.

use super::sqrt::{sqrt_f32, sqrt_f64};
use core::cmp::Ordering;
use core::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

macro_rules! vec3 {
    ($Vec:ident, $num:ty, $array:literal, $sqrt:path, $doc:literal) => {
        #[doc = $doc]
        #[repr(C)]
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(from = $array, into = $array))]
        pub struct $Vec {
            /// First component.
            pub x: $num,
            /// Second component.
            pub y: $num,
            /// Third component.
            pub z: $num,
        }

        impl $Vec {
            /// All zero.
            pub const ZERO: Self = Self::new(0.0, 0.0, 0.0);
            /// All one.
            pub const ONE: Self = Self::new(1.0, 1.0, 1.0);
            /// Unit vector along the first axis.
            pub const X: Self = Self::new(1.0, 0.0, 0.0);
            /// Unit vector along the second axis.
            pub const Y: Self = Self::new(0.0, 1.0, 0.0);
            /// Unit vector along the third axis.
            pub const Z: Self = Self::new(0.0, 0.0, 1.0);

            /// The vector with these components.
            #[inline(always)]
            pub const fn new(x: $num, y: $num, z: $num) -> Self {
                Self { x, y, z }
            }

            /// The vector with three equal components.
            #[inline(always)]
            pub const fn splat(v: $num) -> Self {
                Self::new(v, v, v)
            }

            /// Scalar product.
            #[inline(always)]
            pub fn dot(self, b: Self) -> $num {
                self.x * b.x + self.y * b.y + self.z * b.z
            }

            /// Vector product; `a.cross(b)` is exactly `-(b.cross(a))`, bit for bit.
            #[inline(always)]
            pub fn cross(self, b: Self) -> Self {
                Self::new(
                    self.y * b.z - self.z * b.y,
                    self.z * b.x - self.x * b.z,
                    self.x * b.y - self.y * b.x,
                )
            }

            /// Squared length.
            #[inline(always)]
            pub fn length_sq(self) -> $num {
                self.dot(self)
            }

            /// Length.
            #[inline(always)]
            pub fn length(self) -> $num {
                $sqrt(self.length_sq())
            }

            /// The unit vector in this direction, or `None` for a zero or non-finite vector.
            ///
            /// Scales by the largest component first, so neither tiny nor huge vectors under- or overflow.
            pub fn try_normalize(self) -> Option<Self> {
                let largest = self.abs().max_element();
                if !(largest > 0.0 && self.is_finite()) {
                    return None;
                }
                let scaled = self / largest;
                Some(scaled / scaled.length())
            }

            /// Component-wise product.
            #[inline(always)]
            pub fn scale(self, b: Self) -> Self {
                Self::new(self.x * b.x, self.y * b.y, self.z * b.z)
            }

            /// Component-wise absolute values.
            #[inline(always)]
            pub fn abs(self) -> Self {
                Self::new(self.x.abs(), self.y.abs(), self.z.abs())
            }

            /// Component-wise smaller value.
            #[inline(always)]
            pub fn min(self, b: Self) -> Self {
                let pick = |a: $num, b: $num| if b < a { b } else { a };
                Self::new(pick(self.x, b.x), pick(self.y, b.y), pick(self.z, b.z))
            }

            /// Component-wise larger value.
            #[inline(always)]
            pub fn max(self, b: Self) -> Self {
                let pick = |a: $num, b: $num| if b > a { b } else { a };
                Self::new(pick(self.x, b.x), pick(self.y, b.y), pick(self.z, b.z))
            }

            /// Largest component.
            #[inline(always)]
            pub fn max_element(self) -> $num {
                let xy = if self.y > self.x { self.y } else { self.x };
                if self.z > xy { self.z } else { xy }
            }

            /// Smallest component.
            #[inline(always)]
            pub fn min_element(self) -> $num {
                let xy = if self.y < self.x { self.y } else { self.x };
                if self.z < xy { self.z } else { xy }
            }

            /// Whether no component is NaN or infinite.
            #[inline]
            pub fn is_finite(self) -> bool {
                self.x.is_finite() && self.y.is_finite() && self.z.is_finite()
            }

            /// The components as an array.
            #[inline(always)]
            pub const fn to_array(self) -> [$num; 3] {
                [self.x, self.y, self.z]
            }
        }

        impl Add for $Vec {
            type Output = Self;
            #[inline(always)]
            fn add(self, b: Self) -> Self {
                Self::new(self.x + b.x, self.y + b.y, self.z + b.z)
            }
        }
        impl Sub for $Vec {
            type Output = Self;
            #[inline(always)]
            fn sub(self, b: Self) -> Self {
                Self::new(self.x - b.x, self.y - b.y, self.z - b.z)
            }
        }
        impl Neg for $Vec {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                Self::new(-self.x, -self.y, -self.z)
            }
        }
        impl Mul<$num> for $Vec {
            type Output = Self;
            #[inline(always)]
            fn mul(self, s: $num) -> Self {
                Self::new(self.x * s, self.y * s, self.z * s)
            }
        }
        impl Mul<$Vec> for $num {
            type Output = $Vec;
            #[inline(always)]
            fn mul(self, v: $Vec) -> $Vec {
                v * self
            }
        }
        impl Div<$num> for $Vec {
            type Output = Self;
            #[inline(always)]
            fn div(self, s: $num) -> Self {
                Self::new(self.x / s, self.y / s, self.z / s)
            }
        }
        impl AddAssign for $Vec {
            #[inline(always)]
            fn add_assign(&mut self, b: Self) {
                *self = *self + b;
            }
        }
        impl SubAssign for $Vec {
            #[inline(always)]
            fn sub_assign(&mut self, b: Self) {
                *self = *self - b;
            }
        }
        impl MulAssign<$num> for $Vec {
            #[inline(always)]
            fn mul_assign(&mut self, s: $num) {
                *self = *self * s;
            }
        }
        impl From<[$num; 3]> for $Vec {
            #[inline(always)]
            fn from([x, y, z]: [$num; 3]) -> Self {
                Self::new(x, y, z)
            }
        }
        impl From<$Vec> for [$num; 3] {
            #[inline(always)]
            fn from(v: $Vec) -> Self {
                v.to_array()
            }
        }
    };
}

vec3!(Vec3, f32, "[f32; 3]", sqrt_f32, "Three `f32`: mesh vertices, in metres of mesh space.");
vec3!(DVec3, f64, "[f64; 3]", sqrt_f64, "Three `f64`: positions, displacements and velocities.");

impl Vec3 {
    /// The same vector in `f64`, exactly.
    #[inline(always)]
    pub const fn as_dvec3(self) -> DVec3 {
        DVec3::new(self.x as f64, self.y as f64, self.z as f64)
    }
}

impl DVec3 {
    /// The order of the components, the first first, each as by [`f64::total_cmp`].
    #[inline]
    pub(crate) fn total_cmp(self, other: Self) -> Ordering {
        self.x.total_cmp(&other.x).then(self.y.total_cmp(&other.y)).then(self.z.total_cmp(&other.z))
    }

    /// The nearest vector in `f32`.
    #[inline(always)]
    pub const fn as_vec3(self) -> Vec3 {
        Vec3::new(self.x as f32, self.y as f32, self.z as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cross_is_antisymmetric_to_the_bit() {
        let (a, b) = (DVec3::new(0.1, 1e9, -3.7), DVec3::new(1.0 / 3.0, 2e-7, 9.1));
        assert_eq!(a.cross(b), -b.cross(a));
    }

    #[test]
    fn normalize_survives_tiny_and_huge_lengths() {
        for s in [1e-300, 1.0, 1e300] {
            let n = (DVec3::new(3.0, 0.0, 4.0) * s).try_normalize().unwrap();
            assert!((n - DVec3::new(0.6, 0.0, 0.8)).length() < 1e-15);
        }
        assert_eq!(DVec3::ZERO.try_normalize(), None);
        for bad in
            [DVec3::new(f64::NAN, 1.0, 0.0), DVec3::new(1.0, f64::NAN, 0.0), DVec3::new(0.0, 1.0, f64::NAN)]
        {
            assert_eq!(bad.try_normalize(), None);
        }
        assert_eq!(DVec3::new(f64::INFINITY, 1.0, 0.0).try_normalize(), None);
    }
}
