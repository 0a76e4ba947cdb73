//! Come out of what we are in: the same quadratic program, from the inside.
//!
//! The smallest displacement that brings every surface to the rest shell, swept so that it pushes
//! through nothing else, and found anew after each step since edges and corners curve. Only a body that
//! is nearer than its sweep shell is moved: pushing out every tick would itself be a jitter.

use super::{Mover, SlideBuffer, SlidePlane, add_plane, nearest_allowed};
use crate::collide::Collide;
use crate::math::DVec3;
use crate::tolerance;
use crate::trace::{Trace, TraceStep};

/// Linearised steps at most. Planes need one, edges and corners two or three.
const STEPS: usize = 8;

/// How a body came out, or not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Recovery {
    /// It was free.
    Free,
    /// It is free at this place now.
    Moved(DVec3),
    /// It is still in something.
    Stuck,
}

impl Recovery {
    /// Where the body is, if it was at `before`.
    pub(crate) fn position(self, before: DVec3) -> DVec3 {
        if let Self::Moved(to) = self { to } else { before }
    }
}

/// Whether all surfaces leave the sweep shell alone, up to rounding.
pub(crate) fn is_clear(world: &impl Collide, mover: &Mover, at: DVec3, buffer: &mut SlideBuffer) -> bool {
    mover.gather(world, at, &mut buffer.contacts);
    buffer.contacts.first().is_none_or(|nearest| nearest.radii >= mover.sweep_shell() - tolerance::INSIDE)
}

/// Brings a body out of what it is in.
pub(crate) fn recover(
    world: &impl Collide,
    mover: &Mover,
    from: DVec3,
    buffer: &mut SlideBuffer,
    trace: &mut impl Trace,
) -> Recovery {
    let mut at = from;
    for step in 0..STEPS {
        if is_clear(world, mover, at, buffer) {
            if step == 0 {
                return Recovery::Free;
            }
            trace.record(&TraceStep::Recovered { displacement: at - from });
            return Recovery::Moved(at);
        }
        buffer.planes.clear();
        for contact in &buffer.contacts {
            let least = (mover.rest_shell() - contact.radii) * contact.scale;
            add_plane(&mut buffer.planes, SlidePlane { normal: contact.normal, least });
        }
        let Some(allowed) = nearest_allowed(DVec3::ZERO, &buffer.planes) else { return Recovery::Stuck };
        let push = allowed.displacement;
        let hit = world.sweep(&mover.sweep(at, push));
        at += push * hit.map_or(1.0, |h| h.fraction);
    }
    if is_clear(world, mover, at, buffer) { Recovery::Moved(at) } else { Recovery::Stuck }
}
