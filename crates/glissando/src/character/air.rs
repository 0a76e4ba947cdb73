//! Flight: exact parabolas from hit to hit, and landing at the exact time.

use super::arc::Arc;
use super::event::EventKind;
use super::ground::{Footing, Support};
use super::state::Ground;
use super::tick::Tick;
use crate::collide::{Contact, Hit};
use crate::math::{DVec3, sqrt_f64};
use crate::slide::{
    Allowed, Held, Shell, SlideBuffer, SlidePlane, Stop, add_plane, is_held_in_slot, nearest_allowed,
};
use crate::tolerance;
use crate::trace::TraceStep;

impl Tick<'_> {
    /// Flies until the tick ends or a surface is hit; lands if the character can stand on it.
    pub(super) fn fly_piece(&mut self) {
        self.gather();
        if !self.input.fly && self.is_caught() {
            return;
        }
        let arc = self.air_arc();
        let (arc, ceiling) = self.until_ceiling(arc);
        if let Some(ceiling) = ceiling.filter(|_| arc.duration == 0.0) {
            self.held.clear();
            return self.fall_from(&ceiling);
        }
        let chord = arc.displacement(arc.duration);
        self.trace.record(|| TraceStep::Wanted { from: self.state.position, displacement: chord });
        self.air_planes(chord, Shell::Rest);
        if !self.input.fly && self.land_on_contact(&arc, chord) {
            return;
        }
        let Some(allowed) = self.allowed_in_air(chord) else {
            self.stop = Stop::Stuck;
            self.time = self.duration;
            return;
        };
        if allowed.active[0].is_some() {
            let planes = self.buffer.planes.len();
            self.trace.record(|| TraceStep::Bent { planes, displacement: allowed.displacement });
        }
        self.hold(&allowed);
        self.report_walls(&arc, 0.0);
        let hit = self.sweep(allowed.displacement);
        self.sub_steps += 1;
        match hit {
            None => {
                self.state.position += allowed.displacement;
                self.time += arc.duration;
                self.pass(self.time);
                self.state.velocity = self.held_back(arc.end_velocity);
                if let Some(ceiling) = ceiling {
                    self.fall_from(&ceiling);
                }
                self.trace.record(|| TraceStep::Moved { to: self.state.position });
            }
            Some(hit) => self.hit_in_air(&arc, chord, &allowed, &hit),
        }
    }

    /// The next piece of flight.
    fn air_arc(&mut self) -> Arc {
        let (velocity, settings) = (self.state.velocity, *self.config.settings());
        if self.input.fly {
            let (wish, rate) = (self.input.wish, settings.pace.fly_acceleration);
            let longest = if velocity == wish { f64::INFINITY } else { self.longest_chord(rate) };
            return self.arc_towards(velocity, wish, rate, self.time_left().min(longest));
        }
        let level = self.level(velocity);
        let (wish, control) = (self.wish_on_slope(level, self.level_wish()), settings.pace.air_acceleration);
        // Gravity and air control are mostly across each other: together they are at most 1.4 times the larger.
        let steers = if level == wish { 0.0 } else { control };
        let time = self.time_left().min(self.longest_chord(self.config.pull.max(steers)));
        let mut arc = self.arc_towards(level, wish, control, time);
        let vertical = velocity - level;
        arc.velocity += vertical;
        arc.end_velocity += vertical;
        arc.with_gravity(settings.gravity)
    }

    /// Seconds for which a chord stays within a tenth of the skin of its parabola (`a t²/8`) at this acceleration (m/s²), but no
    /// less than an eighth of the tick.
    fn longest_chord(&self, acceleration: f64) -> f64 {
        let fine = sqrt_f64(0.8 * self.mover.skin() / (acceleration + f64::MIN_POSITIVE));
        fine.max(self.duration / 8.0)
    }

    /// The displacement that the planes allow of a chord; in a narrow gap, with the planes at the sweep shell.
    fn allowed_in_air(&mut self, chord: DVec3) -> Option<Allowed> {
        let allowed = self.nearest_in_air(chord)?;
        if !allowed.is_between() {
            return Some(allowed);
        }
        if is_held_in_slot(&allowed, &self.buffer.planes, &self.buffer.contacts) {
            self.air_planes(chord, Shell::Sweep);
            return self.nearest_in_air(chord);
        }
        if let Some(probe) = self.held_body().probe_of_wedge([chord, allowed.displacement]) {
            self.air_planes(probe, Shell::Sweep);
            let gained = self.nearest_in_air(probe).map(|gained| gained.displacement);
            let shell = self.held_body().shell_in_wedge(gained);
            self.air_planes(chord, shell);
            if self.input.fly
                && shell == Shell::Rest
                && let Some(way_out) = self.held_body().way_out(chord)
            {
                self.buffer.planes.clear();
                self.buffer.planes.push(way_out);
            }
            return self.nearest_in_air(chord);
        }
        Some(allowed)
    }

    /// The displacement nearest to a wanted one that the planes in the buffer allow.
    pub(super) fn nearest_in_air(&mut self, wanted: DVec3) -> Option<Allowed> {
        let SlideBuffer { contacts, planes, .. } = &mut *self.buffer;
        self.mover.nearest_beside(contacts, self.state.position, wanted, planes)
    }

    fn held_body(&self) -> Held<'_> {
        let (at, contacts) = (self.state.position, &self.buffer.contacts);
        Held { world: self.world, mover: self.mover, at, contacts }
    }

    /// The planes of the contacts; a steep one is also a wall, so that pushing into it never lifts the character.
    fn air_planes(&mut self, chord: DVec3, held: Shell) {
        let up = self.up();
        let is_flying = self.input.fly;
        let footing = self.footing(DVec3::ZERO);
        let planes = &mut self.buffer.planes;
        planes.clear();
        for contact in &self.buffer.contacts {
            let least = self.mover.least(contact, held);
            add_plane(planes, SlidePlane { normal: contact.normal, least });
            let wall = steep_wall(up, &footing, contact.normal, chord);
            if let Some((normal, length)) = wall.filter(|_| !is_flying) {
                add_plane(planes, SlidePlane { normal, least: least / length });
            }
        }
    }

    /// Remembers the planes that push, so that they limit the velocity too.
    fn hold(&mut self, allowed: &Allowed) {
        self.held.clear();
        for (plane, push) in allowed.active.iter().flatten() {
            if *push > 0.0 {
                let held = self.held_plane(self.buffer.planes[*plane].normal);
                self.held.push(held);
            }
        }
    }

    /// The part of a velocity that the remembered planes allow.
    pub(super) fn held_back(&self, velocity: DVec3) -> DVec3 {
        nearest_allowed(velocity, self.held).map_or(DVec3::ZERO, |a| a.displacement)
    }

    fn hit_in_air(&mut self, arc: &Arc, chord: DVec3, allowed: &Allowed, hit: &Hit) {
        if !self.input.fly && self.land_on_hit(arc, chord, allowed, hit) {
            return;
        }
        let fraction = self.fraction_of_hit(allowed.displacement, hit);
        let is_straight = allowed.active[0].is_none();
        let time =
            if is_straight { arc.time_of(fraction, chord, hit.normal) } else { fraction * arc.duration };
        self.state.position += allowed.displacement * fraction;
        self.time += time;
        self.pass(self.time);
        let velocity = self.held_back(arc.velocity_at(time));
        self.trace.record(|| TraceStep::Hit { hit: *hit, at: self.state.position });
        let fall = -self.relative(velocity, &hit.surface, hit.point).dot(self.up());
        self.fall_speed = self.fall_speed.max(fall);
        self.touch(self.time, velocity, hit.normal, hit.surface, hit.point);
        let plane = self.plane_of(hit.normal, &hit.surface, hit.point);
        add_plane(self.held, plane);
        let wall = steep_wall(self.up(), &self.footing(DVec3::ZERO), hit.normal, velocity);
        if let Some((normal, _)) = wall.filter(|_| !self.input.fly) {
            let plane = self.plane_of(normal, &hit.surface, hit.point);
            add_plane(self.held, plane);
        }
        self.state.velocity = self.held_back(velocity);
    }

    /// Lands on ground in contact, or in a wedge, that moves against the body faster than the body recedes: a lift that rises faster
    /// than the jump of whoever it carries.
    ///
    /// The flight itself would lead the body away from that ground, which catches it again in every tick. Ground at rest never counts.
    fn is_caught(&mut self) -> bool {
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
    fn land_on_contact(&mut self, arc: &Arc, chord: DVec3) -> bool {
        if !self.may_land() {
            return false;
        }
        let footing = self.footing(self.level(arc.velocity));
        let Some(support) = footing.support(&self.buffer.contacts) else { return false };
        let Some(contact) = self.buffer.contacts.iter().find(|c| c.surface == support.surface) else {
            return false;
        };
        let contact = *contact;
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
    fn land_on_hit(&mut self, arc: &Arc, chord: DVec3, allowed: &Allowed, hit: &Hit) -> bool {
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

    /// Whether another landing is allowed in this tick.
    pub(super) const fn may_land(&self) -> bool {
        self.landings < MAX_LANDINGS
    }

    fn land(&mut self, velocity: DVec3, normal: DVec3, support: &Support) {
        let surface = support.surface;
        self.landings += 1;
        let relative = self.relative(velocity, &surface, support.point);
        let speed = (-normal.dot(relative)).max(0.0);
        let energy_per_mass = 0.5 * speed * speed;
        if speed > 0.0 || !self.is_placed {
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

/// The upright wall that a surface too steep to climb adds for `displacement`: its unit normal, and the
/// length of the level part that the normal was made of.
fn steep_wall(up: DVec3, footing: &Footing, normal: DVec3, displacement: DVec3) -> Option<(DVec3, f64)> {
    let rise = normal.dot(up);
    let flat = normal - up * rise;
    let length = flat.length();
    let is_steep = rise > tolerance::UPRIGHT && rise < footing.cos_climb;
    (is_steep && displacement.dot(flat) < 0.0).then(|| (flat / length, length))
}

/// Maximum number of landings in one tick. After them the tick goes on in the air, along the surfaces, so that no time is lost
/// on any ground. Ordinary ground takes one or two.
const MAX_LANDINGS: usize = 4;

/// Upward speed above which nothing is stood on: a jump's first ticks are still near the ground. m/s.
pub(super) const RISING: f64 = 1e-6;
