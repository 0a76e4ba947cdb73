//! Meshes from arrays, for worlds, stages and triggers.

use crate::array::{faces, materials, vertices};
use crate::refusal::{guard, refused};
use crate::workers;
use glissando::{Mesh, MeshOptions, Soup};
use pyo3::prelude::*;

/// What a mesh is made of.
pub(crate) struct MeshArguments<'a, 'py> {
    pub(crate) vertices: &'a Bound<'py, PyAny>,
    pub(crate) faces: &'a Bound<'py, PyAny>,
    pub(crate) materials: Option<&'a Bound<'py, PyAny>>,
    pub(crate) weld_distance: f64,
    pub(crate) one_sided: Option<&'a Bound<'py, PyAny>>,
    pub(crate) one_way: Option<&'a Bound<'py, PyAny>>,
    pub(crate) threads: usize,
}

impl<'a, 'py> MeshArguments<'a, 'py> {
    /// Triangles of one material, with default options.
    pub(crate) fn plain(vertices: &'a Bound<'py, PyAny>, faces: &'a Bound<'py, PyAny>) -> Self {
        Self {
            vertices,
            faces,
            materials: None,
            weld_distance: 0.0,
            one_sided: None,
            one_way: None,
            threads: 1,
        }
    }

    /// Checks and builds it.
    pub(crate) fn build(&self, py: Python<'_>) -> PyResult<Mesh> {
        let (points, triangles) = (vertices("vertices", self.vertices)?, faces("faces", self.faces)?);
        let ids = materials("materials", self.materials)?;
        if self.materials.is_some() && ids.len() != triangles.len() {
            return Err(refused(format!(
                "materials has shape ({},) and faces has shape ({}, 3): they must have equally many rows",
                ids.len(),
                triangles.len()
            )));
        }
        let options = MeshOptions {
            weld_distance: self.weld_distance as f32,
            one_sided: materials("one_sided", self.one_sided)?,
            one_way: materials("one_way", self.one_way)?,
            // A mesh of Python has no report.
            without_edges: true,
        };
        let pool = workers::pool(self.threads)?;
        let built = guard(py, || {
            let soup = Soup { materials: ids, ..Soup::new(&points, &triangles) };
            pool.install(|| Mesh::build(&soup, &options))
        })?;
        Ok(built.map_err(refused)?.0)
    }
}
