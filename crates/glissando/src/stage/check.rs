//! Checks of one character or mover: who holds many of them learns which one a tick refuses, and can leave it out beforehand.

use super::mover::{MoverState, Plan};
use super::tick::MOVER_STATES;
use super::{Stage, StageCharacter, StageState};
use crate::character::{self, Input};
use crate::handle::MoverId;
use crate::input::{self, InputError};
use crate::motion::Motion;

impl Stage {
    /// Refuses a character or an input that a tick of `dt` seconds would refuse.
    ///
    /// ```
    /// # use glissando::stage::{Stage, StageCharacter};
    /// # use glissando::{Config, DVec3, Input, Settings, State};
    /// # let mut stage = Stage::default();
    /// let person = stage.add_config(Config::new(&Settings::default())?);
    /// let character = StageCharacter::new(person, State::at(DVec3::ZERO));
    /// let input = Input { wish: DVec3::X * f64::NAN, ..Input::default() };
    /// let refused = stage.check_character(&character, &input, 1.0 / 60.0).unwrap_err();
    /// assert!(refused.to_string().starts_with("wish is (NaN, NaN, NaN)"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// NaN, infinities or values out of range; [`InputError::DeadConfig`].
    pub fn check_character(&self, actor: &StageCharacter, input: &Input, dt: f64) -> Result<(), InputError> {
        character::check(self.config_of(actor)?, &actor.state, input, dt)?;
        input::scalar("mass", actor.mass, 1e-3, 1e9)?;
        input::scalar("strength", actor.strength, 0.0, 1e12)?;
        Ok(())
    }

    /// Refuses the state of a mover that a tick of `dt` seconds would refuse: a target more than a quarter turn away, for
    /// instance.
    ///
    /// # Errors
    /// [`InputError::DeadMover`]; a state without an entry for the mover; NaN, infinities or values out of range.
    pub fn check_mover(&self, state: &StageState, mover: MoverId, dt: f64) -> Result<(), InputError> {
        let index = self.moving(mover)?;
        character::check_duration(dt)?;
        let Some(now) = state.movers.as_slice().get(index) else {
            let (count, wanted) = (state.movers.len() as f64, self.movers.len() as f64);
            return input::scalar(MOVER_STATES, count, wanted, wanted).map(|_| ());
        };
        let mut plan = Plan { motion: Motion::STILL, after: MoverState::default() };
        let spec = &self.movers[index].spec;
        spec.plan(now, spec.unturned_pivot(), dt, &mut plan)
    }
}
