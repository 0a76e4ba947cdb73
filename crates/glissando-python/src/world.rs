//! `World`: bodies that questions and characters meet.

use crate::array::{matrix, pose};
use crate::body::Place;
use crate::column::flat;
use crate::config::Config;
use crate::level::{Level, Source};
use crate::mapping::{entries, kind};
use crate::mesh::MeshArguments;
use crate::refusal::{guard, refused};
use crate::scalar::{choice, handle, whole_or};
use crate::workers::{self, Workers};
use glissando::{BodyId, DAffine3, InputError, saved};
use glissando_level::{Bag, Up};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyTuple, PyType};
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

pub(crate) const UPS: [(&str, Up); 2] = [("y", Up::Y), ("z", Up::Z)];
const PICKLED: [(&str, bool); 2] = [("path", false), ("bytes", true)];

/// Triangles that are asked and walked on. `World()` is empty; see `from_arrays` and `load`.
///
/// Metres, right-handed, y up, counter-clockwise fronts. Bodies have handles (ints) that are never used twice. A world may be
/// asked by several threads at once; a change waits for nobody, since questions in progress keep the world that they began with.
///
/// Pickled, a loaded world is its path and a hash, and another one its bytes; `load(..., pickled="bytes")` for machines that
/// do not share a disk.
#[pyclass(frozen, module = "glissando")]
#[derive(Default)]
pub(crate) struct World {
    content: RwLock<Content>,
    pub(crate) workers: Workers,
}

#[derive(Clone, Default)]
struct Content {
    world: Arc<glissando::World>,
    level: Level,
    as_bytes: bool,
}

impl World {
    pub(crate) fn new(world: glissando::World, level: Level) -> Self {
        let content = Content { world: Arc::new(world), level, as_bytes: false };
        Self { content: RwLock::new(content), workers: Workers::default() }
    }

    /// The world as it is now; later changes leave this one alone.
    pub(crate) fn now(&self) -> Arc<glissando::World> {
        Arc::clone(&self.content.read().unwrap_or_else(PoisonError::into_inner).world)
    }

    pub(crate) fn level(&self) -> Level {
        self.content.read().unwrap_or_else(PoisonError::into_inner).level.clone()
    }

    /// Changes it; from then on it is not the world of its file any more.
    fn change<T>(&self, work: impl FnOnce(&mut glissando::World) -> Result<T, InputError>) -> PyResult<T> {
        let mut content = self.content.write().unwrap_or_else(PoisonError::into_inner);
        let done = work(Arc::make_mut(&mut content.world)).map_err(refused)?;
        content.level.source = None;
        Ok(done)
    }
}

#[pymethods]
impl World {
    #[new]
    fn empty() -> Self {
        Self::default()
    }

    /// A world of one body: `vertices` of shape (n, 3) in metres, `faces` of shape (m, 3) with indices of vertices.
    ///
    /// Vertices are kept as float32. `materials` has an id for each face; those in `one_sided` do not collide from behind,
    /// those in `one_way` hold only what is in front of them.
    #[classmethod]
    #[pyo3(signature = (vertices, faces, *, materials=None, weld_distance=0.0, one_sided=None, one_way=None, threads=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn from_arrays(
        _type: &Bound<'_, PyType>,
        py: Python<'_>,
        vertices: &Bound<'_, PyAny>,
        faces: &Bound<'_, PyAny>,
        materials: Option<&Bound<'_, PyAny>>,
        weld_distance: f64,
        one_sided: Option<&Bound<'_, PyAny>>,
        one_way: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let threads = workers::threads(threads)?;
        let mesh = MeshArguments { vertices, faces, materials, weld_distance, one_sided, one_way, threads }
            .build(py)?;
        let mut world = glissando::World::new();
        world.insert_mesh(mesh);
        Ok(Self::new(world, Level::default()))
    }

    /// The solid parts of a level file: .glb, .gltf, .obj or .stl. What was skipped is in `notes`.
    ///
    /// `unit` is metres per unit of the file, `up` 'y' or 'z'; left out, manifest.json beside the file or the format decides.
    #[classmethod]
    #[pyo3(signature = (path, *, unit=None, up=None, use_manifest=true, pickled="path", threads=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn load(
        _type: &Bound<'_, PyType>,
        py: Python<'_>,
        path: PathBuf,
        unit: Option<f64>,
        up: Option<&str>,
        use_manifest: bool,
        pickled: &str,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let up = up.map(|name| choice("up", name, &UPS)).transpose()?;
        let as_bytes = choice("pickled", pickled, &PICKLED)?;
        let threads = workers::threads(threads)?;
        // A worker may be in another folder.
        let path = std::path::absolute(&path).unwrap_or(path);
        let (world, level) = Source { path, unit, up, use_manifest }.load(py, threads)?;
        let content = Content { world: Arc::new(world), level, as_bytes };
        Ok(Self { content: RwLock::new(content), workers: Workers::default() })
    }

    /// The solid parts of a level in memory. `files` maps the names of files to their bytes, for example those of an archive.
    ///
    /// `name` is the name of the level file; the other files are what lies beside it. Of a path, in `name` and in the level, only the last
    /// part counts: the file with that name is read. `unit`, `up` and `use_manifest` as in `load`.
    #[classmethod]
    #[pyo3(signature = (files, name, *, unit=None, up=None, use_manifest=true, threads=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn from_files(
        _type: &Bound<'_, PyType>,
        py: Python<'_>,
        files: &Bound<'_, PyAny>,
        name: PathBuf,
        unit: Option<f64>,
        up: Option<&str>,
        use_manifest: bool,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let up = up.map(|name| choice("up", name, &UPS)).transpose()?;
        let threads = workers::threads(threads)?;
        let mut bag = Bag::default();
        for (name, bytes) in entries("files", files)? {
            let (name, bytes) = file(&name, &bytes)?;
            bag.put(name, bytes);
        }
        let (world, level) = Source { path: name, unit, up, use_manifest }.load_from(py, threads, &bag)?;
        Ok(Self::new(world, level))
    }

    /// Inserts a body and returns its handle. `pose` is a matrix of shape (4, 4) or (3, 4), `layers` has a bit each.
    ///
    /// `conveyors` has for material ids of `materials` the velocity of a belt, m/s along the body's axes: `{3: [1, 0, 0]}`. A stage
    /// carries the characters that stand there. `tractions` has for material ids factors of a character's speed, acceleration and friction,
    /// for ice and mud: `{4: {"acceleration": 0.1, "friction": 0.1}}`; what is left out is 1.
    #[pyo3(signature = (vertices, faces, *, pose=None, layers=None, material=None, materials=None, weld_distance=0.0,
        one_sided=None, one_way=None, conveyors=None, tractions=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn insert(
        &self,
        py: Python<'_>,
        vertices: &Bound<'_, PyAny>,
        faces: &Bound<'_, PyAny>,
        pose: Option<&Bound<'_, PyAny>>,
        layers: Option<&Bound<'_, PyAny>>,
        material: Option<&Bound<'_, PyAny>>,
        materials: Option<&Bound<'_, PyAny>>,
        weld_distance: f64,
        one_sided: Option<&Bound<'_, PyAny>>,
        one_way: Option<&Bound<'_, PyAny>>,
        conveyors: Option<&Bound<'_, PyAny>>,
        tractions: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u64> {
        let mesh =
            MeshArguments { vertices, faces, materials, weld_distance, one_sided, one_way, threads: 1 };
        let body = Place { pose, layers, material, conveyors, tractions }.body(py, &mesh)?;
        Ok(self.change(|world| world.insert(body))?.to_bits())
    }

    /// Removes a body. Its handle is dead from then on.
    fn remove(&self, body: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = BodyId::from_bits(handle("body", body)?);
        self.change(|world| world.remove(id).map(|_| ()))
    }

    /// Puts a body at another pose at once.
    fn set_pose(&self, body: &Bound<'_, PyAny>, pose: &Bound<'_, PyAny>) -> PyResult<()> {
        let (id, pose) = (BodyId::from_bits(handle("body", body)?), self::pose("pose", Some(pose))?);
        self.change(|world| world.set_pose(id, pose))
    }

    /// Sets the layers of a body, a bit each.
    fn set_layers(&self, body: &Bound<'_, PyAny>, layers: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = BodyId::from_bits(handle("body", body)?);
        let layers = whole_or("layers", Some(layers), 0, u32::MAX.into(), 1)? as u32;
        self.change(|world| world.set_layers(id, layers))
    }

    /// The pose of a body, a matrix of shape (4, 4).
    fn pose(&self, py: Python<'_>, body: &Bound<'_, PyAny>) -> PyResult<Py<PyArray2<f64>>> {
        let id = BodyId::from_bits(handle("body", body)?);
        pose_array(py, &self.now().body(id).map_err(refused)?.pose)
    }

    /// The handles of all bodies, shape (n,).
    #[getter]
    fn bodies(&self, py: Python<'_>) -> Py<PyArray1<u64>> {
        flat(py, self.now().bodies().map(|(id, _)| id.to_bits()).collect())
    }

    /// The number of triangles of all bodies.
    #[getter]
    fn triangle_count(&self) -> usize {
        self.now().bodies().map(|(_, body)| body.mesh.triangle_count()).sum()
    }

    /// The lowest and the highest corner of the box of all bodies, shape (2, 3); `None` for an empty world.
    #[getter]
    fn bounds(&self, py: Python<'_>) -> PyResult<Option<Py<PyArray2<f64>>>> {
        let bounds = self.now().bounds();
        if bounds.is_empty() {
            return Ok(None);
        }
        let corners = [bounds.min, bounds.max].map(|corner| corner.as_dvec3().to_array());
        crate::column::threes(py, corners.to_vec()).map(Some)
    }

    /// The feet of the level's spawns, shape (n, 3), metres.
    #[getter]
    fn spawns(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f64>>> {
        crate::column::threes(py, self.level().spawns.into_iter().map(|(_, feet, _)| feet).collect())
    }

    /// Where the spawns look, radians about y from +x to -z, shape (n,).
    #[getter]
    fn spawn_yaws(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        flat(py, self.level().spawns.into_iter().map(|(_, _, yaw)| yaw).collect())
    }

    /// The names of the spawns.
    #[getter]
    fn spawn_names(&self) -> Vec<String> {
        self.level().spawns.into_iter().map(|(name, _, _)| name).collect()
    }

    /// The settings of the character that the level was made for, or the default ones.
    #[getter]
    fn config(&self) -> PyResult<Config> {
        Config::of(&self.level().settings)
    }

    /// What was skipped in the level file or looks wrong there.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.level().notes
    }

    /// A 64-bit hash of all that decides about answers: equal worlds give the same bits.
    #[getter]
    pub(crate) fn hash(&self, py: Python<'_>) -> PyResult<u64> {
        let world = self.now();
        guard(py, || saved::world_hash(&world))?.map_err(refused)
    }

    /// The bodies with their handles as bytes, for `from_bytes`; without the spawns of a level.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let world = self.now();
        let bytes = guard(py, || saved::world_to_bytes(&world))?.map_err(refused)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The world that `to_bytes` wrote: the same handles, the same bits.
    #[classmethod]
    fn from_bytes(_type: &Bound<'_, PyType>, py: Python<'_>, saved: &[u8]) -> PyResult<Self> {
        Ok(Self::new(read(py, saved)?, Level::default()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let content = self.content.read().unwrap_or_else(PoisonError::into_inner).clone();
        let module = py.import("glissando._glissando")?;
        let level = content.level;
        if let (Some(source), false) = (level.source, content.as_bytes) {
            let up =
                source.up.and_then(|up| UPS.iter().find(|(_, known)| *known == up)).map(|(name, _)| *name);
            let arguments = (source.path, source.unit, up, source.use_manifest, self.hash(py)?);
            return Ok((module.getattr("world_from_path")?, arguments.into_pyobject(py)?));
        }
        let spawns =
            level.spawns.into_iter().map(|(name, feet, yaw)| (name, (feet[0], feet[1], feet[2]), yaw));
        let spawns: Vec<_> = spawns.collect();
        let arguments = (self.to_bytes(py)?, spawns, Config::of(&level.settings)?, level.notes);
        Ok((module.getattr("world_from_parts")?, arguments.into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        let (bodies, triangles) = (self.now().body_count(), self.triangle_count());
        format!("World({bodies} bodies, {triangles} triangles)")
    }
}

/// The name of a file in memory, and its bytes.
fn file(name: &Bound<'_, PyAny>, bytes: &Bound<'_, PyAny>) -> PyResult<(String, Vec<u8>)> {
    let (Ok(text), Ok(content)) = (name.extract(), bytes.extract::<PyBackedBytes>()) else {
        return Err(PyTypeError::new_err(format!(
            "files must map str to bytes or bytearray, got {} and {}",
            kind(name),
            kind(bytes)
        )));
    };
    Ok((text, content.to_vec()))
}

/// A pose as an array of shape (4, 4).
pub(crate) fn pose_array(py: Python<'_>, pose: &DAffine3) -> PyResult<Py<PyArray2<f64>>> {
    use numpy::PyArrayMethods;
    let flat = matrix(pose).as_flattened().to_vec();
    Ok(numpy::PyArray::from_vec(py, flat).reshape([4, 4])?.unbind())
}

pub(crate) fn read(py: Python<'_>, bytes: &[u8]) -> PyResult<glissando::World> {
    let pool = workers::pool(1)?;
    guard(py, || pool.install(|| saved::world_from_bytes(bytes)))?.map_err(refused)
}
