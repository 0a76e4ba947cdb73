//! The moving shape: an ellipsoid of any radii and orientation, spheres included.

use crate::input::{self, InputError};
use crate::math::{DMat3, DQuat, DVec3};
use crate::tolerance;

/// An ellipsoid about its own centre.
///
/// Its radii are 1e-4 to 1e6 m ([`tolerance::RADIUS_RANGE`]), and the largest is at most 10 000 times the smallest
/// ([`tolerance::MAX_ASPECT`]).
#[derive(Clone, Copy, Debug)]
pub struct Ellipsoid {
    radii: DVec3,
    rotation: DQuat,
    // Derived from these two, so that no query needs a division or a root for it.
    /// Columns are the axes of the ellipsoid in world space.
    axes: DMat3,
    inverse_radii: DVec3,
    half_extents: DVec3,
    condition: f64,
}

impl PartialEq for Ellipsoid {
    fn eq(&self, other: &Self) -> bool {
        self.radii == other.radii && self.rotation == other.rotation
    }
}

impl Ellipsoid {
    /// An ellipsoid with these radii (metres) along its own axes, turned by `rotation`.
    ///
    /// # Errors
    /// Radii outside [`tolerance::RADIUS_RANGE`], or one more than [`tolerance::MAX_ASPECT`] times another; a rotation
    /// that is zero or not finite.
    pub fn new(radii: DVec3, rotation: DQuat) -> Result<Self, InputError> {
        let (least, most) = tolerance::RADIUS_RANGE;
        for r in radii.to_array() {
            input::scalar("radius", r, least, most)?;
        }
        let aspect = radii.max_element() / radii.min_element();
        input::scalar("largest radius over the smallest", aspect, 1.0, tolerance::MAX_ASPECT)?;
        let rotation = input::rotation("rotation", rotation)?;
        let axes = rotation.to_mat3();
        let inverse_radii = DVec3::new(1.0 / radii.x, 1.0 / radii.y, 1.0 / radii.z);
        let plain = Self { radii, rotation, axes, inverse_radii, half_extents: radii, condition: 1.0 };
        let [x, y, z] = plain.world_from_unit().rows();
        let condition = plain.unit_from_world().norm() * plain.world_from_unit().norm();
        Ok(Self { half_extents: DVec3::new(x.length(), y.length(), z.length()), condition, ..plain })
    }

    /// An ellipsoid whose axes are the world's.
    ///
    /// # Errors
    /// As for [`Ellipsoid::new`].
    pub fn upright(radii: DVec3) -> Result<Self, InputError> {
        Self::new(radii, DQuat::IDENTITY)
    }

    /// A sphere.
    ///
    /// # Errors
    /// As for [`Ellipsoid::new`].
    pub fn sphere(radius: f64) -> Result<Self, InputError> {
        Self::upright(DVec3::splat(radius))
    }

    /// Radii along the ellipsoid's own axes, in metres.
    pub const fn radii(&self) -> DVec3 {
        self.radii
    }

    /// Orientation in the world.
    pub const fn rotation(&self) -> DQuat {
        self.rotation
    }

    /// The smallest radius, in metres.
    pub fn smallest_radius(&self) -> f64 {
        self.radii.min_element()
    }

    /// The largest radius, in metres.
    pub fn largest_radius(&self) -> f64 {
        self.radii.max_element()
    }

    /// The map of world displacements to ellipsoid space, where the body is the unit sphere.
    pub fn unit_from_world(&self) -> DMat3 {
        let (r, a) = (self.inverse_radii, self.axes);
        DMat3::from_cols(a.x_axis * r.x, a.y_axis * r.y, a.z_axis * r.z).transpose()
    }

    /// The map of ellipsoid space back to world displacements.
    pub fn world_from_unit(&self) -> DMat3 {
        let (r, a) = (self.radii, self.axes);
        DMat3::from_cols(a.x_axis * r.x, a.y_axis * r.y, a.z_axis * r.z)
    }

    /// Extent of the ellipsoid from its centre along a world direction (support function), in metres for a unit
    /// `direction`.
    pub fn extent_along(&self, direction: DVec3) -> f64 {
        self.radii.scale(self.axes.transpose() * direction).length()
    }

    /// Half extents of its bounding box in the world's axes, in metres.
    pub const fn half_extents(&self) -> DVec3 {
        self.half_extents
    }

    /// Upper bound of the ratio of two radii: the product of the Frobenius norms of the two maps.
    pub(crate) const fn condition(&self) -> f64 {
        self.condition
    }
}
