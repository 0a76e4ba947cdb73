//! Soft obstacles: entered freely, left at no more than a given speed.
//!
//! At the start of a tick every soft surface that the body overlaps demands a displacement along its normal, by the
//! body's depth or the speed limit; the exact planes find the nearest displacement that meets all demands, and it
//! is swept through the hard surfaces. Source of the limit: `b2CollisionPlane::pushLimit` of `Box2D` 3.1 (Catto,
//! 2025), there solved by relaxation.

use super::event::EventKind;
use super::safety::ROUNDING_SHARE;
use super::tick::Tick;
use crate::math::DVec3;
use crate::slide::slide_recorded;
use crate::slide::{SlidePlane, Stop, add_plane, drop_inner_edges, nearest_known};

impl Tick<'_> {
    /// Moves the character out of soft obstacles, as far as they push in one tick.
    #[inline]
    pub(super) fn come_out_of_soft(&mut self) {
        if self.config.soft().mask != 0 {
            self.slide_out_of_soft();
        }
    }

    #[inline(never)]
    fn slide_out_of_soft(&mut self) {
        self.gathered_at = None;
        self.gather_soft();
        let Some(deepest) = self.buffer.contacts.first().map(|contact| contact.surface) else { return };
        let from = self.state.position;
        let push = self.soft_push();
        if push == DVec3::ZERO {
            return;
        }
        let Ok(end) = slide_recorded(self.world, self.mover, from, push, self.buffer, &mut self.trace) else {
            return;
        };
        // A stuck slide has gathered contacts elsewhere.
        self.gathered_at = (end.stop != Stop::Stuck).then_some(end.position);
        self.state.position = end.position;
        self.pass(0.0);
        let distance = (end.position - from).length();
        if distance > self.mover.skin() * ROUNDING_SHARE {
            self.emit(0.0, self.state.velocity, EventKind::PushedOut { distance, surface: deepest });
        }
    }

    /// Gathers the soft surfaces that the body overlaps, the deepest first.
    fn gather_soft(&mut self) {
        let (shape, soft) = (self.mover.shape(), self.config.soft());
        let found = &mut self.buffer.contacts;
        self.world.contacts_in_radii(&shape, self.state.position, 1.0, soft, found);
        // The planes of a crowd answer whatever is asked for, and are never soft.
        found.retain(|c| c.is_front && c.surface.owner.character().is_none());
        drop_inner_edges(found);
    }

    /// Displacement by which the soft surfaces push in this tick.
    fn soft_push(&mut self) -> DVec3 {
        let limit = self.config.settings().soft.push_speed * self.duration;
        let up = self.up();
        let planes = &mut self.buffer.planes;
        planes.clear();
        for contact in &self.buffer.contacts {
            let depth = -contact.gap();
            let least = if depth < limit { depth } else { limit };
            add_plane(planes, SlidePlane { normal: contact.normal, least });
        }
        // Surfaces that push from opposite sides leave no displacement that meets both demands: the demands are
        // added.
        let sum = || planes.iter().fold(DVec3::ZERO, |sum, plane| sum + plane.normal * plane.least);
        let push = nearest_known(DVec3::ZERO, planes).map_or_else(sum, |allowed| allowed.displacement);
        // A bush lifts no character off its feet, and a falling character falls through.
        let push = if self.input.fly { push } else { push - up * push.dot(up) };
        let length = push.length();
        if length > limit { push * (limit / length) } else { push }
    }
}
