//! Rigid transforms: a rotation and a translation.

use super::{DAffine3, DQuat, DVec3};

/// A rigid transform: rotate first, then translate. Plain data.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DRigid3 {
    /// A unit quaternion.
    pub rotation: DQuat,
    /// Metres.
    pub translation: DVec3,
}

impl DRigid3 {
    /// The identity transform.
    pub const IDENTITY: Self = Self { rotation: DQuat::IDENTITY, translation: DVec3::ZERO };

    /// A pure shift.
    pub const fn from_translation(translation: DVec3) -> Self {
        Self { rotation: DQuat::IDENTITY, translation }
    }

    /// The image of a point.
    pub fn transform_point(self, p: DVec3) -> DVec3 {
        self.rotation * p + self.translation
    }

    /// The same as a matrix and a shift.
    pub fn to_affine(self) -> DAffine3 {
        DAffine3 { matrix3: self.rotation.to_mat3(), translation: self.translation }
    }
}
