//! `Stage`: a world that moves, with movers, triggers and characters that meet each other.

mod balls;
mod characters;
mod movers;
mod report;
mod triggers;

use crate::fields::Fields;
use crate::mesh::Mesh;
use crate::refusal::Refusal;
use crate::world::{PLACE, World, body};
use crate::{handle, pose, read};
use glissando::stage::{StageScratch, StageState};
use glissando::{CharacterId, ConfigId, Input, saved};
use std::collections::BTreeMap;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// A world that moves: lifts, doors, trains, triggers, and characters that stand on them and push each other.
///
/// Everything that changes in a tick is one state: `save` and `restore` it, and the same inputs give the same bits.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Stage {
    stage: glissando::Stage,
    state: StageState,
    /// The state before the last tick, to draw between the two.
    before: StageState,
    /// Memory for the next such state.
    spare: StageState,
    inputs: BTreeMap<CharacterId, Input>,
    wishes: Vec<Input>,
    /// Settings that no character has any more are in the order in which they were given up.
    configs: Vec<(glissando::Config, ConfigId)>,
    scratch: StageScratch,
}

#[wasm_bindgen]
impl Stage {
    /// A stage with the bodies of a world as they are now. The world stays as it is; their handles are those of the
    /// stage's bodies too.
    #[wasm_bindgen(constructor)]
    pub fn new(world: &World) -> Self {
        let stage = glissando::Stage::new(world.bodies.clone());
        let state = stage.initial_state();
        Self {
            before: state.clone(),
            spare: StageState::default(),
            stage,
            state,
            inputs: BTreeMap::new(),
            wishes: Vec::new(),
            configs: Vec::new(),
            scratch: StageScratch::default(),
        }
    }

    /// Moves everything by one tick of `dt` seconds (0 to 10): the world first, with the characters that it carries and
    /// pushes, then each character by its input. Reports what happened.
    ///
    /// Throws on numbers that cannot be used; nothing has changed then.
    #[wasm_bindgen(unchecked_return_type = "StageReport")]
    pub fn tick(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] dt: JsValue,
    ) -> Result<JsValue, Refusal> {
        let dt = read::number("dt", &dt)?;
        let Self { stage, state, before, spare, inputs, wishes, scratch, .. } = self;
        wishes.clear();
        let ids = state.characters.ids();
        wishes.extend(ids.iter().map(|id| inputs.get(id).copied().unwrap_or_default()));
        // It keeps the memory of the state before the last.
        spare.clone_from(state);
        let done = stage.tick(state, wishes, dt, scratch)?;
        std::mem::swap(before, spare);
        Ok(report::tick(state, &done))
    }

    /// The bodies of the stage as they are now, as a world: for rays, sweeps and other questions.
    ///
    /// It does not follow the stage: ask again after a tick, and `free` the old one. Meshes are shared, so it is small.
    #[wasm_bindgen(js_name = worldNow)]
    pub fn world_now(&mut self) -> Result<World, Refusal> {
        Ok(World { bodies: self.stage.world_at(&self.state)?.clone() })
    }

    /// Ticks since the start.
    #[wasm_bindgen(getter)]
    pub fn ticks(&self) -> f64 {
        self.state.tick as f64
    }

    /// Inserts a body between two ticks.
    #[wasm_bindgen(unchecked_return_type = "BodyHandle")]
    pub fn add(
        &mut self,
        mesh: &Mesh,
        #[wasm_bindgen(unchecked_optional_param_type = "PlaceOptions")] place: JsValue,
    ) -> Result<f64, Refusal> {
        let body = body(mesh, &Fields::of("place", &place, &PLACE)?)?;
        Ok(handle::told(self.stage.insert(body)?))
    }

    /// Takes a body out between two ticks; a character on it falls. Throws while a mover moves the body.
    pub fn remove(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "BodyHandle")] body: JsValue,
    ) -> Result<(), Refusal> {
        self.stage.remove(handle::read("body", &body)?)?;
        Ok(())
    }

    /// Puts a body at another pose at once; it carries and pushes nothing by that. A mover does.
    #[wasm_bindgen(js_name = setPose)]
    pub fn set_pose(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "BodyHandle")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Pose")] pose: JsValue,
    ) -> Result<(), Refusal> {
        Ok(self.stage.set_pose(handle::read("body", &body)?, pose::read("pose", &pose)?)?)
    }

    /// Gives a body another mesh at once: a bent one, or any.
    #[wasm_bindgen(js_name = setMesh)]
    pub fn set_mesh(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "BodyHandle")] body: JsValue,
        mesh: &Mesh,
    ) -> Result<(), Refusal> {
        Ok(self.stage.set_mesh(handle::read("body", &body)?, mesh.shared.clone())?)
    }

    /// Puts a body on other layers, a bit each.
    #[wasm_bindgen(js_name = setLayers)]
    pub fn set_layers(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "BodyHandle")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] layers: JsValue,
    ) -> Result<(), Refusal> {
        let (body, layers) = (handle::read("body", &body)?, read::bits("layers", &layers)?);
        Ok(self.stage.set_layers(body, layers)?)
    }

    /// The pose at which a body is drawn at a share of the last tick (0 to 1; default 1, as it is now): twelve numbers.
    pub fn pose(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "BodyHandle")] body: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] share: JsValue,
    ) -> Result<Vec<f64>, Refusal> {
        let (body, share) = (handle::read("body", &body)?, share_of(&share)?);
        let mover = self.stage.mover_of(body);
        let between = |id| self.stage.pose_between(id, &self.before, &self.state, share);
        let pose = match mover.and_then(between) {
            Some(pose) => pose,
            None => self.stage.world_at(&self.state)?.body(body)?.pose,
        };
        Ok(pose::told(&pose))
    }

    /// Everything that changes in ticks, as bytes.
    pub fn save(&self) -> Result<Vec<u8>, Refusal> {
        Ok(saved::stage_to_bytes(&self.state)?)
    }

    /// Puts back what `save` returned: what follows is the same to the bit. Bodies, movers and triggers are not part of
    /// it; inputs stay as they are.
    pub fn restore(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] saved: JsValue,
    ) -> Result<(), Refusal> {
        let bytes: Vec<u8> = read::typed("saved", &saved)?;
        let state = saved::stage_from_bytes(&bytes)?;
        self.stage.world_at(&state)?;
        self.check_configs(&state)?;
        (self.before, self.state) = (state.clone(), state);
        Ok(())
    }
}

/// A share of a tick; 1 if it is left out.
fn share_of(share: &JsValue) -> Result<f64, Refusal> {
    if share.is_undefined() { Ok(1.0) } else { read::within("share", share, 0.0, 1.0) }
}
