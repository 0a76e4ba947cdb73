//! One triangle in a world of its own, asked in several dresses of the same case.

use super::body::BodyKind;
use super::core::Core;
use super::cored;
use super::truth::{Allowance, Piece, Question};
use crate::cases::{Case, Family};
use crate::oracle;
use crate::random::{Random, Style};
use crate::soups::skewed;
use glissando::{Body, DAffine3, DQuat, DVec3, Mesh, MeshOptions, Shape, Soup, Sweep, World};

/// How a case is put to the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dress {
    /// A rounding of one metre and the triangle as they are.
    Bare,
    /// A rounding of one metre with a skin, where the case's radius lies between 1 and 2; else as `Sphere`.
    Skin,
    /// A rounding of the case's radius.
    Sphere,
    /// A body of any size and rotation, of a sphere an ellipsoid, anywhere, and a posed body: sheared, mirrored, scaled.
    Posed,
}

/// A trial with one triangle.
#[derive(Clone, Copy, Debug)]
pub struct Single {
    /// What makes it hard.
    pub family: Family,
    /// How its numbers look.
    pub style: Style,
    /// How it is asked.
    pub dress: Dress,
    /// What is swept.
    pub body: BodyKind,
    pub(super) seed: u64,
    pub(super) index: u64,
}

/// What was asked and answered.
#[derive(Debug)]
pub struct Asked {
    /// The truth's view of it.
    pub question: Question,
    /// The library's fraction.
    pub claim: Option<f64>,
    /// Whether the question has the very numbers that the library was given.
    pub is_bare: bool,
    /// How far the claimed point is from the triangle, in radii: asked of bodies with a core.
    pub off: f64,
}

impl Single {
    /// The trial of a case; the dress follows from the index.
    pub fn new(body: BodyKind, family: Family, style: Style, seed: u64, index: u64) -> Self {
        let dress = [Dress::Bare, Dress::Skin, Dress::Sphere, Dress::Posed][(index % 4) as usize];
        Self { family, style, dress, body, seed, index }
    }

    /// Asks the library; `None` where it refuses the triangle or the sweep.
    pub fn ask(&self) -> Option<Asked> {
        let case = Case::new(self.family, self.style, self.seed, self.index);
        if self.body != BodyKind::Sphere {
            return cored::ask(self, &case);
        }
        match self.dress {
            Dress::Bare => ask_sphere(&case.to_unit(), 1.0, 0.0),
            Dress::Skin if case.rho > 1.0 && case.rho <= 2.0 => ask_sphere(&case, 1.0, case.rho - 1.0),
            Dress::Skin | Dress::Sphere => ask_sphere(&case, case.rho, 0.0),
            Dress::Posed => {
                let group = 1000 + self.family as u64 * 2 + u64::from(self.style == Style::Grid);
                ask_posed(&case, &mut Random::nth(self.seed, group, self.index))
            }
        }
    }
}

/// A world with one triangle; what became of the triangle.
pub(super) fn world(corners: [DVec3; 3], pose: DAffine3) -> Option<(World, [DVec3; 3], bool)> {
    let mut soup = Soup::default();
    soup.push(corners.map(DVec3::as_vec3), 0);
    let (mesh, report) = Mesh::build(&soup, &MeshOptions::default()).ok()?;
    let stored = mesh.triangle(0)?.map(|c| c.as_dvec3());
    let mut world = World::new();
    world.insert(Body::new(mesh).at(pose)).ok()?;
    Some((world, stored, !(report.slivers.is_empty() && report.degenerate.is_empty())))
}

fn ask_sphere(case: &Case, radius: f64, skin: f64) -> Option<Asked> {
    let (world, corners, edges_only) = world(case.corners, DAffine3::IDENTITY)?;
    let shape = Shape::sphere(radius).ok()?;
    let sweep = Sweep::new(shape, case.from, case.translation).ok()?.with_skin(skin).ok()?;
    let question = Question {
        from: case.from,
        translation: case.translation,
        rho: radius + skin,
        radius,
        core: Core::Point,
        pieces: vec![Piece { corners, edges_only }],
        allowance: Allowance { condition: 1.0, place: 0.0 },
        touch: None,
    };
    let claim = world.sweep(&sweep).map(|hit| hit.fraction);
    Some(Asked { question, claim, is_bare: true, off: 0.0 })
}

/// The unit case seen by an ellipsoid somewhere in the world, against a triangle in a posed body.
fn ask_posed(case: &Case, random: &mut Random) -> Option<Asked> {
    let case = case.to_unit();
    let shape = random_ellipsoid(random, 0.05, 20.0);
    let size = if random.chance(0.3) { random.magnitude(1.0, 1e6) } else { 10.0 };
    let base = random.vector(size);
    let pose = if random.chance(0.25) { DAffine3::IDENTITY } else { skewed_at(random, base) };
    let (radii, axes) = (shape.radii(), shape.rotation().to_mat3());
    let out = |v: DVec3| axes * radii.scale(v);
    let inverse = pose.try_inverse()?;
    let in_mesh = case.corners.map(|c| inverse.transform_point(base + out(c)));
    let (world, corners, edges_only) = world(in_mesh, pose)?;
    let (from, translation) = (base + out(case.from), out(case.translation));
    let claim = world.sweep(&Sweep::new(shape, from, translation).ok()?).map(|hit| hit.fraction);
    let body = oracle::Body { radii, axes, centre: from };
    let unit = body.unit_sweep(translation, pose, corners);
    let question = Question {
        from: DVec3::ZERO,
        translation: unit.translation,
        rho: 1.0,
        radius: 1.0,
        core: Core::Point,
        pieces: vec![Piece { corners: unit.corners, edges_only }],
        allowance: allowance(&shape, from, pose),
        touch: None,
    };
    Some(Asked { question, claim, is_bare: false, off: 0.0 })
}

/// Radii between these, a third of them spheres.
pub(super) fn random_ellipsoid(random: &mut Random, least: f64, most: f64) -> Shape {
    let radii = if random.chance(0.33) {
        DVec3::splat(random.magnitude(least, most))
    } else {
        DVec3::new(
            random.magnitude(least, most),
            random.magnitude(least, most),
            random.magnitude(least, most),
        )
    };
    let rotation = if random.chance(0.2) { DQuat::IDENTITY } else { random.rotation() };
    Shape::ellipsoid(radii, rotation).expect("radii in range")
}

/// A sheared, scaled and sometimes mirrored pose about a place.
pub(super) fn skewed_at(random: &mut Random, base: DVec3) -> DAffine3 {
    let is_mirrored = random.chance(0.5);
    let pose = skewed(random, is_mirrored);
    DAffine3 { translation: pose.translation + base, ..pose }
}

/// What rounding may cost a shape that starts here against a body of this pose.
pub(super) fn allowance(shape: &Shape, from: DVec3, pose: DAffine3) -> Allowance {
    let inverse = pose.try_inverse().map_or(pose, |inverse| inverse);
    let stretch = shape.radii().max_element() / shape.smallest_radius();
    let condition = stretch * pose.matrix3.norm() * inverse.matrix3.norm() / 3.0;
    let place = if pose == DAffine3::IDENTITY { 0.0 } else { from.length() + pose.translation.length() };
    Allowance { condition, place: place / shape.smallest_radius() }
}
