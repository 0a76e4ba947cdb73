//! What a step reads and fills, of a batch or a stage: actions as inputs, states as columns, a character at rest.

use crate::array::{Vectors, bits};
use crate::column::Column;
use crate::events::bit;
use crate::refusal::{refused, room};
use glissando::{DVec3, Ground, Input, State};
use pyo3::prelude::*;

/// The bits of `buttons`.
const JUMP: u64 = 1;
const CROUCH: u64 = 2;
const FLY: u64 = 4;

/// The arrays that every step fills.
pub(crate) struct Columns {
    pub(crate) position: Column<f64>,
    pub(crate) velocity: Column<f64>,
    pub(crate) normal: Column<f64>,
    pub(crate) grounded: Column<bool>,
    pub(crate) ground: Column<u8>,
    pub(crate) crouching: Column<bool>,
    pub(crate) events: Column<u32>,
}

impl Columns {
    pub(crate) fn new(py: Python<'_>, count: usize) -> PyResult<Self> {
        Ok(Self {
            position: Column::new(py, "position", &[count, 3])?,
            velocity: Column::new(py, "velocity", &[count, 3])?,
            normal: Column::new(py, "normal", &[count, 3])?,
            grounded: Column::new(py, "grounded", &[count])?,
            ground: Column::new(py, "ground", &[count])?,
            crouching: Column::new(py, "crouching", &[count])?,
            events: Column::new(py, "events", &[count])?,
        })
    }

    /// Whether all of them can be filled, before anything changes.
    pub(crate) fn check(&self, py: Python<'_>) -> PyResult<()> {
        self.position.check(py)?;
        self.velocity.check(py)?;
        self.normal.check(py)?;
        self.grounded.check(py)?;
        self.ground.check(py)?;
        self.crouching.check(py)?;
        self.events.check(py)
    }

    /// Fills them, but for the events.
    pub(crate) fn fill<'a>(
        &self,
        py: Python<'_>,
        states: impl Iterator<Item = &'a State> + Clone,
    ) -> PyResult<()> {
        self.position.fill(py, states.clone().flat_map(|state| state.position.to_array()))?;
        self.velocity.fill(py, states.clone().flat_map(|state| state.velocity.to_array()))?;
        self.normal.fill(py, states.clone().flat_map(|state| state.ground_normal.as_dvec3().to_array()))?;
        self.grounded.fill(py, states.clone().map(|state| state.ground == Ground::Standing))?;
        self.ground.fill(py, states.clone().map(|state| state.ground as u8))?;
        self.crouching.fill(py, states.map(|state| state.is_crouching))
    }

    /// Fills one row.
    pub(crate) fn fill_row(&self, py: Python<'_>, row: usize, state: &State) -> PyResult<()> {
        self.position.set(py, 3 * row, &state.position.to_array())?;
        self.velocity.set(py, 3 * row, &state.velocity.to_array())?;
        self.normal.set(py, 3 * row, &state.ground_normal.as_dvec3().to_array())?;
        self.grounded.set(py, row, &[state.ground == Ground::Standing])?;
        self.ground.set(py, row, &[state.ground as u8])?;
        self.crouching.set(py, row, &[state.is_crouching])
    }

    /// Fills in the kinds of events of each row.
    pub(crate) fn fill_events(
        &self,
        py: Python<'_>,
        count: usize,
        events: impl Iterator<Item = (usize, &'static str)>,
    ) -> PyResult<()> {
        let mut flags: Vec<u32> = room("events", count)?;
        flags.resize(count, 0);
        events.for_each(|(row, name)| flags[row] |= bit(name));
        self.events.fill(py, flags.into_iter())
    }
}

/// The getters of the arrays that `columns` returns, for a class that has them.
macro_rules! column_getters {
    ($Class:ident) => {
        #[pymethods]
        impl $Class {
            /// Centres of the bodies, shape (n, 3), metres.
            #[getter]
            fn position(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                Ok(self.columns(py)?.position.array(py))
            }

            /// Velocities, shape (n, 3), m/s; while standing, relative to the ground.
            #[getter]
            fn velocity(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                Ok(self.columns(py)?.velocity.array(py))
            }

            /// Unit normals of the ground, shape (n, 3); 0 in the air.
            #[getter]
            fn normal(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                Ok(self.columns(py)?.normal.array(py))
            }

            /// Whether each stands, shape (n,).
            #[getter]
            fn grounded(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                Ok(self.columns(py)?.grounded.array(py))
            }

            /// How each is held, shape (n,): 0 standing, 1 on steep ground, 2 airborne.
            #[getter]
            fn ground(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                Ok(self.columns(py)?.ground.array(py))
            }

            /// Whether each crouches, shape (n,).
            #[getter]
            fn crouching(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                Ok(self.columns(py)?.crouching.array(py))
            }

            /// What happened to each in the last step, shape (n,): a bit for each kind, see `Event`.
            #[getter]
            fn events(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                Ok(self.columns(py)?.events.array(py))
            }
        }
    };
}
pub(crate) use column_getters;

/// Wishes and buttons as inputs.
pub(crate) fn read_inputs(
    inputs: &mut [Input],
    actions: &Bound<'_, PyAny>,
    buttons: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let wishes = Vectors::read("actions", actions)?;
    wishes.check_count(inputs.len())?;
    let buttons = bits("buttons", buttons, inputs.len(), JUMP | CROUCH | FLY)?;
    for (row, input) in inputs.iter_mut().enumerate() {
        let held = buttons.as_ref().map_or(0, |buttons| buttons[row]);
        let is_held = |bit| held & bit != 0;
        let (jump, crouch, fly) = (is_held(JUMP), is_held(CROUCH), is_held(FLY));
        *input = Input { wish: wishes.get(row), jump, crouch, fly };
    }
    Ok(())
}

/// A character at rest, its feet here.
pub(crate) fn state(config: &glissando::Config, feet: DVec3, row: usize) -> PyResult<State> {
    let limit = glissando::tolerance::WORLD_LIMIT;
    if !(feet.is_finite() && feet.abs().max_element() <= limit) {
        let [x, y, z] = feet.to_array();
        return Err(refused(format!(
            "feet[{row}] is ({x}, {y}, {z}): every component must be a number between -{limit:e} and {limit:e}"
        )));
    }
    Ok(State::with_feet_at(config, feet))
}
