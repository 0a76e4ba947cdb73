//! The characters of a stage: added, moved elsewhere, asked for.

use super::{LONGEST, Stage};
use crate::array::vector;
use crate::column::flat;
use crate::config::Config;
use crate::refusal::refused;
use crate::scalar::{handle, whole_or};
use crate::walkers::{column_getters, state};
use glissando::stage::StageCharacter;
use glissando::{CharacterId, Input, State};
use numpy::PyArray1;
use pyo3::prelude::*;

#[pymethods]
impl Stage {
    /// Adds a character at rest, its lowest point at `feet` (metres), and returns its handle.
    ///
    /// `config` left out is that of the level. `mass` in kg, `strength` the force with which it pushes others, newtons; `layers`
    /// are those on which others meet it, a bit each.
    #[pyo3(signature = (feet, *, config=None, mass=80.0, strength=600.0, layers=None))]
    fn add_character(
        &mut self,
        feet: &Bound<'_, PyAny>,
        config: Option<&Config>,
        mass: f64,
        strength: f64,
        layers: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u64> {
        let config =
            config.map_or_else(|| Config::of(&self.level.settings).map(|c| c.checked), |c| Ok(c.checked))?;
        let state = state(&config, vector("feet", feet)?, 0)?;
        for (name, value, least, most) in [("mass", mass, 1e-3, 1e9), ("strength", strength, 0.0, 1e12)] {
            if !(least..=most).contains(&value) {
                return Err(refused(format!("{name} is {value}: it must lie between {least} and {most:e}")));
            }
        }
        let layers = whole_or("layers", layers, 0, u32::MAX.into(), 1)? as u32;
        let actor = StageCharacter::new(self.configs.share(&mut self.stage, &config), state);
        let id = self.state.characters.insert(StageCharacter { mass, strength, layers, ..actor });
        self.renew();
        Ok(id.to_bits())
    }

    /// Removes a character. Its handle is dead from then on.
    fn remove_character(&mut self, character: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = self.character_id(character)?;
        if let Some(actor) = self.state.characters.remove(id) {
            self.configs.release(&mut self.stage, actor.config);
        }
        self.renew();
        Ok(())
    }

    /// The handles of all characters, shape (n,), in the order of the rows of all arrays.
    #[getter]
    fn characters(&self, py: Python<'_>) -> Py<PyArray1<u64>> {
        flat(py, self.state.characters.ids().iter().map(|id| id.to_bits()).collect())
    }

    /// The row of a character.
    fn row(&self, character: &Bound<'_, PyAny>) -> PyResult<usize> {
        let id = self.character_id(character)?;
        Ok(self.state.characters.position(id).unwrap_or_default())
    }

    /// Gives a character other settings from the next step on. A state that was saved before can be restored while at most 256
    /// other settings have gone out of use since.
    fn set_config(&mut self, character: &Bound<'_, PyAny>, config: &Config) -> PyResult<()> {
        let id = self.character_id(character)?;
        let config = self.configs.share(&mut self.stage, &config.checked);
        if let Some(actor) = self.state.characters.get_mut(id) {
            let old = std::mem::replace(&mut actor.config, config);
            self.configs.release(&mut self.stage, old);
        }
        Ok(())
    }

    /// Puts the centre of a character somewhere else at once, in the air there; its velocity stays. Metres.
    fn teleport(
        &mut self,
        py: Python<'_>,
        character: &Bound<'_, PyAny>,
        to: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.check(py)?;
        let (id, to) = (self.character_id(character)?, finite("to", to)?);
        self.change(id, ("state position", "to"), |state| state.teleport(to))?;
        self.tell_one(py, id)
    }

    /// Throws a character: it is in the air where it is, with this velocity, m/s. Jump pads, explosions.
    fn launch(
        &mut self,
        py: Python<'_>,
        character: &Bound<'_, PyAny>,
        velocity: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.check(py)?;
        let (id, velocity) = (self.character_id(character)?, finite("velocity", velocity)?);
        self.change(id, ("state velocity", "velocity"), |state| state.launch(velocity))?;
        self.tell_one(py, id)
    }

    /// Gives a character another velocity, m/s. On the ground it is walked off, and what of it leads up is lost: `launch` throws.
    fn set_velocity(
        &mut self,
        py: Python<'_>,
        character: &Bound<'_, PyAny>,
        velocity: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.check(py)?;
        let (id, velocity) = (self.character_id(character)?, finite("velocity", velocity)?);
        self.change(id, ("state velocity", "velocity"), |state| state.velocity = velocity)?;
        self.tell_one(py, id)
    }

    /// The handles of the triggers that a character is in.
    fn inside(&self, character: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
        let id = self.character_id(character)?;
        let actor = self.state.characters.get(id);
        Ok(actor.map_or(Vec::new(), |actor| actor.inside.inside().iter().map(|id| id.to_bits()).collect()))
    }

    /// The handle of the body on which a character stands or slides, else `None`.
    fn support(&self, character: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
        let id = self.character_id(character)?;
        let actor = self.state.characters.get(id);
        let state =
            actor.map(|actor| &actor.state).filter(|state| state.ground != glissando::Ground::Airborne);
        Ok(state.and_then(|state| state.support?.body()).map(|body| body.to_bits()))
    }

    /// What the moving world did to each in the last step, shape (n,), see `Outcome`: 0 crushed, 1 blocked, 2 pushed,
    /// 3 carried, 4 unaffected.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.arrays(py)?.outcome.array(py))
    }

    fn __len__(&self) -> usize {
        self.state.characters.as_slice().len()
    }

    fn __repr__(&self) -> String {
        format!("Stage(of {} characters, after {} ticks)", self.__len__(), self.state.tick)
    }
}

column_getters!(Stage);

/// A vector of numbers.
pub(super) fn finite(name: &str, value: &Bound<'_, PyAny>) -> PyResult<glissando::DVec3> {
    let vector = vector(name, value)?;
    if vector.is_finite() {
        return Ok(vector);
    }
    let [x, y, z] = vector.to_array();
    Err(refused(format!("{name} is ({x}, {y}, {z}): every component must be a finite number")))
}

impl Stage {
    /// A character that is there.
    fn character_id(&self, value: &Bound<'_, PyAny>) -> PyResult<CharacterId> {
        let id = CharacterId::from_bits(handle("character", value)?);
        let dead =
            || refused(format!("{id} is not on this stage: it was removed, or belongs to another one"));
        self.state.characters.get(id).map(|_| id).ok_or_else(dead)
    }

    /// Changes the state of a character, or refuses what every step would refuse: the argument is named instead of the state.
    fn change(
        &mut self,
        id: CharacterId,
        (what, argument): (&str, &str),
        change: impl FnOnce(&mut State),
    ) -> PyResult<()> {
        let Some(actor) = self.state.characters.get_mut(id) else { return Ok(()) };
        let old = actor.state;
        change(&mut actor.state);
        let checked = self.stage.check_character(actor, &Input::default(), LONGEST);
        checked.map_err(|error| {
            actor.state = old;
            let text = error.to_string();
            refused(text.strip_prefix(what).map_or(text.clone(), |rest| format!("{argument}{rest}")))
        })
    }
}
