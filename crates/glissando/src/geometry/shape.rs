//! The shape of a moving body: an ellipsoid of any radii and orientation, spheres included, or a capsule.
//!
//! Every shape is the Minkowski sum of a core and a rounding: of a point and an ellipsoid, or of a segment and a sphere.
//! A skin scales the rounding and leaves the core.

use crate::input::{self, InputError};
use crate::math::{DMat3, DQuat, DVec3};
use crate::tolerance;

/// A convex shape about its own centre: an ellipsoid or a capsule.
///
/// ```text
///      ellipsoid              capsule
///        .--.               .--.  ---
///      /      \            /    \  |  radius
///     |   .----| radii.x  |  |   | ---
///     |   |    |          |  |   |  |  half height
///      \  |   /           |  .   | ---
///        '--'             |  |   |     the core: a segment
///                          \    /
///                           '--'
/// ```
///
/// Its radii are 1e-4 to 1e6 m ([`tolerance::RADIUS_RANGE`]), and the largest is at most 10 000 times the smallest
/// ([`tolerance::MAX_ASPECT`]).
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    radii: DVec3,
    rotation: DQuat,
    /// Half the length of a capsule's core along its own Y axis, metres; 0 for an ellipsoid.
    half_height: f64,
    // Derived from these two, so that no query needs a division or a root for it.
    /// Columns are the axes of the ellipsoid in world space.
    axes: DMat3,
    inverse_radii: DVec3,
    /// Half extents of the rounding's bounding box.
    half_extents: DVec3,
    condition: f64,
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        self.radii == other.radii && self.rotation == other.rotation && self.half_height == other.half_height
    }
}

impl Shape {
    /// An ellipsoid with these radii (metres) along its own axes, turned by `rotation`.
    ///
    /// # Errors
    /// Radii outside [`tolerance::RADIUS_RANGE`], or one more than [`tolerance::MAX_ASPECT`] times another; a rotation
    /// that is zero or not finite.
    pub fn ellipsoid(radii: DVec3, rotation: DQuat) -> Result<Self, InputError> {
        let (least, most) = tolerance::RADIUS_RANGE;
        for r in radii.to_array() {
            input::scalar("radius", r, least, most)?;
        }
        let aspect = radii.max_element() / radii.min_element();
        input::scalar("largest radius over the smallest", aspect, 1.0, tolerance::MAX_ASPECT)?;
        let rotation = input::rotation("rotation", rotation)?;
        let axes = rotation.to_mat3();
        let inverse_radii = DVec3::new(1.0 / radii.x, 1.0 / radii.y, 1.0 / radii.z);
        let (half_height, half_extents, condition) = (0.0, radii, 1.0);
        let plain = Self { radii, rotation, half_height, axes, inverse_radii, half_extents, condition };
        let [x, y, z] = plain.world_from_unit().rows();
        let condition = plain.unit_from_world().norm() * plain.world_from_unit().norm();
        Ok(Self { half_extents: DVec3::new(x.length(), y.length(), z.length()), condition, ..plain })
    }

    /// An ellipsoid whose axes are the world's.
    ///
    /// # Errors
    /// As for [`Shape::ellipsoid`].
    pub fn upright_ellipsoid(radii: DVec3) -> Result<Self, InputError> {
        Self::ellipsoid(radii, DQuat::IDENTITY)
    }

    /// A sphere.
    ///
    /// # Errors
    /// As for [`Shape::ellipsoid`].
    pub fn sphere(radius: f64) -> Result<Self, InputError> {
        Self::upright_ellipsoid(DVec3::splat(radius))
    }

    /// A capsule: a sphere of `radius` (metres) moved along a segment of twice `half_height` (metres) about the
    /// centre.
    ///
    /// The segment is along the capsule's own Y axis, turned by `rotation`: upright without a turn. The whole capsule is
    /// `2.0 * (half_height + radius)` metres long, so `half_height` is that of the cylindrical part, as in most physics
    /// engines.
    ///
    /// ```
    /// use glissando::{DQuat, DVec3, Shape};
    ///
    /// let person = Shape::capsule(0.4, 0.5, DQuat::IDENTITY)?;
    /// assert_eq!(person.half_extents(), DVec3::new(0.4, 0.9, 0.4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A radius or half height outside [`tolerance::RADIUS_RANGE`] (without a height it is a
    /// [sphere](Shape::sphere)); half the whole length over the radius beyond [`tolerance::MAX_ASPECT`]; a rotation
    /// that is zero or not finite.
    pub fn capsule(radius: f64, half_height: f64, rotation: DQuat) -> Result<Self, InputError> {
        let (least, most) = tolerance::RADIUS_RANGE;
        let round = Self::ellipsoid(DVec3::splat(radius), rotation)?;
        if half_height == 0.0 {
            return Err(InputError::NoHeight);
        }
        input::scalar("half height of the capsule", half_height, least, most)?;
        let aspect = (half_height + radius) / radius;
        input::scalar("half the length of the capsule over its radius", aspect, 1.0, tolerance::MAX_ASPECT)?;
        Ok(Self { half_height, ..round })
    }

    /// Whether it is a capsule.
    pub fn is_capsule(&self) -> bool {
        self.half_height > 0.0
    }

    /// Half the length of a capsule's core, in metres; 0 for an ellipsoid.
    pub const fn half_height(&self) -> f64 {
        self.half_height
    }

    /// The end of the core, as an offset from the centre, in metres; zero for an ellipsoid. The other end is opposite.
    pub fn core(&self) -> DVec3 {
        self.axes.y_axis * self.half_height
    }

    /// Half the length of the core in radii; 0 for a point.
    pub(crate) fn core_radii(&self) -> f64 {
        self.half_height * self.inverse_radii.y
    }

    /// Radii of the ellipsoid along its own axes, or of the sphere that rounds a capsule's core; in metres.
    pub const fn radii(&self) -> DVec3 {
        self.radii
    }

    /// Orientation in the world.
    pub const fn rotation(&self) -> DQuat {
        self.rotation
    }

    /// The smallest radius of the rounding, in metres: of a capsule, its radius.
    pub fn smallest_radius(&self) -> f64 {
        self.radii.min_element()
    }

    /// Radius of the smallest sphere about the centre that holds the shape, in metres: the largest radius of an
    /// ellipsoid, half the length of a capsule.
    pub fn largest_radius(&self) -> f64 {
        self.radii.max_element() + self.half_height
    }

    /// The map of world displacements to ellipsoid space, where the rounding is the unit sphere.
    pub fn unit_from_world(&self) -> DMat3 {
        let (r, a) = (self.inverse_radii, self.axes);
        DMat3::from_cols(a.x_axis * r.x, a.y_axis * r.y, a.z_axis * r.z).transpose()
    }

    /// The map of ellipsoid space back to world displacements.
    pub fn world_from_unit(&self) -> DMat3 {
        let (r, a) = (self.radii, self.axes);
        DMat3::from_cols(a.x_axis * r.x, a.y_axis * r.y, a.z_axis * r.z)
    }

    /// Extent of the shape from its centre along a world direction (support function), in metres for a unit
    /// `direction`.
    pub fn extent_along(&self, direction: DVec3) -> f64 {
        self.shell_along(1.0, direction)
    }

    /// The same of the core with a rounding of `shell` times the radii.
    pub(crate) fn shell_along(&self, shell: f64, direction: DVec3) -> f64 {
        self.rounding_along(direction) * shell + self.core().dot(direction).abs()
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
        self.half_extents * shell + self.core().abs()
    }

    /// Half extents of the rounding's bounding box in the world's axes, in metres.
    pub(crate) const fn rounding_extents(&self) -> DVec3 {
        self.half_extents
    }

    /// Upper bound of the ratio of two radii: the product of the Frobenius norms of the two maps.
    pub(crate) const fn condition(&self) -> f64 {
        self.condition
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn a_capsule_is_as_long_as_its_core_and_two_radii() {
        let quarter = DQuat::from_xyzw(0.0, 0.0, 1.0, 1.0);
        let lying = Shape::capsule(0.25, 1.0, quarter).unwrap();
        assert!((lying.half_extents() - DVec3::new(1.25, 0.25, 0.25)).length() < 1e-15);
        assert!((lying.extent_along(DVec3::new(0.6, 0.8, 0.0)) - 0.85).abs() < 1e-15);
        assert!((lying.shell_along(2.0, DVec3::X) - 1.5).abs() < 1e-15);
        assert_eq!((lying.largest_radius(), lying.smallest_radius(), lying.core_radii()), (1.25, 0.25, 4.0));
        assert!(lying.is_capsule() && !Shape::sphere(1.0).unwrap().is_capsule());
    }

    #[test]
    fn capsules_without_size_or_proportion_are_refused_by_name() {
        let told = |radius, half_height| {
            Shape::capsule(radius, half_height, DQuat::IDENTITY).unwrap_err().to_string()
        };
        assert_eq!(told(0.5, 0.0), "half height of the capsule is 0: use a sphere (Shape::sphere) instead");
        assert_eq!(
            told(0.5, -1.0),
            "half height of the capsule is -1: it must lie between 0.0001 and 1000000"
        );
        assert_eq!(told(0.5, f64::NAN), "half height of the capsule is NaN: it must be a finite number");
        assert_eq!(told(0.0, 1.0), "radius is 0: it must lie between 0.0001 and 1000000");
        let thin = told(1e-4, 2.0);
        assert!(thin.starts_with("half the length of the capsule over its radius is 20001: "), "{thin}");
    }
}
