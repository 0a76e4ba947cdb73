//! `Batch`: thousands of characters that do not meet each other, moved by one call.

use crate::array::{Vectors, rows};
use crate::config::Config;
use crate::events::own;
use crate::refusal::{guard, refused, refused_row, room};
use crate::scalar::whole;
use crate::walkers::{Columns, column_getters, read_inputs, state};
use crate::workers::{self, Workers};
use crate::world::World;
use glissando::many::{ManyScratch, ReportLists, step_many, step_many_parallel};
use glissando::tolerance::WORLD_LIMIT;
use glissando::{DVec3, Event, Input, InputError, State, saved};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};

/// Characters at most.
const MOST: u64 = 1 << 24;

/// `n` characters in a world that do not meet each other: the same bits as one by one, on any number of threads.
///
/// `config` is one `Config` for all or a sequence of `n`; left out, it is `world.config`. `feet` are the lowest points, shape
/// (n, 3) or (3,) in metres; left out, the spawns of the level in turn. `position`, `velocity`, `normal` (n, 3), `grounded`,
/// `ground`, `crouching` and `events` (n,) are arrays that every step fills again: the same ones from the start to the end.
///
/// One thread at a time: while a step runs, every call of another thread on the same object raises `RuntimeError`. Arrays that were
/// taken before can be read.
#[pyclass(module = "glissando")]
pub(crate) struct Batch {
    world: Py<World>,
    configs: Vec<glissando::Config>,
    states: Vec<State>,
    before: Vec<State>,
    inputs: Vec<Input>,
    scratch: ManyScratch,
    workers: Workers,
    threads: usize,
    events: Vec<(u32, Event)>,
    columns: Columns,
}

impl Batch {
    /// A batch of these characters.
    pub(crate) fn of(
        py: Python<'_>,
        world: Py<World>,
        (configs, states): (Vec<glissando::Config>, Vec<State>),
        threads: usize,
    ) -> PyResult<Self> {
        let count = states.len();
        let mut inputs: Vec<Input> = room("characters", count)?;
        inputs.resize(count, Input::default());
        let mut before: Vec<State> = room("characters", count)?;
        before.extend_from_slice(&states);
        let batch = Self {
            world,
            configs,
            states,
            before,
            inputs,
            scratch: ManyScratch::keeping(ReportLists::EVENTS),
            workers: Workers::default(),
            threads,
            events: Vec::new(),
            columns: Columns::new(py, count)?,
        };
        batch.tell(py)?;
        Ok(batch)
    }

    #[expect(clippy::unnecessary_wraps, reason = "those of a stage may be made anew")]
    fn columns(&self, _py: Python<'_>) -> PyResult<&Columns> {
        Ok(&self.columns)
    }

    fn config(&self, row: usize) -> &glissando::Config {
        &self.configs[if self.configs.len() == 1 { 0 } else { row }]
    }

    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        self.columns.fill(py, self.states.iter())
    }

    /// Sets the velocities of some of the characters, all or none.
    fn set_velocities(
        &mut self,
        py: Python<'_>,
        (rows, velocity): (&Bound<'_, PyAny>, &Bound<'_, PyAny>),
        set: impl Fn(&mut State, DVec3),
    ) -> PyResult<()> {
        self.columns.check(py)?;
        let rows = self::rows("rows", rows, self.states.len())?;
        let velocity = Vectors::read("velocity", velocity)?;
        velocity.check_count(rows.len())?;
        // False for NaN too.
        let is_accepted = |v: DVec3| v.to_array().iter().all(|k| k.abs() <= WORLD_LIMIT);
        if let Some(place) = (0..rows.len()).find(|place| !is_accepted(velocity.get(*place))) {
            let [x, y, z] = velocity.get(place).to_array();
            return Err(refused(format!(
                "velocity[{place}] is ({x:?}, {y:?}, {z:?}): every component must lie between -1e9 and 1e9"
            )));
        }
        rows.iter().enumerate().for_each(|(place, row)| set(&mut self.states[*row], velocity.get(place)));
        self.tell(py)
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (world, n, *, config=None, feet=None, threads=None))]
    fn new(
        py: Python<'_>,
        world: Py<World>,
        n: &Bound<'_, PyAny>,
        config: Option<&Bound<'_, PyAny>>,
        feet: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let count = whole("n", n, 0, MOST)? as usize;
        let threads = workers::threads(threads)?;
        let configs = read_configs(world.get(), config, count)?;
        let mut states: Vec<State> = room("characters", count)?;
        let config_of = |row: usize| &configs[if configs.len() == 1 { 0 } else { row }];
        match feet {
            Some(feet) => {
                let feet = Vectors::read("feet", feet)?;
                feet.check_count(count)?;
                for row in 0..count {
                    states.push(state(config_of(row), feet.get(row), row)?);
                }
            }
            None => {
                let spawns = world.get().level().spawns;
                if spawns.is_empty() && count > 0 {
                    return Err(refused(
                        "feet is left out, and the world has no spawns: pass feet=, an array of shape (n, 3)",
                    ));
                }
                for (row, (_, feet, _)) in (0..count).zip(spawns.iter().cycle()) {
                    states.push(state(config_of(row), DVec3::from(*feet), row)?);
                }
            }
        }
        Self::of(py, world, (configs, states), threads)
    }

    /// Moves all by one tick of `dt` seconds (0 to 10), and fills the arrays.
    ///
    /// `actions` are the wanted velocities in m/s, shape (n, 3), or (3,) for all; `buttons` has bits for each character: 1 jump,
    /// 2 crouch, 4 fly. An action that is refused is named by its row, and nothing has changed then.
    #[pyo3(signature = (actions, dt, buttons=None))]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        dt: f64,
        buttons: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        self.columns.check(py)?;
        read_inputs(&mut self.inputs, actions, buttons)?;
        let pool = self.workers.pool(self.threads)?;
        let world = self.world.get().now();
        let Self { configs, states, before, inputs, scratch, events, .. } = self;
        let first = guard(py, || {
            before.copy_from_slice(states);
            let tick = match &pool {
                None => step_many(&world, configs, states, inputs, dt, scratch),
                Some(pool) => {
                    pool.install(|| step_many_parallel(&world, configs, states, inputs, dt, scratch))
                }
            }?;
            let first = tick.refused().first().copied();
            if first.is_none() {
                events.clear();
                for (row, report) in (0..).zip(tick.walkers()) {
                    events.extend(report.iter().flat_map(|report| report.events).map(|event| (row, *event)));
                }
            }
            Ok::<_, InputError>(first)
        });
        match first {
            Ok(Ok(None)) => {}
            Ok(Ok(Some((row, error)))) => {
                self.states.copy_from_slice(&self.before);
                return Err(refused_row(row, &error));
            }
            Ok(Err(error)) => return Err(refused(error)),
            Err(fault) => {
                self.states.copy_from_slice(&self.before);
                self.scratch = ManyScratch::keeping(ReportLists::EVENTS);
                return Err(fault);
            }
        }
        self.tell(py)?;
        let events = self.events.iter().map(|(row, event)| (*row as usize, event.kind.name()));
        self.columns.fill_events(py, self.states.len(), events)
    }

    /// Puts some of the characters at rest at other places, as a new batch would: `rows` are indices or a mask.
    ///
    /// `feet` has a place for each of these rows, or is one for all.
    fn reset(&mut self, py: Python<'_>, rows: &Bound<'_, PyAny>, feet: &Bound<'_, PyAny>) -> PyResult<()> {
        self.columns.check(py)?;
        let rows = self::rows("rows", rows, self.states.len())?;
        let feet = Vectors::read("feet", feet)?;
        feet.check_count(rows.len())?;
        let mut states: Vec<(usize, State)> = room("characters", rows.len())?;
        for (place, row) in rows.into_iter().enumerate() {
            states.push((row, state(self.config(row), feet.get(place), place)?));
        }
        states.into_iter().for_each(|(row, state)| self.states[row] = state);
        self.tell(py)
    }

    /// Throws some of the characters: they are in the air where they are, with these velocities, m/s. Jump pads, explosions.
    fn launch(
        &mut self,
        py: Python<'_>,
        rows: &Bound<'_, PyAny>,
        velocity: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.set_velocities(py, (rows, velocity), State::launch)
    }

    /// Gives some of the characters other velocities, m/s. On the ground they are walked off, and what of them leads up is lost:
    /// `launch` throws.
    fn set_velocity(
        &mut self,
        py: Python<'_>,
        rows: &Bound<'_, PyAny>,
        velocity: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.set_velocities(py, (rows, velocity), |state, velocity| state.velocity = velocity)
    }

    /// All that the characters carry from tick to tick, as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &saved::states_to_bytes(&self.states).map_err(refused)?))
    }

    /// Puts back what `save` returned: what follows is the same to the bit.
    fn restore(&mut self, py: Python<'_>, saved: &[u8]) -> PyResult<()> {
        self.columns.check(py)?;
        let states = saved::states_from_bytes(saved, self.states.len()).map_err(refused)?;
        self.states = states;
        self.events.clear();
        self.columns.fill_events(py, self.states.len(), std::iter::empty())?;
        self.tell(py)
    }

    /// What happened in the last step, by character and time: dictionaries with `character` (the row), `kind`, `time`, ...
    fn event_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let events: PyResult<Vec<Bound<'py, PyDict>>> =
            self.events.iter().map(|(row, event)| own(py, (*row).into(), event)).collect();
        PyList::new(py, events?)
    }

    /// The world that they are in.
    #[getter]
    fn world(&self, py: Python<'_>) -> Py<World> {
        self.world.clone_ref(py)
    }

    /// How many threads a step takes.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let configs: PyResult<Vec<Config>> =
            self.configs.iter().map(|config| Config::of(config.settings())).collect();
        let count = self.states.len();
        let arguments = (self.world.clone_ref(py), configs?, count, self.save(py)?, self.threads);
        let module = py.import("glissando._glissando")?;
        Ok((module.getattr("batch_from_parts")?, arguments.into_pyobject(py)?))
    }

    fn __len__(&self) -> usize {
        self.states.len()
    }

    fn __repr__(&self) -> String {
        format!("Batch(of {} characters, {} threads)", self.states.len(), self.threads)
    }
}

column_getters!(Batch);

/// One config for all, or one for each.
fn read_configs(
    world: &World,
    config: Option<&Bound<'_, PyAny>>,
    count: usize,
) -> PyResult<Vec<glissando::Config>> {
    let Some(config) = config else { return Ok(vec![Config::of(&world.level().settings)?.checked]) };
    if let Ok(one) = config.cast::<Config>() {
        return Ok(vec![one.get().checked]);
    }
    let wrong = || {
        pyo3::exceptions::PyTypeError::new_err(
            "config must be a Config, or a sequence of one for each character",
        )
    };
    let mut configs: Vec<glissando::Config> = Vec::new();
    for one in config.try_iter().map_err(|_| wrong())? {
        let one = one?;
        configs.push(one.cast::<Config>().map_err(|_| wrong())?.get().checked);
        if configs.len() > count {
            break;
        }
    }
    if configs.len() != count {
        return Err(refused(format!(
            "config has another number of entries than there are characters: {count}"
        )));
    }
    Ok(configs)
}
