//! The kinds of bodies that a character may have, by their half extents.

use crate::geometry::Shape;
use crate::input::InputError;
use crate::math::{DQuat, DVec3};

/// The shape of a character's body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum BodyShape {
    /// An ellipsoid.
    #[default]
    Ellipsoid,
    /// A capsule along the body's own Y axis. Its radii along x and z must be equal, and the one along y, half its whole
    /// height, at least as large; a capsule as high as wide is a sphere.
    Capsule,
    /// A box along the body's own axes, with its edges rounded by [`Settings::rounding`](super::Settings::rounding).
    Box,
    /// A cylinder along the body's own Y axis, with its edges rounded by [`Settings::rounding`](super::Settings::rounding). Its radii along x and z must
    /// be equal.
    Cylinder,
}

impl BodyShape {
    /// The shape with these radii: half extents along its own axes, metres, as in [`Settings::radii`](super::Settings::radii). The edges of a
    /// box or a cylinder are rounded with a radius of `rounding` metres; other shapes ignore it.
    ///
    /// ```
    /// use glissando::character::BodyShape;
    /// use glissando::{DQuat, DVec3, Shape};
    ///
    /// let shape = BodyShape::Capsule.shape(DVec3::new(0.5, 1.0, 0.5), 0.0, DQuat::IDENTITY)?;
    /// assert_eq!(shape, Shape::capsule(0.5, 0.5, DQuat::IDENTITY)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Radii that no capsule or cylinder has; the errors of [`Shape::ellipsoid`], [`Shape::capsule`], [`Shape::cuboid`]
    /// and [`Shape::cylinder`].
    pub fn shape(self, radii: DVec3, rounding: f64, rotation: DQuat) -> Result<Shape, InputError> {
        self.named_shape("radii", radii, rounding, rotation)
    }

    /// The same; `what` is the name of the radii in errors.
    pub(super) fn named_shape(
        self,
        what: &'static str,
        radii: DVec3,
        rounding: f64,
        rotation: DQuat,
    ) -> Result<Shape, InputError> {
        match self {
            Self::Box => Shape::cuboid(radii, rounding, rotation),
            Self::Cylinder if radii.x != radii.z => {
                Err(InputError::NotACylinder { what, radii: radii.to_array() })
            }
            Self::Cylinder => Shape::cylinder(radii.x, radii.y, rounding, rotation),
            Self::Capsule if radii.x != radii.z || radii.y < radii.x => {
                Err(InputError::NotACapsule { what, radii: radii.to_array() })
            }
            Self::Capsule if radii.y > radii.x => Shape::capsule(radii.x, radii.y - radii.x, rotation),
            _ => Shape::ellipsoid(radii, rotation),
        }
    }
}
