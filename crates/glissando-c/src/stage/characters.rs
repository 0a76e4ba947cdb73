//! Characters of a stage's state.

use crate::character::gls_state;
use crate::pointer::{fill, given, room};
use crate::result::{GLS_ERROR_DEAD, Refusal, border, gls_result};
use crate::stage::gls_config_id;
use crate::stage::state::gls_stage_state;
use crate::stage::triggers::gls_trigger;
use glissando::stage::StageCharacter;
use glissando::{CharacterId, ConfigId, TriggerId};
use std::mem::MaybeUninit;

/// The handle of a character in a state. Copies of the state have the same handles.
pub type gls_character = u64;

/// A character on a stage. `gls_stage_character_of` has the defaults.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct gls_stage_character {
    /// Its own state.
    pub state: gls_state,
    /// The handle of its settings, of `gls_stage_add_config`.
    pub config: gls_config_id,
    /// Kilograms. Default 80.
    pub mass: f64,
    /// The force with which it pushes others, newtons. Default 600.
    pub strength: f64,
    /// The layers on which other characters meet it, a bit each. Default 1.
    pub layers: u32,
    /// 1 if surfaces that do not yield squeeze it; it stays put until the place is free.
    pub is_crushed: u32,
}

/// A character with these settings in this state, of 80 kg and 600 N, on layer 0 (bit 1).
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_character_of(config: gls_config_id, state: gls_state) -> gls_stage_character {
    gls_stage_character { state, config, mass: 80.0, strength: 600.0, layers: 1, is_crushed: 0 }
}

fn dead(id: CharacterId) -> Refusal {
    Refusal::new(
        GLS_ERROR_DEAD,
        format!("{id} is not in this state: it was removed, or belongs to another one"),
    )
}

impl gls_stage_character {
    /// Puts the fields into a character, whose touches and triggers stay.
    fn write(&self, character: &mut StageCharacter) -> Result<(), Refusal> {
        character.state = self.state.read()?;
        character.config = ConfigId::from_bits(self.config);
        (character.mass, character.strength, character.layers) = (self.mass, self.strength, self.layers);
        character.is_crushed = self.is_crushed != 0;
        Ok(())
    }
}

impl From<&StageCharacter> for gls_stage_character {
    fn from(character: &StageCharacter) -> Self {
        Self {
            state: (&character.state).into(),
            config: character.config.to_bits(),
            mass: character.mass,
            strength: character.strength,
            layers: character.layers,
            is_crushed: character.is_crushed.into(),
        }
    }
}

/// Adds a character between ticks and writes its handle. Inputs and reports are in the order in which characters were added.
/// The next tick checks its numbers.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a `ground` or `support` that is no constant of its kind.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_state_add_character(
    state: Option<&mut gls_stage_state>,
    character: Option<&gls_stage_character>,
    id: Option<&mut MaybeUninit<gls_character>>,
) -> gls_result {
    border(|| {
        let (state, told, id) = (given("state", state)?, given("character", character)?, given("id", id)?);
        let mut character = StageCharacter::new(ConfigId::from_bits(told.config), told.state.read()?);
        told.write(&mut character)?;
        id.write(state.core.characters.insert(character).to_bits());
        Ok(())
    })
}

/// Removes a character between ticks. Its handle is dead from then on; the others keep their order.
///
/// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_state_remove_character(
    state: Option<&mut gls_stage_state>,
    id: gls_character,
) -> gls_result {
    border(|| {
        let id = CharacterId::from_bits(id);
        given("state", state)?.core.characters.remove(id).map(drop).ok_or_else(|| dead(id))
    })
}

/// Writes a character.
///
/// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_state_character(
    state: Option<&gls_stage_state>,
    id: gls_character,
    character: Option<&mut MaybeUninit<gls_stage_character>>,
) -> gls_result {
    border(|| {
        let (state, character) = (given("state", state)?, given("character", character)?);
        let id = CharacterId::from_bits(id);
        character.write(state.core.characters.get(id).ok_or_else(|| dead(id))?.into());
        Ok(())
    })
}

/// Changes a character between ticks: teleports it (with `gls_state_teleport`), or gives it other settings. What it touches
/// and which triggers it is in stay. The next tick checks its numbers.
///
/// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`; `GLS_ERROR_VALUE` for a `ground` or `support` that is no constant of its kind.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_state_set_character(
    state: Option<&mut gls_stage_state>,
    id: gls_character,
    character: Option<&gls_stage_character>,
) -> gls_result {
    border(|| {
        let (state, told) = (given("state", state)?, given("character", character)?);
        let id = CharacterId::from_bits(id);
        told.write(state.core.characters.get_mut(id).ok_or_else(|| dead(id))?)
    })
}

/// Writes how many characters there are to `count`, and the handles of the first `capacity` of them in their order to
/// `ids` (which may be null if that is 0).
///
/// Errors: `GLS_ERROR_NULL`.
///
/// # Safety
/// `ids` has room for `capacity` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_stage_state_characters(
    state: Option<&gls_stage_state>,
    ids: *mut gls_character,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> gls_result {
    border(|| {
        let (state, ids, count) = (given("state", state)?, room!(ids, capacity), given("count", count)?);
        count.write(fill(ids, state.core.characters.ids().iter().map(|id| id.to_bits())));
        Ok(())
    })
}

/// Writes 1 if a character is in a trigger, else 0.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_DEAD` for the character. It is in no dead trigger.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_state_is_in(
    state: Option<&gls_stage_state>,
    id: gls_character,
    trigger: gls_trigger,
    is_in: Option<&mut MaybeUninit<u8>>,
) -> gls_result {
    border(|| {
        let (state, is_in) = (given("state", state)?, given("is_in", is_in)?);
        let id = CharacterId::from_bits(id);
        let character = state.core.characters.get(id).ok_or_else(|| dead(id))?;
        is_in.write(character.inside.is_in(TriggerId::from_bits(trigger)).into());
        Ok(())
    })
}
