//! Recovery from overlaps: the same quadratic program, from the inside.
//!
//! The smallest displacement from the start that brings every surface to the rest shell, computed anew after each step
//! since edges and corners curve and new surfaces come up. Planes of earlier rounds are kept, so a body leaves a room's
//! corner, whose walls may hide behind each other at first, by the shortest displacement. The part of the body that was
//! free at the start, a smaller copy, is never pushed through a surface. Only a body nearer than its sweep shell is
//! moved: pushing out every tick would itself cause jitter.

use super::{Mover, SlideBuffer, SlidePlane, longest_aside, nearest_known, recover_aside};
use crate::collide::{Collide, Contact};
use crate::math::DVec3;
use crate::trace::Recorder;
use crate::trace::TraceStep;

/// Maximum number of rounds. Most recoveries need one, a room's corner two or three.
const ROUNDS: usize = 8;

/// Share of the free core that is swept: less than one, so that it touches nothing at the start.
const CORE: f64 = 0.99;

/// The least core that is swept, in radii. Nearer than a tenth of this the direction to an edge or a corner is lost to
/// rounding ([`UnitTriangle::separation_at`](crate::sweep::UnitTriangle::separation_at)): a smaller core would be
/// stopped by surfaces that it does not touch, and by different triangles in the tree than in `world::Brute`.
const LEAST_CORE: f64 = 1e-6;

/// Shares of the skin, tried in order where there is no room for the whole of it. The least is a fifteen-thousandth of
/// a radius for the usual skin: thousands of times the rounding of a sweep.
const NARROWED: [f64; 3] = [1.0 / 2.0, 1.0 / 8.0, 1.0 / 64.0];

/// Result of a recovery.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Recovery {
    /// The body was free.
    Free,
    /// The body was moved and is free at this position.
    Moved(DVec3),
    /// The body still overlaps a surface.
    Stuck,
}

impl Recovery {
    /// Position of the body after the recovery, if it was at `before`.
    pub(crate) fn position(self, before: DVec3) -> DVec3 {
        if let Self::Moved(to) = self { to } else { before }
    }
}

/// Whether no surface is inside the sweep shell, up to rounding.
pub(crate) fn is_clear(world: &dyn Collide, mover: &Mover, at: DVec3, buffer: &mut SlideBuffer) -> bool {
    mover.gather(world, at, &mut buffer.contacts);
    mover.is_clear_of(&buffer.contacts, at)
}

/// Moves a body out of overlaps; aside where the planes of surfaces that all but face each other would lead it far away.
pub(crate) fn recover(
    world: &dyn Collide,
    mover: &Mover,
    from: DVec3,
    buffer: &mut SlideBuffer,
    trace: &mut Recorder<'_>,
) -> Recovery {
    let usual = push_out(world, mover, from, buffer, trace);
    if (usual.position(from) - from).length() <= longest_aside(mover) {
        return usual;
    }
    match recover_aside(world, mover, from, buffer, trace) {
        Recovery::Stuck => push_out(world, mover, from, buffer, trace),
        aside => aside,
    }
}

/// Moves a body out of overlaps along the planes of its surfaces.
pub(super) fn push_out(
    world: &dyn Collide,
    mover: &Mover,
    from: DVec3,
    buffer: &mut SlideBuffer,
    trace: &mut Recorder<'_>,
) -> Recovery {
    if is_clear(world, mover, from, buffer) {
        return Recovery::Free;
    }
    buffer.planes.clear();
    buffer.known.clear();
    let core = free_core(&buffer.contacts);
    let mut at = from;
    for _ in 0..ROUNDS {
        learn(mover, at - from, buffer);
        let mut allowed = nearest_known(DVec3::ZERO, &buffer.planes);
        if allowed.is_none() {
            // Planes of surfaces no longer near were computed from another position and may be too strict.
            buffer.planes.clear();
            buffer.known.clear();
            learn(mover, at - from, buffer);
            allowed = nearest_known(DVec3::ZERO, &buffer.planes);
        }
        let Some(allowed) = allowed else { break };
        let push = from + allowed.displacement - at;
        let before = at;
        at += push * free_share(world, mover, core, at, push);
        // The next rounds would compute the same.
        if at == before {
            break;
        }
        if is_clear(world, mover, at, buffer) {
            trace.record(|| TraceStep::Recovered { displacement: at - from });
            return Recovery::Moved(at);
        }
    }
    Recovery::Stuck
}

/// As [`recover`]; where the body fits but its gaps do not, with smaller gaps: the returned share of its skin
/// ([`Mover::narrowed`]).
///
/// A body of 1.95 m under a ceiling of 1.96 m has no position with a whole skin above and below. It keeps the gap that
/// fits, and is not stuck.
pub(crate) fn recover_narrowed(
    world: &dyn Collide,
    mover: &Mover,
    from: DVec3,
    buffer: &mut SlideBuffer,
    trace: &mut Recorder<'_>,
) -> (Recovery, Option<f64>) {
    let usual = recover(world, mover, from, buffer, trace);
    if usual != Recovery::Stuck {
        return (usual, None);
    }
    let narrower = NARROWED.into_iter().map(|share| (share, mover.narrowed(share)));
    for (share, narrow) in narrower.filter(|(_, narrow)| from.abs().max_element() <= narrow.farthest()) {
        let recovery = recover(world, &narrow, from, buffer, trace);
        if recovery != Recovery::Stuck {
            return (recovery, Some(share));
        }
    }
    (Recovery::Stuck, None)
}

/// The rounding of the part of the body that is free of all contacts, in radii.
pub(super) fn free_core(contacts: &[Contact]) -> f64 {
    let free = CORE * contacts.first().map_or(1.0, |nearest| nearest.radii);
    if free > LEAST_CORE { free } else { LEAST_CORE }
}

/// Share of a push that is free of hits.
pub(super) fn free_share(world: &dyn Collide, mover: &Mover, core: f64, at: DVec3, push: DVec3) -> f64 {
    match world.sweep(&mover.sweep(at, push)) {
        // A surface that the body overlaps already, behind a nearer one. The next rounds handle it.
        Some(hit) if hit.fraction == 0.0 => {
            world.sweep(&mover.sweep_at(core, at, push)).map_or(1.0, |hit| hit.fraction)
        }
        Some(hit) => hit.fraction,
        None => 1.0,
    }
}

/// Adds the planes of the gathered contacts; `moved` is the displacement from the start.
fn learn(mover: &Mover, moved: DVec3, buffer: &mut SlideBuffer) {
    for contact in &buffer.contacts {
        let key = (contact.surface.owner, contact.surface.triangle);
        let least = (mover.rest_shell() - contact.radii) * contact.scale + contact.normal.dot(moved);
        let plane = SlidePlane { normal: contact.normal, least };
        match buffer.known.iter().position(|known| *known == key) {
            Some(index) => buffer.planes[index] = plane,
            None => {
                buffer.known.push(key);
                buffer.planes.push(plane);
            }
        }
    }
}
