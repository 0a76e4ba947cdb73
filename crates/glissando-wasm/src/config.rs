//! `Config`: the settings of a character, checked once.

use crate::naming::{camel, to_library, to_script};
use crate::refusal::Refusal;
use glissando::Settings;
use serde::Serialize;
use serde_wasm_bindgen::{Deserializer, Serializer};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The settings of a character, checked. Any number of characters may share it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Config {
    pub(crate) checked: glissando::Config,
}

#[wasm_bindgen]
impl Config {
    /// Checks the settings; what is left out has its default.
    ///
    /// Throws on fields that there are not, and on numbers that cannot be used, with their names.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "Settings")] settings: JsValue,
    ) -> Result<Self, Refusal> {
        let settings = if settings.is_undefined() { Settings::default() } else { read(&settings)? };
        Ok(Self { checked: glissando::Config::new(&settings)? })
    }

    /// All settings, those too that were left out; `up` has length one.
    #[wasm_bindgen(getter, unchecked_return_type = "Required<Settings>")]
    pub fn settings(&self) -> Result<JsValue, Refusal> {
        to_script(told(self.checked.settings())?)
    }
}

/// The cosine of an angle in degrees (0 to 180), with the same bits in every engine: for `cosClimb` and `cosSlip`.
#[wasm_bindgen(js_name = cosDegrees)]
pub fn cos_degrees(degrees: f64) -> f64 {
    glissando::math::cos_degrees(degrees)
}

/// Settings as an object, with the library's names.
fn told(settings: &Settings) -> Result<JsValue, Refusal> {
    Ok(settings.serialize(&Serializer::new())?)
}

/// Settings from an object, with the names of JavaScript.
fn read(settings: &JsValue) -> Result<Settings, Refusal> {
    let renamed = to_library(settings, &told(&Settings::default())?, "settings")?;
    serde_path_to_error::deserialize(Deserializer::from(renamed)).map_err(|error| {
        let path = camel(&error.path().to_string());
        Refusal::Text(format!("settings.{path}: {}", error.inner()))
    })
}
