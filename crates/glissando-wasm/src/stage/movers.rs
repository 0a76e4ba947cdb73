//! The movers of a stage: lifts, doors, trains, turntables.

use super::Stage;
use crate::fields::Fields;
use crate::js;
use crate::record::{Record, vector};
use crate::refusal::Refusal;
use crate::{handle, read};
use glissando::stage::{Drive, Key, MoverSpec, MoverState, PathEnds, Policy};
use glissando::{DQuat, DRigid3, DVec3, MoverId};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The fields of a mover.
const FIELDS: [&str; 7] = ["pivot", "linear", "angular", "path", "ends", "wait", "policy"];

#[wasm_bindgen]
impl Stage {
    /// Lets a body move from now on; the pose that it has now is its rest.
    ///
    /// `path` goes along keys, `linear` and `angular` move for ever, neither follows `setTarget`.
    #[wasm_bindgen(js_name = addMover, unchecked_return_type = "MoverHandle")]
    pub fn add_mover(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "BodyHandle")] body: JsValue,
        #[wasm_bindgen(unchecked_param_type = "MoverOptions")] options: JsValue,
    ) -> Result<f64, Refusal> {
        let body = handle::read("body", &body)?;
        let fields = Fields::of("options", &options, &FIELDS)?;
        let pivot = fields.read("pivot", read::vector)?.unwrap_or(DVec3::ZERO);
        let policy = fields.read("policy", policy)?.unwrap_or_default();
        let spec = MoverSpec { body, pivot, drive: drive(&fields)?, policy };
        let id = self.stage.add_mover(spec)?;
        self.stage.add_new_movers_to(&mut self.state);
        self.stage.add_new_movers_to(&mut self.before);
        Ok(handle::number(id.to_bits()))
    }

    /// Takes a mover away; its body stays where it is now.
    #[wasm_bindgen(js_name = removeMover)]
    pub fn remove_mover(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "MoverHandle")] mover: JsValue,
    ) -> Result<(), Refusal> {
        let id = self.mover_id(&mover)?;
        Ok(self.stage.remove_mover(id, &self.state)?)
    }

    /// Opens a mover with `ends: 'call'`: it goes to its end, waits, and comes back.
    pub fn open(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "MoverHandle")] mover: JsValue,
    ) -> Result<(), Refusal> {
        let id = self.mover_id(&mover)?;
        self.state.movers[id].open();
        Ok(())
    }

    /// Sends a mover with `ends: 'call'` back to its start.
    pub fn close(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "MoverHandle")] mover: JsValue,
    ) -> Result<(), Refusal> {
        let id = self.mover_id(&mover)?;
        self.state.movers[id].close();
        Ok(())
    }

    /// Where a mover without path and velocities is to be at the end of the next tick: how far from its rest, and how
    /// turned about its pivot.
    #[wasm_bindgen(js_name = setTarget)]
    pub fn set_target(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "MoverHandle")] mover: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Offset")] target: JsValue,
    ) -> Result<(), Refusal> {
        let id = self.mover_id(&mover)?;
        let fields = Fields::of("target", &target, &["translation", "rotation"])?;
        self.state.movers[id].target = offset(&fields)?;
        Ok(())
    }

    /// A mover as it is now.
    #[wasm_bindgen(unchecked_return_type = "MoverPose")]
    pub fn mover(
        &self,
        #[wasm_bindgen(unchecked_param_type = "MoverHandle")] mover: JsValue,
    ) -> Result<JsValue, Refusal> {
        let MoverState { pose, clock, rate, .. } = self.state.movers[self.mover_id(&mover)?];
        let [x, y, z, w] = pose.rotation.to_array();
        Ok(Record::new()
            .with("translation", vector(pose.translation))
            .with("rotation", js::list_of_4(x, y, z, w))
            .with("clock", clock)
            .with("rate", rate)
            .into())
    }
}

impl Stage {
    /// A mover that is there.
    pub(super) fn mover_id(&self, value: &JsValue) -> Result<MoverId, Refusal> {
        let id = MoverId::from_bits(handle::bits("mover", value, "a handle that addMover returned")?);
        let dead =
            || Refusal::Text(format!("{id} is not on this stage: it was removed, or belongs to another one"));
        self.stage.mover(id).map(|_| id).ok_or_else(dead)
    }
}

/// How far something is from its rest, and how turned.
fn offset(fields: &Fields) -> Result<DRigid3, Refusal> {
    let translation = fields.read("translation", read::vector)?.unwrap_or(DVec3::ZERO);
    let rotation = fields.read("rotation", read::rotation)?.unwrap_or(DQuat::IDENTITY);
    Ok(DRigid3 { rotation, translation })
}

fn drive(fields: &Fields) -> Result<Drive, Refusal> {
    let linear = fields.read("linear", read::vector)?;
    let angular = fields.read("angular", read::vector)?;
    let path = fields.get("path")?;
    let ends = ends(fields, path.is_some())?;
    let Some(path) = path else {
        return Ok(match (linear, angular) {
            (None, None) => Drive::Target,
            _ => Drive::Velocity { linear: linear.unwrap_or_default(), angular: angular.unwrap_or_default() },
        });
    };
    if linear.is_some() || angular.is_some() {
        return Err(Refusal::Text("options has a path and velocities: give one of them".into()));
    }
    let mut keys = Vec::new();
    read::each("options.path", &path, "keys: time, translation, rotation", |what, value| {
        let fields = Fields::of(what, value, &["time", "translation", "rotation"])?;
        let DRigid3 { rotation, translation } = offset(&fields)?;
        keys.push(Key { time: fields.read("time", read::number)?.unwrap_or(0.0), translation, rotation });
        Ok(())
    })?;
    Ok(Drive::Path { keys, ends })
}

/// The end of a path; refused where it would have no effect.
fn ends(fields: &Fields, has_path: bool) -> Result<PathEnds, Refusal> {
    let wait = fields.read("wait", read::number)?;
    let must = "'loop', 'pingPong' or 'call'";
    let ends = fields.read("ends", |what, value| match read::text(what, value)?.as_str() {
        "loop" => Ok(PathEnds::Loop),
        "pingPong" => Ok(PathEnds::PingPong),
        "call" => Ok(PathEnds::OnCall { wait: wait.unwrap_or(f64::INFINITY) }),
        _ => Err(Refusal::wrong(what, value, must)),
    })?;
    match (has_path, ends, wait) {
        (false, None, None) | (true, _, None) | (true, Some(PathEnds::OnCall { .. }), _) => {
            Ok(ends.unwrap_or(PathEnds::PingPong))
        }
        _ => Err(Refusal::Text("options.ends needs a path, and options.wait needs ends: 'call'".into())),
    }
}

fn policy(what: &str, value: &JsValue) -> Result<Policy, Refusal> {
    match read::text(what, value)?.as_str() {
        "push" => Ok(Policy::Push),
        "stop" => Ok(Policy::Stop),
        "reverse" => Ok(Policy::Reverse),
        _ => Err(Refusal::wrong(what, value, "'push', 'stop' or 'reverse'")),
    }
}
