//! How time goes by in a session: on, back, slower, not at all.

use super::{Session, refused};
use crate::read;
use crate::refusal::Refusal;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl Session {
    /// Ticks since the start.
    #[wasm_bindgen(getter)]
    pub fn tick(&self) -> f64 {
        self.played.tick() as f64
    }

    /// The first tick that one can go back to.
    #[wasm_bindgen(getter)]
    pub fn earliest(&self) -> f64 {
        self.played.earliest() as f64
    }

    /// The last tick that is known: beyond it the hand decides.
    #[wasm_bindgen(getter)]
    pub fn latest(&self) -> f64 {
        self.played.latest() as f64
    }

    /// Seconds a tick.
    #[wasm_bindgen(getter)]
    pub fn dt(&self) -> f64 {
        self.played.walk().dt
    }

    /// Whether time walks on as it did before going back.
    #[wasm_bindgen(getter, js_name = isRepeating)]
    pub fn is_repeating(&self) -> bool {
        self.played.is_repeating()
    }

    /// Goes on by so many seconds of real time; how many ticks were done.
    pub fn advance(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] seconds: JsValue,
    ) -> Result<u32, Refusal> {
        self.played.advance(read::number("seconds", &seconds)?).map_err(refused)
    }

    /// Does one tick, paused or not.
    pub fn step(&mut self) -> Result<(), Refusal> {
        self.played.step().map_err(refused)
    }

    /// Does so many ticks at once.
    pub fn run(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] ticks: JsValue,
    ) -> Result<(), Refusal> {
        for _ in 0..read::whole("ticks", &ticks, u32::MAX)? {
            self.step()?;
        }
        Ok(())
    }

    /// Goes back to a tick, or on to one that was there before going back: to the nearest that is known.
    #[wasm_bindgen(js_name = goTo)]
    pub fn go_to(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] tick: JsValue,
    ) -> Result<f64, Refusal> {
        let tick = read::whole("tick", &tick, u32::MAX)?;
        self.played.go_to(u64::from(tick)).map(|tick| tick as f64).map_err(refused)
    }

    /// Whether time stands still.
    #[wasm_bindgen(getter, js_name = isPaused)]
    pub fn is_paused(&self) -> bool {
        self.played.is_paused()
    }

    /// Stops time, or lets it go on.
    #[wasm_bindgen(setter, js_name = isPaused)]
    pub fn set_paused(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "boolean")] paused: JsValue,
    ) -> Result<(), Refusal> {
        self.played.pause(read::truth("isPaused", &paused)?);
        Ok(())
    }

    /// Seconds of the walk per second.
    #[wasm_bindgen(getter)]
    pub fn pace(&self) -> f64 {
        self.played.pace()
    }

    /// Slower or faster: 0.01 to 16.
    #[wasm_bindgen(setter)]
    pub fn set_pace(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] pace: JsValue,
    ) -> Result<(), Refusal> {
        self.played.set_pace(read::number("pace", &pace)?).map_err(refused)
    }
}
