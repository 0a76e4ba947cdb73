//! `Shape`: what is swept and measured.

use crate::array::{rotation, vector};
use crate::refusal::refused;
use glissando::character::BodyShape;
use glissando::{DQuat, DVec3};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A body for questions: an ellipsoid, a capsule, a box or a cylinder. Immutable.
///
/// Lengths are metres, and half extents: a person of 1.8 m has 0.9 along y. `rotation` is a quaternion (x, y, z, w) of any
/// length but zero; a capsule and a cylinder are along the body's own y axis.
#[pyclass(frozen, eq, module = "glissando")]
#[derive(PartialEq)]
pub(crate) struct Shape {
    pub(crate) shape: glissando::Shape,
    body: BodyShape,
    half_extents: DVec3,
    rounding: f64,
    rotation: DQuat,
}

impl Shape {
    fn new(body: BodyShape, half_extents: DVec3, rounding: f64, rotation: DQuat) -> PyResult<Self> {
        let shape = body.shape(half_extents, rounding, rotation).map_err(refused)?;
        Ok(Self { shape, body, half_extents, rounding, rotation })
    }
}

#[pymethods]
impl Shape {
    /// A sphere.
    #[staticmethod]
    fn sphere(radius: f64) -> PyResult<Self> {
        Self::new(BodyShape::Ellipsoid, DVec3::splat(radius), 0.0, DQuat::IDENTITY)
    }

    /// An ellipsoid with these radii along its own axes.
    #[staticmethod]
    #[pyo3(signature = (radii, rotation=None))]
    fn ellipsoid(radii: &Bound<'_, PyAny>, rotation: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let turn = self::rotation("rotation", rotation)?;
        Self::new(BodyShape::Ellipsoid, vector("radii", radii)?, 0.0, turn)
    }

    /// A capsule along its own y axis; `half_height` is half the whole height, caps included.
    #[staticmethod]
    #[pyo3(signature = (radius, half_height, rotation=None))]
    fn capsule(radius: f64, half_height: f64, rotation: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let turn = self::rotation("rotation", rotation)?;
        Self::new(BodyShape::Capsule, DVec3::new(radius, half_height, radius), 0.0, turn)
    }

    /// A box whose edges are rounded with a radius of `rounding`; the rounding takes from the box and adds nothing.
    #[staticmethod]
    #[pyo3(signature = (half_extents, rounding=0.02, rotation=None))]
    fn r#box(
        half_extents: &Bound<'_, PyAny>,
        rounding: f64,
        rotation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let turn = self::rotation("rotation", rotation)?;
        Self::new(BodyShape::Box, vector("half_extents", half_extents)?, rounding, turn)
    }

    /// A cylinder along its own y axis, its edges rounded with a radius of `rounding`.
    #[staticmethod]
    #[pyo3(signature = (radius, half_height, rounding=0.02, rotation=None))]
    fn cylinder(
        radius: f64,
        half_height: f64,
        rounding: f64,
        rotation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let turn = self::rotation("rotation", rotation)?;
        Self::new(BodyShape::Cylinder, DVec3::new(radius, half_height, radius), rounding, turn)
    }

    /// 'ellipsoid', 'capsule', 'box' or 'cylinder'.
    #[getter]
    fn kind(&self) -> &'static str {
        crate::config::body_name(self.body)
    }

    /// Half extents along its own axes, metres.
    #[getter]
    fn half_extents(&self) -> (f64, f64, f64) {
        self.half_extents.to_array().into()
    }

    fn __repr__(&self) -> String {
        let [x, y, z] = self.half_extents.to_array();
        format!("Shape.{}(half extents ({x}, {y}, {z}))", self.kind())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let turn = self.rotation.to_array();
        let DVec3 { x, y, .. } = self.half_extents;
        let make = py.get_type::<Self>().getattr(self.kind())?;
        let arguments = match self.body {
            BodyShape::Box => (self.half_extents.to_array(), self.rounding, turn).into_pyobject(py)?,
            BodyShape::Cylinder => (x, y, self.rounding, turn).into_pyobject(py)?,
            BodyShape::Capsule => (x, y, turn).into_pyobject(py)?,
            _ => (self.half_extents.to_array(), turn).into_pyobject(py)?,
        };
        Ok((make, arguments))
    }
}
