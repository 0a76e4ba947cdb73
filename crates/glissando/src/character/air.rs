//! Flight: exact parabolas from hit to hit.

use super::arc::Arc;
use super::ground::Footing;
use super::tick::Tick;
use crate::collide::Hit;
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
            return self.arc_towards(velocity, wish, rate, self.time_left());
        }
        let time = self.time_left().min(self.longest_chord());
        let level = self.level(velocity);
        let wish = self.wish_on_slope(level, self.level_wish());
        let mut arc = self.arc_towards(level, wish, settings.pace.air_acceleration, time);
        let vertical = velocity - level;
        arc.velocity += vertical;
        arc.end_velocity += vertical;
        arc.with_gravity(settings.gravity)
    }

    /// Seconds for which a chord stays within a tenth of the skin of its parabola (`a t²/8`), but no
    /// less than an eighth of the tick.
    fn longest_chord(&self) -> f64 {
        let fine = sqrt_f64(0.8 * self.mover.skin() / (self.config.pull + f64::MIN_POSITIVE));
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
        // The chord of a flier may be long, and a wall along it is met at another time on the parabola than on the chord: the body would
        // have gone too far by then, or not far enough.
        let is_straight = allowed.active[0].is_none() && !self.input.fly;
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
}

/// The upright wall that a surface too steep to climb adds for `displacement`: its unit normal, and the
/// length of the level part that the normal was made of.
fn steep_wall(up: DVec3, footing: &Footing<'_>, normal: DVec3, displacement: DVec3) -> Option<(DVec3, f64)> {
    let rise = normal.dot(up);
    let flat = normal - up * rise;
    let length = flat.length();
    let is_steep = rise > tolerance::UPRIGHT && rise < footing.cos_climb;
    (is_steep && displacement.dot(flat) < 0.0).then(|| (flat / length, length))
}
