//! `Config`: the settings of a character, checked once.

use crate::refusal::Refusal;
use crate::{read, settings};
use glissando::Settings;
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
        let settings = if settings.is_undefined() { Settings::default() } else { settings::read(&settings)? };
        Ok(Self { checked: glissando::Config::new(&settings)? })
    }

    /// All settings, those too that were left out; `up` has length one.
    #[wasm_bindgen(getter, unchecked_return_type = "AllSettings")]
    pub fn settings(&self) -> JsValue {
        settings::told(self.checked.settings())
    }
}

/// The cosine of an angle in degrees (0 to 180), with the same bits in every engine: for `cosClimb` and `cosSlip`.
///
/// Throws on other angles.
#[wasm_bindgen(js_name = cosDegrees)]
pub fn cos_degrees(
    #[wasm_bindgen(unchecked_param_type = "number")] degrees: JsValue,
) -> Result<f64, Refusal> {
    Ok(glissando::math::cos_degrees(read::within("degrees", &degrees, 0.0, 180.0)?))
}
