//! The step of a stage: the tick, and what it fills.

use super::{Arrays, Stage};
use crate::refusal::{guard, refused, refused_row};
use crate::walkers::read_inputs;
use glissando::balls::{Impact, Other};
use glissando::stage::{RefusedFor, StageEvent, StageScratch, StageState, TickReport};
use glissando::{Input, InputError, Owner};
use pyo3::prelude::*;
use rayon::ThreadPool;

#[pymethods]
impl Stage {
    /// Moves everything by one tick of `dt` seconds (more than 0, to 10): the world with those that it carries and pushes, then
    /// each character by its action. Fills the arrays.
    ///
    /// `actions` are the wanted velocities in m/s in the order of `characters`, shape (n, 3), or (3,) for all; `buttons` has
    /// bits for each: 1 jump, 2 crouch, 4 fly. An action that is refused is named by its row, and nothing has changed then.
    #[pyo3(signature = (actions, dt, buttons=None))]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        dt: f64,
        buttons: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        self.check(py)?;
        self.arrays(py)?;
        let count = self.state.characters.as_slice().len();
        self.inputs.clear();
        self.inputs.resize(count, Input::default());
        read_inputs(&mut self.inputs, actions, buttons)?;
        let pool = self.workers.pool(self.threads)?;
        let outcomes = guard(py, || self.tick(dt, pool.as_deref()))?;
        let outcomes = outcomes.map_err(|error| self.refusal(dt, error))?;
        self.tell(py)?;
        let Arrays { columns, outcome } = self.arrays(py)?;
        outcome.fill(py, outcomes.into_iter())?;
        let row = |event: &StageEvent| self.state.characters.position(event.character);
        let events = self.events.iter().filter_map(|event| Some((row(event)?, event.kind.name())));
        columns.fill_events(py, count, events)
    }
}

impl Stage {
    /// One tick; the outcome of each character.
    fn tick(&mut self, dt: f64, pool: Option<&ThreadPool>) -> Result<Vec<u8>, InputError> {
        let Self { stage, state, inputs, scratch, events, impacts, game, .. } = self;
        let report = match game {
            None => on_threads(stage, state, (inputs, dt), pool, scratch)?,
            Some(game) => game.tick(stage, state, dt, |stage, state, scratch| {
                on_threads(stage, state, (inputs, dt), pool, scratch)
            })?,
        };
        events.clear();
        events.extend_from_slice(report.events);
        impacts.clear();
        impacts.extend(report.impacts.iter().map(|impact| (*impact, parties(impact, state))));
        Ok(report.characters.iter().map(|one| one.outcome as u8).collect())
    }

    /// The exception for a tick that was refused: with the row, or the mover, that it is about.
    fn refusal(&self, dt: f64, error: InputError) -> PyErr {
        match self.stage.refused_for(&self.state, &self.inputs, dt, error) {
            Some(RefusedFor::Character(row)) => refused_row(row, &error),
            Some(RefusedFor::Mover(mover)) => refused(format!("mover {}: {error}", mover.to_bits())),
            None => refused(error),
        }
    }
}

/// A tick of the stage on the threads of a pool, or on this one.
fn on_threads<'s>(
    stage: &mut glissando::Stage,
    state: &mut StageState,
    (inputs, dt): (&[Input], f64),
    pool: Option<&ThreadPool>,
    scratch: &'s mut StageScratch,
) -> Result<TickReport<'s>, InputError> {
    match pool {
        None => stage.tick(state, inputs, dt, scratch),
        Some(pool) => pool.install(|| stage.tick_parallel(state, inputs, dt, scratch)),
    }
}

/// The ball of an impact, and what it met, by their handles.
fn parties(impact: &Impact, state: &StageState) -> [Option<Owner>; 2] {
    let other = match impact.other {
        Other::Ball(index) => state.balls.id(index).map(Owner::Ball),
        Other::Surface(surface) => Some(surface.owner),
        Other::Character(index) => state.characters.id(index as usize).map(Owner::Character),
        _ => None,
    };
    [state.balls.id(impact.ball).map(Owner::Ball), other]
}
