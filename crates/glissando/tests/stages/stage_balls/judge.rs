//! A room of boxes with movers, characters and balls in it, and an oracle for overlaps.
//!
//! The oracle uses boxes, spheres, upright ellipsoids, capsules and boxes in `f64`, no meshes, trees or sweeps: a box is
//! a distance to its three slabs, a capsule one to its segment, and an ellipsoid and a ball are apart if a plane has one
//! on each side.

use super::{GRAVITY, ball};
use glissando::balls;
use glissando::crowd::{Placed, parting};
use glissando::stage::{Drive, PathEnds, Policy, StageCharacter, StageState};
use glissando::{BodyId, Config, DVec3, Shape, State, World};
use glissando_testkit::random::Random;
use glissando_testkit::stages::{Scene, block, bodies, key, velocity};

/// Half extents of the usual room.
pub(crate) const ROOM: DVec3 = DVec3::new(6.0, 3.0, 6.0);

/// A scene and the boxes in it.
pub(crate) struct Hall {
    pub(crate) scene: Scene,
    /// Half extents of the room.
    pub(crate) room: DVec3,
    boxes: Vec<(BodyId, DVec3)>,
    /// Whether a ball inside a box overlaps it though it touches none of its surface, as after a mover has passed over it.
    is_solid: bool,
}

/// An overlap of two objects: their kinds and numbers, and its depth in metres.
pub(crate) struct Overlap {
    pub(crate) ball: usize,
    pub(crate) other: (char, usize),
    pub(crate) depth: f64,
}

impl Hall {
    /// A closed room of these half extents with these numbers of movers, characters and balls.
    pub(crate) fn new(random: &mut Random, room: DVec3, [movers, characters, balls]: [usize; 3]) -> Self {
        let mut world = World::new();
        let mut boxes = Vec::new();
        let mut put = |world: &mut World, at: DVec3, half: DVec3| {
            let body = block(world, at, half);
            boxes.push((body, half));
            body
        };
        for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
            for side in [-1.0, 1.0] {
                let half = room + DVec3::splat(1.0) - axis.scale(room);
                put(&mut world, axis * (side * (axis.dot(room) + 1.0)), half);
            }
        }
        let drives: Vec<_> = (0..movers)
            .map(|_| {
                let half = DVec3::new(
                    random.between(0.05, 1.5),
                    random.between(0.05, 1.0),
                    random.between(0.05, 1.5),
                );
                let at = random.vector(1.0).scale(room * 0.7);
                (put(&mut world, at, half), at, drive(random, room))
            })
            .collect();
        let mut scene = Scene::new(world);
        for (body, pivot, drive) in drives {
            let policy = random.pick(&[Policy::Push, Policy::Stop, Policy::Reverse]);
            scene.mover(body, pivot, drive, policy);
        }
        let rules = balls::Settings { gravity: GRAVITY, wall_restitution: 0.9, ..balls::Settings::default() };
        scene.stage.set_ball_settings(rules).unwrap();
        let mut hall = Self { scene, room, boxes, is_solid: true };
        hall.fill(random, characters, balls);
        hall.is_solid = false;
        hall
    }

    /// Places characters of all forms in turn, and balls where there is room.
    fn fill(&mut self, random: &mut Random, characters: usize, balls: usize) {
        let [_, capsule, cuboid, cylinder] = bodies().map(|settings| Config::new(&settings).unwrap());
        let stage = &mut self.scene.stage;
        let [capsule, cuboid, cylinder] = [capsule, cuboid, cylinder].map(|config| stage.add_config(config));
        let configs = [self.scene.config, capsule, cuboid, cylinder];
        while self.scene.state.characters.len() < characters {
            let at = random.vector(1.0).scale(self.room * 0.8);
            let config = configs[self.scene.state.characters.len() % 4];
            self.scene.state.characters.insert(StageCharacter::new(config, State::at(at)));
            let place = ball(at, 1.2, 1.0, 0.0);
            let clear = self.is_clear(&place, self.scene.state.characters.len() - 1);
            if !clear {
                self.scene.state.characters.pop();
            }
        }
        while self.scene.state.balls.len() < balls {
            let mass = [0.1, 1.0, 20.0, 400.0, 5000.0];
            let (mass, e) = (random.pick(&mass), random.between(0.0, 0.9));
            let at = random.vector(1.0).scale(self.room * 0.8);
            let mut new = ball(at, random.between(0.08, 0.6), mass, e);
            new.velocity = random.vector(1.0) * random.between(0.0, 30.0);
            if self.is_clear(&new, characters) {
                self.scene.state.balls.insert(new);
            }
        }
    }

    fn is_clear(&mut self, new: &balls::Ball, characters: usize) -> bool {
        self.scene.state.balls.insert(*new);
        let mut all = Vec::new();
        self.overlaps(&mut all);
        let last = self.scene.state.balls.len() - 1;
        self.scene.state.balls.pop();
        !all.iter().any(|o: &Overlap| {
            let counts = o.other.0 != 'c' || o.other.1 < characters;
            (o.ball == last || o.other == ('b', last)) && counts && o.depth > -1e-3
        })
    }

    /// All objects nearer to a ball than 1 mm.
    pub(crate) fn overlaps(&mut self, found: &mut Vec<Overlap>) {
        found.clear();
        let state = self.scene.state.clone();
        let shape =
            |actor: &StageCharacter, config: &glissando::Config| config.shape(actor.state.is_crouching);
        for (index, one) in state.balls.iter().enumerate() {
            let mut tell = |other, gap: f64| {
                if gap < 1e-3 {
                    found.push(Overlap { ball: index, other, depth: -gap });
                }
            };
            for (other, two) in state.balls.iter().enumerate().skip(index + 1) {
                tell(('b', other), (one.position - two.position).length() - one.radius - two.radius);
            }
            for (other, actor) in state.characters.iter().enumerate() {
                let config = self.scene.stage.config(actor.config).unwrap();
                tell(('c', other), apart(&shape(actor, config), actor.state.position, one));
            }
            let world = self.scene.stage.world_at(&state).unwrap();
            for (other, (body, half)) in self.boxes.iter().enumerate() {
                let pose = world.body(*body).unwrap().pose;
                let own = pose.matrix3.transpose() * (one.position - pose.translation);
                let beyond = own.abs() - *half;
                let deepest = beyond.max_element();
                let distance = if deepest > 0.0 { beyond.max(DVec3::ZERO).length() } else { deepest };
                if self.is_solid || distance > -one.radius {
                    tell(('w', other), distance - one.radius);
                }
            }
        }
    }
}

/// Metres between an upright ellipsoid and a ball along the best normal, which is checked, or between an upright
/// capsule or box and a ball.
fn apart(shape: &Shape, at: DVec3, ball: &balls::Ball) -> f64 {
    if shape.is_capsule() || shape.is_box() {
        let beyond = (ball.position - at).abs() - shape.core_half_extents();
        return beyond.max(DVec3::ZERO).length() - shape.radii().y - ball.radius;
    }
    let character = Placed { shape: *shape, at, shell: 1.0 };
    let round = Placed { shape: Shape::sphere(ball.radius).unwrap(), at: ball.position, shell: 1.0 };
    let normal = parting(&character, &round).normal;
    (ball.position - at).dot(normal) - shape.radii().scale(normal).length() - ball.radius
}

fn drive(random: &mut Random, room: DVec3) -> Drive {
    let speed = random.between(0.5, 12.0);
    if random.chance(0.5) {
        let way = random.vector(1.0).scale(room);
        let keys = vec![key(0.0, DVec3::ZERO), key((way.length() / speed).max(0.1), way)];
        return Drive::Path { keys, ends: PathEnds::PingPong };
    }
    velocity(DVec3::ZERO, random.direction() * random.between(0.2, 8.0))
}

/// Whether two states are equal except that `second` has its balls and characters in reverse order.
pub(crate) fn are_reversed(first: &StageState, second: &StageState) -> bool {
    let bits = |v: DVec3| v.to_array().map(f64::to_bits);
    let balls = first.balls.iter().zip(second.balls.iter().rev());
    let characters = first.characters.iter().zip(second.characters.iter().rev());
    balls
        .into_iter()
        .all(|(a, b)| bits(a.position) == bits(b.position) && bits(a.velocity) == bits(b.velocity))
        && characters.into_iter().all(|(a, b)| {
            let (a, b) = (&a.state, &b.state);
            bits(a.position) == bits(b.position) && bits(a.velocity) == bits(b.velocity)
        })
}
