//! What a session shows: to be drawn, and to be read.

use super::{Session, choice, drawn, refused, told};
use crate::read;
use crate::refusal::Refusal;
use glissando_play::session::Controls;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Angles at most, in radians, either way round: as for what is held.
const MOST_ANGLE: f64 = 1e6;

#[wasm_bindgen]
impl Session {
    /// The bodies, to be drawn.
    #[wasm_bindgen(unchecked_return_type = "BodyShape[]")]
    pub fn bodies(&self) -> JsValue {
        drawn::bodies(self.played.walk(), &self.movers)
    }

    /// Where everything that moves is at the moment.
    #[wasm_bindgen(unchecked_return_type = "Places")]
    pub fn places(&mut self) -> Result<JsValue, Refusal> {
        let places = self.played.places().map_err(refused)?;
        Ok(drawn::places(&places, &self.movers))
    }

    /// What is passed through.
    #[wasm_bindgen(js_name = triggerShapes, unchecked_return_type = "TriggerShape[]")]
    pub fn trigger_shapes(&self) -> JsValue {
        drawn::trigger_shapes(&self.played.trigger_shapes())
    }

    /// Where eyes look that are turned like this (radians), by the character's up.
    #[wasm_bindgen(unchecked_return_type = "ViewDirections")]
    pub fn view(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] yaw: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] pitch: JsValue,
    ) -> Result<JsValue, Refusal> {
        let angle = |what, value| read::within(what, value, -MOST_ANGLE, MOST_ANGLE);
        let (yaw, pitch) = (angle("yaw", &yaw)?, angle("pitch", &pitch)?);
        let view = Controls { yaw, pitch, ..Controls::default() }.view(self.played.settings().up);
        Ok(told::view(&view))
    }

    /// How far a camera can go from a point along a direction, at most `most` metres, without being in a wall.
    #[wasm_bindgen(js_name = viewDistance)]
    pub fn view_distance(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] direction: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] most: JsValue,
    ) -> Result<f64, Refusal> {
        let (from, direction) = (read::place("from", &from)?, read::place("direction", &direction)?);
        let most = read::number("most", &most)?;
        self.played.view_distance(from, direction, most).map_err(refused)
    }

    /// How the hand's character is.
    #[wasm_bindgen(unchecked_return_type = "SessionStatus")]
    pub fn status(&mut self) -> Result<JsValue, Refusal> {
        Ok(told::status(&self.played.status().map_err(refused)?))
    }

    /// The messages since the last call.
    #[wasm_bindgen(unchecked_return_type = "News[]")]
    pub fn news(&mut self) -> JsValue {
        told::news(&self.played.news())
    }

    /// What the mover sees and does, as lines and triangles.
    #[wasm_bindgen(unchecked_return_type = "Overlay")]
    pub fn overlay(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Layers")] layers: JsValue,
    ) -> Result<JsValue, Refusal> {
        let lines = self.played.overlay(choice::layers(&layers)?).map_err(refused)?;
        Ok(drawn::overlay(&lines))
    }
}
