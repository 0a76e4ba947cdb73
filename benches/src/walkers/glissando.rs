//! glissando's character with the default settings, in each of its bodies.

use super::Walker;
use crate::engines;
use crate::level::Level;
use crate::questions::{BOX, CAPSULE, CYLINDER, TALL};
use crate::results::{BOX_WALK, CAPSULE_WALK, CYLINDER_WALK, WALK};
use crate::shape::Shape;
use glissando::World;
use glissando::character::{BodyShape, Config, Input, Scratch, Settings, State, step};
use glissando::many::{ManyScratch, step_many};

pub struct Glissando {
    world: World,
    config: Config,
    body: BodyShape,
    states: Vec<State>,
    /// One each, as the library's documentation recommends for few.
    scratches: Vec<Scratch>,
    inputs: Vec<Input>,
    many: ManyScratch,
}

impl Glissando {
    pub fn new(level: &Level, body: BodyShape) -> Self {
        let world = engines::Glissando::new(level).world;
        let config = Config::new(&Settings { body, ..Settings::default() }).expect("the default settings");
        Self {
            world,
            config,
            body,
            scratches: Vec::new(),
            states: Vec::new(),
            inputs: Vec::new(),
            many: ManyScratch::new(),
        }
    }
}

fn input(wish: [f64; 3]) -> Input {
    Input { wish: wish.into(), ..Input::default() }
}

impl Walker for Glissando {
    fn name(&self) -> &'static str {
        "glissando"
    }

    fn place(&mut self, centres: &[[f64; 3]]) {
        self.states = centres.iter().map(|&c| State::at(c.into())).collect();
        self.scratches.resize_with(centres.len(), Scratch::default);
    }

    fn replace(&mut self, who: usize, centre: [f64; 3]) {
        self.states[who] = State::at(centre.into());
    }

    fn tick(&mut self, who: usize, wish: [f64; 3], dt: f64) {
        step(&self.world, &self.config, &mut self.states[who], input(wish), dt, &mut self.scratches[who])
            .expect("sound numbers");
    }

    fn tick_all(&mut self, wishes: &[[f64; 3]], dt: f64) {
        self.inputs.clear();
        self.inputs.extend(wishes.iter().map(|&wish| input(wish)));
        let Self { world, config, states, inputs, many, .. } = self;
        let report =
            step_many(world, std::slice::from_ref(config), states, inputs, dt, many).expect("sound numbers");
        assert!(report.refused().is_empty());
    }

    fn centre(&self, who: usize) -> [f64; 3] {
        self.states[who].position.to_array()
    }

    fn question(&self) -> &'static str {
        match self.body {
            BodyShape::Capsule => CAPSULE_WALK,
            BodyShape::Box => BOX_WALK,
            BodyShape::Cylinder => CYLINDER_WALK,
            _ => WALK,
        }
    }

    fn shape(&self) -> Shape {
        match self.body {
            BodyShape::Capsule => CAPSULE,
            BodyShape::Box => BOX,
            BodyShape::Cylinder => CYLINDER,
            _ => Shape::Ellipsoid(TALL),
        }
    }
}
