//! Rotations as unit quaternions of `f64`.

use super::{DMat3, DVec3, sqrt_f64};
use core::ops::Mul;

/// A rotation; components in the order x, y, z, w as in glTF.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "[f64; 4]", into = "[f64; 4]"))]
pub struct DQuat {
    /// First component of the axis part.
    pub x: f64,
    /// Second component of the axis part.
    pub y: f64,
    /// Third component of the axis part.
    pub z: f64,
    /// Real part.
    pub w: f64,
}

impl DQuat {
    /// No rotation.
    pub const IDENTITY: Self = Self::from_xyzw(0.0, 0.0, 0.0, 1.0);

    /// The quaternion with these components, unchecked.
    pub const fn from_xyzw(x: f64, y: f64, z: f64, w: f64) -> Self {
        Self { x, y, z, w }
    }

    /// The quaternion divided by its length, or `None` where it has no direction.
    pub fn try_normalize(self) -> Option<Self> {
        let Self { x, y, z, w } = self;
        let largest = [x, y, z, w].iter().fold(0.0_f64, |m, c| if c.abs() > m { c.abs() } else { m });
        let finite = x.is_finite() && y.is_finite() && z.is_finite() && w.is_finite();
        if !finite || largest == 0.0 {
            return None;
        }
        let (x, y, z, w) = (x / largest, y / largest, z / largest, w / largest);
        let length = sqrt_f64(x * x + y * y + z * z + w * w);
        Some(Self::from_xyzw(x / length, y / length, z / length, w / length))
    }

    /// The rotation as a matrix. Expects a unit quaternion.
    pub fn to_mat3(self) -> DMat3 {
        let Self { x, y, z, w } = self;
        DMat3::from_cols(
            DVec3::new(1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)),
            DVec3::new(2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)),
            DVec3::new(2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)),
        )
    }

    /// The shortest rotation that takes the unit vector `from` to the unit vector `to`.
    ///
    /// For opposite vectors the half turn about a fixed perpendicular axis is returned.
    pub fn from_rotation_arc(from: DVec3, to: DVec3) -> Self {
        let axis = from.cross(to);
        let half_turn = || {
            let other = if from.x.abs() < 0.9 { DVec3::X } else { DVec3::Y };
            let a = from.cross(other).try_normalize().unwrap_or(DVec3::Z);
            Self::from_xyzw(a.x, a.y, a.z, 0.0)
        };
        let w = 1.0 + from.dot(to);
        if w < 1e-15 {
            return half_turn();
        }
        Self::from_xyzw(axis.x, axis.y, axis.z, w).try_normalize().unwrap_or_else(half_turn)
    }

    /// The inverse of a unit quaternion.
    #[must_use]
    pub const fn conjugate(self) -> Self {
        Self::from_xyzw(-self.x, -self.y, -self.z, self.w)
    }

    /// The components as an array, x first.
    pub const fn to_array(self) -> [f64; 4] {
        [self.x, self.y, self.z, self.w]
    }
}

impl Default for DQuat {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Mul<DVec3> for DQuat {
    type Output = DVec3;
    fn mul(self, v: DVec3) -> DVec3 {
        self.to_mat3() * v
    }
}

impl Mul for DQuat {
    type Output = Self;
    /// `a * b` turns by `b` first.
    fn mul(self, b: Self) -> Self {
        let a = self;
        Self::from_xyzw(
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
        )
    }
}

impl From<[f64; 4]> for DQuat {
    fn from([x, y, z, w]: [f64; 4]) -> Self {
        Self::from_xyzw(x, y, z, w)
    }
}

impl From<DQuat> for [f64; 4] {
    fn from(q: DQuat) -> Self {
        q.to_array()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_turns_by_the_second_first_and_the_conjugate_turns_back() {
        let q = |x, y, z, w| DQuat::from_xyzw(x, y, z, w).try_normalize().unwrap();
        let (a, b, v) = (q(1.0, 2.0, -0.5, 3.0), q(-0.3, 0.9, 2.0, 1.0), DVec3::new(1.0, -2.0, 0.5));
        assert!(((a * b) * v - a * (b * v)).length() < 1e-14);
        assert!(((a * a.conjugate()) * v - v).length() < 1e-14);
    }

    #[test]
    fn arc_turns_one_direction_into_the_other() {
        let from = DVec3::new(0.6, 0.0, 0.8);
        for to in [DVec3::Y, DVec3::new(0.0, -0.6, 0.8), -from, from] {
            assert!((DQuat::from_rotation_arc(from, to) * from - to).length() < 1e-12);
        }
    }
}
