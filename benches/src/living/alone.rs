//! `step_many`: characters that meet nothing but the level.

use super::Way;
use crate::engines;
use crate::level::Level;
use glissando::character::BodyShape;
use glissando::many::{ManyScratch, step_many};
use glissando::{Config, Input, Settings, State, World};

pub struct Many {
    world: World,
    config: Config,
    states: Vec<State>,
    scratch: ManyScratch,
}

impl Many {
    pub fn new(level: &Level, starts: &[[f64; 3]]) -> Self {
        Self::of_bodies(level, starts, BodyShape::Ellipsoid)
    }

    /// The same with another body.
    pub fn of_bodies(level: &Level, starts: &[[f64; 3]], body: BodyShape) -> Self {
        let settings = Settings { body, ..Settings::default() };
        Self {
            world: engines::Glissando::new(level).world,
            config: Config::new(&settings).expect("the default settings"),
            states: starts.iter().map(|&at| State::at(at.into())).collect(),
            scratch: ManyScratch::new(),
        }
    }
}

impl Way for Many {
    fn name(&self) -> String {
        "step_many".to_owned()
    }

    fn count(&self) -> usize {
        self.states.len()
    }

    fn tick(&mut self, inputs: &[Input], dt: f64) {
        let Self { world, config, states, scratch } = self;
        step_many(world, std::slice::from_ref(config), states, inputs, dt, scratch).expect("sound numbers");
    }

    #[cfg(feature = "parallel")]
    fn tick_parallel(&mut self, inputs: &[Input], dt: f64) {
        let Self { world, config, states, scratch } = self;
        let configs = std::slice::from_ref(config);
        glissando::many::step_many_parallel(world, configs, states, inputs, dt, scratch)
            .expect("sound numbers");
    }

    fn centre(&self, who: usize) -> [f64; 3] {
        self.states[who].position.to_array()
    }

    fn replace(&mut self, who: usize, centre: [f64; 3]) {
        self.states[who] = State::at(centre.into());
    }
}
