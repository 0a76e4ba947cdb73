//! A closed room with movers and several characters in it, and the judge's own view of the movers.

use super::changes::UNKNOWN;
use super::kinds::{Cast, Kind};
use crate::random::Random;
use crate::soak::Grid;
use crate::soups::{HALF, Recipe};
use glissando::character::BodyShape;
use glissando::motion::Motion;
use glissando::stage::{MoverSpec, MoverState, Policy, Stage, StageCharacter, StageState};
use glissando::world::Brute;
use glissando::{
    Body, BodyId, Collide, Config, ConfigId, DAffine3, DRigid3, DVec3, Mesh, MeshOptions, MoverId, Settings,
    State, World,
};

/// Everything that a walk needs.
pub(super) struct Scene {
    /// The world as its bodies rest.
    pub(super) world: World,
    pub(super) stage: Stage,
    pub(super) state: StageState,
    /// What does not move.
    pub(super) still: Grid,
    pub(super) movers: Vec<MovingBody>,
    pub(super) configs: Vec<Config>,
    /// What the stage calls them.
    names: Vec<ConfigId>,
    pub(super) recipe: Recipe,
}

/// A mover as the judge knows it.
pub(super) struct MovingBody {
    pub(super) spec: MoverSpec,
    rest: DAffine3,
    /// In mesh space.
    pub(super) triangles: Vec<[DVec3; 3]>,
    /// Largest distance of a corner from the pivot, metres.
    pub(super) reach: f64,
    /// What the stage calls it.
    pub(super) id: MoverId,
    /// Whether it was removed from the stage; its body then rests, or is gone.
    pub(super) is_ended: bool,
}

impl MovingBody {
    /// Whether its body is gone too.
    pub(super) fn is_gone(&self) -> bool {
        self.triangles.is_empty()
    }

    fn rigid(&self, place: &DRigid3) -> DRigid3 {
        let pivot = self.spec.pivot;
        let translation = pivot + place.translation - place.rotation * pivot;
        DRigid3 { rotation: place.rotation, translation }
    }

    /// The pose of its body.
    pub(super) fn pose(&self, state: &MoverState) -> DAffine3 {
        let turn = state.pose.rotation.to_mat3();
        let arm = self.rest.translation - self.spec.pivot;
        let translation = self.spec.pivot + state.pose.translation + turn * arm;
        DAffine3 { matrix3: turn * self.rest.matrix3, translation }
    }

    /// How it moved between two states.
    pub(super) fn motion(&self, before: &MoverState, after: &MoverState) -> Motion {
        let pivot = self.spec.pivot + before.pose.translation;
        let (from, to) = (self.rigid(&before.pose), self.rigid(&after.pose));
        Motion::about(&from, &to, pivot).expect("a motion of at most a quarter turn")
    }
}

impl Scene {
    /// The scene of a stream of random numbers.
    pub(super) fn new(random: &mut Random, kind: Kind, dt: f64, characters: usize) -> Self {
        let middle = if random.chance(0.15) { random.vector(1e4) } else { DVec3::ZERO };
        let triangles = random.pick(&[0, 0, 6, 16]);
        let recipe = Recipe { bodies: 1, triangles, edge: random.pick(&[1.0, 3.0]), middle };
        let mut world = if triangles == 0 { empty_room(&recipe, random) } else { recipe.world(random) };
        let still = Grid::new(&world, 1.0);
        let mut casts = Vec::new();
        for _ in 0..random.integer(1, 4) {
            casts.extend(kind.cast(random, middle, dt));
        }
        for _ in 0..random.integer(0, 2) {
            let other = random.pick(&Kind::ALL);
            casts.extend(other.cast(random, middle, dt));
        }
        let mut movers: Vec<MovingBody> = casts.into_iter().map(|cast| insert(&mut world, cast)).collect();
        let mut stage = Stage::new(world.clone());
        for mover in &mut movers {
            mover.id = stage.add_mover(mover.spec.clone()).expect("a good mover");
        }
        let configs: Vec<Config> =
            (0..2).map(|_| Config::new(&settings(random)).expect("settings")).collect();
        let names = configs.iter().map(|config| stage.add_config(*config)).collect();
        let state = stage.initial_state();
        let mut scene = Self { world, stage, state, still, movers, configs, names, recipe };
        for _ in 0..characters {
            let actor = scene.newcomer(random);
            scene.state.characters.extend(actor);
        }
        scene
    }

    /// A character at a free place, often near a mover.
    pub(super) fn newcomer(&mut self, random: &mut Random) -> Option<StageCharacter> {
        let config = random.integer(0, self.configs.len() as i64 - 1) as usize;
        let mover = self.configs[config].mover(false);
        let near = &self.movers[random.integer(0, self.movers.len() as i64 - 1) as usize];
        let index = self.movers.iter().position(|m| m.spec.body == near.spec.body).unwrap_or(0);
        let about = near.spec.pivot + self.state.movers[index].pose.translation;
        let world = self.stage.world_at(&self.state).expect("good places");
        let mut found = Vec::new();
        let free = |at: DVec3, found: &mut Vec<_>| {
            Brute(world).contacts_in_radii(&mover.shape(), at, mover.gather_shell(), mover.filter(), found);
            found.is_empty()
        };
        let beside = (0..40)
            .map(|_| about + random.vector(2.0))
            .find(|&at| self.recipe.is_inside(at) && free(at, &mut found));
        let place = beside.filter(|_| random.chance(0.7));
        let place = place.or_else(|| self.recipe.free_place(random, world, &mover));
        place.map(|at| StageCharacter::new(self.names[config], State::at(at)))
    }

    /// The settings of a handle.
    pub(super) fn config(&self, id: ConfigId) -> &Config {
        // Not asked of the stage: that is elsewhere while it makes a tick.
        let index = self.names.iter().position(|name| *name == id).expect("settings that the scene has");
        &self.configs[index]
    }

    /// Index of the mover of a body that gives way.
    pub(super) fn gives_way(&self, index: usize) -> bool {
        !self.movers[index].is_ended && self.movers[index].spec.policy != Policy::Push
    }
}

/// A room without anything in it.
fn empty_room(recipe: &Recipe, random: &mut Random) -> World {
    let mut world = Recipe { triangles: 1, ..*recipe }.world(random);
    let bodies: Vec<BodyId> = world.bodies().map(|(id, _)| id).skip(1).collect();
    for id in bodies {
        world.remove(id).expect("it was just put in");
    }
    world
}

pub(super) fn insert(world: &mut World, cast: Cast) -> MovingBody {
    let (mesh, report) = Mesh::build(&cast.soup, &MeshOptions::default()).expect("a good soup");
    let corners = |index| mesh.triangle(index).map(|t| t.map(|c| c.as_dvec3()));
    let triangles: Vec<_> = (0..report.triangle_count as u32).filter_map(corners).collect();
    let arm = |c: &DVec3| (cast.pose.transform_point(*c) - cast.pivot).length();
    let reach = triangles.iter().flatten().map(arm).fold(0.0, f64::max);
    let mut body = Body::new(mesh).at(cast.pose);
    body.conveyors = cast.conveyors;
    let id = world.insert(body).expect("a good pose");
    let spec = MoverSpec { body: id, pivot: cast.pivot, drive: cast.drive, policy: cast.policy };
    MovingBody { spec, rest: cast.pose, triangles, reach, id: UNKNOWN, is_ended: false }
}

/// A small character, of any proportions: ellipsoids, capsules, boxes and cylinders.
fn settings(random: &mut Random) -> Settings {
    let mut settings = Settings::default();
    let wide = random.between(0.2, 0.45);
    settings.radii = DVec3::new(wide, random.between(wide, HALF / 8.0), wide * random.between(0.7, 1.3));
    settings.crouch_radii = settings.radii.scale(DVec3::new(1.0, 0.6, 1.0));
    let kind = random.between(0.0, 4.0);
    if kind < 1.0 {
        settings.body = BodyShape::Capsule;
        let high = settings.radii.y + 0.1;
        settings = settings.with_radii(DVec3::new(wide, high, wide));
    } else if kind < 2.0 {
        settings.body = BodyShape::Box;
        settings.rounding = random.pick(&[1e-3, 0.02, 0.1]);
    } else if kind < 3.0 {
        settings.body = BodyShape::Cylinder;
        settings.rounding = random.pick(&[1e-3, 0.02, 0.1]);
        settings = settings.with_radii(DVec3 { z: wide, ..settings.radii });
    }
    if random.chance(0.5) {
        settings.pace.acceleration = f64::INFINITY;
        settings.pace.friction = f64::INFINITY;
    }
    settings
}
