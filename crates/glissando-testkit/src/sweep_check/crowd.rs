//! Sweeps through soups of a few hundred triangles in several bodies.

use super::body::BodyKind;
use super::core::Core;
use super::single::{allowance, skewed_at};
use super::truth::{Allowance, Piece, Question};
use crate::oracle;
use crate::random::Random;
use glissando::{Body, DAffine3, DVec3, Mesh, MeshOptions, Shape, Soup, Sweep, World};

/// What a soup is made of.
#[derive(Clone, Copy, Debug)]
struct Recipe {
    name: &'static str,
    bodies: usize,
    triangles: usize,
    /// Length of the edges against the half of the box, between these.
    edge: (f64, f64),
    /// Height of the triangles against their length, down to this.
    flattest: f64,
    /// How far from the origin, in metres, up to this.
    away: f64,
    is_posed: bool,
}

/// Half of the box that the soup lies in, in metres.
const HALF: f64 = 8.0;

const RECIPES: [Recipe; 6] = {
    let plain = Recipe {
        name: "one body",
        bodies: 1,
        triangles: 240,
        edge: (0.05, 0.5),
        flattest: 0.1,
        away: 0.0,
        is_posed: false,
    };
    [
        plain,
        Recipe { name: "posed bodies", bodies: 5, is_posed: true, ..plain },
        Recipe { name: "gravel", bodies: 3, triangles: 420, edge: (1e-3, 0.1), is_posed: true, ..plain },
        Recipe { name: "slivers", bodies: 3, flattest: 1e-7, edge: (0.2, 2.0), is_posed: true, ..plain },
        Recipe { name: "far bodies", bodies: 4, away: 1e6, is_posed: true, ..plain },
        Recipe { name: "far vertices", bodies: 2, away: 1e5, edge: (0.1, 1.0), ..plain },
    ]
};

/// How many kinds of soup there are.
pub(super) const KINDS: usize = RECIPES.len();

/// The name of a kind of soup.
pub(super) fn name_of(kind: usize) -> &'static str {
    RECIPES[kind].name
}

/// A world, and its triangles as the truth sees them.
pub struct Crowd {
    kind: usize,
    world: World,
    solids: Vec<Solid>,
    middle: DVec3,
    seed: u64,
    nth: u64,
}

/// A triangle of the world.
struct Solid {
    in_mesh: [DVec3; 3],
    pose: DAffine3,
    edges_only: bool,
    /// A ball about it, in the world.
    middle: DVec3,
    reach: f64,
}

impl Crowd {
    /// Soup `nth` of a seed.
    pub fn new(seed: u64, nth: u64) -> Self {
        let kind = (nth % KINDS as u64) as usize;
        let recipe = &RECIPES[kind];
        let mut random = Random::nth(seed, 2000, nth);
        let size = if recipe.away > 0.0 { random.magnitude(1.0, recipe.away) } else { 0.0 };
        let middle = random.vector(size);
        let mut crowd = Self { kind, world: World::new(), solids: Vec::new(), middle, seed, nth };
        for _ in 0..recipe.bodies {
            let pose = if recipe.is_posed { skewed_at(&mut random, middle) } else { DAffine3::IDENTITY };
            crowd.add_body(&mut random, recipe, pose);
        }
        crowd
    }

    fn add_body(&mut self, random: &mut Random, recipe: &Recipe, pose: DAffine3) {
        let inverse = pose.try_inverse().unwrap_or(DAffine3::IDENTITY);
        let mut soup = Soup::default();
        for _ in 0..recipe.triangles / recipe.bodies {
            let corners = triangle(random, recipe).map(|c| inverse.transform_point(self.middle + c));
            soup.push(corners.map(DVec3::as_vec3), 0);
        }
        let Ok((mesh, report)) = Mesh::build(&soup, &MeshOptions::default()) else { return };
        for index in 0..soup.triangles.len() as u32 {
            let Some(corners) = mesh.triangle(index) else { continue };
            let in_mesh = corners.map(|c| c.as_dvec3());
            let edges_only = report.slivers.contains(&index) || report.degenerate.contains(&index);
            let [a, b, c] = in_mesh.map(|c| pose.transform_point(c));
            let middle = (a + b + c) / 3.0;
            let reach = [a, b, c].iter().fold(0.0, |most: f64, p| most.max((*p - middle).length()));
            self.solids.push(Solid { in_mesh, pose, edges_only, middle, reach });
        }
        // Poses of a recipe are far from singular.
        let _ = self.world.insert(Body::new(mesh).at(pose));
    }

    /// What kind of soup it is.
    pub fn name(&self) -> String {
        format!("soup {} ({}) of seed {}", self.nth, RECIPES[self.kind].name, self.seed)
    }

    /// The row of the tally.
    pub(super) fn group(&self) -> usize {
        super::tally::first_crowd_group() + self.kind
    }

    /// Sweep `nth` through it: the truth's question and the library's fraction.
    pub fn ask(&self, body: BodyKind, nth: u64) -> (Question, Option<f64>) {
        let mut random = Random::nth(self.seed, body.group(3000 + self.nth), nth);
        let shape = body.any(&mut random, 0.05, 3.0);
        let (from, translation) = self.way(&mut random, &shape);
        let skin = if random.chance(0.5) { shape.smallest_half_extent() * 0.01 } else { 0.0 };
        let sweep = Sweep::new(shape, from, translation).and_then(|s| s.with_skin(skin));
        let claim = sweep.ok().and_then(|s| self.world.sweep(&s)).map(|hit| hit.fraction);
        (self.question(&shape, from, translation, 1.0 + skin / shape.smallest_radius()), claim)
    }

    /// Anywhere through the box, or past the corner or edge of some triangle.
    fn way(&self, random: &mut Random, shape: &Shape) -> (DVec3, DVec3) {
        let translation = random.direction() * random.magnitude(1e-3, 4.0 * HALF);
        if random.chance(0.4) {
            return (self.middle + random.vector(HALF), translation);
        }
        let solid = &self.solids[random.integer(0, self.solids.len() as i64 - 1) as usize];
        let [a, b, _] = solid.in_mesh.map(|c| solid.pose.transform_point(c));
        let target = if random.chance(0.5) { a } else { a + (b - a) * random.fraction() };
        let aside = random.direction() * (shape.largest_radius() * random.between(0.0, 1.2));
        (target + aside - translation * random.between(0.0, 1.2), translation)
    }

    fn question(&self, shape: &Shape, from: DVec3, translation: DVec3, rho: f64) -> Question {
        let body = oracle::Body { radii: shape.radii(), axes: shape.rotation().to_mat3(), centre: from };
        let reach = shape.largest_radius() * rho * 1.001;
        let mut question = Question {
            from: DVec3::ZERO,
            translation: body.unit_vector(translation),
            rho,
            radius: 1.0,
            core: Core::in_unit_space(shape),
            pieces: Vec::new(),
            allowance: Allowance::default(),
            touch: None,
        };
        for solid in &self.solids {
            if distance_to_way(solid.middle, from, translation) > (solid.reach + reach) * 1.001 {
                continue;
            }
            let unit = body.unit_sweep(translation, solid.pose, solid.in_mesh);
            question.pieces.push(Piece { corners: unit.corners, edges_only: solid.edges_only });
            let Allowance { condition, place } = allowance(shape, from, solid.pose);
            let most = &mut question.allowance;
            *most = Allowance { condition: most.condition.max(condition), place: most.place.max(place) };
        }
        question
    }
}

/// A triangle about a random place of the box.
fn triangle(random: &mut Random, recipe: &Recipe) -> [DVec3; 3] {
    let at = random.vector(0.9 * HALF);
    let edge = HALF * random.magnitude(recipe.edge.0, recipe.edge.1);
    let (along, across) = (random.direction(), random.direction());
    let height = edge * random.magnitude(recipe.flattest, 1.0);
    let share = random.between(-0.1, 1.1);
    [at, at + along * edge, at + along * (edge * share) + across * height]
}

fn distance_to_way(point: DVec3, from: DVec3, translation: DVec3) -> f64 {
    let way = point - from;
    let length_sq = translation.length_sq();
    let share = if length_sq > 0.0 { (way.dot(translation) / length_sq).clamp(0.0, 1.0) } else { 0.0 };
    (way - translation * share).length()
}
