//! `Stage`: a world that moves, with movers, triggers and characters that meet each other.

mod characters;
mod movers;
mod triggers;

use crate::column::{Column, threes};
use crate::events::staged;
use crate::level::Level;
use crate::mesh::MeshArguments;
use crate::refusal::{guard, refused, room};
use crate::scalar::handle;
use crate::walkers::{Columns, read_inputs};
use crate::world::{World, body, pose_array};
use glissando::stage::{Outcome, StageEvent, StageScratch, StageState};
use glissando::{BodyId, ConfigId, Input, saved};
use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

/// A world that moves: lifts, doors, trains, triggers, and characters that stand on them and push each other.
///
/// Its bodies are those of `world` as it is now, with their handles; the world stays as it is. Everything that changes in a
/// step is one state: `save` and `restore` it, and the same actions give the same bits. `position` and the other arrays have a
/// row for each character, in the order of `characters`; a step fills them again, and they are new ones only when
/// characters were added or removed.
#[pyclass(module = "glissando")]
pub(crate) struct Stage {
    stage: glissando::Stage,
    state: StageState,
    inputs: Vec<Input>,
    configs: Vec<(glissando::Config, ConfigId)>,
    scratch: StageScratch,
    events: Vec<StageEvent>,
    columns: Columns,
    outcome: Column<u8>,
    level: Level,
}

impl Stage {
    /// New arrays where the number of characters has changed, filled.
    fn renew(&mut self, py: Python<'_>) -> PyResult<()> {
        let count = self.state.characters.as_slice().len();
        self.columns = Columns::new(py, count)?;
        self.outcome = Column::new(py, "outcome", &[count])?;
        self.outcome.fill(py, std::iter::repeat_n(Outcome::Unaffected as u8, count))?;
        self.tell(py)
    }

    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        self.columns.fill(py, self.state.characters.as_slice().iter().map(|actor| &actor.state))
    }

    /// Whether all arrays can be filled.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        self.columns.check(py)?;
        self.outcome.check(py)
    }
}

#[pymethods]
impl Stage {
    #[new]
    fn new(py: Python<'_>, world: &World) -> PyResult<Self> {
        let stage = glissando::Stage::new((*world.now()).clone());
        Ok(Self {
            state: stage.initial_state(),
            stage,
            inputs: Vec::new(),
            configs: Vec::new(),
            scratch: StageScratch::default(),
            events: Vec::new(),
            columns: Columns::new(py, 0)?,
            outcome: Column::new(py, "outcome", &[0])?,
            level: Level { source: None, ..world.level() },
        })
    }

    /// Moves everything by one tick of `dt` seconds (more than 0, to 10): the world with those that it carries and pushes, then
    /// each character by its action. Fills the arrays.
    ///
    /// `actions` are the wanted velocities in m/s in the order of `characters`, shape (n, 3), or (3,) for all; `buttons` has
    /// bits for each: 1 jump, 2 crouch, 4 fly. An argument that is refused is named, and nothing has changed then.
    #[pyo3(signature = (actions, dt, buttons=None))]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        dt: f64,
        buttons: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        self.check(py)?;
        let count = self.state.characters.as_slice().len();
        self.inputs.clear();
        self.inputs.resize(count, Input::default());
        read_inputs(&mut self.inputs, actions, buttons)?;
        let Self { stage, state, inputs, scratch, events, .. } = self;
        let outcomes = guard(py, || {
            let tick = stage.tick(state, inputs, dt, scratch)?;
            events.clear();
            events.extend_from_slice(tick.events);
            Ok::<_, glissando::InputError>(
                tick.characters.iter().map(|one| one.outcome as u8).collect::<Vec<u8>>(),
            )
        })?;
        let outcomes = outcomes.map_err(|error| {
            let text = error.to_string();
            if text.starts_with("wish") { refused(format!("actions: {text}")) } else { refused(text) }
        })?;
        self.tell(py)?;
        self.outcome.fill(py, outcomes.into_iter())?;
        let row = |event: &StageEvent| self.state.characters.position(event.character);
        let events = self.events.iter().filter_map(|event| Some((row(event)?, event.kind.name())));
        self.columns.fill_events(py, count, events)
    }

    /// Ticks since the start.
    #[getter]
    fn ticks(&self) -> u64 {
        self.state.tick
    }

    /// Everything that changes in steps, as bytes. Bodies, movers and triggers are not part of it.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &saved::stage_to_bytes(&self.state).map_err(refused)?))
    }

    /// Puts back what `save` returned: what follows is the same to the bit.
    fn restore(&mut self, py: Python<'_>, saved: &[u8]) -> PyResult<()> {
        self.check(py)?;
        let state = saved::stage_from_bytes(saved).map_err(refused)?;
        self.stage.world_at(&state).map_err(refused)?;
        let same = state.characters.ids() == self.state.characters.ids();
        self.state = state;
        self.events.clear();
        if !same {
            return self.renew(py);
        }
        self.outcome.fill(py, std::iter::repeat(0))?;
        self.columns.fill_events(py, self.state.characters.len(), std::iter::empty())?;
        self.tell(py)
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

    /// Inserts a body between two steps and returns its handle.
    #[pyo3(signature = (vertices, faces, *, pose=None, layers=None, material=None))]
    fn insert(
        &mut self,
        py: Python<'_>,
        vertices: &Bound<'_, PyAny>,
        faces: &Bound<'_, PyAny>,
        pose: Option<&Bound<'_, PyAny>>,
        layers: Option<&Bound<'_, PyAny>>,
        material: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u64> {
        let body = body(py, &MeshArguments::plain(vertices, faces), pose, layers, material)?;
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
}
