//! The shape of a moving body: an ellipsoid of any radii and orientation, spheres included, a capsule, a rounded box or a
//! rounded cylinder.
//!
//! Every shape is the Minkowski sum of a core and a rounding: of a point and an ellipsoid, or of a segment, a box or a
//! cylinder and a sphere.
//! A skin scales the rounding and leaves the core.

use super::Core;
use crate::input::{self, InputError};
use crate::math::{DMat3, DQuat, DVec3};
use crate::tolerance;

/// A convex shape about its own centre: an ellipsoid, a capsule, a rounded box or a rounded cylinder.
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
///
///         box             cylinder
///      .--------.        .--------.  ---  rounding of the edges
///      |        |        |        |   |
///      |    .---| x      |    .---|   |   radius (x and z are equal)
///      |    |   |        |    |   |   |
///      |    | y |        |    | y |   |   y: half height
///      '--------'        '--------'  ---
/// ```
///
/// Its radii are 1e-4 to 1e6 m ([`tolerance::RADIUS_RANGE`]), and the largest is at most 10 000 times the smallest
/// ([`tolerance::MAX_ASPECT`]).
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    radii: DVec3,
    rotation: DQuat,
    /// The core along the shape's own axes, metres.
    core: Core,
    // Derived from these two, so that no query needs a division or a root for it.
    /// Columns are the axes of the ellipsoid in world space.
    axes: DMat3,
    inverse_radii: DVec3,
    /// Half extents of the rounding's bounding box.
    half_extents: DVec3,
    condition: f64,
    /// Whether the axes are those of the world, to the sign of each zero.
    is_upright: bool,
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        self.radii == other.radii && self.rotation == other.rotation && self.core == other.core
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
        let (core, half_extents, condition) = (Core::POINT, radii, 1.0);
        let bits = |axes: DMat3| axes.rows().map(|row| row.to_array().map(f64::to_bits));
        let is_upright = bits(axes) == bits(DMat3::IDENTITY);
        let plain = Self { radii, rotation, core, axes, inverse_radii, half_extents, condition, is_upright };
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
        Ok(Self { core: Core::cylinder(0.0, half_height), ..round })
    }

    /// A box of these half extents (metres) along its own axes, turned by `rotation`, whose edges and corners are
    /// rounded with a radius of `rounding` (metres).
    ///
    /// The half extents are those of the whole body: the rounding takes from the edges and adds nothing, as the convex
    /// radius of other physics engines does. A box that is nothing but rounding along two axes or all is a capsule or a
    /// sphere.
    ///
    /// ```
    /// use glissando::{DQuat, DVec3, Shape};
    ///
    /// let half_extents = DVec3::new(0.4, 0.9, 0.4);
    /// let person = Shape::cuboid(half_extents, 0.02, DQuat::IDENTITY)?;
    /// assert_eq!(person.half_extents(), half_extents);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A half extent outside [`tolerance::RADIUS_RANGE`]; a rounding below [`tolerance::LEAST_ROUNDING`] or above the
    /// smallest half extent; a half extent over the rounding beyond [`tolerance::MAX_ASPECT`]; a rotation that is zero or
    /// not finite.
    pub fn cuboid(half_extents: DVec3, rounding: f64, rotation: DQuat) -> Result<Self, InputError> {
        let (least, most) = tolerance::RADIUS_RANGE;
        for half in half_extents.to_array() {
            input::scalar("half extent of the box", half, least, most)?;
        }
        let widest = half_extents.min_element();
        input::scalar("half extent of the box", widest, tolerance::LEAST_ROUNDING, most)?;
        input::scalar("rounding of the box", rounding, tolerance::LEAST_ROUNDING, widest)?;
        let aspect = half_extents.max_element() / rounding;
        input::scalar("half extent of the box over its rounding", aspect, 1.0, tolerance::MAX_ASPECT)?;
        let round = Self::ellipsoid(DVec3::splat(rounding), rotation)?;
        Ok(Self { core: Core::cuboid(half_extents - DVec3::splat(rounding)), ..round })
    }

    /// A cylinder of this radius and half height (metres) along its own Y axis, turned by `rotation`, whose edges are
    /// rounded with a radius of `rounding` (metres).
    ///
    /// The radius and the half height are those of the whole body, as for a [box](Shape::cuboid). It is a true cylinder,
    /// no prism. A cylinder that is nothing but rounding along its radius is a capsule.
    ///
    /// ```
    /// use glissando::{DQuat, DVec3, Shape};
    ///
    /// let person = Shape::cylinder(0.4, 0.9, 0.02, DQuat::IDENTITY)?;
    /// assert_eq!(person.half_extents(), DVec3::new(0.4, 0.9, 0.4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A radius or half height outside [`tolerance::RADIUS_RANGE`]; a rounding below [`tolerance::LEAST_ROUNDING`] or
    /// above either; one of them over the rounding beyond [`tolerance::MAX_ASPECT`]; a rotation that is zero or not
    /// finite.
    pub fn cylinder(
        radius: f64,
        half_height: f64,
        rounding: f64,
        rotation: DQuat,
    ) -> Result<Self, InputError> {
        let (least, most) = tolerance::RADIUS_RANGE;
        input::scalar("radius of the cylinder", radius, least, most)?;
        input::scalar("half height of the cylinder", half_height, least, most)?;
        let (widest, largest) =
            if radius < half_height { (radius, half_height) } else { (half_height, radius) };
        let narrow =
            if radius < half_height { "radius of the cylinder" } else { "half height of the cylinder" };
        input::scalar(narrow, widest, tolerance::LEAST_ROUNDING, most)?;
        input::scalar("rounding of the cylinder", rounding, tolerance::LEAST_ROUNDING, widest)?;
        let aspect = largest / rounding;
        input::scalar(
            "largest extent of the cylinder over its rounding",
            aspect,
            1.0,
            tolerance::MAX_ASPECT,
        )?;
        let round = Self::ellipsoid(DVec3::splat(rounding), rotation)?;
        Ok(Self { core: Core::cylinder(radius - rounding, half_height - rounding), ..round })
    }

    /// Whether it is a capsule.
    pub fn is_capsule(&self) -> bool {
        self.core.is_segment() && !self.core.is_point()
    }

    /// Whether it is a box.
    pub fn is_box(&self) -> bool {
        !self.core.is_segment() && !self.core.is_round
    }

    /// Whether it is a cylinder.
    pub fn is_cylinder(&self) -> bool {
        self.core.is_round
    }

    /// Half the length of a capsule's core, or half the height of a box's or a cylinder's, in metres; 0 for an ellipsoid.
    pub const fn half_height(&self) -> f64 {
        self.core.half_extents.y
    }

    /// Half extents of the core along the shape's own axes, in metres: zero for an ellipsoid, along Y for a capsule.
    pub const fn core_half_extents(&self) -> DVec3 {
        self.core.half_extents
    }

    /// What its rounding goes about, along the shape's own axes, in metres.
    pub const fn core_shape(&self) -> Core {
        self.core
    }

    /// The end of the core, as an offset from the centre, in metres; zero for an ellipsoid. The other end is opposite.
    ///
    /// Of a box, the corner of the core in the direction of all three axes; of a cylinder, the corner of the box about it.
    pub fn core(&self) -> DVec3 {
        self.axes * self.core.half_extents
    }

    /// The core in radii.
    pub(crate) fn core_radii(&self) -> Core {
        self.core.scaled(self.inverse_radii)
    }

    /// Radii of the ellipsoid along its own axes, or of the sphere that rounds the core of another shape; in metres.
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

    /// The smallest half extent along the shape's own axes, in metres: half its thickness. Of an ellipsoid or a capsule,
    /// its smallest radius.
    pub fn smallest_half_extent(&self) -> f64 {
        (self.radii + self.core.half_extents).min_element()
    }

    /// Radius of the smallest sphere about the centre that holds the shape, in metres: the largest radius of an
    /// ellipsoid, half the length of a capsule, about half the diagonal of a box or of a cylinder's section.
    pub fn largest_radius(&self) -> f64 {
        self.radii.max_element() + self.core.farthest()
    }

    /// The map of world displacements to ellipsoid space, where the rounding is the unit sphere.
    pub fn unit_from_world(&self) -> DMat3 {
        let (r, a) = (self.inverse_radii, self.axes);
        if self.is_upright {
            return DMat3::from_diagonal(r);
        }
        DMat3::from_cols(a.x_axis * r.x, a.y_axis * r.y, a.z_axis * r.z).transpose()
    }

    /// The map of ellipsoid space back to world displacements.
    pub fn world_from_unit(&self) -> DMat3 {
        let (r, a) = (self.radii, self.axes);
        if self.is_upright {
            return DMat3::from_diagonal(r);
        }
        DMat3::from_cols(a.x_axis * r.x, a.y_axis * r.y, a.z_axis * r.z)
    }

    /// Whether its own axes are those of the world.
    pub(crate) const fn is_upright(&self) -> bool {
        self.is_upright
    }

    /// Whether it is the shape of these parts to the bit, without a branch for each number; of a zero the sign counts.
    #[inline(always)]
    pub(crate) fn is_of(&self, radii: &DVec3, core: &Core, rotation: &DQuat) -> bool {
        let differ = |a: f64, b: f64| a.to_bits() ^ b.to_bits();
        let vectors = |a: &DVec3, b: &DVec3| differ(a.x, b.x) | differ(a.y, b.y) | differ(a.z, b.z);
        let (p, q) = (&self.rotation, rotation);
        let turned = differ(p.x, q.x) | differ(p.y, q.y) | differ(p.z, q.z) | differ(p.w, q.w);
        let sizes = vectors(&self.radii, radii) | vectors(&self.core.half_extents, &core.half_extents);
        (sizes | turned) == 0 && self.core.is_round == core.is_round
    }

    /// Whether another is the same to the bit.
    #[inline(always)]
    pub(crate) fn is_identical(&self, other: &Self) -> bool {
        self.is_of(&other.radii, &other.core, &other.rotation)
    }

    /// Whether its core is more than a point.
    pub(crate) fn has_core(&self) -> bool {
        !self.core.is_point()
    }

    /// The half axes of the core in the world, metres: of a cylinder, those of the box about it.
    pub(crate) fn core_axes(&self) -> [DVec3; 3] {
        let (a, core) = (self.axes, self.core.half_extents);
        [a.x_axis * core.x, a.y_axis * core.y, a.z_axis * core.z]
    }

    /// Upper bound of the ratio of two radii: the product of the Frobenius norms of the two maps.
    pub(crate) const fn condition(&self) -> f64 {
        self.condition
    }
}

mod extents;
#[cfg(test)]
mod tests;
