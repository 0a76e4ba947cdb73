//! Questions about bodies alone: two spheres, a bounce, a plane. They need no level.

use super::answer::{Answer, Bodies, Touch};
use super::ask;
use super::question::{MovingSphere, Question};
use anyhow::{Context, bail};
use glissando::DVec3;
use glissando::balls::{self, Mass};
use glissando::geometry::{Faces, Plane, Side, Sphere};

/// Metres within which a point is on a plane.
const ON: f64 = 1e-9;

/// The first touch of two moving spheres, and the gap between them at the start.
pub(super) fn spheres<'a>(question: &Question<'a>) -> anyhow::Result<Answer<'a>> {
    let both = question.spheres.context("missing field `spheres`: two of {from, move, radius}")?;
    let sphere = |s: MovingSphere| Sphere::new(s.from.into(), s.radius);
    let (one, other) = (sphere(both[0])?, sphere(both[1])?);
    let [way, other_way] = both.map(|s| DVec3::from(s.movement));
    let touch = one.first_touch(way, &other, other_way)?.map(|touch| Touch {
        fraction: touch.fraction,
        // On the other sphere, where it is then.
        point: (other.centre() + other_way * touch.fraction + touch.normal * other.radius()).to_array(),
        normal: touch.normal.to_array(),
    });
    let bodies = Bodies { gap: Some(one.gap(&other)), ..Bodies::default() };
    Ok(Answer::bodies(question.id, touch.is_some(), touch, bodies))
}

/// What an impact does to two velocities.
pub(super) fn bounce<'a>(question: &Question<'a>) -> anyhow::Result<Answer<'a>> {
    let masses = question.masses.context("missing field `masses`: two, in kg; null for immovable")?;
    let velocities =
        question.velocities.context("missing field `velocities`: two of three numbers, in m/s")?;
    let normal = match (question.normal, question.positions.map(|p| p.map(DVec3::from))) {
        (Some(normal), None) => DVec3::from(normal),
        (None, Some([one, other])) => one - other,
        _ => bail!("give `normal` (towards the first) or `positions` (of the two centres), one of them"),
    };
    let masses = masses.map(|mass| mass.map_or(Mass::Immovable, Mass::Kilograms));
    let velocities = velocities.map(DVec3::from);
    let after = balls::bounce(masses, velocities, normal, question.restitution.unwrap_or(1.0))?;
    let bodies = Bodies {
        velocities: Some(after.velocities.map(DVec3::to_array)),
        approach: Some(after.approach),
        impulse: Some(after.impulse),
        energy: Some(after.energy),
        ..Bodies::default()
    };
    Ok(Answer::bodies(question.id, after.impulse > 0.0, None, bodies))
}

/// The side of a plane that a point or a body is on, and where it first meets the plane.
pub(super) fn plane<'a>(question: &Question<'a>) -> anyhow::Result<Answer<'a>> {
    let given = question.plane.context("missing field `plane`: {point, normal}")?;
    let plane = Plane::new(given.point.into(), given.normal.into())?;
    let from = ask::start(question)?;
    // Only its finite coordinates and limits matter here; the answer is the plane's.
    Sphere::new(from, 1.0)?;
    let reach = match question.radii {
        Some(_) => ask::shape(question)?.extent_along(plane.normal()),
        None => 0.0,
    };
    let distance = plane.signed_distance(from);
    let side = match plane.classify(from, reach.max(ON)) {
        Side::Front => "front",
        Side::On => "on",
        Side::Back => "back",
    };
    let way = question.movement.map_or(DVec3::ZERO, DVec3::from);
    let bodies = Bodies { side: Some(side), gap: Some(distance.abs() - reach), ..Bodies::default() };
    let touch = meeting(&plane, from, way, reach)?;
    Ok(Answer::bodies(question.id, touch.is_some(), touch, bodies))
}

/// Where something that reaches so far along the normal first meets the plane on its way, if it comes nearer.
fn meeting(plane: &Plane, from: DVec3, way: DVec3, reach: f64) -> anyhow::Result<Option<Touch>> {
    let is_front = plane.signed_distance(from) >= 0.0;
    let out = if is_front { plane.normal() } else { -plane.normal() };
    let on_plane = |centre: DVec3| centre - plane.normal() * plane.signed_distance(centre);
    let touch = |fraction: f64| Touch {
        fraction,
        point: on_plane(from + way * fraction).to_array(),
        normal: out.to_array(),
    };
    if plane.signed_distance(from).abs() < reach {
        return Ok((out.dot(way) < 0.0).then(|| touch(0.0)));
    }
    let border = Plane::new(plane.anchor() + out * reach, out)?;
    Ok(border.crossing(from, way, Faces::Front).map(|crossing| touch(crossing.fraction)))
}
