//! Shapes of bodies for queries and characters.

use crate::pod::{gls_quat, gls_vec3};
use crate::result::Refusal;
use glissando::character::BodyShape;
use glissando::{DQuat, Shape};

/// An ellipsoid of three radii; equal ones make a sphere.
pub const GLS_SHAPE_ELLIPSOID: u32 = 0;
/// A capsule along its own Y axis: radii x and z are equal, y is half its whole height.
pub const GLS_SHAPE_CAPSULE: u32 = 1;
/// A box with rounded edges.
pub const GLS_SHAPE_BOX: u32 = 2;
/// A cylinder along its own Y axis with rounded edges: radii x and z are equal.
pub const GLS_SHAPE_CYLINDER: u32 = 3;

/// A convex shape about its own centre. `gls_shape_of` makes an upright one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct gls_shape {
    /// Half of its width, height and depth along its own axes, metres: 1e-4 to 1e6.
    pub radii: gls_vec3,
    /// How it is turned.
    pub rotation: gls_quat,
    /// Radius that rounds the edges of a box or a cylinder, metres; it takes from the body. Other shapes ignore it.
    pub rounding: f64,
    /// `GLS_SHAPE_ELLIPSOID`, `GLS_SHAPE_CAPSULE`, `GLS_SHAPE_BOX` or `GLS_SHAPE_CYLINDER`.
    pub kind: u32,
    /// Not read.
    pub reserved: u32,
}

/// An upright shape: `kind` is a `GLS_SHAPE_` constant, `radii` half of its width, height and depth, metres; edges of boxes
/// and cylinders are rounded by 0.02 m. The call that uses it checks it.
#[unsafe(no_mangle)]
pub extern "C" fn gls_shape_of(kind: u32, radii: gls_vec3) -> gls_shape {
    gls_shape { radii, rotation: DQuat::IDENTITY.into(), rounding: 0.02, kind, reserved: 0 }
}

/// The kind of a shape.
pub(crate) fn body_shape(what: &str, kind: u32) -> Result<BodyShape, Refusal> {
    match kind {
        GLS_SHAPE_ELLIPSOID => Ok(BodyShape::Ellipsoid),
        GLS_SHAPE_CAPSULE => Ok(BodyShape::Capsule),
        GLS_SHAPE_BOX => Ok(BodyShape::Box),
        GLS_SHAPE_CYLINDER => Ok(BodyShape::Cylinder),
        _ => Err(Refusal::unknown(what, kind, "GLS_SHAPE_ELLIPSOID (0) to GLS_SHAPE_CYLINDER (3)")),
    }
}

impl gls_shape {
    pub(crate) fn read(&self) -> Result<Shape, Refusal> {
        let kind = body_shape("shape.kind", self.kind)?;
        Ok(kind.shape(self.radii.into(), self.rounding, self.rotation.into())?)
    }
}
