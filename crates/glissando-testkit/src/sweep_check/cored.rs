//! The hard cases of spheres, asked with a capsule, a box or a cylinder: some point of the core goes the way of the
//! sphere's centre.

use super::body::BodyKind;
use super::core::Core;
use super::single::{Asked, Dress, Single, allowance, skewed_at, world};
use super::truth::{Allowance, Piece, Question};
use crate::cases::Case;
use crate::oracle;
use crate::random::{Random, Style};
use glissando::{DAffine3, DQuat, DVec3, Hit, Shape, Sweep};

/// Asks the library; `None` where it refuses the body, the triangle or the sweep.
pub(super) fn ask(trial: &Single, case: &Case) -> Option<Asked> {
    let family = trial.family as u64 * 2 + u64::from(trial.style == Style::Grid);
    let mut random = Random::nth(trial.seed, trial.body.group(family), trial.index);
    match trial.dress {
        Dress::Bare => ask_free(trial.body, &case.to_unit(), 0.0, &mut random),
        Dress::Skin if case.rho > 1.0 && case.rho <= 2.0 => {
            ask_free(trial.body, case, case.rho - 1.0, &mut random)
        }
        Dress::Skin | Dress::Sphere => ask_free(trial.body, case, 0.0, &mut random),
        Dress::Posed => ask_posed(trial.body, &case.to_unit(), &mut random),
    }
}

fn ask_free(body: BodyKind, case: &Case, skin: f64, random: &mut Random) -> Option<Asked> {
    let (world, corners, edges_only) = world(case.corners, DAffine3::IDENTITY)?;
    let radius = case.rho - skin;
    let (shape, offset) = body.hard(random, case, radius)?;
    let from = case.from - offset;
    let sweep = Sweep::new(shape, from, case.translation).ok()?.with_skin(skin).ok()?;
    let hit = world.sweep(&sweep);
    let question = Question {
        from,
        translation: case.translation,
        rho: case.rho,
        radius,
        core: Core::of(&shape),
        pieces: vec![Piece { corners, edges_only }],
        allowance: Allowance { condition: 1.0, place: 0.0 },
        touch: hit.map(|hit| hit.point),
    };
    let off = hit.map_or(0.0, |hit| oracle::distance(hit.point, corners) / radius);
    Some(Asked { question, claim: hit.map(|hit| hit.fraction), is_bare: false, off })
}

/// The unit case turned and moved anywhere in the world, against a triangle in a posed body.
fn ask_posed(body: BodyKind, case: &Case, random: &mut Random) -> Option<Asked> {
    let (unit_shape, offset) = body.hard(random, case, 1.0)?;
    let rounding = random.magnitude(2e-3, 20.0);
    let turn = if random.chance(0.25) { DQuat::IDENTITY } else { random.rotation() };
    let size = if random.chance(0.3) { random.magnitude(1.0, 1e6) } else { 10.0 };
    let base = random.vector(size);
    let pose = if random.chance(0.25) { DAffine3::IDENTITY } else { skewed_at(random, base) };
    let shape = scaled(&unit_shape, rounding, turn)?;
    let out = |v: DVec3| turn * (v * rounding);
    let inverse = pose.try_inverse()?;
    let in_mesh = case.corners.map(|c| inverse.transform_point(base + out(c)));
    let (world, corners, edges_only) = world(in_mesh, pose)?;
    let (from, translation) = (base + out(case.from - offset), out(case.translation));
    let hit = world.sweep(&Sweep::new(shape, from, translation).ok()?);
    let seen = oracle::Body { radii: shape.radii(), axes: shape.rotation().to_mat3(), centre: from };
    let unit = seen.unit_sweep(translation, pose, corners);
    let question = Question {
        from: DVec3::ZERO,
        translation: unit.translation,
        rho: 1.0,
        radius: 1.0,
        core: Core::in_unit_space(&shape),
        pieces: vec![Piece { corners: unit.corners, edges_only }],
        allowance: allowance(&shape, from, pose),
        touch: hit.map(|hit| seen.unit_vector(hit.point - from)),
    };
    let of = |hit: Hit| {
        // A point of the world has no more digits than its coordinates.
        let rounding = f64::EPSILON * (hit.point.length() + from.length()) / rounding;
        (oracle::distance(seen.unit_vector(hit.point - from), unit.corners) - 4.0 * rounding).max(0.0)
    };
    Some(Asked { question, claim: hit.map(|hit| hit.fraction), is_bare: false, off: hit.map_or(0.0, of) })
}

/// The same body, so many times as large, and turned.
fn scaled(unit: &Shape, rounding: f64, turn: DQuat) -> Option<Shape> {
    let half = (unit.core_half_extents() + DVec3::ONE) * rounding;
    let rotation = turn * unit.rotation();
    let shape = if unit.is_capsule() {
        Shape::capsule(rounding, unit.half_height() * rounding, rotation)
    } else if unit.is_cylinder() {
        Shape::cylinder(half.x, half.y, rounding, rotation)
    } else {
        Shape::cuboid(half, rounding, rotation)
    };
    shape.ok()
}
