//! Bodies made of arguments: the place of a mesh, and the conveyors and tractions of its materials.

use crate::array::{self, vector};
use crate::mapping::{entries, kind};
use crate::mesh::MeshArguments;
use crate::refusal::refused;
use crate::scalar::{whole, whole_or};
use glissando::Body;
use glissando::traction::Traction;
use glissando::world::Conveyor;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

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
        let conveyors = by_material("conveyors", self.conveyors, conveyor)?;
        let tractions = by_material("tractions", self.tractions, traction)?;
        let body = Body::new(mesh.build(py)?).at(pose).on_layers(layers);
        Ok(Body { material, conveyors, tractions, ..body })
    }
}

/// The values of a mapping from material ids, in its own order; an empty list where there is no mapping.
fn by_material<T>(
    name: &str,
    value: Option<&Bound<'_, PyAny>>,
    read: impl Fn(&str, u16, &Bound<'_, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let entry = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let material = whole(&format!("a material id in {name}"), &key, 0, u16::MAX.into())? as u16;
        read(&format!("{name}[{material}]"), material, &value)
    };
    entries(name, value)?.into_iter().map(entry).collect()
}

/// A belt by its velocity.
fn conveyor(name: &str, material: u16, value: &Bound<'_, PyAny>) -> PyResult<Conveyor> {
    let conveyor = Conveyor { material, velocity: vector(name, value)? };
    conveyor.check().map_err(|error| refused(format!("{name}: {error}")))?;
    Ok(conveyor)
}

/// A material with the factors of its traction, by their names; those left out are 1.
fn traction(name: &str, material: u16, value: &Bound<'_, PyAny>) -> PyResult<(u16, Traction)> {
    let mut traction = Traction::NORMAL;
    for (key, value) in entries(name, value)? {
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
    Ok((material, traction))
}
