//! `Stage::tick`: characters among slow lifts of twelve triangles, spread over the level's box.

use super::Way;
use super::lifts::{LIFT, RISE, places};
use crate::engines;
use crate::level::Level;
use glissando::stage::{
    Drive, Key, MoverSpec, PathEnds, Policy, Stage, StageCharacter, StageScratch, StageState,
};
use glissando::{
    Body, Config, ConfigId, DAffine3, DVec3, Input, Mesh, MeshOptions, Settings, Soup, State, Vec3,
};
use std::sync::Arc;

pub struct Staged {
    stage: Stage,
    state: StageState,
    config: ConfigId,
    scratch: StageScratch,
    movers: usize,
}

impl Staged {
    pub fn new(level: &Level, starts: &[[f64; 3]], movers: usize, seed: u64) -> Self {
        let mut stage = Stage::new(engines::Glissando::new(level).world);
        let lift = Soup::cuboid(Vec3::ZERO, LIFT);
        let mesh = Arc::new(Mesh::build(&lift, &MeshOptions::default()).expect("a box").0);
        for at in places(level, movers, seed) {
            let pose = DAffine3::from_translation(at);
            let body = stage.insert(Body::new(mesh.clone()).at(pose)).expect("a place");
            let keys =
                vec![Key::default(), Key { time: RISE.1, translation: DVec3::Y * RISE.0, ..Key::default() }];
            let drive = Drive::Path { keys, ends: PathEnds::PingPong };
            let spec = MoverSpec { body, pivot: at, drive, policy: Policy::Push };
            stage.add_mover(spec).expect("a sound path");
        }
        let config = stage.add_config(Config::new(&Settings::default()).expect("the default settings"));
        let mut state = stage.initial_state();
        for &at in starts {
            state.characters.insert(StageCharacter::new(config, State::at(at.into())));
        }
        Self { stage, state, config, scratch: StageScratch::default(), movers }
    }
}

impl Staged {
    /// A rollback: takes an earlier state back and plays these ticks again.
    pub fn replay(&mut self, earlier: &StageState, ticks: &[Vec<Input>], dt: f64) {
        self.state.clone_from(earlier);
        for inputs in ticks {
            self.tick(inputs, dt);
        }
    }

    pub fn state(&self) -> &StageState {
        &self.state
    }
}

impl Way for Staged {
    fn name(&self) -> String {
        format!("Stage::tick, {} lifts", self.movers)
    }

    fn count(&self) -> usize {
        self.state.characters.len()
    }

    fn tick(&mut self, inputs: &[Input], dt: f64) {
        self.stage.tick(&mut self.state, inputs, dt, &mut self.scratch).expect("sound numbers");
    }

    #[cfg(feature = "parallel")]
    fn tick_parallel(&mut self, inputs: &[Input], dt: f64) {
        let Self { stage, state, scratch, .. } = self;
        stage.tick_parallel(state, inputs, dt, scratch).expect("sound numbers");
    }

    fn centre(&self, who: usize) -> [f64; 3] {
        self.state.characters[who].state.position.to_array()
    }

    fn replace(&mut self, who: usize, centre: [f64; 3]) {
        self.state.characters[who] = StageCharacter::new(self.config, State::at(centre.into()));
    }
}
