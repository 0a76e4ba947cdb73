//! A stage as bytes: its state for `save` and `restore`, all of it for pickle.

use super::configs::Configs;
use super::game::{Game, setup_hash};
use super::{Arrays, Stage};
use crate::config::Config;
use crate::level::{Level, Source};
use crate::refusal::{guard, refused};
use crate::scalar::choice;
use crate::workers;
use crate::world::UPS;
use glissando::stage::{Outcome, StageState};
use glissando::{ConfigId, saved};
use glissando_mechanisms::MachineryState;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::path::PathBuf;

/// The first byte of a state with mechanisms; the length of the stage's state follows, that state, and theirs.
const WITH_MECHANISMS: u8 = 102;

const LENGTH: usize = size_of::<u64>();

/// Names, feet and yaws of spawns.
pub(crate) type Spawns = Vec<(String, (f64, f64, f64), f64)>;

/// How a level was loaded, with the hash that a stage of it must have, and the longest step.
pub(crate) type Loading = (PathBuf, Option<f64>, Option<String>, bool, f64, u64);

#[pymethods]
impl Stage {
    /// Everything that changes in steps, as bytes. Bodies, movers and triggers are not part of it: pickle has them too.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let stage = saved::stage_to_bytes(&self.state).map_err(refused)?;
        let Some(game) = &self.game else { return Ok(PyBytes::new(py, &stage)) };
        let mut bytes = vec![WITH_MECHANISMS];
        bytes.extend((stage.len() as u64).to_le_bytes());
        bytes.extend(stage);
        let bytes = postcard::to_extend(&game.state, bytes).map_err(refused)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Puts back what `save` returned: what follows is the same to the bit.
    fn restore(&mut self, py: Python<'_>, saved: &[u8]) -> PyResult<()> {
        self.check(py)?;
        let (state, mechanisms) = self.read(saved)?;
        self.stage.world_at(&state).map_err(refused)?;
        self.configs.restore(&mut self.stage, &self.state, &state).map_err(|error| {
            refused(format!("the saved state has characters whose settings are no longer kept: {error}"))
        })?;
        let same = state.characters.ids() == self.state.characters.ids();
        self.state = state;
        if let (Some(game), Some(mechanisms)) = (&mut self.game, mechanisms) {
            game.state = mechanisms;
            game.incidents.clear();
        }
        self.events.clear();
        self.impacts.clear();
        if !same {
            self.renew();
        }
        let Some(Arrays { columns, outcome }) = self.arrays.get() else { return Ok(()) };
        outcome.fill(py, std::iter::repeat(Outcome::Unaffected as u8))?;
        columns.fill_events(py, self.state.characters.len(), std::iter::empty())?;
        self.tell(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let setup = PyBytes::new(py, &guard(py, || saved::setup_to_bytes(&self.stage))?.map_err(refused)?);
        let configs: PyResult<Vec<_>> = self
            .configs
            .iter()
            .map(|(config, id)| Ok((Config::of(config.settings())?, id.to_bits())))
            .collect();
        let Level { spawns, settings, notes, .. } = self.level.clone();
        let spawns: Spawns = spawns.into_iter().map(|(name, feet, yaw)| (name, feet.into(), yaw)).collect();
        let loading: Option<Loading> = self.game.as_ref().map(|game| {
            let Source { path, unit, up, use_manifest } = game.source.clone();
            let up = up.and_then(|up| UPS.iter().find(|(_, known)| *known == up));
            (path, unit, up.map(|(name, _)| (*name).to_owned()), use_manifest, game.longest, game.hash)
        });
        let (saved, level) = (self.save(py)?, (spawns, Config::of(&settings)?, notes));
        let arguments = (setup, saved, configs?, self.threads, level, loading).into_pyobject(py)?;
        Ok((py.import("glissando._glissando")?.getattr("stage_from_parts")?, arguments))
    }
}

impl Stage {
    /// The state of the stage in these bytes, and that of its mechanisms.
    fn read(&self, saved: &[u8]) -> PyResult<(StageState, Option<MachineryState>)> {
        let broken = || refused("the saved bytes are broken or cut off: they must be what save returned");
        match (saved.split_first(), &self.game) {
            (Some((&WITH_MECHANISMS, rest)), Some(_)) => {
                let (length, rest) = rest.split_first_chunk::<LENGTH>().ok_or_else(broken)?;
                let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| broken())?;
                let (stage, mechanisms) = rest.split_at_checked(length).ok_or_else(broken)?;
                let Ok((mechanisms, [])) = postcard::take_from_bytes(mechanisms) else {
                    return Err(broken());
                };
                Ok((saved::stage_from_bytes(stage).map_err(refused)?, Some(mechanisms)))
            }
            (Some((&WITH_MECHANISMS, _)), None) => Err(refused(
                "the saved bytes are those of a stage with mechanisms: restore them into one that Stage.load made",
            )),
            (_, None) => Ok((saved::stage_from_bytes(saved).map_err(refused)?, None)),
            (_, Some(_)) => Err(refused(
                "the saved bytes are no state of a stage with mechanisms: they must be what save returned",
            )),
        }
    }
}

/// A pickled stage.
#[pyfunction]
pub(crate) fn stage_from_parts(
    py: Python<'_>,
    setup: &[u8],
    saved: &[u8],
    configs: Vec<(Bound<'_, Config>, u64)>,
    threads: usize,
    level: (Spawns, Bound<'_, Config>, Vec<String>),
    loading: Option<Loading>,
) -> PyResult<Stage> {
    let pool = workers::pool(1)?;
    let stage = guard(py, || pool.install(|| saved::setup_from_bytes(setup)))?.map_err(refused)?;
    let (spawns, config, notes) = level;
    let spawns = spawns.into_iter().map(|(name, feet, yaw)| (name, feet.into(), yaw)).collect();
    let level = Level { source: None, spawns, settings: *config.get().checked.settings(), notes };
    let mut made = Stage::of(stage, level, threads);
    let configs = configs.iter().map(|(one, id)| (one.get().checked, ConfigId::from_bits(*id)));
    made.configs = Configs::without_users(configs);
    if let Some((path, unit, up, use_manifest, longest, hash)) = loading {
        let up = up.map(|name| choice("up", &name, &UPS)).transpose()?;
        let text = path.display().to_string();
        let loaded = Game::load(py, Source { path, unit, up, use_manifest }, longest, 1)?;
        if setup_hash(&loaded.stage)? != hash {
            return Err(refused(format!("{text} has changed since the stage was pickled: pickle it again")));
        }
        made.game = Some(loaded.game);
    }
    made.restore(py, saved)?;
    made.renew();
    Ok(made)
}
