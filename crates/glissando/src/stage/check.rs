//! Checks of one character or mover: who holds many of them learns which one a tick refuses, and can leave it out beforehand.

use super::mover::{MoverState, Plan};
use super::tick::MOVER_STATES;
use super::{Stage, StageCharacter, StageState};
use crate::character::{self, Input};
use crate::handle::MoverId;
use crate::input::{self, InputError};
use crate::motion::{Motion, Turn};
use alloc::string::ToString;

/// What a tick was refused for; see [`Stage::refused_for`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusedFor {
    /// The state or the input of the character at this position.
    Character(usize),
    /// The state of a mover.
    Mover(MoverId),
}

impl Stage {
    /// The first character or mover whose values a tick was refused for with this error; `None` if it was for none of them.
    ///
    /// ```
    /// # use glissando::stage::{RefusedFor, Stage, StageCharacter, StageScratch};
    /// # use glissando::{Config, DVec3, Input, Settings, State};
    /// # let mut stage = Stage::default();
    /// let person = stage.add_config(Config::new(&Settings::default())?);
    /// let mut state = stage.initial_state();
    /// for x in [0.0, 3.0] {
    ///     state.characters.insert(StageCharacter::new(person, State::at(DVec3::X * x)));
    /// }
    /// let inputs = [Input::default(), Input { wish: DVec3::X * f64::NAN, ..Input::default() }];
    /// let error = stage.tick(&mut state, &inputs, 0.01, &mut StageScratch::default()).unwrap_err();
    /// assert_eq!(stage.refused_for(&state, &inputs, 0.01, error), Some(RefusedFor::Character(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn refused_for(
        &self,
        state: &StageState,
        inputs: &[Input],
        dt: f64,
        error: InputError,
    ) -> Option<RefusedFor> {
        if character::check_duration(dt).is_err() {
            return None;
        }
        // As text: an error with a NaN equals no other.
        let text = error.to_string();
        let is_it = |checked: Result<(), InputError>| checked.is_err_and(|error| error.to_string() == text);
        let mut characters = state.characters.iter().zip(inputs);
        let character = characters.position(|(actor, input)| is_it(self.check_character(actor, input, dt)));
        let mut movers = self.movers().map(|(mover, _)| mover);
        let mover = || movers.find(|mover| is_it(self.check_mover(state, *mover, dt)));
        // Every mover of a state with too few is refused in the same words.
        let has_all = state.movers.len() == self.movers.len();
        let mover = || has_all.then(mover).flatten();
        character.map(RefusedFor::Character).or_else(|| mover().map(RefusedFor::Mover))
    }

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
    #[inline]
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
        spec.plan(now, spec.unturned_pivot(), dt, (&mut Turn::default(), &mut plan))
    }
}
