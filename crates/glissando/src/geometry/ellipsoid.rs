//! The moving body: an ellipsoid of any radii and orientation; a sphere is one.

use crate::input::{self, InputError};
use crate::math::{DMat3, DQuat, DVec3, sqrt_f64};
use crate::tolerance;

/// An ellipsoid about its own centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid {
    radii: DVec3,
    rotation: DQuat,
    /// Columns are the axes of the ellipsoid in world space.
    axes: DMat3,
}

impl Ellipsoid {
    /// An ellipsoid with these radii (metres) along its own axes, turned by `rotation`.
    ///
    /// # Errors
    /// Radii outside [`tolerance::RADIUS_RANGE`]; a rotation that is zero or not finite.
    pub fn new(radii: DVec3, rotation: DQuat) -> Result<Self, InputError> {
        let (least, most) = tolerance::RADIUS_RANGE;
        for r in radii.to_array() {
            input::scalar("radius", r, least, most)?;
        }
        let rotation = input::rotation("rotation", rotation)?;
        Ok(Self { radii, rotation, axes: rotation.to_mat3() })
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
        let (r, a) = (self.radii, self.axes);
        DMat3::from_cols(a.x_axis * (1.0 / r.x), a.y_axis * (1.0 / r.y), a.z_axis * (1.0 / r.z)).transpose()
    }

    /// The map of ellipsoid space back to world displacements.
    pub fn world_from_unit(&self) -> DMat3 {
        let (r, a) = (self.radii, self.axes);
        DMat3::from_cols(a.x_axis * r.x, a.y_axis * r.y, a.z_axis * r.z)
    }

    /// How far the ellipsoid reaches from its centre along a world direction (support function), in metres
    /// for a unit `direction`.
    pub fn extent_along(&self, direction: DVec3) -> f64 {
        self.radii.scale(self.axes.transpose() * direction).length()
    }

    /// Half extents of its bounding box in the world's axes, in metres.
    pub fn half_extents(&self) -> DVec3 {
        let rows = self.world_from_unit().rows();
        DVec3::new(
            sqrt_f64(rows[0].length_sq()),
            sqrt_f64(rows[1].length_sq()),
            sqrt_f64(rows[2].length_sq()),
        )
    }
}
