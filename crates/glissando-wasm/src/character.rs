//! `Character`: one that walks.

use crate::config::Config;
use crate::fields::Fields;
use crate::record::{Record, camel, list, vector};
use crate::refusal::Refusal;
use crate::world::World;
use crate::{handle, read, report};
use glissando::interpolation::position_on_path;
use glissando::path::Waypoint;
use glissando::{Ground, Input, Scratch, State, saved, step};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// One that walks, jumps, falls and lands: its settings and its state.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Character {
    config: glissando::Config,
    state: State,
    path: Vec<Waypoint>,
    scratch: Scratch,
}

#[wasm_bindgen]
impl Character {
    /// At rest, with its lowest point a skin above `feet` (metres).
    #[wasm_bindgen(constructor)]
    pub fn new(
        config: &Config,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] feet: JsValue,
    ) -> Result<Self, Refusal> {
        let config = config.checked;
        let state = State::with_feet_at(&config, read::place("feet", &feet)?);
        Ok(Self { config, state, path: Vec::new(), scratch: Scratch::new() })
    }

    /// Moves it by one tick of `dt` seconds (0 to 10), as the input wishes; tells what happened.
    ///
    /// Throws on numbers that cannot be used; the state is then unchanged.
    #[wasm_bindgen(unchecked_return_type = "Report")]
    pub fn step(
        &mut self,
        world: &World,
        #[wasm_bindgen(unchecked_param_type = "Input")] input: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] dt: JsValue,
    ) -> Result<JsValue, Refusal> {
        let (input, dt) = (self::input(&input)?, read::number("dt", &dt)?);
        let Self { config, state, path, scratch } = self;
        let tick = step(&world.bodies, config, state, input, dt, scratch)?;
        path.clear();
        path.extend_from_slice(tick.path);
        Ok(Record::new()
            .with("ground", state.ground.name())
            .with("stop", camel(tick.stop.name()))
            .with("subSteps", tick.sub_steps as f64)
            .with("events", list(tick.events, |event| report::event(Record::new(), event)))
            .with("contacts", list(tick.contacts, report::loaded_contact))
            .into())
    }

    /// Gives it other settings from the next tick on.
    #[wasm_bindgen(js_name = setConfig)]
    pub fn set_config(&mut self, config: &Config) {
        self.config = config.checked;
    }

    /// Puts its centre somewhere else at once, in the air there; its velocity stays. Metres.
    pub fn teleport(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] to: JsValue,
    ) -> Result<(), Refusal> {
        self.state.teleport(read::place("to", &to)?);
        self.path.clear();
        Ok(())
    }

    /// The centre of its ellipsoid, metres.
    #[wasm_bindgen(getter, unchecked_return_type = "Vector")]
    pub fn position(&self) -> JsValue {
        vector(self.state.position)
    }

    /// Where its centre is drawn at a share of the last tick (0 to 1): on the way that it really took. Metres.
    ///
    /// Draw with the share of the time since the last tick: the picture is then one tick behind, and smooth at any rate.
    #[wasm_bindgen(js_name = positionAt, unchecked_return_type = "Vector")]
    pub fn position_at(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] share: JsValue,
    ) -> Result<JsValue, Refusal> {
        let share = read::within("share", &share, 0.0, 1.0)?;
        Ok(vector(position_on_path(&self.path, share).unwrap_or(self.state.position)))
    }

    /// Metres per second; while standing, relative to what it stands on.
    #[wasm_bindgen(getter, unchecked_return_type = "Vector")]
    pub fn velocity(&self) -> JsValue {
        vector(self.state.velocity)
    }

    /// Throws it: it is in the air where it is, with this velocity, m/s. Jump pads, explosions.
    pub fn launch(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] velocity: JsValue,
    ) -> Result<(), Refusal> {
        self.state.launch(read::place("velocity", &velocity)?);
        Ok(())
    }

    /// Gives it another velocity, m/s. On the ground it is walked off, and what of it leads up is lost: `launch` throws.
    #[wasm_bindgen(setter)]
    pub fn set_velocity(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] velocity: JsValue,
    ) -> Result<(), Refusal> {
        self.state.velocity = read::place("velocity", &velocity)?;
        Ok(())
    }

    /// How it is held.
    #[wasm_bindgen(getter, unchecked_return_type = "Ground")]
    pub fn ground(&self) -> String {
        self.state.ground.name().into()
    }

    /// Unit normal of the ground that it is on, else `undefined`.
    #[wasm_bindgen(getter, js_name = groundNormal, unchecked_return_type = "Vector | undefined")]
    pub fn ground_normal(&self) -> JsValue {
        match self.state.ground {
            Ground::Airborne => JsValue::UNDEFINED,
            _ => vector(self.state.ground_normal.as_dvec3()),
        }
    }

    /// The body that it is on, else `undefined`.
    #[wasm_bindgen(getter, unchecked_return_type = "BodyHandle | undefined")]
    pub fn support(&self) -> Option<f64> {
        let support = self.state.support.filter(|_| self.state.ground != Ground::Airborne);
        support?.body().map(handle::told)
    }

    /// Whether it crouches.
    #[wasm_bindgen(getter, js_name = isCrouching)]
    pub fn is_crouching(&self) -> bool {
        self.state.is_crouching
    }

    /// Radii of its body as it is now, metres along its own axes.
    #[wasm_bindgen(getter, unchecked_return_type = "Vector")]
    pub fn radii(&self) -> JsValue {
        vector(self.config.shape(self.state.is_crouching).radii())
    }

    /// The way that its centre really took in the last tick: time in seconds, x, y, z in metres, time, x, ...
    pub fn path(&self) -> Vec<f64> {
        let numbers = |w: &Waypoint| [w.time, w.position.x, w.position.y, w.position.z];
        self.path.iter().flat_map(numbers).collect()
    }

    /// All that it carries from tick to tick, as bytes.
    pub fn save(&self) -> Result<Vec<u8>, Refusal> {
        Ok(saved::states_to_bytes(&[self.state])?)
    }

    /// Puts back what `save` returned: what follows is the same to the bit.
    pub fn restore(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] saved: JsValue,
    ) -> Result<(), Refusal> {
        let bytes: Vec<u8> = read::typed("saved", &saved)?;
        if let [state] = saved::states_from_bytes(&bytes, 1)?[..] {
            self.state = state;
        }
        Ok(())
    }
}

/// The input that an object says.
pub(crate) fn input(input: &JsValue) -> Result<Input, Refusal> {
    let fields = Fields::of("input", input, &["wish", "jump", "crouch", "fly"])?;
    let button = |name| Ok::<_, Refusal>(fields.read(name, read::truth)?.unwrap_or(false));
    Ok(Input {
        wish: fields.read("wish", read::vector)?.unwrap_or_default(),
        jump: button("jump")?,
        crouch: button("crouch")?,
        fly: button("fly")?,
    })
}
