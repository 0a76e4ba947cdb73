//! A fairground: a field of lifts, tables, doors, moving walls and presses, each with wandering visitors.

use crate::random::Random;
use crate::scenes;
use crate::stages::{block, key, mesh, velocity};
use glissando::stage::{Drive, MoverSpec, PathEnds, Policy, Stage, StageCharacter, StageState};
use glissando::{BodyId, Config, ConfigId, DVec3, Input, Settings, Soup, State, World};

/// Metres from one cell to the next.
const CELL: f64 = 7.0;

/// A stage full of what moves, and how it begins.
#[derive(Clone, Debug)]
pub struct Fairground {
    /// What does not change.
    pub stage: Stage,
    /// The beginning.
    pub state: StageState,
}

impl Fairground {
    /// So many movers, one in each cell, and so many visitors, some together in a cell.
    ///
    /// # Panics
    /// Never: every mover and every place is a sound one.
    pub fn new(random: &mut Random, movers: usize, visitors: usize) -> Self {
        Self::visited_by(&[Settings::default()], random, movers, visitors)
    }

    /// The same with visitors of these settings in turn.
    ///
    /// # Panics
    /// If settings are not sound.
    pub fn visited_by(settings: &[Settings], random: &mut Random, movers: usize, visitors: usize) -> Self {
        let cells = movers.max(visitors).max(1);
        let side = (1_usize..).find(|side| side * side >= cells).unwrap_or(1);
        let half = side as f64 * CELL * 0.5;
        let mut world = World::new();
        let mut ground = Soup::default();
        scenes::block(&mut ground, DVec3::new(-half, -1.0, -half), DVec3::new(half, 0.0, half));
        world.insert_mesh(mesh(&ground));
        let middle = |cell: usize| {
            let (row, column) = (cell / side, cell % side);
            DVec3::new((column as f64 + 0.5) * CELL - half, 0.0, (row as f64 + 0.5) * CELL - half)
        };
        let specs: Vec<MoverSpec> = (0..movers).map(|cell| ride(random, &mut world, middle(cell))).collect();
        let mut stage = Stage::new(world);
        for spec in specs {
            stage.add_mover(spec).expect("a sound mover");
        }
        let configs: Vec<(Config, ConfigId)> = settings
            .iter()
            .map(|settings| Config::new(settings).expect("sound settings"))
            .map(|config| (config, stage.add_config(config)))
            .collect();
        let mut state = stage.initial_state();
        for visitor in 0..visitors {
            let aside = random.vector(2.0);
            let (config, index) = &configs[visitor % configs.len()];
            let feet = middle(visitor % cells) + DVec3::new(aside.x, random.between(0.3, 2.0), aside.z);
            state.characters.insert(StageCharacter::new(*index, State::with_feet_at(config, feet)));
        }
        Self { stage, state }
    }
}

/// The wishes of all visitors in a tick: most keep a direction for a while.
pub fn wishes(random: &mut Random, inputs: &mut [Input]) {
    for input in inputs {
        if random.chance(0.05) {
            let way = random.vector(5.0);
            input.wish = DVec3 { y: 0.0, ..way };
        }
        input.jump = random.chance(0.02);
        input.crouch = random.chance(0.01);
    }
}

/// A mover about the middle of a cell.
fn ride(random: &mut Random, world: &mut World, at: DVec3) -> MoverSpec {
    let policy = random.pick(&[Policy::Push, Policy::Stop, Policy::Reverse]);
    let speed = random.between(0.3, 4.0);
    let back_and_forth = |to: DVec3| {
        let keys = vec![key(0.0, DVec3::ZERO), key(to.length() / speed, to)];
        Drive::Path { keys, ends: PathEnds::PingPong }
    };
    let put = |world: &mut World, offset: DVec3, half: DVec3| -> BodyId { block(world, at + offset, half) };
    let slab = DVec3::new(1.5, 0.1, 1.5);
    let (body, drive) = match random.integer(0, 4) {
        0 => (put(world, DVec3::Y * 0.1, slab), back_and_forth(DVec3::Y * 3.0)),
        1 => (put(world, DVec3::Y * 0.1, slab), velocity(DVec3::ZERO, DVec3::Y * speed)),
        2 => {
            let leaf = DVec3::new(1.2, 1.2, 0.05);
            (put(world, DVec3::new(1.2, 1.25, 0.0), leaf), velocity(DVec3::ZERO, DVec3::Y * -speed))
        }
        3 => {
            let wall = DVec3::new(0.1, 1.0, 1.5);
            (put(world, DVec3::new(-2.5, 1.05, 0.0), wall), back_and_forth(DVec3::X * 5.0))
        }
        _ => (put(world, DVec3::Y * 3.2, slab), back_and_forth(DVec3::Y * -2.5)),
    };
    MoverSpec { body, pivot: at, drive, policy }
}
