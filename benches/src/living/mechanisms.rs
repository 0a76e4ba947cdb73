//! A character in a level with the level's own doors, lifts, triggers and liquids.

use super::Way;
use crate::engines;
use crate::level::Level;
use glissando::stage::{Stage, StageCharacter, StageState};
use glissando::{Config, ConfigId, Filter, Input, Settings, State};
use glissando_level::Mechanisms;
use glissando_mechanisms::{IncidentKind, Machinery, MachineryScratch, MachineryState};

/// Seconds of a tick, at most.
const TICK: f64 = 1.0 / 60.0;

pub struct Mechanical {
    machinery: Machinery,
    stage: Stage,
    state: StageState,
    more: MachineryState,
    config: ConfigId,
    scratch: MachineryScratch,
}

impl Mechanical {
    pub fn new(level: &Level, mechanisms: &Mechanisms, starts: &[[f64; 3]]) -> Self {
        let mut world = engines::Glissando::new(level).world;
        let mut machinery = Machinery::new(0, TICK);
        machinery.add(mechanisms, &mut world).expect("movers of a level");
        let mut stage = Stage::new(world);
        for mover in machinery.movers() {
            stage.add_mover(mover.clone()).expect("movers of a level");
        }
        machinery.add_triggers(&mut stage).expect("triggers of a level");
        let config = stage.add_config(Config::new(&Settings::default()).expect("the default settings"));
        let mut state = stage.initial_state();
        machinery.begin(&mut state);
        for &at in starts {
            state.characters.insert(StageCharacter::new(config, State::at(at.into())));
        }
        let (more, scratch) = (MachineryState::new(), MachineryScratch::default());
        Self { machinery, stage, state, more, config, scratch }
    }

    /// Whether no character overlaps anything, and none is sent back to where it starts: in a volume that kills it would
    /// be so in every tick.
    pub fn is_fit(&mut self) -> bool {
        self.is_free() && self.is_left_alive()
    }

    fn is_free(&mut self) -> bool {
        let shape = self.stage.config(self.config).expect("it was added").shape(false);
        let world = self.stage.world_at(&self.state).expect("its own state");
        let mut centres = self.state.characters.iter().map(|c| c.state.position);
        centres.all(|at| world.overlap(&shape, at, Filter::ALL).expect("a place").is_none())
    }

    fn is_left_alive(&mut self) -> bool {
        let Self { machinery, stage, state, more, scratch, .. } = self;
        let (mut state, mut more) = (state.clone(), more.clone());
        let inputs = vec![Input::default(); state.characters.len()];
        let played = machinery.tick(stage, &mut state, &mut more, &inputs, TICK, scratch);
        let is_death = |kind: &IncidentKind| matches!(kind, IncidentKind::Died { .. });
        !played.expect("sound numbers").incidents.iter().any(|incident| is_death(&incident.kind))
    }
}

impl Way for Mechanical {
    fn name(&self) -> String {
        format!("{} movers, {} triggers", self.state.movers.len(), self.stage.triggers().ids().count())
    }

    fn count(&self) -> usize {
        self.state.characters.len()
    }

    fn tick(&mut self, inputs: &[Input], dt: f64) {
        let Self { machinery, stage, state, more, scratch, .. } = self;
        machinery.tick(stage, state, more, inputs, dt, scratch).expect("sound numbers");
    }

    fn centre(&self, who: usize) -> [f64; 3] {
        self.state.characters[who].state.position.to_array()
    }

    fn replace(&mut self, who: usize, centre: [f64; 3]) {
        self.state.characters[who] = StageCharacter::new(self.config, State::at(centre.into()));
    }
}
