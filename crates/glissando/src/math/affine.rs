//! Affine maps: a matrix and a translation. The pose of a body is one.

use super::{DMat3, DQuat, DVec3};
use core::ops::Mul;

/// `p -> matrix3 * p + translation`: rotation, any scale, shear and mirror, then a shift.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DAffine3 {
    /// The linear part.
    pub matrix3: DMat3,
    /// Image of the origin, in metres.
    pub translation: DVec3,
}

impl DAffine3 {
    /// The identity map.
    pub const IDENTITY: Self = Self { matrix3: DMat3::IDENTITY, translation: DVec3::ZERO };

    /// A pure shift.
    pub const fn from_translation(translation: DVec3) -> Self {
        Self { matrix3: DMat3::IDENTITY, translation }
    }

    /// Scale first, then rotate, then shift (the order of a glTF node).
    pub fn from_scale_rotation_translation(scale: DVec3, rotation: DQuat, translation: DVec3) -> Self {
        Self { matrix3: rotation.to_mat3() * DMat3::from_diagonal(scale), translation }
    }

    /// The image of a point.
    #[inline(always)]
    pub fn transform_point(self, p: DVec3) -> DVec3 {
        self.matrix3 * p + self.translation
    }

    /// The image of a displacement: the translation does not count.
    #[inline(always)]
    pub fn transform_vector(self, v: DVec3) -> DVec3 {
        self.matrix3 * v
    }

    /// The inverse map, or `None` where the matrix has none.
    pub fn try_inverse(self) -> Option<Self> {
        let inverse = self.matrix3.try_inverse()?;
        Some(Self { matrix3: inverse, translation: -(inverse * self.translation) })
    }

    /// Whether no entry is NaN or infinite.
    pub fn is_finite(self) -> bool {
        self.matrix3.is_finite() && self.translation.is_finite()
    }
}

impl Default for DAffine3 {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Mul for DAffine3 {
    type Output = Self;
    /// `a * b` applies `b` first.
    fn mul(self, b: Self) -> Self {
        Self { matrix3: self.matrix3 * b.matrix3, translation: self.transform_point(b.translation) }
    }
}
