//! A stage with blocks that move and characters among them: what the scenes of moving worlds share.

use crate::scenes;
use glissando::character::BodyShape;
use glissando::stage::{
    Drive, Key, MoverSpec, Outcome, Policy, Stage, StageCharacter, StageEventKind, StageScratch, StageState,
};
use glissando::{
    Body, BodyId, Config, ConfigId, DAffine3, DVec3, Filter, Ground, Input, Mesh, MeshOptions, MoverId,
    Settings, Soup, State, World,
};

/// A tick of a sixtieth of a second.
pub const DT: f64 = 1.0 / 60.0;

/// A world with a floor at 0, forty metres square.
pub fn floor() -> World {
    let mut soup = Soup::default();
    scenes::block(&mut soup, DVec3::new(-20.0, -1.0, -20.0), DVec3::new(20.0, 0.0, 20.0));
    let mut world = World::new();
    world.insert_mesh(mesh(&soup));
    world
}

/// The mesh of a soup.
///
/// # Panics
/// If the soup is not fit.
pub fn mesh(soup: &Soup) -> Mesh {
    Mesh::build(soup, &MeshOptions::default()).expect("a sound soup").0
}

/// A block of these half extents, its middle at the origin of its body.
///
/// # Panics
/// If the place is none.
pub fn block(world: &mut World, at: DVec3, half: DVec3) -> BodyId {
    let mut soup = Soup::default();
    scenes::block(&mut soup, -half, half);
    world.insert(Body::new(mesh(&soup)).at(DAffine3::from_translation(at))).expect("a place")
}

/// The usual settings of an ellipsoid, and of a capsule, a box and a cylinder of the same width and height.
pub fn bodies() -> [Settings; 4] {
    [BodyShape::Ellipsoid, BodyShape::Capsule, BodyShape::Box, BodyShape::Cylinder]
        .map(|body| Settings { body, ..Settings::default() })
}

/// A stage, its state, and the settings of its characters.
#[derive(Debug)]
pub struct Scene {
    /// What does not change.
    pub stage: Stage,
    /// What does.
    pub state: StageState,
    /// Memory.
    pub scratch: StageScratch,
    /// The settings of all characters.
    pub config: ConfigId,
}

impl Scene {
    /// A stage in this world, for usual characters.
    pub fn new(world: World) -> Self {
        Self::with(world, &Settings::default())
    }

    /// A stage in this world, for characters with these settings.
    ///
    /// # Panics
    /// If the settings are not sound.
    pub fn with(world: World, settings: &Settings) -> Self {
        let mut stage = Stage::new(world);
        let config = stage.add_config(Config::new(settings).expect("a sound scene"));
        let state = stage.initial_state();
        Self { stage, state, scratch: StageScratch::default(), config }
    }

    /// Lets a body move, and starts all movers anew.
    ///
    /// # Panics
    /// If the mover is not sound.
    pub fn mover(&mut self, body: BodyId, pivot: DVec3, drive: Drive, policy: Policy) -> MoverId {
        let index = self.stage.add_mover(MoverSpec { body, pivot, drive, policy }).expect("a sound scene");
        self.state.movers = self.stage.initial_state().movers;
        index
    }

    /// A character that stands with its feet here.
    ///
    /// # Panics
    /// If the tick in which it finds its ground is refused.
    pub fn stands(&mut self, feet: DVec3) {
        let config = self.stage.config(self.config).expect("a sound scene");
        let state = State { ground: Ground::Standing, ..State::with_feet_at(config, feet) };
        self.state.characters.insert(StageCharacter::new(self.config, state));
        // So that it knows what it stands on.
        self.tick(DVec3::ZERO, 1e-9);
    }

    /// A character that a game has just put with its feet here: at rest, and in the air until its first tick.
    ///
    /// # Panics
    /// Never: the settings are those of the scene.
    pub fn spawns(&mut self, feet: DVec3) {
        let state = State::with_feet_at(self.stage.config(self.config).expect("a sound scene"), feet);
        self.state.characters.insert(StageCharacter::new(self.config, state));
    }

    /// A tick in which all characters have this wish: what became of the first, and all that happened.
    ///
    /// # Panics
    /// If the tick is refused.
    pub fn tick(&mut self, wish: DVec3, dt: f64) -> (Outcome, Vec<StageEventKind>) {
        let input = Input { wish, ..Input::default() };
        let inputs = vec![input; self.state.characters.len()];
        let report = self.stage.tick(&mut self.state, &inputs, dt, &mut self.scratch).expect("a sound scene");
        let outcome = report.characters.first().map_or(Outcome::Unaffected, |c| c.outcome);
        (outcome, report.events.iter().map(|e| e.kind).collect())
    }

    /// Where the first character is.
    ///
    /// # Panics
    /// If there is none.
    pub fn at(&self) -> DVec3 {
        self.state.characters[0].state.position
    }

    /// The gap between the first character and the world, in metres; negative in something.
    ///
    /// # Panics
    /// If there is none.
    pub fn gap(&mut self) -> f64 {
        let actor = self.state.characters[0].state;
        let shape = self.stage.config(self.config).expect("a sound scene").shape(actor.is_crouching);
        let world = self.stage.world_at(&self.state).expect("a sound scene");
        let mut found = Vec::new();
        world.contacts(&shape, actor.position, 0.1, Filter::ALL, &mut found).expect("a sound scene");
        found.iter().map(|c| c.gap()).fold(f64::INFINITY, f64::min)
    }
}

/// Constant velocities.
pub fn velocity(linear: DVec3, angular: DVec3) -> Drive {
    Drive::Velocity { linear, angular }
}

/// A key that is not turned.
pub fn key(time: f64, translation: DVec3) -> Key {
    Key { time, translation, ..Key::default() }
}
