//! `Stage`: a world that moves, with movers, triggers and characters that meet each other.

mod balls;
mod characters;
mod configs;
mod game;
mod movers;
pub(crate) mod pickled;
mod step;
mod triggers;

use crate::body::Place;
use crate::column::{Column, threes};
use crate::config::Config;
use crate::events::staged;
use crate::level::{Level, Source};
use crate::mesh::MeshArguments;
use crate::refusal::{refused, room};
use crate::scalar::{choice, handle, whole_or};
use crate::walkers::Columns;
use crate::workers::{self, Workers};
use crate::world::{UPS, World, pose_array};
use configs::Configs;
use game::Game;
use glissando::balls::Impact;
use glissando::stage::{Outcome, StageEvent, StageScratch, StageState};
use glissando::{BodyId, CharacterId, Input, Owner};
use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyType};
use std::path::PathBuf;
use std::sync::OnceLock;

/// The longest step, seconds. A number that is refused with it is refused with every other.
const LONGEST: f64 = 10.0;

/// A world that moves: lifts, doors, trains, triggers, and characters that stand on them and push each other.
///
/// Its bodies are those of `world` as it is now, with their handles; the world stays as it is. Everything that changes in a
/// step is one state: `save` and `restore` it, and the same actions give the same bits. `position` and the other arrays have a
/// row for each character, in the order of `characters`; a step fills them again, and they are new ones only when
/// characters were added or removed. `threads` share the work of a step; the bits are the same for any number.
///
/// `Stage.load` makes one of a level file, with the doors, lifts, jump pads and traps that the file has.
///
/// One thread at a time: while a step runs, every call of another thread on the same object raises `RuntimeError`. Arrays that were
/// taken before can be read.
#[pyclass(module = "glissando")]
pub(crate) struct Stage {
    stage: glissando::Stage,
    state: StageState,
    inputs: Vec<Input>,
    configs: Configs,
    scratch: StageScratch,
    events: Vec<StageEvent>,
    impacts: Vec<(Impact, [Option<Owner>; 2])>,
    /// Made when they are asked for, after characters were added or removed.
    arrays: OnceLock<Arrays>,
    level: Level,
    /// The mechanisms of its level.
    game: Option<Game>,
    threads: usize,
    workers: Workers,
}

/// The arrays with a row for each character.
struct Arrays {
    columns: Columns,
    outcome: Column<u8>,
}

impl Stage {
    /// A stage at its start, without characters.
    fn of(stage: glissando::Stage, level: Level, threads: usize) -> Self {
        Self {
            state: stage.initial_state(),
            stage,
            inputs: Vec::new(),
            configs: Configs::default(),
            scratch: StageScratch::default(),
            events: Vec::new(),
            impacts: Vec::new(),
            arrays: OnceLock::new(),
            level,
            game: None,
            threads,
            workers: Workers::default(),
        }
    }

    /// Ends the arrays: characters were added or removed, often many in a row.
    fn renew(&mut self) {
        self.arrays = OnceLock::new();
    }

    /// The arrays of the characters as they are.
    fn arrays(&self, py: Python<'_>) -> PyResult<&Arrays> {
        if let Some(arrays) = self.arrays.get() {
            return Ok(arrays);
        }
        let count = self.state.characters.as_slice().len();
        let arrays =
            Arrays { columns: Columns::new(py, count)?, outcome: Column::new(py, "outcome", &[count])? };
        arrays.outcome.fill(py, std::iter::repeat_n(Outcome::Unaffected as u8, count))?;
        arrays.columns.fill(py, self.state.characters.as_slice().iter().map(|actor| &actor.state))?;
        Ok(self.arrays.get_or_init(|| arrays))
    }

    fn columns(&self, py: Python<'_>) -> PyResult<&Columns> {
        Ok(&self.arrays(py)?.columns)
    }

    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        self.columns(py)?.fill(py, self.state.characters.as_slice().iter().map(|actor| &actor.state))
    }

    /// The same for one character.
    fn tell_one(&self, py: Python<'_>, id: CharacterId) -> PyResult<()> {
        let (Some(row), Some(arrays)) = (self.state.characters.position(id), self.arrays.get()) else {
            return Ok(());
        };
        arrays.columns.fill_row(py, row, &self.state.characters[row].state)
    }

    /// Whether all arrays can be filled.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        let Some(Arrays { columns, outcome }) = self.arrays.get() else { return Ok(()) };
        columns.check(py)?;
        outcome.check(py)
    }
}

#[pymethods]
impl Stage {
    #[new]
    #[pyo3(signature = (world, *, threads=None))]
    fn new(world: &World, threads: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let threads = workers::threads(threads)?;
        let level = Level { source: None, ..world.level() };
        Ok(Self::of(glissando::Stage::new((*world.now()).clone()), level, threads))
    }

    /// The solid parts of a level file with its mechanisms: movers, triggers, and what follows from them.
    ///
    /// A step lets doors open, pads throw, teleporters send, traps hurt: `incident_list()` has what happened and `health` what
    /// is left. A character without health starts again at its last checkpoint. `unit`, `up` and `use_manifest` as in
    /// `World.load`; `longest` is the longest `dt` of a step in seconds, for movers that turn fast.
    #[classmethod]
    #[pyo3(signature = (path, *, unit=None, up=None, use_manifest=true, longest=1.0 / 30.0, threads=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn load(
        _type: &Bound<'_, PyType>,
        py: Python<'_>,
        path: PathBuf,
        unit: Option<f64>,
        up: Option<&str>,
        use_manifest: bool,
        longest: f64,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let up = up.map(|name| choice("up", name, &UPS)).transpose()?;
        let threads = workers::threads(threads)?;
        let path = std::path::absolute(&path).unwrap_or(path);
        let loaded = Game::load(py, Source { path, unit, up, use_manifest }, longest, threads)?;
        let mut made = Self::of(loaded.stage, loaded.level, threads);
        loaded.game.begin(&mut made.state);
        made.game = Some(loaded.game);
        Ok(made)
    }

    /// How many threads a step takes.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// Ticks since the start.
    #[getter]
    fn ticks(&self) -> u64 {
        self.state.tick
    }

    /// What happened in the last step, in order of time: dictionaries with `character` (its handle), `kind`, `time`, ...
    fn event_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let events: PyResult<Vec<Bound<'py, PyDict>>> =
            self.events.iter().map(|event| staged(py, event)).collect();
        PyList::new(py, events?)
    }

    /// The world with everything in its present place, for questions: a `World` of its own, with the same handles.
    fn world_now(&mut self) -> PyResult<World> {
        let world = self.stage.world_at(&self.state).map_err(refused)?.clone();
        Ok(World::new(world, self.level.clone()))
    }

    /// Inserts a body between two steps and returns its handle. The arguments are those of `World.insert`.
    #[pyo3(signature = (vertices, faces, *, pose=None, layers=None, material=None, materials=None, weld_distance=0.0,
        one_sided=None, one_way=None, conveyors=None, tractions=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn insert(
        &mut self,
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
        Ok(self.stage.insert(body).map_err(refused)?.to_bits())
    }

    /// Removes a body between two steps; refused while a mover moves it.
    fn remove(&mut self, body: &Bound<'_, PyAny>) -> PyResult<()> {
        self.stage.remove(BodyId::from_bits(handle("body", body)?)).map_err(refused)?;
        Ok(())
    }

    /// Puts a body at another pose at once; that carries and pushes nothing. A mover does.
    fn set_pose(&mut self, body: &Bound<'_, PyAny>, pose: &Bound<'_, PyAny>) -> PyResult<()> {
        let pose = crate::array::pose("pose", Some(pose))?;
        self.stage.set_pose(BodyId::from_bits(handle("body", body)?), pose).map_err(refused)
    }

    /// Sets the layers of a body, a bit each.
    fn set_layers(&mut self, body: &Bound<'_, PyAny>, layers: &Bound<'_, PyAny>) -> PyResult<()> {
        let layers = whole_or("layers", Some(layers), 0, u32::MAX.into(), 1)? as u32;
        self.stage.set_layers(BodyId::from_bits(handle("body", body)?), layers).map_err(refused)
    }

    /// The pose of a body as it is now, a matrix of shape (4, 4).
    fn pose(&mut self, py: Python<'_>, body: &Bound<'_, PyAny>) -> PyResult<Py<PyArray2<f64>>> {
        let body = BodyId::from_bits(handle("body", body)?);
        let world = self.stage.world_at(&self.state).map_err(refused)?;
        pose_array(py, &world.body(body).map_err(refused)?.pose)
    }

    /// The feet of the level's spawns, shape (n, 3), metres.
    #[getter]
    fn spawns(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f64>>> {
        let mut feet = room("spawns", self.level.spawns.len())?;
        feet.extend(self.level.spawns.iter().map(|(_, feet, _)| *feet));
        threes(py, feet)
    }

    /// The settings of the character that the level was made for, or the default ones.
    #[getter]
    fn config(&self) -> PyResult<Config> {
        Config::of(&self.level.settings)
    }

    /// What was skipped in the level file, or had to be changed, and why.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.level.notes.clone()
    }
}
