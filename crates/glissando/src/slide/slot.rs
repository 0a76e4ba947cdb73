//! Narrow gaps: gaps between two surfaces that almost face each other, hardly wider than the body.
//!
//! At rest a body keeps a larger distance from surfaces than it must. In a gap that narrows slowly the two rest shells
//! meet long before the surfaces do: the displacement ahead, or back out aside, is then within the millimetres between
//! the shells, and the body would stand still for ever although a step would free it. So a body held in a narrow gap
//! may use the room between the shells. Elsewhere it may not: if no surface faces the one that holds it, coming nearer
//! gains no useful displacement, unless three surfaces form a wedge: a floor, an overhang and a wall hold the body by two
//! planes that do not face each other, yet the room between the shells can be centimetres. So a body that stands still may
//! use that room where it gains a displacement many times as long.

use super::{Allowed, Mover, SlidePlane};
use crate::collide::Contact;
use crate::math::DVec3;

/// Cosine between the normals of a narrow gap's sides: they face each other to 8 degrees. The more they lean, the less
/// displacement the room between the shells would give.
const FACING: f64 = -0.99;

/// Whether two of the planes that hold a displacement face each other, with contacts of world bodies only.
///
/// Another character may come nearer by itself: the gaps at rest must remain.
pub(crate) fn is_held_in_slot(allowed: &Allowed, planes: &[SlidePlane], contacts: &[Contact]) -> bool {
    let normal = |slot: usize| allowed.active[slot].map(|(plane, _)| planes[plane].normal);
    let face = |a: usize, b: usize| normal(a).zip(normal(b)).is_some_and(|(a, b)| a.dot(b) < FACING);
    (face(0, 1) || face(0, 2) || face(1, 2)) && !contacts.iter().any(is_loose)
}

/// Displacement gained in a wedge, in gaps between the shells, from which that room is used: two planes that face each
/// other to 8 degrees give as much.
const GAIN: f64 = 14.0;

/// Share of the gap between the shells, and of what is wanted, up to which a displacement is standing still: rounding of
/// the gaps, many times as long in a wedge.
const STILL: f64 = 0.01;

/// Whether a body that wants to move by `wanted` and may move by `found` (metres) could be in a wedge: it stands still,
/// held by two planes at least, and touches world bodies only.
pub(crate) fn may_be_wedged(
    mover: &Mover,
    allowed: &Allowed,
    [wanted, found]: [DVec3; 2],
    contacts: &[Contact],
) -> bool {
    let length = found.length();
    length <= STILL * 0.5 * mover.skin()
        && length <= STILL * wanted.length()
        && allowed.active.iter().flatten().count() > 1
        && !contacts.iter().any(is_loose)
}

/// A displacement along `wanted` that is long enough to tell whether the room between the shells frees the body, metres.
///
/// A body that was held still gets going from rest: what it wants in one tick may be shorter than that room. The free
/// displacement may be as much as 80 degrees off the wanted one.
pub(crate) fn probe_of_wedge(mover: &Mover, wanted: DVec3) -> DVec3 {
    wanted.try_normalize().map_or(DVec3::ZERO, |along| along * (4.0 * GAIN * mover.skin()))
}

/// Whether the room between the shells frees a body from a wedge, if it allows `gained` of the probe (both in metres).
pub(crate) fn frees_from_wedge(mover: &Mover, gained: DVec3) -> bool {
    gained.length() > GAIN * 0.5 * mover.skin()
}

fn is_loose(contact: &Contact) -> bool {
    contact.surface.body().is_none()
}
