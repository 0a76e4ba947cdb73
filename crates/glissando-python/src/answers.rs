//! The answers of batches: a class of arrays for each kind of question.

use crate::column::{flat, threes};
use crate::refusal::room;
use glissando::world::Clearance;
use glissando::{Contact, Hit, Surface};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

/// First hits of rays or sweeps, a row each.
#[pyclass(frozen, get_all, module = "glissando")]
pub(crate) struct Hits {
    /// Whether something was hit.
    hit: Py<PyArray1<bool>>,
    /// How much of the translation was possible, 0 to 1; 1 where nothing was hit.
    fraction: Py<PyArray1<f64>>,
    /// The same in metres; infinite where nothing was hit.
    distance: Py<PyArray1<f64>>,
    /// The touched points, metres; 0 where nothing was hit.
    point: Py<PyArray2<f64>>,
    /// Unit, out of the surface towards the shape; 0 where nothing was hit.
    normal: Py<PyArray2<f64>>,
    /// Unit normals of the triangles, on the shape's side.
    face_normal: Py<PyArray2<f64>>,
    /// How deep the shape was in already at the start, metres; else 0.
    depth: Py<PyArray1<f64>>,
    /// Handles of the bodies; `NO_BODY` where nothing was hit.
    body: Py<PyArray1<u64>>,
    /// Indices of the triangles in the arrays of their mesh.
    triangle: Py<PyArray1<u32>>,
    /// Material ids of the triangles.
    material: Py<PyArray1<u16>>,
}

/// All hits of rays, a row each: ray by ray, and the hits of a ray nearest first.
#[pyclass(frozen, get_all, module = "glissando")]
pub(crate) struct RayHits {
    /// The rows of the rays in `origins` and `translations`, in ascending order.
    ray: Py<PyArray1<i64>>,
    /// The part of the translation before the hit, 0 to 1.
    fraction: Py<PyArray1<f64>>,
    /// The same in metres.
    distance: Py<PyArray1<f64>>,
    /// The points that are hit, metres.
    point: Py<PyArray2<f64>>,
    /// Unit normals of the triangles, on the ray's side.
    normal: Py<PyArray2<f64>>,
    /// Handles of the bodies.
    body: Py<PyArray1<u64>>,
    /// Indices of the triangles in the arrays of their mesh.
    triangle: Py<PyArray1<u32>>,
    /// Material ids of the triangles.
    material: Py<PyArray1<u16>>,
}

/// The deepest overlaps of shapes, a row each.
#[pyclass(frozen, get_all, module = "glissando")]
pub(crate) struct Overlaps {
    /// Whether the shape overlaps the world.
    hit: Py<PyArray1<bool>>,
    /// Metres along `normal` that lead out; 0 where nothing overlaps.
    depth: Py<PyArray1<f64>>,
    /// The points of the surfaces, metres.
    point: Py<PyArray2<f64>>,
    /// Unit, out of the surface.
    normal: Py<PyArray2<f64>>,
    /// Handles of the bodies; `NO_BODY` where nothing overlaps.
    body: Py<PyArray1<u64>>,
    /// Indices of the triangles.
    triangle: Py<PyArray1<u32>>,
    /// Material ids of the triangles.
    material: Py<PyArray1<u16>>,
}

/// The surfaces nearest to shapes, a row each.
#[pyclass(frozen, get_all, module = "glissando")]
pub(crate) struct Clearances {
    /// Whether a surface is within the reach.
    hit: Py<PyArray1<bool>>,
    /// Metres from the shape, negative for overlap; infinite where no surface is within the reach.
    distance: Py<PyArray1<f64>>,
    /// The closest points of the surfaces, metres.
    point: Py<PyArray2<f64>>,
    /// Unit, from the point to the shape.
    normal: Py<PyArray2<f64>>,
    /// Handles of the bodies; `NO_BODY` where there is none.
    body: Py<PyArray1<u64>>,
    /// Indices of the triangles.
    triangle: Py<PyArray1<u32>>,
    /// Material ids of the triangles.
    material: Py<PyArray1<u16>>,
}

/// A list with an entry for each answer.
fn column<A, T>(answers: &[A], of: impl Fn(&A) -> T) -> PyResult<Vec<T>> {
    let mut list = room("answers", answers.len())?;
    list.extend(answers.iter().map(of));
    Ok(list)
}

/// The bits of the body of a surface.
fn body_of(surface: Option<&Surface>) -> u64 {
    surface.and_then(Surface::body).map_or(u64::MAX, |body| body.to_bits())
}

impl Hits {
    pub(crate) fn of(py: Python<'_>, all: &[Option<Hit>]) -> PyResult<Self> {
        let zero = [0.0; 3];
        let on = |hit: &Option<Hit>| hit.map(|hit| hit.surface);
        Ok(Self {
            hit: flat(py, column(all, Option::is_some)?),
            fraction: flat(py, column(all, |hit| hit.map_or(1.0, |hit| hit.fraction))?),
            distance: flat(py, column(all, |hit| hit.map_or(f64::INFINITY, |hit| hit.distance))?),
            point: threes(py, column(all, |hit| hit.map_or(zero, |hit| hit.point.to_array()))?)?,
            normal: threes(py, column(all, |hit| hit.map_or(zero, |hit| hit.normal.to_array()))?)?,
            face_normal: threes(py, column(all, |hit| hit.map_or(zero, |hit| hit.face_normal.to_array()))?)?,
            depth: flat(py, column(all, |hit| hit.map_or(0.0, |hit| hit.depth))?),
            body: flat(py, column(all, |hit| body_of(on(hit).as_ref()))?),
            triangle: flat(py, column(all, |hit| on(hit).map_or(0, |on| on.triangle))?),
            material: flat(py, column(all, |hit| on(hit).map_or(0, |on| on.material))?),
        })
    }
}

impl RayHits {
    /// From the hits of each ray.
    pub(crate) fn of(py: Python<'_>, rays: &[Vec<Hit>]) -> PyResult<Self> {
        let count = rays.iter().map(Vec::len).sum();
        let mut all: Vec<(i64, Hit)> = room("hits", count)?;
        for (ray, hits) in (0..).zip(rays) {
            all.extend(hits.iter().map(|hit| (ray, *hit)));
        }
        Ok(Self {
            ray: flat(py, column(&all, |(ray, _)| *ray)?),
            fraction: flat(py, column(&all, |(_, hit)| hit.fraction)?),
            distance: flat(py, column(&all, |(_, hit)| hit.distance)?),
            point: threes(py, column(&all, |(_, hit)| hit.point.to_array())?)?,
            normal: threes(py, column(&all, |(_, hit)| hit.normal.to_array())?)?,
            body: flat(py, column(&all, |(_, hit)| body_of(Some(&hit.surface)))?),
            triangle: flat(py, column(&all, |(_, hit)| hit.surface.triangle)?),
            material: flat(py, column(&all, |(_, hit)| hit.surface.material)?),
        })
    }
}

#[pymethods]
impl RayHits {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.ray.bind(py).len()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("RayHits({})", self.ray.bind(py).len()?))
    }
}

impl Overlaps {
    pub(crate) fn of(py: Python<'_>, all: &[Option<Contact>]) -> PyResult<Self> {
        let zero = [0.0; 3];
        let on = |one: &Option<Contact>| one.map(|one| one.surface);
        Ok(Self {
            hit: flat(py, column(all, Option::is_some)?),
            depth: flat(py, column(all, |one| one.map_or(0.0, |one| -one.gap()))?),
            point: threes(py, column(all, |one| one.map_or(zero, |one| one.point.to_array()))?)?,
            normal: threes(py, column(all, |one| one.map_or(zero, |one| one.normal.to_array()))?)?,
            body: flat(py, column(all, |one| body_of(on(one).as_ref()))?),
            triangle: flat(py, column(all, |one| on(one).map_or(0, |on| on.triangle))?),
            material: flat(py, column(all, |one| on(one).map_or(0, |on| on.material))?),
        })
    }
}

impl Clearances {
    pub(crate) fn of(py: Python<'_>, all: &[Option<Clearance>]) -> PyResult<Self> {
        let zero = [0.0; 3];
        let on = |one: &Option<Clearance>| one.map(|one| one.surface);
        Ok(Self {
            hit: flat(py, column(all, Option::is_some)?),
            distance: flat(py, column(all, |one| one.map_or(f64::INFINITY, |one| one.distance))?),
            point: threes(py, column(all, |one| one.map_or(zero, |one| one.point.to_array()))?)?,
            normal: threes(py, column(all, |one| one.map_or(zero, |one| one.normal.to_array()))?)?,
            body: flat(py, column(all, |one| body_of(on(one).as_ref()))?),
            triangle: flat(py, column(all, |one| on(one).map_or(0, |on| on.triangle))?),
            material: flat(py, column(all, |one| on(one).map_or(0, |on| on.material))?),
        })
    }
}

macro_rules! lengths {
    ($($class:ident)*) => {
        $(#[pymethods]
        impl $class {
            fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
                self.hit.bind(py).len()
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                let name = stringify!($class);
                Ok(format!("{name}(of {} questions)", self.hit.bind(py).len()?))
            }
        })*
    };
}
lengths! { Hits Overlaps Clearances }
