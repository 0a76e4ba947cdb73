//! A 3 × 3 matrix of `f64`, stored by columns.

use super::DVec3;
use core::ops::Mul;

/// A linear map, as the images of the three axes (column vectors: `m * v`).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DMat3 {
    /// Image of the first axis.
    pub x_axis: DVec3,
    /// Image of the second axis.
    pub y_axis: DVec3,
    /// Image of the third axis.
    pub z_axis: DVec3,
}

impl DMat3 {
    /// The identity map.
    pub const IDENTITY: Self = Self::from_cols(DVec3::X, DVec3::Y, DVec3::Z);

    /// The map with these images of the axes.
    #[inline(always)]
    pub const fn from_cols(x_axis: DVec3, y_axis: DVec3, z_axis: DVec3) -> Self {
        Self { x_axis, y_axis, z_axis }
    }

    /// The map that scales each axis by a component of `s`.
    #[inline(always)]
    pub const fn from_diagonal(s: DVec3) -> Self {
        Self::from_cols(DVec3::new(s.x, 0.0, 0.0), DVec3::new(0.0, s.y, 0.0), DVec3::new(0.0, 0.0, s.z))
    }

    /// Rows and columns exchanged.
    #[inline(always)]
    pub fn transpose(self) -> Self {
        Self::from_cols(
            DVec3::new(self.x_axis.x, self.y_axis.x, self.z_axis.x),
            DVec3::new(self.x_axis.y, self.y_axis.y, self.z_axis.y),
            DVec3::new(self.x_axis.z, self.y_axis.z, self.z_axis.z),
        )
    }

    /// Signed change of volume; negative for a mirror.
    #[inline(always)]
    pub fn determinant(self) -> f64 {
        self.x_axis.dot(self.y_axis.cross(self.z_axis))
    }

    /// The inverse map, or `None` where the determinant is zero or not finite.
    pub fn try_inverse(self) -> Option<Self> {
        let x = self.y_axis.cross(self.z_axis);
        let y = self.z_axis.cross(self.x_axis);
        let z = self.x_axis.cross(self.y_axis);
        let determinant = self.x_axis.dot(x);
        if determinant == 0.0 || !determinant.is_finite() {
            return None;
        }
        Some(Self::from_cols(x / determinant, y / determinant, z / determinant).transpose())
    }

    /// The rows of the matrix.
    #[inline(always)]
    pub fn rows(self) -> [DVec3; 3] {
        let t = self.transpose();
        [t.x_axis, t.y_axis, t.z_axis]
    }

    /// Square root of the sum of the squares of all entries (Frobenius norm).
    pub fn norm(self) -> f64 {
        super::sqrt_f64(self.x_axis.length_sq() + self.y_axis.length_sq() + self.z_axis.length_sq())
    }

    /// Whether no entry is NaN or infinite.
    pub fn is_finite(self) -> bool {
        self.x_axis.is_finite() && self.y_axis.is_finite() && self.z_axis.is_finite()
    }
}

impl Mul<DVec3> for DMat3 {
    type Output = DVec3;
    #[inline(always)]
    fn mul(self, v: DVec3) -> DVec3 {
        self.x_axis * v.x + self.y_axis * v.y + self.z_axis * v.z
    }
}

impl Mul for DMat3 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        Self::from_cols(self * b.x_axis, self * b.y_axis, self * b.z_axis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_undoes_a_sheared_mirror() {
        let m = DMat3::from_cols(
            DVec3::new(-2.0, 0.5, 0.0),
            DVec3::new(0.3, 1.0, 0.1),
            DVec3::new(0.0, 0.7, 3.0),
        );
        assert!(m.determinant() < 0.0);
        let v = DVec3::new(1.0, -2.0, 3.0);
        assert!((m.try_inverse().unwrap() * (m * v) - v).length() < 1e-14);
    }

    #[test]
    fn a_flat_matrix_has_no_inverse() {
        assert_eq!(DMat3::from_diagonal(DVec3::new(1.0, 0.0, 1.0)).try_inverse(), None);
    }
}
