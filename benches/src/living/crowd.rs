//! `crowd::step`: characters that block each other.

use super::Way;
use crate::engines;
use crate::level::Level;
use glissando::character::BodyShape;
use glissando::crowd::{self, CrowdScratch, Member};
use glissando::{Config, Input, Settings, State, World};

pub struct Crowd {
    world: World,
    members: Vec<Member>,
    scratch: CrowdScratch,
}

impl Crowd {
    pub fn new(level: &Level, starts: &[[f64; 3]]) -> Self {
        Self::of_bodies(level, starts, BodyShape::Ellipsoid)
    }

    /// The same with another body.
    pub fn of_bodies(level: &Level, starts: &[[f64; 3]], body: BodyShape) -> Self {
        let settings = Settings { body, ..Settings::default() };
        let config = Config::new(&settings).expect("the default settings");
        Self {
            world: engines::Glissando::new(level).world,
            members: starts.iter().map(|&at| Member::new(config, State::at(at.into()))).collect(),
            scratch: CrowdScratch::default(),
        }
    }
}

impl Way for Crowd {
    fn name(&self) -> String {
        "crowd::step".to_owned()
    }

    fn count(&self) -> usize {
        self.members.len()
    }

    fn tick(&mut self, inputs: &[Input], dt: f64) {
        crowd::step(&self.world, &mut self.members, inputs, dt, &mut self.scratch).expect("sound numbers");
    }

    #[cfg(feature = "parallel")]
    fn tick_parallel(&mut self, inputs: &[Input], dt: f64) {
        let Self { world, members, scratch } = self;
        crowd::step_parallel(world, members, inputs, dt, scratch).expect("sound numbers");
    }

    fn centre(&self, who: usize) -> [f64; 3] {
        self.members[who].state.position.to_array()
    }

    fn replace(&mut self, who: usize, centre: [f64; 3]) {
        self.members[who].state = State::at(centre.into());
    }
}
