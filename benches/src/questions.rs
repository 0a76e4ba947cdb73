//! What is asked: starts in free space near surfaces, as a character would stand there, and moves from them.

use crate::random::Random;
use crate::scene::Scene;
use crate::shape::{Core, Shape};
use crate::surfaces::Surfaces;
use crate::truth::Stand;

/// Radius of the sphere, in metres.
pub const ROUND: f64 = 0.4;
/// Radii of the ellipsoid, in metres.
pub const TALL: [f64; 3] = [0.4, 0.9, 0.4];
/// The capsule: as wide and as tall as the ellipsoid.
pub const CAPSULE: Shape = Shape::capsule(ROUND, TALL[1] - ROUND);
/// Radius of the edges of the box and of the cylinder, in metres.
pub const ROUNDING: f64 = 0.02;
/// The box and the cylinder: as wide and as tall as the ellipsoid.
pub const BOX: Shape = flat(false);
pub const CYLINDER: Shape = flat(true);

const fn flat(is_round: bool) -> Shape {
    let half = [TALL[0] - ROUNDING, TALL[1] - ROUNDING, TALL[2] - ROUNDING];
    Shape::Rounded(Core { half, is_round }, ROUNDING)
}

/// Nothing is nearer than this to a mover at its start, in metres.
const CLEAR: f64 = 0.001;

/// A family of questions: what moves, and how many metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A ray; infinite: through the whole level.
    Ray(f64),
    /// A sphere's sweep.
    Sphere(f64),
    /// An ellipsoid's sweep.
    Ellipsoid(f64),
    /// A capsule's sweep.
    Capsule(f64),
    /// The sweep of a box with rounded edges.
    Box(f64),
    /// The sweep of a cylinder with rounded edges.
    Cylinder(f64),
}

impl Kind {
    pub const RAYS_AND_ELLIPSOIDS: [Self; 8] = [
        Self::Ray(10.0),
        Self::Ray(f64::INFINITY),
        Self::Sphere(0.1),
        Self::Sphere(1.0),
        Self::Sphere(10.0),
        Self::Ellipsoid(0.1),
        Self::Ellipsoid(1.0),
        Self::Ellipsoid(10.0),
    ];

    pub const WITH_CORES: [Self; 9] = [
        Self::Capsule(0.1),
        Self::Capsule(1.0),
        Self::Capsule(10.0),
        Self::Box(0.1),
        Self::Box(1.0),
        Self::Box(10.0),
        Self::Cylinder(0.1),
        Self::Cylinder(1.0),
        Self::Cylinder(10.0),
    ];

    pub fn all() -> impl Iterator<Item = Self> {
        Self::RAYS_AND_ELLIPSOIDS.into_iter().chain(Self::WITH_CORES)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Ray(l) if l < 100.0 => "ray 10 m",
            Self::Ray(_) => "ray unlimited",
            Self::Sphere(l) => by_reach(l, ["sphere 0.1 m", "sphere 1 m", "sphere 10 m"]),
            Self::Ellipsoid(l) => by_reach(l, ["ellipsoid 0.1 m", "ellipsoid 1 m", "ellipsoid 10 m"]),
            Self::Capsule(l) => by_reach(l, ["capsule 0.1 m", "capsule 1 m", "capsule 10 m"]),
            Self::Box(l) => by_reach(l, ["box 0.1 m", "box 1 m", "box 10 m"]),
            Self::Cylinder(l) => by_reach(l, ["cylinder 0.1 m", "cylinder 1 m", "cylinder 10 m"]),
        }
    }

    /// Metres.
    const fn reach(self) -> f64 {
        let (Self::Ray(l)
        | Self::Sphere(l)
        | Self::Ellipsoid(l)
        | Self::Capsule(l)
        | Self::Box(l)
        | Self::Cylinder(l)) = self;
        l
    }

    /// Whether the peers are asked with a unit sphere on a stretched copy of the level.
    pub const fn is_tall(self) -> bool {
        matches!(self, Self::Ellipsoid(_))
    }

    /// What moves; of a ray, the sphere in which its start is free.
    pub const fn shape(self) -> Shape {
        match self {
            Self::Ray(_) | Self::Sphere(_) => Shape::Ellipsoid([ROUND; 3]),
            Self::Ellipsoid(_) => Shape::Ellipsoid(TALL),
            Self::Capsule(_) => CAPSULE,
            Self::Box(_) => BOX,
            Self::Cylinder(_) => CYLINDER,
        }
    }

    /// Of so many questions one goes before the oracle: its search for a cylinder takes a thousand times as long as for a
    /// sphere.
    pub const fn judged_one_of(self) -> usize {
        match self {
            Self::Cylinder(_) => 40,
            Self::Box(_) => 8,
            Self::Capsule(_) => 4,
            _ => 1,
        }
    }
}

/// The short, the middle or the long one.
const fn by_reach(reach: f64, [short, middle, long]: [&'static str; 3]) -> &'static str {
    match reach {
        l if l < 0.5 => short,
        l if l < 5.0 => middle,
        _ => long,
    }
}

/// One question: every number is an `f32`, so that all engines are asked exactly the same.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    not(any(feature = "parry", feature = "box3d", feature = "obvhs", feature = "embree")),
    allow(dead_code, reason = "the peers' numbers are for peers")
)]
pub struct Question {
    pub from: [f64; 3],
    pub translation: [f64; 3],
    /// The same start and move where the mover is the unit sphere; as above for other movers.
    pub peer_from: [f32; 3],
    pub peer_translation: [f32; 3],
}

impl Question {
    pub fn new(from: [f64; 3], translation: [f64; 3], kind: Kind) -> Self {
        let scale = |v: [f64; 3]| {
            let radii = if kind.is_tall() { TALL } else { [1.0; 3] };
            std::array::from_fn(|i| (v[i] / radii[i]) as f32)
        };
        Self { from, translation, peer_from: scale(from), peer_translation: scale(translation) }
    }
}

/// All questions of one kind on one level.
#[derive(Clone, Debug)]
pub struct Questions {
    pub kind: Kind,
    pub list: Vec<Question>,
}

impl Questions {
    /// So many questions about a scene, fewer if there is little free room.
    ///
    /// # Panics
    /// If there is none.
    pub fn new(scene: &Scene, kind: Kind, count: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let reach = kind.reach();
        let reach = if reach.is_finite() { reach } else { scene.level.diagonal().max(1000.0) };
        let surfaces = Surfaces::new(&scene.level);
        let mut list = Vec::new();
        for _ in 0..100 * count {
            let Some(from) = surfaces.start(&mut random, kind.shape()) else { continue };
            let translation = direction(&mut random).map(|c| f64::from((c * reach) as f32));
            let stand = Stand { shape: kind.shape(), centre: from };
            if stand.thinner(-CLEAR).is_free(&scene.blocks) {
                list.push(Question::new(from, translation, kind));
            }
            if list.len() == count {
                break;
            }
        }
        assert!(!list.is_empty(), "{}: no free place for a {}", scene.level.name, kind.name());
        Self { kind, list }
    }
}

/// Half of them along the ground, a fifth down, the rest anywhere.
fn direction(random: &mut Random) -> [f64; 3] {
    match random.unit() {
        u if u < 0.5 => random.level_direction(),
        u if u < 0.7 => [0.0, -1.0, 0.0],
        _ => random.direction(),
    }
}
