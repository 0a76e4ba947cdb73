//! The mechanisms of a level on its stage: doors, lifts, pads, traps, and the health of characters.

use super::Stage;
use crate::column::flat;
use crate::level::{Level, Source};
use crate::refusal::{guard, refused};
use glissando::stage::{StageScratch, StageState, TickReport};
use glissando::{DVec3, InputError, saved};
use glissando_level::{Disk, LoadOptions, load_mechanisms};
use glissando_mechanisms::{
    Cause, FULL_HEALTH, Incident, IncidentKind, Machinery, MachineryScratch, MachineryState,
};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// The mechanisms at work.
pub(super) struct Game {
    machinery: Machinery,
    pub(super) state: MachineryState,
    scratch: MachineryScratch,
    pub(super) incidents: Vec<Incident>,
    /// Where they were loaded from, the longest step, and the hash that a stage of the file has.
    pub(super) source: Source,
    pub(super) longest: f64,
    pub(super) hash: u64,
}

/// A level with its mechanisms.
pub(super) struct Loaded {
    pub(super) stage: glissando::Stage,
    pub(super) level: Level,
    pub(super) game: Game,
}

impl Game {
    /// Reads the mechanisms of a level and puts them on a stage.
    pub(super) fn load(py: Python<'_>, source: Source, longest: f64, threads: usize) -> PyResult<Loaded> {
        if !(longest > 0.0 && longest <= 10.0) {
            return Err(refused(format!("longest is {longest}: it must lie between 0 and 10 seconds")));
        }
        let mut machinery = Machinery::new(0, longest);
        let (mut world, mut level) =
            source.clone().load_with(py, threads, &Disk, |path, level, options: &LoadOptions, world| {
                let mechanisms = load_mechanisms(path, level, options)?;
                Ok(machinery.add(&mechanisms, world).map(drop).map_err(|error| error.to_string()))
            })?;
        level.source = None;
        let stage = guard(py, || {
            let mut stage = glissando::Stage::new(std::mem::take(&mut world));
            for mover in machinery.movers() {
                stage.add_mover(mover.clone())?;
            }
            machinery.add_triggers(&mut stage)?;
            Ok::<_, InputError>(stage)
        })?;
        let stage = stage.map_err(refused)?;
        level.notes.extend(machinery.notes().iter().cloned());
        let hash = setup_hash(&stage)?;
        let (state, scratch) = (MachineryState::new(), MachineryScratch::default());
        let game = Self { machinery, state, scratch, incidents: Vec::new(), source, longest, hash };
        Ok(Loaded { stage, level, game })
    }

    /// Lets what waits to be started rest.
    pub(super) fn begin(&self, state: &mut StageState) {
        self.machinery.begin(state);
    }

    /// One tick, and what follows from it.
    pub(super) fn tick<'s>(
        &'s mut self,
        stage: &mut glissando::Stage,
        now: &mut StageState,
        dt: f64,
        tick: impl FnOnce(
            &mut glissando::Stage,
            &mut StageState,
            &'s mut StageScratch,
        ) -> Result<TickReport<'s>, InputError>,
    ) -> Result<TickReport<'s>, InputError> {
        let Self { machinery, state, scratch, incidents, .. } = self;
        let played = machinery.tick_by(stage, now, state, dt, scratch, tick)?;
        incidents.clear();
        incidents.extend_from_slice(played.incidents);
        Ok(played.report)
    }
}

/// A hash of everything that is constant on a stage.
pub(super) fn setup_hash(stage: &glissando::Stage) -> PyResult<u64> {
    let bytes = saved::setup_to_bytes(stage).map_err(refused)?;
    let byte = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    Ok(bytes.iter().fold(0xcbf2_9ce4_8422_2325, byte))
}

#[pymethods]
impl Stage {
    /// What the mechanisms of the level did in the last step, in order of time: dictionaries with `kind` ('started', 'arrived',
    /// 'returned', 'gave_way', 'signalled', 'teleported', 'launched', 'hurt', 'picked_up', 'reached', 'died'), `time`,
    /// `position`, `character` (its handle, or `None`), ... Empty without `Stage.load`.
    fn incident_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let all = self.game.iter().flat_map(|game| game.incidents.iter().map(move |one| (game, one)));
        let told: PyResult<Vec<Bound<'py, PyDict>>> =
            all.map(|(game, one)| incident(py, self, &game.machinery, one)).collect();
        PyList::new(py, told?)
    }

    /// The health of each character, shape (n,): 100 at the start.
    #[getter]
    fn health(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        let people = self.game.iter().flat_map(|game| &game.state.people).map(|person| person.health);
        let count = self.state.characters.as_slice().len();
        flat(py, people.chain(std::iter::repeat(FULL_HEALTH)).take(count).collect())
    }

    /// The handles of the level's movers with their names, in the order of the file.
    #[getter]
    fn movers(&self) -> Vec<(u64, String)> {
        let name = |index| self.game.as_ref().map_or("", |game| game.machinery.mover_name(index)).to_owned();
        self.stage.movers().enumerate().map(|(index, (id, _))| (id.to_bits(), name(index))).collect()
    }
}

fn vector(v: DVec3) -> (f64, f64, f64) {
    v.to_array().into()
}

fn incident<'py>(
    py: Python<'py>,
    stage: &Stage,
    machinery: &Machinery,
    one: &Incident,
) -> PyResult<Bound<'py, PyDict>> {
    let to = PyDict::new(py);
    to.set_item("kind", one.kind.name())?;
    to.set_item("time", one.time)?;
    to.set_item("position", vector(one.position))?;
    to.set_item("character", one.character.map(glissando::CharacterId::to_bits))?;
    let handle = |index: usize| stage.stage.movers().nth(index).map(|(id, _)| id.to_bits());
    let cause = |cause: &Cause| match cause {
        Cause::Mover(index) => to.set_item("mover", handle(*index)),
        Cause::Trigger(id) => to.set_item("trigger", id.to_bits()),
    };
    match &one.kind {
        IncidentKind::Started { mover }
        | IncidentKind::Arrived { mover }
        | IncidentKind::Returned { mover }
        | IncidentKind::GaveWay { mover } => {
            to.set_item("mover", handle(*mover))?;
            to.set_item("name", machinery.mover_name(*mover))?;
        }
        IncidentKind::Signalled { trigger }
        | IncidentKind::PickedUp { trigger }
        | IncidentKind::Reached { trigger } => to.set_item("trigger", trigger.to_bits())?,
        IncidentKind::Teleported { trigger, to: place, is_clear, .. } => {
            to.set_item("trigger", trigger.to_bits())?;
            to.set_item("to", vector(*place))?;
            to.set_item("is_clear", is_clear)?;
        }
        IncidentKind::Launched { trigger, velocity } => {
            to.set_item("trigger", trigger.to_bits())?;
            to.set_item("launch", vector(*velocity))?;
        }
        IncidentKind::Hurt { cause: by, damage } => {
            cause(by)?;
            to.set_item("damage", damage)?;
        }
        IncidentKind::Died { cause: by, to: place, is_clear } => {
            cause(by)?;
            to.set_item("to", vector(*place))?;
            to.set_item("is_clear", is_clear)?;
        }
        _ => {}
    }
    Ok(to)
}
