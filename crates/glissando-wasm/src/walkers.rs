//! `Walkers`: thousands of characters moved by one call.

use crate::config::Config;
use crate::fields::Fields;
use crate::record::Record;
use crate::refusal::Refusal;
use crate::world::World;
use crate::{memory, read, report, save};
use glissando::many::Keep;
use glissando::{DVec3, Event, Input, InputError, ManyScratch, State, step_many};
use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Walkers at most: some 1.5 KB each.
const MOST: usize = 1 << 20;

/// The bits of `buttons`.
const JUMP: u8 = 1;
const CROUCH: u8 = 2;
const FLY: u8 = 4;

/// Many characters of one kind that do not meet each other, moved by one call: the same bits as one by one.
///
/// `positions`, `velocities`, `grounds`, `wishes` and `buttons` are views of the memory of wasm: nothing is copied. A view
/// is dead (its length is 0) once that memory has grown, so take it from the walkers anew after anything that makes or
/// grows something, the first steps among them.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Walkers {
    config: glissando::Config,
    states: Vec<State>,
    inputs: Vec<Input>,
    scratch: ManyScratch,
    keeps_events: bool,
    events: Vec<(u32, Event)>,
    refused: Vec<(usize, InputError)>,
    wishes: Vec<f64>,
    buttons: Vec<u8>,
    positions: Vec<f64>,
    velocities: Vec<f64>,
    grounds: Vec<u8>,
}

#[wasm_bindgen]
impl Walkers {
    /// One at rest for each three numbers of `feet` (metres), its lowest point a skin above.
    #[wasm_bindgen(constructor)]
    pub fn new(
        config: &Config,
        #[wasm_bindgen(unchecked_param_type = "Float64Array")] feet: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "WalkersOptions")] options: JsValue,
    ) -> Result<Self, Refusal> {
        let fields = Fields::of("options", &options, &["events"])?;
        let keeps_events = fields.read("events", read::truth)?.unwrap_or(false);
        let places = read::threes("feet", &read::doubles("feet", &feet)?)?;
        let count = places.len();
        if count > MOST {
            return Err(Refusal::Text(format!("feet has {count} places: it must have at most {MOST}")));
        }
        let config = config.checked;
        let state = |place: [f64; 3]| {
            Ok(State::with_feet_at(&config, read::usable_place("feet", DVec3::from(place))?))
        };
        let states = places.into_iter().map(state).collect::<Result<Vec<_>, Refusal>>()?;
        let keep = if keeps_events { Keep::EVENTS } else { Keep::NONE };
        let mut walkers = Self {
            config,
            inputs: vec![Input::default(); count],
            scratch: ManyScratch::keeping(keep),
            keeps_events,
            events: Vec::new(),
            refused: Vec::new(),
            wishes: vec![0.0; 3 * count],
            buttons: vec![0; count],
            positions: vec![0.0; 3 * count],
            velocities: vec![0.0; 3 * count],
            grounds: vec![0; count],
            states,
        };
        walkers.tell();
        Ok(walkers)
    }

    /// Moves all by one tick of `dt` seconds (0 to 10), each as its wish and buttons say.
    ///
    /// Returns how many were refused: those stay as they were, and `refused` says why.
    pub fn step(
        &mut self,
        world: &World,
        #[wasm_bindgen(unchecked_param_type = "number")] dt: JsValue,
    ) -> Result<usize, Refusal> {
        let dt = read::number("dt", &dt)?;
        self.read_inputs();
        let Self { config, states, inputs, scratch, keeps_events, events, refused, .. } = self;
        let tick = step_many(&world.bodies, &[*config], states, inputs, dt, scratch)?;
        refused.clear();
        refused.extend_from_slice(tick.refused());
        events.clear();
        if *keeps_events {
            for (index, walker) in (0..).zip(tick.walkers()) {
                events.extend(walker.iter().flat_map(|report| report.events).map(|event| (index, *event)));
            }
        }
        let refused = refused.len();
        self.tell();
        Ok(refused)
    }

    /// How many walkers there are.
    #[wasm_bindgen(getter)]
    pub fn count(&self) -> usize {
        self.states.len()
    }

    /// To write: wanted velocities, x, y, z in m/s. They stay until they are written again.
    #[wasm_bindgen(getter, unchecked_return_type = "Float64Array")]
    pub fn wishes(&mut self) -> JsValue {
        memory::doubles(&self.wishes)
    }

    /// To write: a bit for each button, 1 jump, 2 crouch, 4 fly. They stay until they are written again.
    #[wasm_bindgen(getter, unchecked_return_type = "Uint8Array")]
    pub fn buttons(&mut self) -> JsValue {
        memory::bytes(&self.buttons)
    }

    /// To read: centres of the ellipsoids, x, y, z in metres.
    #[wasm_bindgen(getter, unchecked_return_type = "Float64Array")]
    pub fn positions(&mut self) -> JsValue {
        memory::doubles(&self.positions)
    }

    /// To read: velocities, x, y, z in m/s.
    #[wasm_bindgen(getter, unchecked_return_type = "Float64Array")]
    pub fn velocities(&mut self) -> JsValue {
        memory::doubles(&self.velocities)
    }

    /// To read: how each is held, 0 standing, 1 on steep ground, 2 airborne.
    #[wasm_bindgen(getter, unchecked_return_type = "Uint8Array")]
    pub fn grounds(&mut self) -> JsValue {
        memory::bytes(&self.grounds)
    }

    /// What happened in the last tick, by walker and time; empty unless the walkers were made with `events: true`.
    #[wasm_bindgen(unchecked_return_type = "WalkerEvent[]")]
    pub fn events(&self) -> Array {
        let told =
            |(walker, event): &(u32, Event)| report::event(Record::new().with("walker", *walker), event);
        self.events.iter().map(told).collect()
    }

    /// Who was refused in the last tick, by index, and why.
    #[wasm_bindgen(unchecked_return_type = "RefusedWalker[]")]
    pub fn refused(&self) -> Array {
        let told = |(walker, why): &(usize, InputError)| -> JsValue {
            Record::new().with("walker", *walker as f64).with("message", why.to_string()).into()
        };
        self.refused.iter().map(told).collect()
    }

    /// Puts the centre of a walker somewhere else at once, in the air there; its velocity stays. Metres.
    pub fn teleport(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] walker: JsValue,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] to: JsValue,
    ) -> Result<(), Refusal> {
        let Some(last) = self.states.len().checked_sub(1) else {
            return Err(Refusal::Text("there are no walkers: none can be moved".into()));
        };
        let index = read::whole("walker", &walker, last as u32)? as usize;
        self.states[index].teleport(read::place("to", &to)?);
        self.tell();
        Ok(())
    }

    /// All that they carry from tick to tick, as bytes.
    pub fn save(&self) -> Result<Vec<u8>, Refusal> {
        save::told(&self.states)
    }

    /// Puts back what `save` returned: what follows is the same to the bit.
    pub fn restore(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] saved: JsValue,
    ) -> Result<(), Refusal> {
        self.states = save::read(&read::bytes("saved", &saved)?, self.states.len())?;
        self.tell();
        Ok(())
    }

    /// What was written into the views.
    fn read_inputs(&mut self) {
        let (wishes, _) = self.wishes.as_chunks::<3>();
        for (input, (wish, buttons)) in self.inputs.iter_mut().zip(wishes.iter().zip(&self.buttons)) {
            let pressed = |bit| buttons & bit != 0;
            let (jump, crouch, fly) = (pressed(JUMP), pressed(CROUCH), pressed(FLY));
            *input = Input { wish: DVec3::from(*wish), jump, crouch, fly };
        }
    }

    /// Writes the states into the views.
    fn tell(&mut self) {
        let (positions, _) = self.positions.as_chunks_mut::<3>();
        let (velocities, _) = self.velocities.as_chunks_mut::<3>();
        let views = positions.iter_mut().zip(velocities).zip(&mut self.grounds);
        for (state, ((position, velocity), ground)) in self.states.iter().zip(views) {
            (*position, *velocity) = (state.position.to_array(), state.velocity.to_array());
            *ground = state.ground as u8;
        }
    }
}
