//! What is asked: starts in free space near surfaces, as a character would stand there, and moves from them.

use crate::random::Random;
use crate::scene::Scene;
use crate::surfaces::Surfaces;
use crate::truth::{Shape, Stand};

/// Radius of the sphere, in metres.
pub const ROUND: f64 = 0.4;
/// Radii of the ellipsoid, in metres.
pub const TALL: [f64; 3] = [0.4, 0.9, 0.4];

/// Nothing is nearer than this to a mover at its start, in metres.
const CLEAR: f64 = 0.001;

/// A family of questions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A ray of this length in metres; infinite: through the whole level.
    Ray(f64),
    /// A sphere's sweep.
    Sphere(f64),
    /// An ellipsoid's sweep.
    Ellipsoid(f64),
}

impl Kind {
    pub const ALL: [Self; 8] = [
        Self::Ray(10.0),
        Self::Ray(f64::INFINITY),
        Self::Sphere(0.1),
        Self::Sphere(1.0),
        Self::Sphere(10.0),
        Self::Ellipsoid(0.1),
        Self::Ellipsoid(1.0),
        Self::Ellipsoid(10.0),
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Ray(l) if l < 100.0 => "ray 10 m",
            Self::Ray(_) => "ray unlimited",
            Self::Sphere(l) if l < 0.5 => "sphere 0.1 m",
            Self::Sphere(l) if l < 5.0 => "sphere 1 m",
            Self::Sphere(_) => "sphere 10 m",
            Self::Ellipsoid(l) if l < 0.5 => "ellipsoid 0.1 m",
            Self::Ellipsoid(l) if l < 5.0 => "ellipsoid 1 m",
            Self::Ellipsoid(_) => "ellipsoid 10 m",
        }
    }

    /// Whether the peers are asked with a unit sphere on a stretched copy of the level.
    pub const fn is_tall(self) -> bool {
        matches!(self, Self::Ellipsoid(_))
    }

    /// Radii of the mover; zero for a ray.
    pub const fn radii(self) -> [f64; 3] {
        match self {
            Self::Ray(_) => [0.0; 3],
            Self::Sphere(_) => [ROUND; 3],
            Self::Ellipsoid(_) => TALL,
        }
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
            let radii = if kind.is_tall() { kind.radii() } else { [1.0; 3] };
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
        let (Kind::Ray(reach) | Kind::Sphere(reach) | Kind::Ellipsoid(reach)) = kind;
        let reach = if reach.is_finite() { reach } else { scene.level.diagonal().max(1000.0) };
        let surfaces = Surfaces::new(&scene.level);
        // Rays start where a head would be: in the middle of a free sphere.
        let room = if matches!(kind, Kind::Ray(_)) { [ROUND; 3] } else { kind.radii() };
        let mut list = Vec::new();
        for _ in 0..100 * count {
            let Some(from) = surfaces.start(&mut random, room) else { continue };
            let translation = direction(&mut random).map(|c| f64::from((c * reach) as f32));
            let stand = Stand { shape: Shape::Ellipsoid(room), centre: from };
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
