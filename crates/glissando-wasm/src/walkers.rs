//! `Walkers`: thousands of characters moved by one call.

use crate::config::Config;
use crate::fields::Fields;
use crate::record::{Record, list};
use crate::refusal::{Refusal, words};
use crate::typed::Column;
use crate::world::World;
use crate::{memory, read, report};
use glissando::many::ReportLists;
use glissando::many::{ManyScratch, step_many};
use glissando::{DVec3, Event, Input, InputError, State, saved};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Walkers at most: some 1.5 KB each.
const MOST: usize = 1 << 20;

/// What each takes besides its state and input from the first step on: measured, and some more.
const STEP_BYTES: usize = 1024;

/// What lacks memory if they do.
const ALL: &str = "so many walkers";

/// Walkers that are copied at once.
const PIECE: usize = 256;

/// The bits of `buttons`.
const JUMP: u8 = 1;
const CROUCH: u8 = 2;
const FLY: u8 = 4;

/// Many characters of one kind that do not meet each other, moved by one call: the same bits as one by one.
///
/// `positions`, `velocities`, `grounds`, `wishes` and `buttons` are typed arrays that the walkers have from the start to
/// their end: take them once and keep them.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Walkers {
    config: glissando::Config,
    states: Vec<State>,
    inputs: Vec<Input>,
    scratch: ManyScratch,
    /// Whether there was room for what `scratch` grows to.
    has_room: bool,
    keeps_events: bool,
    events: Vec<(u32, Event)>,
    refused: Vec<(usize, InputError)>,
    wishes: Column<f64>,
    buttons: Column<u8>,
    positions: Column<f64>,
    velocities: Column<f64>,
    grounds: Column<u8>,
}

/// What so many take, of so many bytes each.
const fn bytes(count: usize, each: usize) -> u64 {
    count as u64 * each as u64
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
        let places = read::threes::<f64>("feet", &feet)?;
        let count = places.len();
        if count > MOST {
            return Err(Refusal::Text(format!("feet has {count} places: it must have at most {MOST}")));
        }
        let config = config.checked;
        memory::probe(ALL, bytes(count, size_of::<State>() + size_of::<Input>() + STEP_BYTES))?;
        let mut states = memory::zeros(ALL, State::at(DVec3::ZERO), count)?;
        for (state, place) in states.iter_mut().zip(places) {
            *state = State::with_feet_at(&config, read::usable_place("feet", DVec3::from(place))?);
        }
        let keep = if keeps_events { ReportLists::EVENTS } else { ReportLists::NONE };
        let walkers = Self {
            config,
            inputs: memory::zeros(ALL, Input::default(), count)?,
            scratch: ManyScratch::keeping(keep),
            has_room: false,
            keeps_events,
            events: Vec::new(),
            refused: Vec::new(),
            wishes: Column::new("wishes", 3 * count)?,
            buttons: Column::new("buttons", count)?,
            positions: Column::new("positions", 3 * count)?,
            velocities: Column::new("velocities", 3 * count)?,
            grounds: Column::new("grounds", count)?,
            states,
        };
        walkers.tell()?;
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
        self.make_room()?;
        self.check()?;
        self.read_inputs()?;
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
        self.tell()?;
        Ok(refused)
    }

    /// How many walkers there are.
    #[wasm_bindgen(getter)]
    pub fn count(&self) -> usize {
        self.states.len()
    }

    /// To write: wanted velocities, x, y, z in m/s. They stay until they are written again.
    #[wasm_bindgen(getter, unchecked_return_type = "Float64Array")]
    pub fn wishes(&self) -> JsValue {
        self.wishes.array()
    }

    /// To write: a bit for each button, 1 jump, 2 crouch, 4 fly. They stay until they are written again.
    #[wasm_bindgen(getter, unchecked_return_type = "Uint8Array")]
    pub fn buttons(&self) -> JsValue {
        self.buttons.array()
    }

    /// To read: centres of the ellipsoids, x, y, z in metres.
    #[wasm_bindgen(getter, unchecked_return_type = "Float64Array")]
    pub fn positions(&self) -> JsValue {
        self.positions.array()
    }

    /// To read: velocities, x, y, z in m/s.
    #[wasm_bindgen(getter, unchecked_return_type = "Float64Array")]
    pub fn velocities(&self) -> JsValue {
        self.velocities.array()
    }

    /// To read: how each is held, 0 standing, 1 on steep ground, 2 airborne.
    #[wasm_bindgen(getter, unchecked_return_type = "Uint8Array")]
    pub fn grounds(&self) -> JsValue {
        self.grounds.array()
    }

    /// What happened in the last tick, by walker and time; empty unless the walkers were made with `events: true`.
    #[wasm_bindgen(unchecked_return_type = "WalkerEvent[]")]
    pub fn events(&self) -> JsValue {
        let told =
            |(walker, event): &(u32, Event)| report::event(Record::new().with("walker", *walker), event);
        list(&self.events, told)
    }

    /// The refused walkers of the last tick, by index, with the error of each.
    #[wasm_bindgen(unchecked_return_type = "RefusedWalker[]")]
    pub fn refused(&self) -> JsValue {
        let told = |(walker, why): &(usize, InputError)| -> JsValue {
            Record::new().with("walker", *walker as f64).with("message", words(why)).into()
        };
        list(&self.refused, told)
    }

    /// Puts the centre of a walker somewhere else at once, in the air there; its velocity stays. Metres.
    pub fn teleport(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] walker: JsValue,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] to: JsValue,
    ) -> Result<(), Refusal> {
        let (index, to) = (self.index(&walker)?, read::place("to", &to)?);
        self.check()?;
        self.states[index].teleport(to);
        self.tell()
    }

    /// Throws a walker: it is in the air where it is, with this velocity, m/s. Jump pads, explosions.
    pub fn launch(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] walker: JsValue,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] velocity: JsValue,
    ) -> Result<(), Refusal> {
        let (index, velocity) = (self.index(&walker)?, read::place("velocity", &velocity)?);
        self.check()?;
        self.states[index].launch(velocity);
        self.tell()
    }

    /// All that they carry from tick to tick, as bytes.
    pub fn save(&self) -> Result<Vec<u8>, Refusal> {
        memory::probe("what save() returns", bytes(self.states.len(), size_of::<State>()))?;
        Ok(saved::states_to_bytes(&self.states)?)
    }

    /// Puts back what `save` returned: what follows is the same to the bit.
    pub fn restore(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] saved: JsValue,
    ) -> Result<(), Refusal> {
        let saved_bytes: Vec<u8> = read::typed("saved", &saved)?;
        memory::probe("what is restored", bytes(self.states.len(), size_of::<State>()))?;
        let states = saved::states_from_bytes(&saved_bytes, self.states.len())?;
        self.check()?;
        self.states = states;
        self.tell()
    }

    /// The index of a walker that is there.
    fn index(&self, walker: &JsValue) -> Result<usize, Refusal> {
        let Some(last) = self.states.len().checked_sub(1) else {
            return Err(Refusal::Text("there are no walkers: none can be moved".into()));
        };
        Ok(read::whole("walker", walker, last as u32)? as usize)
    }

    /// Before the first step: room for what it remembers of each walker.
    fn make_room(&mut self) -> Result<(), Refusal> {
        if !self.has_room {
            memory::probe(ALL, bytes(self.states.len(), STEP_BYTES))?;
            self.has_room = true;
        }
        Ok(())
    }

    /// Whether there is somewhere to tell the states, before they change.
    fn check(&self) -> Result<(), Refusal> {
        self.positions.check()?;
        self.velocities.check()?;
        self.grounds.check()
    }

    /// What was written into the arrays.
    fn read_inputs(&mut self) -> Result<(), Refusal> {
        let (mut wishes, mut buttons) = ([[0.0; 3]; PIECE], [0; PIECE]);
        for (at, inputs) in (0..).step_by(PIECE).zip(self.inputs.chunks_mut(PIECE)) {
            let (wishes, buttons) = (&mut wishes[..inputs.len()], &mut buttons[..inputs.len()]);
            self.wishes.read(3 * at, wishes.as_flattened_mut())?;
            self.buttons.read(at, buttons)?;
            for (input, (wish, buttons)) in inputs.iter_mut().zip(wishes.iter().zip(buttons)) {
                let pressed = |bit| *buttons & bit != 0;
                let (jump, crouch, fly) = (pressed(JUMP), pressed(CROUCH), pressed(FLY));
                *input = Input { wish: DVec3::from(*wish), jump, crouch, fly };
            }
        }
        Ok(())
    }

    /// Writes the states into the arrays.
    fn tell(&self) -> Result<(), Refusal> {
        let (mut positions, mut velocities) = ([[0.0; 3]; PIECE], [[0.0; 3]; PIECE]);
        let mut grounds = [0; PIECE];
        for (at, states) in (0..).step_by(PIECE).zip(self.states.chunks(PIECE)) {
            for (index, state) in states.iter().enumerate() {
                positions[index] = state.position.to_array();
                velocities[index] = state.velocity.to_array();
                grounds[index] = state.ground as u8;
            }
            self.positions.write(3 * at, positions[..states.len()].as_flattened())?;
            self.velocities.write(3 * at, velocities[..states.len()].as_flattened())?;
            self.grounds.write(at, &grounds[..states.len()])?;
        }
        Ok(())
    }
}
