//! Ceilings in contact: a flight that rises into one falls from it at once.
//!
//! A chord that is bent along a surface takes the velocity into it away at its end. Below a ceiling the body would hang until then:
//! a jump would take longer in long ticks than in short ones. So the flight is cut where it reaches the ceiling.

use super::arc::Arc;
use super::tick::{CEILING_COS, Tick};
use crate::collide::{Contact, Hit};
use crate::math::DVec3;
use crate::slide::Shell;

impl Tick<'_> {
    /// The flight up to the first ceiling in contact that it rises into and that gravity pulls it from, with that contact; the whole
    /// flight if there is none, or if a ceiling was touched in this tick: a wish that is reached at once leads into a slanting one
    /// again and again.
    pub(super) fn until_ceiling(&self, arc: Arc) -> (Arc, Option<Contact>) {
        let mut first = (arc, None);
        let (up, gravity) = (self.up(), self.config.settings().gravity);
        if self.input.fly || self.is_at_ceiling || arc.velocity.dot(up) <= 0.0 {
            return first;
        }
        for contact in &self.buffer.contacts {
            let normal = contact.normal;
            let is_ceiling = normal.dot(up) < -CEILING_COS && normal.dot(gravity) > 0.0;
            if !is_ceiling || normal.dot(arc.velocity) >= self.held_plane(normal).least {
                continue;
            }
            let gap = self.mover.least(contact, Shell::Rest);
            let time = arc.time_to(if gap < 0.0 { gap } else { 0.0 }, normal);
            if let Some(time) = time.filter(|time| *time < first.0.duration) {
                first = (arc.until(time), Some(*contact));
            }
        }
        first
    }

    /// The share of a displacement at which its hit takes place: below a ceiling at the rest shell, where [`Tick::until_ceiling`] cuts
    /// a flight too, else where the sweep ends.
    pub(super) fn fraction_of_hit(&self, displacement: DVec3, hit: &Hit) -> f64 {
        if self.input.fly || hit.normal.dot(self.up()) >= -CEILING_COS {
            return hit.fraction;
        }
        let (shape, normal) = (self.mover.body(), hit.normal);
        let shell = |radii: f64| shape.shell_along(radii, normal);
        let gap = shell(self.mover.rest_shell()) - shell(self.mover.sweep_shell());
        let into = -normal.dot(displacement);
        // A body that sinks along a slanting one is pulled from it by gravity; where air control turns it in, it goes on to the hit.
        if into <= 0.0 || displacement.dot(self.up()) <= 0.0 {
            return hit.fraction;
        }
        // Along an edge the way back may be longer than the way: a flight that ended where it began would hit the same in all its pieces.
        let fraction = hit.fraction - gap / into;
        if fraction > 0.0 { fraction } else { hit.fraction }
    }

    /// Takes away the velocity into a ceiling that the flight has reached, and reports the hit.
    pub(super) fn fall_from(&mut self, ceiling: &Contact) {
        let velocity = self.state.velocity;
        self.touch(self.time, velocity, ceiling.normal, ceiling.surface, ceiling.point);
        let plane = self.held_plane(ceiling.normal);
        self.held.push(plane);
        self.state.velocity = self.held_back(velocity);
    }
}
