//! Ground that rose past a body's centre in one change: the body comes out on top of it, not below.
//!
//! Recovery takes the shortest displacement, and for a body with its centre below the ground that leads down. But a
//! character that stood on a triangle belongs in front of it, however far the triangle rose; the state records
//! which triangle that was. A mover of a stage, or a body with a motion, carries the character as it rises and
//! never causes this; it concerns ground that is teleported, deformed or replaced.
//!
//! Ground that rose by more than the body's height no longer touches it, and is not detected.

use super::state::{Ground, State};
use crate::collide::{Collide, Contact};
use crate::math::DVec3;
use crate::slide::{Mover, Recovery, SlideBuffer, is_clear, recover};
use crate::trace::Recorder;
use alloc::vec::Vec;

/// The recovery target of a body after its ground has risen past its centre.
#[derive(Clone, Copy, Debug)]
pub(super) struct Risen {
    /// A point on the ground.
    point: DVec3,
    /// Unit normal of the ground, on the side that the body stood on.
    normal: DVec3,
    /// The centre of the body on top of it.
    pub(super) top: DVec3,
}

impl Risen {
    /// The ground that rose past a standing body, if the body still touches it; overwrites `contacts`.
    pub(super) fn of(
        world: &dyn Collide,
        mover: &Mover,
        state: &State,
        contacts: &mut Vec<Contact>,
    ) -> Option<Self> {
        let support = state.support.filter(|_| state.ground == Ground::Standing)?;
        let (shape, at, stood) = (mover.shape(), state.position, state.ground_normal.as_dvec3());
        // All of them: the rule for inner edges would drop the one triangle that counts.
        world.contacts_in_radii(&shape, at, mover.rest_shell(), mover.filter(), contacts);
        let is_support =
            |c: &&Contact| c.surface.owner == support.owner && c.surface.triangle == support.triangle;
        let contact = contacts.iter().find(is_support).filter(|c| c.face_normal.dot(stood) < 0.0)?;
        let (point, normal) = (contact.point, -contact.face_normal);
        let height = shape.shell_along(mover.rest_shell(), normal) + (point - at).dot(normal);
        Some(Self { point, normal, top: at + normal * height })
    }

    /// Whether a ray from the ground to the top position is clear; a ceiling that the ground came near to blocks
    /// it.
    pub(super) fn is_open(&self, world: &dyn Collide, mover: &Mover) -> bool {
        let from = self.point + self.normal * mover.skin();
        Collide::ray(world, from, self.top - from, mover.filter()).is_none()
    }

    /// The recovery from the top position; stuck if it leads below the ground.
    pub(super) fn recovered(&self, recovery: Recovery) -> Recovery {
        let to = recovery.position(self.top);
        let is_above = (to - self.point).dot(self.normal) > 0.0;
        if is_above && recovery != Recovery::Stuck { Recovery::Moved(to) } else { Recovery::Stuck }
    }
}

/// Moves a character out of overlaps: on top of the ground that it stood on, else by the shortest displacement.
pub(crate) fn recover_character(
    world: &dyn Collide,
    mover: &Mover,
    state: &State,
    buffer: &mut SlideBuffer,
    trace: &mut Recorder<'_>,
) -> Recovery {
    if is_clear(world, mover, state.position, buffer) {
        return Recovery::Free;
    }
    match Risen::of(world, mover, state, &mut buffer.contacts) {
        None => recover(world, mover, state.position, buffer, trace),
        Some(risen) if !risen.is_open(world, mover) => Recovery::Stuck,
        Some(risen) => risen.recovered(recover(world, mover, risen.top, buffer, trace)),
    }
}
