//! A level with its machinery on a stage, and characters in it.

use glissando::stage::{Outcome, Stage, StageCharacter, StageState};
use glissando::{Config, ConfigId, DVec3, Ground, Input, Settings, State, World};
use glissando_level::{LoadOptions, Mechanisms, load_mechanisms};
use glissando_mechanisms::{Incident, IncidentKind, Machinery, MachineryScratch, MachineryState};
use glissando_testkit::levels::RealLevel;
use std::path::Path;

pub(crate) const DT: f64 = 1.0 / 60.0;

pub(crate) struct Scene {
    pub(crate) machinery: Machinery,
    pub(crate) mechanisms: Mechanisms,
    pub(crate) stage: Stage,
    pub(crate) state: StageState,
    pub(crate) more: MachineryState,
    pub(crate) config: ConfigId,
    scratch: MachineryScratch,
    inputs: Vec<Input>,
}

/// What became of a tick.
pub(crate) struct Told {
    pub(crate) outcomes: Vec<Outcome>,
    pub(crate) incidents: Vec<Incident>,
    /// Whether each said that it is stuck, or came out of something.
    pub(crate) troubled: Vec<bool>,
}

impl Scene {
    pub(crate) fn new(mut world: World, mechanisms: Mechanisms, settings: &Settings) -> Self {
        let mut machinery = Machinery::new(0, DT);
        machinery.add(&mechanisms, &mut world).unwrap();
        let mut stage = Stage::new(world);
        for spec in machinery.movers() {
            stage.add_mover(spec.clone()).unwrap();
        }
        machinery.add_triggers(&mut stage).unwrap();
        let config = stage.add_config(Config::new(settings).unwrap());
        let mut state = stage.initial_state();
        machinery.begin(&mut state);
        let (more, scratch) = (MachineryState::new(), MachineryScratch::default());
        Self { machinery, mechanisms, stage, state, more, config, scratch, inputs: Vec::new() }
    }

    pub(crate) fn real(folder: &Path, name: &str) -> Self {
        Self::real_with(folder, name, |_| {})
    }

    /// A real level whose mechanisms were changed first.
    pub(crate) fn real_with(folder: &Path, name: &str, change: impl Fn(&mut Mechanisms)) -> Self {
        let path = folder.join(format!("{name}.glb"));
        let level = RealLevel::load(&path).unwrap();
        let mut mechanisms = load_mechanisms(&path, &level.level, &LoadOptions::default()).unwrap();
        change(&mut mechanisms);
        let mut settings = level.settings();
        if let Some(gravity) = level.level.character.and_then(|c| c.gravity) {
            settings.gravity = DVec3::Y * -gravity;
        }
        let scene = Self::new(level.world, mechanisms, &settings);
        for note in scene.machinery.notes() {
            println!("{name}: {note}");
        }
        scene
    }

    /// The same level once more, as it begins, without reading it again.
    pub(crate) fn real_again(other: &Self) -> Self {
        let mut state = other.stage.initial_state();
        other.machinery.begin(&mut state);
        Self {
            machinery: other.machinery.clone(),
            mechanisms: other.mechanisms.clone(),
            stage: other.stage.clone(),
            state,
            more: MachineryState::new(),
            config: other.config,
            scratch: MachineryScratch::default(),
            inputs: Vec::new(),
        }
    }

    pub(crate) fn config(&self) -> Config {
        *self.stage.config(self.config).unwrap()
    }

    /// Adds a character with its feet here; returns its number.
    pub(crate) fn enter(&mut self, feet: DVec3) -> usize {
        let state = State::with_feet_at(&self.config(), feet);
        self.state.characters.insert(StageCharacter::new(self.config, state));
        self.inputs.push(Input::default());
        self.inputs.len() - 1
    }

    /// As many inputs as characters, after some were taken out.
    pub(crate) fn resize(&mut self) {
        self.inputs.resize(self.state.characters.len(), Input::default());
    }

    pub(crate) fn wish(&mut self, character: usize, wish: DVec3) {
        self.inputs[character].wish = wish;
    }

    pub(crate) fn press(&mut self, character: usize, jump: bool) {
        self.inputs[character].jump = jump;
    }

    pub(crate) fn body(&self, character: usize) -> &State {
        &self.state.characters[character].state
    }

    pub(crate) fn feet(&self, character: usize) -> DVec3 {
        let config = self.config();
        let mover = config.mover(self.body(character).is_crouching);
        self.body(character).position - DVec3::Y * (mover.shape().extent_along(DVec3::Y) * mover.rest_shell())
    }

    pub(crate) fn is_standing(&self, character: usize) -> bool {
        self.body(character).ground == Ground::Standing
    }

    pub(crate) fn tick(&mut self) -> Told {
        let Self { machinery, stage, state, more, scratch, inputs, .. } = self;
        let played = machinery.tick(stage, state, more, inputs, DT, scratch).unwrap();
        let mut troubled = vec![false; inputs.len()];
        for event in played.report.events {
            use glissando::EventKind::{Recovered, Stuck};
            use glissando::stage::StageEventKind::Own;
            if let Own(Recovered { .. } | Stuck { .. }) = event.kind {
                troubled[event.character.index() as usize] = true;
            }
        }
        Told {
            outcomes: played.report.characters.iter().map(|c| c.outcome).collect(),
            incidents: played.incidents.to_vec(),
            troubled,
        }
    }

    /// Ticks for so many seconds, and all that was told.
    pub(crate) fn run(&mut self, seconds: f64) -> Vec<Incident> {
        let ticks = (seconds / DT).round() as u64;
        (0..ticks).flat_map(|_| self.tick().incidents).collect()
    }

    /// How deep a character is in something, in metres; 0 if it is clear. Asked of the whole world at the end pose,
    /// not of the stage.
    pub(crate) fn depth(&mut self, character: usize) -> f64 {
        let state = *self.body(character);
        let shape = self.config().shape(state.is_crouching);
        let world = self.stage.world_at(&self.state).unwrap();
        let mut found = Vec::new();
        world.contacts(&shape, state.position, 0.0, glissando::Filter::ALL, &mut found).unwrap();
        found.iter().map(|c| -c.gap()).fold(0.0, f64::max)
    }

    /// The box of a mover where it is now.
    pub(crate) fn box_of(&mut self, mover: usize) -> (DVec3, DVec3) {
        let body = self.machinery.movers()[mover].body;
        let world = self.stage.world_at(&self.state).unwrap();
        let body = world.body(body).unwrap();
        let corners = body.mesh.bounds().corners().map(|c| body.pose.transform_point(c.as_dvec3()));
        (corners.into_iter().reduce(DVec3::min).unwrap(), corners.into_iter().reduce(DVec3::max).unwrap())
    }

    /// The first floor below a point that can be stood on.
    pub(crate) fn floor_below(&mut self, from: DVec3, depth: f64) -> Option<DVec3> {
        let world = self.stage.world_at(&self.state).unwrap();
        let hit = world.ray(from, DVec3::Y * -depth, glissando::Filter::ALL).unwrap()?;
        (hit.normal.y > 0.7).then_some(hit.point)
    }
}

/// Whether this was told of a mover.
pub(crate) fn tells(incidents: &[Incident], kind: IncidentKind) -> bool {
    incidents.iter().any(|incident| incident.kind == kind)
}
