//! Landing: on what a flight has in contact, hits or is caught by, at the exact time.

use super::arc::Arc;
use super::event::EventKind;
use super::ground::Support;
use super::state::Ground;
use super::tick::Tick;
use crate::collide::{Contact, Hit};
use crate::math::DVec3;
use crate::slide::{Allowed, Shell};
use crate::tolerance;
use crate::trace::TraceStep;

impl Tick<'_> {
    /// Lands on ground in contact, or in a wedge, that moves against the body faster than the body recedes: a lift that rises faster
    /// than the jump of whoever it carries.
    ///
    /// The flight itself would lead the body away from that ground, which catches it again in every tick. Ground at rest never counts.
    pub(super) fn is_caught(&mut self) -> bool {
        if !self.may_land() {
            return false;
        }
        let velocity = self.state.velocity;
        let footing = self.footing(self.level(velocity));
        let Some(support) = footing.support(&self.buffer.contacts) else {
            return self.is_caught_in_wedge();
        };
        let into = -support.normal.dot(self.relative(velocity, &support.surface, support.point));
        if into <= RISING || support.normal.dot(velocity) < 0.0 {
            return false;
        }
        self.land(velocity, support.normal, &support);
        true
    }

    /// Lands on ground that is already in contact, if the motion leads into it: at the rest shell.
    pub(super) fn land_on_contact(&mut self, arc: &Arc, chord: DVec3) -> bool {
        if !self.may_land() {
            return false;
        }
        let footing = self.footing(self.level(arc.velocity));
        let Some(support) = footing.support(&self.buffer.contacts) else { return false };
        let Some(contact) = self.buffer.contacts.iter().find(|c| c.surface == support.surface) else {
            return false;
        };
        let contact = *contact;
        if self.rises_over(&support, arc.velocity) {
            return false;
        }
        let (into, least) = (contact.normal.dot(chord), self.mover.least(&contact, Shell::Rest));
        if into >= least || into >= 0.0 {
            return false;
        }
        // Rounding may have put the body inside already: it then lands at once.
        let fraction = (least / into).clamp(0.0, 1.0);
        let time = arc.time_of(fraction, chord, contact.normal);
        let velocity = arc.velocity_at(time);
        let speed = -contact.normal.dot(self.relative(velocity, &contact.surface, contact.point));
        if speed <= 0.0 {
            return false;
        }
        if let Some(allowed) = self.nearest_in_air(chord * fraction) {
            let displacement = allowed.displacement;
            let hit = self.sweep(displacement);
            self.state.position += displacement * hit.map_or(1.0, |h| h.fraction);
        }
        self.time += time;
        self.pass(self.time);
        self.land(velocity, contact.normal, &support);
        true
    }

    /// Lands on the surface that was hit, if the character can stand on it: back at the rest shell, a little before
    /// the hit.
    pub(super) fn land_on_hit(&mut self, arc: &Arc, chord: DVec3, allowed: &Allowed, hit: &Hit) -> bool {
        let displacement = allowed.displacement;
        let into = -hit.normal.dot(displacement);
        if !self.may_land() || hit.normal.dot(self.up()) <= tolerance::LEAST_UP || into <= 0.0 {
            return false;
        }
        let before = self.state.position;
        self.state.position = before + displacement * hit.fraction;
        self.gather();
        let footing = self.footing(self.level(arc.end_velocity));
        let Some(support) = footing.support(&self.buffer.contacts) else {
            self.state.position = before;
            return false;
        };
        if self.rises_over(&support, arc.velocity_at(hit.fraction * arc.duration)) {
            self.state.position = before;
            return false;
        }
        let contact = self.buffer.contacts.iter().find(|c| c.surface == support.surface);
        let gap = contact.map_or(0.0, |c| (self.mover.rest_shell() - c.radii) * c.scale).max(0.0);
        let fraction = (hit.fraction - gap / into).max(0.0);
        let time = if allowed.active[0].is_none() {
            arc.time_of(fraction, chord, hit.normal)
        } else {
            fraction * arc.duration
        };
        self.state.position = before + displacement * fraction;
        self.time += time;
        self.pass(self.time);
        let velocity = self.held_back(arc.velocity_at(time));
        self.trace.record(|| TraceStep::Hit { hit: *hit, at: self.state.position });
        self.land(velocity, hit.normal, &support);
        true
    }

    /// Whether a body that meets a ledge edge from the side still rises past it: the edge is a wall to it then.
    fn rises_over(&self, support: &Support, velocity: DVec3) -> bool {
        support.is_ledge_edge
            && self.relative(velocity, &support.surface, support.point).dot(self.up()) > RISING
    }

    /// Whether another landing is allowed in this tick.
    pub(super) const fn may_land(&self) -> bool {
        self.landings < MAX_LANDINGS
    }

    pub(super) fn land(&mut self, velocity: DVec3, normal: DVec3, support: &Support) {
        let surface = support.surface;
        self.landings += 1;
        let relative = self.relative(velocity, &surface, support.point);
        let speed = (-normal.dot(relative)).max(0.0);
        let energy_per_mass = 0.5 * speed * speed;
        if self.is_landing(speed) {
            self.emit(self.time, velocity, EventKind::Landed { speed, energy_per_mass, normal, surface });
        }
        self.stand_on(support);
        self.ride(velocity, relative);
    }

    /// Goes on relative to the ground that it has landed on, from its velocity in the world and its velocity relative to that ground.
    pub(super) fn ride(&mut self, velocity: DVec3, relative: DVec3) {
        self.landing_velocity = self.level(velocity - relative);
        self.state.velocity =
            self.level(if self.landing_velocity == DVec3::ZERO { relative } else { velocity });
        self.inherited = DVec3::ZERO;
    }

    /// Lands on ground in contact or in a wedge; otherwise sets the state to steep ground or airborne.
    pub(super) fn settle_in_air(&mut self) {
        let footing = self.footing(self.level(self.state.velocity));
        let rises_from =
            |s: &Support| self.relative(self.state.velocity, &s.surface, s.point).dot(self.up()) > RISING;
        let may_land = self.may_land();
        let support = footing.support(&self.buffer.contacts).filter(|s| may_land && !rises_from(s));
        if let Some(support) = support {
            let normal = support.normal;
            let velocity = self.state.velocity;
            let relative = self.relative(velocity, &support.surface, support.point);
            // A body that its ground pushes up gets no nearer by itself: it has landed.
            if normal.dot(relative) >= 0.0 || normal.dot(velocity) >= 0.0 {
                self.land(velocity, normal, &support);
            } else {
                // The body still approaches: the next piece lands, at the exact time.
                self.state.leave_ground();
            }
            return;
        }
        if self.settles_in_wedge() {
            return;
        }
        let up = self.up();
        let is_steep = |c: &&Contact| c.normal.dot(up) > tolerance::LEAST_UP && !footing.is_climbable(c);
        let steepest = self.buffer.contacts.iter().find(is_steep);
        match steepest {
            Some(contact) => {
                self.state.ground = Ground::Steep;
                self.state.ground_normal = contact.normal.as_vec3();
                self.state.support = Some(contact.surface);
            }
            None => self.state.leave_ground(),
        }
    }
}

/// Maximum number of landings in one tick. After them the tick goes on in the air, along the surfaces, so that no time is lost
/// on any ground. Ordinary ground takes one or two.
const MAX_LANDINGS: usize = 4;

/// Upward speed above which nothing is stood on: a jump's first ticks are still near the ground. m/s.
pub(super) const RISING: f64 = 1e-6;
