//! What is asked: starts in free space near surfaces, as a character would stand there, and moves from them.

use crate::engines::Glissando;
use crate::level::Level;
use crate::options::Options;
use crate::random::Random;

/// Radius of the sphere, in metres.
pub const ROUND: f64 = 0.4;
/// Radii of the ellipsoid, in metres.
pub const TALL: [f64; 3] = [0.4, 0.9, 0.4];

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
pub struct Question {
    pub from: [f64; 3],
    pub translation: [f64; 3],
    /// The same start and move where the mover is the unit sphere; as above for other movers.
    pub peer_from: [f32; 3],
    pub peer_translation: [f32; 3],
}

impl Question {
    pub fn length(&self) -> f64 {
        self.translation.iter().map(|c| c * c).sum::<f64>().sqrt()
    }
}

/// All questions of one kind on one level.
#[derive(Clone, Debug)]
pub struct Questions {
    pub kind: Kind,
    pub list: Vec<Question>,
    /// How many of them are also asked triangle by triangle.
    pub brute: usize,
}

impl Questions {
    pub fn new(level: &Level, judge: &Glissando, kind: Kind, options: &Options) -> Self {
        let mut random = Random::new(options.seed);
        let (Kind::Ray(reach) | Kind::Sphere(reach) | Kind::Ellipsoid(reach)) = kind;
        let reach = if reach.is_finite() { reach } else { level.diagonal().max(1000.0) };
        let surfaces = Surfaces::new(level);
        // Rays start where a head would be: in the middle of a free sphere.
        let room = if matches!(kind, Kind::Ray(_)) { [ROUND; 3] } else { kind.radii() };
        let mut list = Vec::new();
        let mut tries = 0;
        while list.len() < options.questions && tries < 100 * options.questions {
            tries += 1;
            let Some(from) = surfaces.start(&mut random, room) else { continue };
            let translation = direction(&mut random).map(|c| f64::from((c * reach) as f32));
            if judge.is_free(from, room) {
                list.push(question(from, translation, kind));
            }
        }
        assert!(!list.is_empty(), "{}: no free place for a {}", level.name, kind.name());
        Self { kind, list, brute: options.brute }
    }
}

fn question(from: [f64; 3], translation: [f64; 3], kind: Kind) -> Question {
    let scale = |v: [f64; 3]| {
        let radii = if kind.is_tall() { kind.radii() } else { [1.0; 3] };
        std::array::from_fn(|i| (v[i] / radii[i]) as f32)
    };
    Question { from, translation, peer_from: scale(from), peer_translation: scale(translation) }
}

/// Half of them along the ground, a fifth down, the rest anywhere.
fn direction(random: &mut Random) -> [f64; 3] {
    match random.unit() {
        u if u < 0.5 => random.level_direction(),
        u if u < 0.7 => [0.0, -1.0, 0.0],
        _ => random.direction(),
    }
}

/// Where surfaces are: half of the choices fall on triangles by number, half by area.
pub struct Surfaces<'a> {
    level: &'a Level,
    area_up_to: Vec<f64>,
}

impl<'a> Surfaces<'a> {
    pub fn new(level: &'a Level) -> Self {
        let mut sum = 0.0;
        let area = |t: usize| {
            sum += length(normal(level.corners(t)));
            sum
        };
        Self { level, area_up_to: (0..level.triangles.len()).map(area).collect() }
    }

    /// A place before the front of a surface: its gap to that triangle is between 1 cm and 2 m.
    pub fn start(&self, random: &mut Random, radii: [f64; 3]) -> Option<[f64; 3]> {
        let (at, n) = self.spot(random)?;
        let gap = 0.01 * 200.0_f64.powf(random.unit());
        let reach = (0..3).map(|i| (radii[i] * n[i]).powi(2)).sum::<f64>().sqrt() + gap;
        Some(std::array::from_fn(|i| f64::from((at[i] + n[i] * reach) as f32)))
    }

    /// A point of a surface, and the unit normal there.
    pub fn spot(&self, random: &mut Random) -> Option<([f64; 3], [f64; 3])> {
        let by_area = random.unit() < 0.5;
        let triangle = if by_area {
            let area = random.unit() * self.area_up_to.last()?;
            self.area_up_to.partition_point(|&a| a < area).min(self.level.triangles.len() - 1)
        } else {
            random.index(self.level.triangles.len())
        };
        let [a, b, c] = self.level.corners(triangle);
        let n = normal([a, b, c]);
        let size = length(n);
        let (mut u, mut v) = (random.unit(), random.unit());
        if u + v > 1.0 {
            (u, v) = (1.0 - u, 1.0 - v);
        }
        let at = |i: usize| a[i] + u * (b[i] - a[i]) + v * (c[i] - a[i]);
        (size > 0.0).then(|| (std::array::from_fn(at), n.map(|x| x / size)))
    }
}

/// Twice the area, along the front's normal.
fn normal([a, b, c]: [[f64; 3]; 3]) -> [f64; 3] {
    let [u, v]: [[f64; 3]; 2] = [b, c].map(|p| std::array::from_fn(|i| p[i] - a[i]));
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

fn length(v: [f64; 3]) -> f64 {
    v.iter().map(|c| c * c).sum::<f64>().sqrt()
}
