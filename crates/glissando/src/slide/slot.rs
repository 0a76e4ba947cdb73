//! Narrow gaps: gaps between two surfaces that almost face each other, hardly wider than the body.
//!
//! At rest a body keeps a larger distance from surfaces than it must. In a gap that narrows slowly the two rest shells
//! meet long before the surfaces do: the displacement ahead, or back out aside, is then within the millimetres between
//! the shells, and the body would stand still for ever although a step would free it. So a body held in a narrow gap
//! may use the room between the shells. Elsewhere it may not: if no surface faces the one that holds it, coming nearer
//! gains no useful displacement, unless three surfaces form a wedge: a floor, an overhang and a wall hold the body by two
//! planes that do not face each other, yet the room between the shells can be centimetres. So a body that stands still may
//! use that room where it gains a displacement many times as long.

use super::{Allowed, Mover, Shell, SlidePlane};
use crate::collide::{Collide, Contact};
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

/// A body that is held by contacts where it is, by two planes at least.
pub(crate) struct Held<'a> {
    pub(crate) world: &'a dyn Collide,
    pub(crate) mover: &'a Mover,
    /// Metres.
    pub(crate) at: DVec3,
    /// Nearest first.
    pub(crate) contacts: &'a [Contact],
}

impl Held<'_> {
    /// A displacement that tells whether a body that wants to move by `wanted` and may move by `found` (metres) is in a wedge,
    /// asked of the planes at the sweep shell; `None` where it cannot be: it moves, or not only world bodies hold it.
    ///
    /// A body that was held still gets going from rest: what it wants in one tick may be shorter than the room between the
    /// shells. The free displacement may be as much as 80 degrees off the wanted one.
    pub(crate) fn probe_of_wedge(&self, [wanted, found]: [DVec3; 2]) -> Option<DVec3> {
        let (length, still) = (found.length(), STILL * wanted.length());
        let is_still = length <= still && length <= STILL * 0.5 * self.mover.skin();
        if !is_still || self.contacts.iter().any(is_loose) {
            return None;
        }
        wanted.try_normalize().map(|along| along * (4.0 * GAIN * self.mover.skin()))
    }

    /// The shell up to which surfaces hold a body whose planes allow `gained` of the probe (metres): the sweep shell if that
    /// frees it.
    pub(crate) fn shell_in_wedge(&self, gained: Option<DVec3>) -> Shell {
        if gained.is_some_and(|gained| self.is_freed(gained)) { Shell::Sweep } else { Shell::Rest }
    }

    /// Whether the room between the shells is worth its use.
    ///
    /// Planes are those of the contacts, which are as flat: a body that keeps to them may be past an edge or a vertex a few
    /// centimetres on. So where the planes give less, but more than in an ordinary corner, a sweep of the whole length decides.
    fn is_freed(&self, gained: DVec3) -> bool {
        let (length, enough) = (gained.length(), self.enough());
        if length <= PROMISING * enough {
            return false;
        }
        length > enough || self.is_free(gained * (enough / length))
    }

    /// Metres of gain from which the room between the shells is used.
    pub(super) fn enough(&self) -> f64 {
        GAIN * 0.5 * self.mover.skin()
    }

    /// Whether nothing is met on a way of the body, metres.
    pub(super) fn is_free(&self, way: DVec3) -> bool {
        let nearest = self.contacts.first().map_or(f64::INFINITY, |nearest| nearest.radii);
        self.world.sweep(&self.mover.sweep_past(nearest, self.at, way)).is_none()
    }
}

/// Share of the gain above which a sweep is worth its time.
const PROMISING: f64 = 0.25;

fn is_loose(contact: &Contact) -> bool {
    contact.surface.body().is_none()
}
