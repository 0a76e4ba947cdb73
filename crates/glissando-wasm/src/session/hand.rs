//! What the hand does in a session: what it holds, what it opens, and what its character is.

use super::{Session, choice, refused, told};
use crate::record::vector;
use crate::refusal::Refusal;
use crate::{read, settings};
use glissando::Config;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl Session {
    /// What is held from now on. If the next tick begins with other keys than before, that ends the autopilot, and what is
    /// walked again after going back; keys that are let go before it, as in a pause, end nothing.
    #[wasm_bindgen(js_name = setControls)]
    pub fn set_controls(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Controls")] controls: JsValue,
    ) -> Result<(), Refusal> {
        self.played.set_controls(choice::controls(&controls)?).map_err(refused)
    }

    /// What is held.
    #[wasm_bindgen(getter, unchecked_return_type = "Required<Controls>")]
    pub fn controls(&self) -> JsValue {
        told::controls(self.played.controls())
    }

    /// Whether it goes by itself.
    #[wasm_bindgen(getter, js_name = isOnAutopilot)]
    pub fn is_on_autopilot(&self) -> bool {
        self.played.is_on_autopilot()
    }

    /// Lets it go by the scene's script or by chance, or by the hand.
    #[wasm_bindgen(js_name = setAutopilot)]
    pub fn set_autopilot(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "boolean")] on: JsValue,
    ) -> Result<(), Refusal> {
        self.played.set_autopilot(read::truth("on", &on)?);
        Ok(())
    }

    /// Metres per second with fully held controls.
    #[wasm_bindgen(getter)]
    pub fn speed(&self) -> f64 {
        self.played.speed()
    }

    /// Changes it.
    #[wasm_bindgen(setter)]
    pub fn set_speed(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] speed: JsValue,
    ) -> Result<(), Refusal> {
        self.played.set_speed(read::number("speed", &speed)?).map_err(refused)
    }

    /// What the hand's character is.
    #[wasm_bindgen(getter, unchecked_return_type = "AllSettings")]
    pub fn settings(&self) -> Result<JsValue, Refusal> {
        let checked = Config::new(self.played.settings())?;
        Ok(settings::told(checked.settings()))
    }

    /// Makes it something else from the next tick on; what is left out has its default.
    #[wasm_bindgen(setter)]
    pub fn set_settings(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Settings")] settings: JsValue,
    ) -> Result<(), Refusal> {
        self.played.set_settings(&settings::read(&settings)?).map_err(refused)
    }

    /// Opens what waits within reach, and sends back what is open; how many there were.
    #[wasm_bindgen(js_name = useNear)]
    pub fn use_near(&mut self) -> Result<usize, Refusal> {
        self.played.use_near().map_err(refused)
    }

    /// Puts the centre of the hand's character there, at rest; metres.
    pub fn put(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] place: JsValue,
    ) -> Result<(), Refusal> {
        self.played.put(read::place("place", &place)?).map_err(refused)
    }

    /// Puts it back where it started.
    #[wasm_bindgen(js_name = putBack)]
    pub fn put_back(&mut self) {
        self.played.put_back();
    }

    /// Where the hand's character is, metres.
    #[wasm_bindgen(getter, unchecked_return_type = "Vector")]
    pub fn position(&self) -> JsValue {
        vector(self.played.position())
    }
}
