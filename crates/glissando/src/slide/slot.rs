//! Narrow gaps: gaps between two surfaces that almost face each other, hardly wider than the body.
//!
//! At rest a body keeps a larger distance from surfaces than it must. In a gap that narrows slowly the two rest shells
//! meet long before the surfaces do: the displacement ahead, or back out aside, is then within the millimetres between
//! the shells, and the body would stand still for ever although a step would free it. So a body held in a narrow gap
//! may use the room between the shells. Elsewhere it may not: if no surface faces the one that holds it, coming nearer
//! gains no useful displacement.

use super::{Allowed, SlidePlane};
use crate::collide::Contact;

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

fn is_loose(contact: &Contact) -> bool {
    contact.surface.body().is_none()
}
