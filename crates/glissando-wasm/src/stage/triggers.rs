//! The triggers of a stage: volumes and surfaces that report and do not block.

use super::Stage;
use crate::fields::Fields;
use crate::mesh::Mesh;
use crate::refusal::Refusal;
use crate::{handle, pose, read};
use glissando::TriggerId;
use glissando::trigger::{Trigger, TriggerKind};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl Stage {
    /// Adds a trigger; it may ride on a mover.
    ///
    /// Throws on a volume whose mesh is not closed.
    #[wasm_bindgen(js_name = addTrigger, unchecked_return_type = "TriggerHandle")]
    pub fn add_trigger(
        &mut self,
        mesh: &Mesh,
        #[wasm_bindgen(unchecked_optional_param_type = "TriggerOptions")] options: JsValue,
    ) -> Result<f64, Refusal> {
        let fields = Fields::of("options", &options, &["kind", "pose", "layers", "mover"])?;
        let kind = fields.read("kind", kind)?.unwrap_or(TriggerKind::VolumeByBody);
        let mut trigger = Trigger::new(mesh.shared.clone(), kind);
        if let Some(pose) = fields.read("pose", |_, value| pose::read("pose", value))? {
            trigger.pose = pose;
        }
        if let Some(layers) = fields.read("layers", read::bits)? {
            trigger.layers = layers;
        }
        let mover = fields.read("mover", |_, value| self.mover_id(value))?;
        Ok(handle::number(self.stage.add_trigger(trigger, mover)?.to_bits()))
    }

    /// Takes a trigger out; a character inside leaves it in the next tick.
    #[wasm_bindgen(js_name = removeTrigger)]
    pub fn remove_trigger(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "TriggerHandle")] trigger: JsValue,
    ) -> Result<(), Refusal> {
        let bits = handle::bits("trigger", &trigger, "a handle that addTrigger returned")?;
        self.stage.remove_trigger(TriggerId::from_bits(bits))?;
        Ok(())
    }
}

fn kind(what: &str, value: &JsValue) -> Result<TriggerKind, Refusal> {
    match read::text(what, value)?.as_str() {
        "surface" => Ok(TriggerKind::Surface),
        "volumeByBody" => Ok(TriggerKind::VolumeByBody),
        "volumeByCentre" => Ok(TriggerKind::VolumeByCentre),
        _ => Err(Refusal::wrong(what, value, "'surface', 'volumeByBody' or 'volumeByCentre'")),
    }
}
