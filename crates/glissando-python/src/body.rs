//! Bodies of arguments: where a mesh is, and what its materials do to characters that stand on them.

use crate::array::{self, vector};
use crate::mesh::MeshArguments;
use crate::refusal::refused;
use crate::scalar::{whole, whole_or};
use glissando::Body;
use glissando::traction::Traction;
use glissando::world::Conveyor;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// How a mesh is placed; `None` is the default.
pub(crate) struct Place<'a, 'py> {
    pub(crate) pose: Option<&'a Bound<'py, PyAny>>,
    pub(crate) layers: Option<&'a Bound<'py, PyAny>>,
    pub(crate) material: Option<&'a Bound<'py, PyAny>>,
    pub(crate) conveyors: Option<&'a Bound<'py, PyAny>>,
    pub(crate) tractions: Option<&'a Bound<'py, PyAny>>,
}

impl Place<'_, '_> {
    /// Checks what is given, builds the mesh, and makes a body of it.
    pub(crate) fn body(&self, py: Python<'_>, mesh: &MeshArguments<'_, '_>) -> PyResult<Body> {
        let pose = array::pose("pose", self.pose)?;
        let layers = whole_or("layers", self.layers, 0, u32::MAX.into(), 1)? as u32;
        let material = whole_or("material", self.material, 0, u16::MAX.into(), 0)? as u16;
        let velocities = by_material("conveyors", self.conveyors, vector)?;
        let conveyors = velocities.into_iter().map(|(material, velocity)| Conveyor { material, velocity });
        let (conveyors, tractions) =
            (conveyors.collect(), by_material("tractions", self.tractions, traction)?);
        let body = Body::new(mesh.build(py)?).at(pose).on_layers(layers);
        Ok(Body { material, conveyors, tractions, ..body })
    }
}

/// A dictionary from material ids to values, in its own order; none is empty.
fn by_material<T>(
    name: &str,
    value: Option<&Bound<'_, PyAny>>,
    read: impl Fn(&str, &Bound<'_, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<(u16, T)>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let entry = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let material = whole(&format!("a material id in {name}"), &key, 0, u16::MAX.into())?;
        Ok((material as u16, read(&format!("{name}[{material}]"), &value)?))
    };
    dictionary(name, value)?.iter().map(entry).collect()
}

fn dictionary<'a, 'py>(name: &str, value: &'a Bound<'py, PyAny>) -> PyResult<&'a Bound<'py, PyDict>> {
    value
        .cast::<PyDict>()
        .map_err(|_| PyTypeError::new_err(format!("{name} must be a dict, got {}", kind(value))))
}

/// The factors of a traction, by their names; those left out are 1.
fn traction(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Traction> {
    let mut traction = Traction::NORMAL;
    for (key, value) in dictionary(name, value)? {
        let of = key.to_string();
        let factor = match of.as_str() {
            "speed" => &mut traction.speed,
            "acceleration" => &mut traction.acceleration,
            "friction" => &mut traction.friction,
            _ => {
                return Err(refused(format!(
                    "{name} has '{of}': it may have 'speed', 'acceleration' and 'friction'"
                )));
            }
        };
        *factor = value.extract().map_err(|_| {
            PyTypeError::new_err(format!("{name}['{of}'] must be a number, got {}", kind(&value)))
        })?;
    }
    traction.check().map_err(|error| refused(format!("{name}: {error}")))?;
    Ok(traction)
}

/// The name of a value's type.
fn kind(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map(|name| name.to_string()).unwrap_or_default()
}
