//! What moves: each kind as a shape, a place, a pivot, a drive and a policy, at random.

use crate::random::Random;
use crate::scenes::block;
use crate::soups::{HALF, skewed};
use glissando::stage::{Drive, Key, PathEnds, Policy};
use glissando::world::Conveyor;
use glissando::{DAffine3, DQuat, DVec3, Soup};

/// Kinds of movers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Up and down.
    Lift,
    /// A leaf that swings about its hinge.
    Door,
    /// A plate that goes against a wall or the floor.
    Press,
    /// Round and round on a closed line.
    Train,
    /// A thin bar that spins about any axis.
    Rod,
    /// A plate that turns, level or tilted.
    Table,
    /// Two lifts, side by side, that part.
    Parting,
    /// Two plates that close on each other.
    Jaws,
    /// A conveyor, at rest or on its way.
    Belt,
}

/// A mover before it is in a world.
pub(super) struct Cast {
    pub(super) soup: Soup,
    pub(super) pose: DAffine3,
    pub(super) pivot: DVec3,
    pub(super) drive: Drive,
    pub(super) policy: Policy,
    pub(super) conveyors: Vec<Conveyor>,
}

/// Most radians that anything turns in a tick; a quarter turn is 1.57.
const MOST_TURN: f64 = 1.5;

impl Kind {
    /// All.
    pub const ALL: [Self; 9] = [
        Self::Lift,
        Self::Door,
        Self::Press,
        Self::Train,
        Self::Rod,
        Self::Table,
        Self::Parting,
        Self::Jaws,
        Self::Belt,
    ];

    /// A word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lift => "lift",
            Self::Door => "door",
            Self::Press => "press",
            Self::Train => "train",
            Self::Rod => "rod",
            Self::Table => "table",
            Self::Parting => "parting",
            Self::Jaws => "jaws",
            Self::Belt => "belt",
        }
    }

    /// The movers of one such thing, in a room about `middle`, for ticks of `dt` seconds.
    pub(super) fn cast(self, random: &mut Random, middle: DVec3, dt: f64) -> Vec<Cast> {
        let speed = random.magnitude(0.1, 50.0);
        let across = |r: &mut Random| DVec3::new(r.between(-4.0, 4.0), 0.0, r.between(-4.0, 4.0));
        let ground = |r: &mut Random, above: f64| middle + across(r) - DVec3::Y * (HALF - above);
        match self {
            Self::Lift => {
                let half = plate(random, 0.6, 2.0);
                let at = ground(random, 0.5);
                let way = DVec3::Y * random.between(0.5, 11.0);
                let drive = if random.chance(0.15) { Drive::Target } else { to_and_fro(random, way, speed) };
                vec![cast(random, half, at, at, drive)]
            }
            Self::Door => vec![door(random, ground, speed, dt)],
            Self::Press => {
                let axis = axis(random);
                let room = random.between(1.0, 5.0);
                let half = across_axis(axis, random.between(0.1, 0.4), random.between(0.6, 2.5));
                let at = middle + axis * (HALF - room) + off_axis(across(random), axis);
                let way = axis * room * random.between(0.8, 1.1);
                let drive = to_and_fro(random, way, speed);
                vec![cast(random, half, at, at, drive)]
            }
            Self::Train => {
                let half =
                    DVec3::new(random.between(0.5, 2.0), random.between(0.3, 1.0), random.between(0.4, 1.0));
                let at = ground(random, random_above(half));
                let drive = line(random, speed);
                vec![cast(random, half, at, at, drive)]
            }
            Self::Rod => {
                let half = DVec3::new(
                    random.between(1.0, 3.0),
                    random.between(0.03, 0.2),
                    random.between(0.03, 0.2),
                );
                let at = ground(random, random_height(speed));
                let angular = spin(random, speed, half.x, dt);
                let linear = random.direction() * (random.pick(&[0.0, 0.0, 0.3]) * random.fraction());
                vec![cast(random, half, at, at, Drive::Velocity { linear, angular })]
            }
            Self::Table => {
                let half = plate(random, 1.5, 3.5);
                let at = ground(random, 0.6);
                let speed = spin(random, speed, half.x, dt).length() * random.sign();
                let tilted = DVec3::Y + random.vector(0.3);
                let axis = random.pick(&[DVec3::Y, DVec3::Y, tilted, DVec3::X]);
                let angular = axis * (speed / axis.length());
                vec![cast(random, half, at, at, Drive::Velocity { linear: DVec3::ZERO, angular })]
            }
            Self::Parting => {
                let half = plate(random, 0.6, 2.0);
                let at = ground(random, 2.0);
                let way = random.pick(&[DVec3::X, DVec3::Y, DVec3::Z]) * random.between(0.5, 4.0);
                [-1.0, 1.0]
                    .map(|side| {
                        let at = at + DVec3::X * (side * half.x);
                        let drive = to_and_fro(random, way * side, speed);
                        cast(random, half, at, at, drive)
                    })
                    .into()
            }
            Self::Jaws => {
                let axis = axis(random).abs();
                let room = random.between(0.8, 2.5);
                let half = across_axis(axis, random.between(0.1, 0.4), random.between(0.6, 2.5));
                let at = ground(random, 1.5);
                let way = axis * room * random.between(0.8, 1.0);
                [-1.0, 1.0]
                    .map(|side| {
                        let at = at + axis * (side * room);
                        let drive = to_and_fro(random, way * -side, speed);
                        let mut jaw = cast(random, half, at, at, drive);
                        if random.chance(0.5) {
                            let lean = random.vector(0.2);
                            jaw.pose.matrix3 = turned(lean.x, lean.y, lean.z).to_mat3() * jaw.pose.matrix3;
                        }
                        jaw
                    })
                    .into()
            }
            Self::Belt => {
                let half = plate(random, 1.0, 3.0);
                let at = ground(random, 0.4);
                let drive = if random.chance(0.5) {
                    line(random, speed)
                } else {
                    Drive::Velocity { linear: DVec3::ZERO, angular: DVec3::ZERO }
                };
                let mut belt = cast(random, half, at, at, drive);
                belt.conveyors = vec![Conveyor { material: 0, velocity: random.vector(15.0) }];
                vec![belt]
            }
        }
    }
}

/// A box of these half extents, or triangles without order in it; sometimes seen through a skewed pose.
fn cast(random: &mut Random, half: DVec3, at: DVec3, pivot: DVec3, drive: Drive) -> Cast {
    let mut soup = Soup::default();
    if random.chance(0.2) {
        for _ in 0..8 {
            let corners = [(); 3].map(|()| random.vector(1.0).scale(half).as_vec3());
            soup.push(corners, 0);
        }
    } else {
        block(&mut soup, -half, half);
    }
    let mut pose = DAffine3::from_translation(at);
    if random.chance(0.2) {
        let is_mirrored = random.chance(0.5);
        pose.matrix3 = skewed(random, is_mirrored).matrix3;
    }
    let policy = random.pick(&[Policy::Push, Policy::Stop, Policy::Reverse]);
    Cast { soup, pose, pivot, drive, policy, conveyors: Vec::new() }
}

fn door(random: &mut Random, ground: impl Fn(&mut Random, f64) -> DVec3, speed: f64, dt: f64) -> Cast {
    let length = random.between(1.0, 3.0);
    let half = DVec3::new(length * 0.5, random.between(0.8, 1.4), random.between(0.02, 0.15));
    let hinge = ground(random, 1.45);
    let side = random.sign();
    let drive = if random.chance(0.5) {
        let angular = DVec3::Y * (spin(random, speed, length, dt).length() * side);
        Drive::Velocity { linear: DVec3::ZERO, angular }
    } else {
        // A quarter turn, in two halves.
        let time = 1.6 * length / speed;
        let time = if time > 2.0 * dt { time } else { 2.0 * dt };
        let key = |share: f64, tangent: f64| Key {
            time: time * share,
            rotation: turned(0.0, tangent * side, 0.0),
            ..Key::default()
        };
        let keys = vec![key(0.0, 0.0), key(0.5, 0.414_213_562_373), key(1.0, 1.0)];
        let ends = random.pick(&[PathEnds::PingPong, PathEnds::OnCall { wait: 0.2 }]);
        Drive::Path { keys, ends }
    };
    cast(random, half, hinge + DVec3::X * half.x, hinge, drive)
}

/// A level plate.
fn plate(random: &mut Random, least: f64, most: f64) -> DVec3 {
    DVec3::new(random.between(least, most), random.between(0.05, 0.4), random.between(least, most))
}

/// Half extents of a plate across an axis.
fn across_axis(axis: DVec3, thick: f64, wide: f64) -> DVec3 {
    let along = axis.abs();
    along * thick + (DVec3::splat(1.0) - along) * wide
}

fn off_axis(v: DVec3, axis: DVec3) -> DVec3 {
    v - axis * v.dot(axis)
}

/// One of the six.
fn axis(random: &mut Random) -> DVec3 {
    random.pick(&[DVec3::X, DVec3::Y, DVec3::Y, DVec3::Z]) * random.sign()
}

fn random_above(half: DVec3) -> f64 {
    half.y + 0.1
}

fn random_height(speed: f64) -> f64 {
    0.3 + 0.05 * speed
}

/// An angular velocity about any axis at which what is `reach` away has this speed, if a tick can turn so far.
fn spin(random: &mut Random, speed: f64, reach: f64, dt: f64) -> DVec3 {
    let rate = speed / reach;
    random.direction() * if rate * dt < MOST_TURN { rate } else { MOST_TURN / dt }
}

/// A rotation of this Gibbs vector.
fn turned(x: f64, y: f64, z: f64) -> DQuat {
    DQuat::from_xyzw(x, y, z, 1.0).try_normalize().unwrap_or_default()
}

/// There and back at this speed.
fn to_and_fro(random: &mut Random, way: DVec3, speed: f64) -> Drive {
    let time = way.length() / speed;
    let keys = vec![Key::default(), Key { time, translation: way, ..Key::default() }];
    let ends = random.pick(&[PathEnds::PingPong, PathEnds::PingPong, PathEnds::OnCall { wait: 0.3 }]);
    Drive::Path { keys, ends }
}

/// A closed line of four corners.
fn line(random: &mut Random, speed: f64) -> Drive {
    let corner = |r: &mut Random| DVec3::new(r.between(-5.0, 5.0), r.between(0.0, 1.0), r.between(-5.0, 5.0));
    let (mut at, mut time) = (DVec3::ZERO, 0.0);
    let mut keys = vec![Key::default()];
    for next in [corner(random), corner(random), corner(random), DVec3::ZERO] {
        time += (next - at).length() / speed;
        keys.push(Key { time, translation: next, ..Key::default() });
        at = next;
    }
    Drive::Path { keys, ends: PathEnds::Loop }
}
