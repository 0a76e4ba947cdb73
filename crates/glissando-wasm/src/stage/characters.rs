//! The characters of a stage: added, steered, put elsewhere, asked for.

use super::{Stage, report, share_of};
use crate::character::input;
use crate::config::Config;
use crate::fields::Fields;
use crate::record::{Record, list, vector};
use crate::refusal::Refusal;
use crate::{handle, read};
use glissando::interpolation::position_between;
use glissando::stage::{StageCharacter, StageState};
use glissando::{CharacterId, ConfigId, Ground, InputError, State};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// How many settings that no character has any more are kept, the last ones: a saved state may name them.
const MOST_UNUSED: usize = 256;

#[wasm_bindgen]
impl Stage {
    /// Adds a character at rest, with its lowest point a skin above `feet` (metres).
    #[wasm_bindgen(js_name = addCharacter, unchecked_return_type = "CharacterHandle")]
    pub fn add_character(
        &mut self,
        config: &Config,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] feet: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "CharacterOptions")] options: JsValue,
    ) -> Result<f64, Refusal> {
        let fields = Fields::of("options", &options, &["mass", "strength", "layers"])?;
        let state = State::with_feet_at(&config.checked, read::place("feet", &feet)?);
        let mut actor = StageCharacter::new(self.config_id(config), state);
        actor.mass = fields.read("mass", |w, v| read::within(w, v, 1e-3, 1e9))?.unwrap_or(actor.mass);
        let strength = fields.read("strength", |w, v| read::within(w, v, 0.0, 1e12))?;
        actor.strength = strength.unwrap_or(actor.strength);
        actor.layers = fields.read("layers", read::bits)?.unwrap_or(actor.layers);
        let id = self.state.characters.insert(actor);
        Ok(handle::number(id.to_bits()))
    }

    /// Takes a character out. Its handle is dead from then on.
    #[wasm_bindgen(js_name = removeCharacter)]
    pub fn remove_character(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "CharacterHandle")] character: JsValue,
    ) -> Result<(), Refusal> {
        let id = self.character_id(&character)?;
        self.give_up(self.state.characters[id].config);
        self.state.characters.remove(id);
        self.inputs.remove(&id);
        Ok(())
    }

    /// The handles of all characters, in the order of `positions`.
    #[wasm_bindgen(getter, unchecked_return_type = "CharacterHandle[]")]
    pub fn characters(&self) -> JsValue {
        list(self.state.characters.ids(), |id| handle::number(id.to_bits()).into())
    }

    /// What a character does from the next tick on, until it is set again.
    #[wasm_bindgen(js_name = setInput)]
    pub fn set_input(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "CharacterHandle")] character: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Input")] input: JsValue,
    ) -> Result<(), Refusal> {
        let id = self.character_id(&character)?;
        self.inputs.insert(id, self::input(&input)?);
        Ok(())
    }

    /// Gives a character other settings from the next tick on. A state that was saved before can be restored while at most 256
    /// other settings have gone out of use since.
    #[wasm_bindgen(js_name = setConfig)]
    pub fn set_config(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "CharacterHandle")] character: JsValue,
        config: &Config,
    ) -> Result<(), Refusal> {
        let id = self.character_id(&character)?;
        self.give_up(self.state.characters[id].config);
        self.state.characters[id].config = self.config_id(config);
        Ok(())
    }

    /// A character as it is now.
    #[wasm_bindgen(unchecked_return_type = "CharacterState")]
    pub fn character(
        &self,
        #[wasm_bindgen(unchecked_param_type = "CharacterHandle")] character: JsValue,
    ) -> Result<JsValue, Refusal> {
        let actor = &self.state.characters[self.character_id(&character)?];
        let State { position, velocity, ground, is_crouching, support, .. } = actor.state;
        let support = support.filter(|_| ground != Ground::Airborne).and_then(|surface| surface.body());
        Ok(Record::new()
            .with("position", vector(position))
            .with("velocity", vector(velocity))
            .with("ground", ground.name())
            .with("support", support.map(handle::told))
            .with("isCrouching", is_crouching)
            .with("isCrushed", actor.is_crushed)
            .with("inside", list(actor.inside.inside(), |id| handle::number(id.to_bits()).into()))
            .with("touching", list(&actor.touching, |owner| report::owner(Record::new(), *owner).into()))
            .into())
    }

    /// The centres of all characters, x, y, z in metres, at a share of the last tick (0 to 1; default 1, as they are
    /// now). A teleport is not drawn as a way.
    pub fn positions(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] share: JsValue,
    ) -> Result<Vec<f64>, Refusal> {
        let share = share_of(&share)?;
        let place = |(id, actor): (CharacterId, &StageCharacter)| match self.before.characters.get(id) {
            Some(before) => position_between(&before.state, &actor.state, share).to_array(),
            None => actor.state.position.to_array(),
        };
        Ok(self.state.characters.iter_with_ids().flat_map(place).collect())
    }

    /// Puts a character's centre somewhere else at once, in the air there; its velocity stays. Metres.
    pub fn teleport(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "CharacterHandle")] character: JsValue,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] to: JsValue,
    ) -> Result<(), Refusal> {
        let (id, to) = (self.character_id(&character)?, read::place("to", &to)?);
        self.state.characters[id].state.teleport(to);
        Ok(())
    }

    /// Throws a character: it is in the air where it is, with this velocity, m/s. Jump pads, explosions.
    pub fn launch(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "CharacterHandle")] character: JsValue,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] velocity: JsValue,
    ) -> Result<(), Refusal> {
        let (id, velocity) = (self.character_id(&character)?, read::place("velocity", &velocity)?);
        self.state.characters[id].state.launch(velocity);
        Ok(())
    }

    /// Gives a character another velocity, m/s. On the ground it is walked off, and what of it leads up is lost: `launch` throws.
    #[wasm_bindgen(js_name = setVelocity)]
    pub fn set_velocity(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "CharacterHandle")] character: JsValue,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] velocity: JsValue,
    ) -> Result<(), Refusal> {
        let (id, velocity) = (self.character_id(&character)?, read::place("velocity", &velocity)?);
        self.state.characters[id].state.velocity = velocity;
        Ok(())
    }
}

impl Stage {
    /// A character that is there.
    fn character_id(&self, value: &JsValue) -> Result<CharacterId, Refusal> {
        let bits = handle::bits("character", value, "a handle that addCharacter returned")?;
        let id = CharacterId::from_bits(bits);
        let dead =
            || Refusal::Text(format!("{id} is not on this stage: it was removed, or belongs to another one"));
        self.state.characters.get(id).map(|_| id).ok_or_else(dead)
    }

    /// The stage's own copy of some settings, the same for equal ones.
    fn config_id(&mut self, config: &Config) -> ConfigId {
        let known = self.configs.iter().find(|(own, _)| *own == config.checked);
        known.map(|(_, id)| *id).unwrap_or_else(|| {
            self.forget_config();
            let id = self.stage.add_config(config.checked);
            self.configs.push((config.checked, id));
            id
        })
    }

    /// Gives back the settings that have been unused for longest, if there are many of them.
    fn forget_config(&mut self) {
        let characters = &self.state.characters;
        let is_unused = |id| characters.iter().all(|actor| actor.config != id);
        if self.configs.len() >= MOST_UNUSED + characters.len()
            && let Some(place) = self.configs.iter().position(|(_, id)| is_unused(*id))
        {
            // A live handle, so there is no error.
            let _ = self.stage.remove_config(self.configs.remove(place).1);
        }
    }

    /// Puts the settings that a character gives up behind all others.
    fn give_up(&mut self, id: ConfigId) {
        if let Some(place) = self.configs.iter().position(|(_, known)| *known == id) {
            let given_up = self.configs.remove(place);
            self.configs.push(given_up);
        }
    }

    /// Refuses a state with a character whose settings were given back.
    pub(super) fn check_configs(&self, state: &StageState) -> Result<(), InputError> {
        match state.characters.iter().find(|actor| self.stage.config(actor.config).is_none()) {
            Some(actor) => Err(InputError::DeadConfig { config: actor.config }),
            None => Ok(()),
        }
    }
}
