//! How far a shape reaches: along a direction, and along the axes of the world.

use super::Shape;
use crate::math::DVec3;

impl Shape {
    /// Extent of the shape from its centre along a world direction (support function), in metres for a unit
    /// `direction`.
    pub fn extent_along(&self, direction: DVec3) -> f64 {
        self.shell_along(1.0, direction)
    }

    /// The same of the core with a rounding of `shell` times the radii.
    pub(crate) fn shell_along(&self, shell: f64, direction: DVec3) -> f64 {
        self.shell_of_rounding(self.rounding_along(direction), shell, direction)
    }

    /// The same where [`Shape::rounding_along`] that direction is known.
    #[inline(always)]
    pub(crate) fn shell_of_rounding(&self, rounding: f64, shell: f64, direction: DVec3) -> f64 {
        let of_rounding = rounding * shell;
        if self.has_core() { of_rounding + self.core_along(direction) } else { of_rounding }
    }

    /// The same of the core alone.
    #[inline(never)]
    fn core_along(&self, direction: DVec3) -> f64 {
        if self.core.is_round {
            let own = self.axes.transpose() * direction;
            return self.core.extent_along(own);
        }
        let [x, y, z] = self.core_axes().map(|axis| axis.dot(direction).abs());
        x + y + z
    }

    /// The same of the rounding alone: metres along a unit `direction` that correspond to one more radius.
    pub(crate) fn rounding_along(&self, direction: DVec3) -> f64 {
        self.radii.scale(self.axes.transpose() * direction).length()
    }

    /// Half extents of its bounding box in the world's axes, in metres.
    pub fn half_extents(&self) -> DVec3 {
        self.shell_extents(1.0)
    }

    /// The same of the core with a rounding of `shell` times the radii.
    pub(crate) fn shell_extents(&self, shell: f64) -> DVec3 {
        if !self.has_core() {
            return self.half_extents * shell;
        }
        if self.core.is_round {
            let [x, y, z] = self.axes.rows().map(|row| self.core.extent_along(row));
            return self.half_extents * shell + DVec3::new(x, y, z);
        }
        let [x, y, z] = self.core_axes().map(DVec3::abs);
        self.half_extents * shell + (x + y + z)
    }

    /// Half extents of the rounding's bounding box in the world's axes, in metres.
    pub(crate) const fn rounding_extents(&self) -> DVec3 {
        self.half_extents
    }
}
