//! Slots: gaps between two surfaces that all but face each other, hardly wider than the body.
//!
//! A body rests further from surfaces than it may come to them. In a slot that narrows slowly the two gaps at rest
//! meet long before the surfaces do: the way on, or back out aside, is then within the millimetres between the
//! shells, and the body would stand still for ever where a step would free it. So one that is held in a slot
//! may use them. Anywhere else it may not: where nothing faces what holds it, coming nearer frees no way that is
//! worth it.

use super::{Allowed, SlidePlane};
use crate::collide::Contact;

/// The cosine between the normals of a slot's sides: they face each other to 8 degrees. The more they lean, the less
/// way the room between the shells would give.
const FACING: f64 = -0.99;

/// Whether two of the planes that hold a displacement face each other, among surfaces alone.
///
/// Another character may come nearer by itself: the gaps at rest are for both.
pub(crate) fn is_held_in_slot(allowed: &Allowed, planes: &[SlidePlane], contacts: &[Contact]) -> bool {
    let normal = |slot: usize| allowed.active[slot].map(|(plane, _)| planes[plane].normal);
    let face = |a: usize, b: usize| normal(a).zip(normal(b)).is_some_and(|(a, b)| a.dot(b) < FACING);
    (face(0, 1) || face(0, 2) || face(1, 2)) && !contacts.iter().any(is_loose)
}

fn is_loose(contact: &Contact) -> bool {
    contact.surface.body().is_none()
}
