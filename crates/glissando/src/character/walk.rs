//! Walking: along the ground at the wished speed, around walls, over steps, down to the ground again.

use super::arc::Arc;
use super::event::EventKind;
use super::ground::Support;
use super::ground_move::Feet;
use super::state::{Ground, State};
use super::tick::{INSTANT, Tick, contact_of};
use crate::collide::Contact;
use crate::math::{DVec3, Vec3};
use crate::slide::{Path, SlidePlane, Stop, is_idle};
use crate::tolerance;
use crate::trace::TraceStep;
use crate::traction::Traction;

impl State {
    pub(super) fn leave_ground(&mut self) {
        self.ground = Ground::Airborne;
        self.ground_normal = Vec3::ZERO;
        self.ledge = f64::MIN;
    }
}

impl Tick<'_> {
    /// Stores the ground in the state.
    pub(super) fn stand_on(&mut self, support: &Support) {
        self.state.ground = Ground::Standing;
        self.state.ground_normal = support.surface_normal.as_vec3();
        self.state.support = Some(support.surface);
    }

    /// Stands between steep surfaces.
    pub(super) fn stand_on_wedge(&mut self) {
        self.state.ground = Ground::Standing;
        self.state.ground_normal = self.up().as_vec3();
        self.state.velocity = self.level(self.state.velocity);
        self.state.support = self.buffer.contacts.first().map(|contact| contact.surface);
    }

    /// Walks until the tick ends, the wish is reached, or the ground is left.
    pub(super) fn walk_piece(&mut self) {
        if self.config.settings().gravity.dot(self.up()) > 0.0 {
            // Gravity that points up holds no character down.
            self.leave_ground();
            self.emit(self.time, self.world_velocity(), EventKind::LeftGround);
            return;
        }
        let pace = self.config.settings().pace;
        let traction = self.state.support.map_or(Traction::NORMAL, |surface| self.world.traction(&surface));
        let (velocity, wish) = (self.level(self.state.velocity), self.level_wish() * traction.speed);
        let (rate, factor) = if wish == DVec3::ZERO {
            (pace.friction, traction.friction)
        } else {
            (pace.acceleration, traction.acceleration)
        };
        let rate = Traction::scaled(rate, factor);
        let arc = self.arc_towards(velocity, wish, rate, self.time_left());
        let last_leg = self.follow(&arc);
        if self.stop == Stop::Stuck {
            self.time = self.duration;
            return;
        }
        self.time += arc.duration;
        self.state.velocity = self.held_back(arc.end_velocity);
        self.find_ground(last_leg, &arc);
    }

    /// Moves along the arc, as far as walls and steps allow; returns the last straight leg.
    fn follow(&mut self, arc: &Arc) -> Leg {
        let mut leg = Leg { start: self.state.position, used: 0.0, kept: self.path.len(), ground: None };
        let wanted = arc.displacement(arc.duration);
        self.held.clear();
        self.gather();
        if wanted == DVec3::ZERO {
            return leg;
        }
        self.trace.record(|| TraceStep::Wanted { from: self.state.position, displacement: wanted });
        let mut path = Path::new(self.state.position);
        while path.is_going() {
            let footing = self.footing(wanted);
            let feet = Feet {
                footing,
                world: self.world,
                mover: self.mover,
                at: path.at,
                contacts: &self.buffer.contacts,
                left: path.left,
            };
            let Some((ground_move, allowed)) = feet.find(wanted, &mut self.buffer.planes) else {
                self.stop = Stop::Stuck;
                break;
            };
            self.held.clear();
            let active = allowed.active.iter().flatten().filter(|(_, push)| *push > 0.0);
            self.held.extend(active.map(|(i, _)| SlidePlane { least: 0.0, ..self.buffer.planes[*i] }));
            if ground_move.is_bent && self.may_step(path.at) {
                let share = |left: f64| self.time + arc.duration * (1.0 - left);
                let times = [share(path.left), share(0.0)];
                if let Some(done) =
                    self.try_step(times, path.at, wanted * path.left, ground_move.level * path.left)
                {
                    path.left *= 1.0 - done;
                    path.at = self.state.position;
                    path.sub_steps += 1;
                    self.held.clear();
                    leg = leg.next(path.at, 1.0 - path.left, self.path.len());
                    continue;
                }
            }
            self.report_walls(arc, 1.0 - path.left);
            if is_idle(ground_move.displacement, wanted) {
                path.left = 0.0;
                break;
            }
            leg = leg.next(path.at, 1.0 - path.left, self.path.len());
            if leg.used > 0.0 && footing.support(&self.buffer.contacts).is_some() {
                leg.ground = Some((leg.start, leg.kept));
            }
            path.nearest = self.nearest();
            path.advance(self.world, self.mover, ground_move.displacement, &mut self.trace);
            self.state.position = path.at;
            self.pass(self.time + arc.duration * (1.0 - path.left));
            self.gather();
        }
        self.sub_steps += path.sub_steps;
        if path.left > INSTANT && self.stop == Stop::Done {
            self.stop = Stop::SubSteps;
        }
        leg
    }

    /// Emits events for the walls that block the walk.
    pub(super) fn report_walls(&mut self, arc: &Arc, used: f64) {
        for index in 0..self.held.len() {
            let normal = self.held[index].normal;
            let Some(Contact { surface, point, .. }) = contact_of(&self.buffer.contacts, normal).copied()
            else {
                continue;
            };
            let time = arc.duration * used;
            self.touch(self.time + time, arc.velocity_at(time), normal, surface, point);
        }
    }

    /// Stays on the ground, snaps down to it, or leaves it at the right moment of the last leg.
    ///
    /// The walk covered the whole of `arc` and ended at `self.time`.
    fn find_ground(&mut self, leg: Leg, arc: &Arc) {
        let end = self.state.position;
        let heading = self.level(end - leg.start);
        if let Some(support) = self.footing(heading).support(&self.buffer.contacts) {
            self.stand_on(&support);
            return;
        }
        if self.snap(heading) {
            if self.is_led_back(leg, arc) {
                self.stay_on_last_ground(leg);
            }
            return;
        }
        if self.is_wedged() {
            self.stand_on_wedge();
            return;
        }
        let shares =
            if heading == DVec3::ZERO { [0.0; 2] } else { self.shares_at_loss(leg.start, end, heading) };
        self.leave_at(leg, end, arc, shares);
    }

    /// Whether the descent leads back behind the last position of the walk that had ground.
    ///
    /// Fast legs reach further than the feet: along a wall, out over a slope too steep to climb and down it again would
    /// end where the walk began, tick after tick.
    fn is_led_back(&self, leg: Leg, arc: &Arc) -> bool {
        let wanted = arc.displacement(arc.duration);
        leg.ground.is_some_and(|(ground, _)| (self.state.position - ground).dot(wanted) < 0.0)
    }

    /// Moves back to the last position of the walk that had ground, if any; returns whether it did.
    fn stay_on_last_ground(&mut self, leg: Leg) -> bool {
        let down = *self.state;
        let Some((ground, kept)) = leg.ground else { return false };
        self.state.position = ground;
        self.gather();
        let Some(support) = self.footing(DVec3::ZERO).support(&self.buffer.contacts) else {
            *self.state = down;
            self.gather();
            return false;
        };
        self.take_back(kept);
        self.pass(self.time);
        self.stand_on(&support);
        true
    }

    /// Finds the moment at which the ground was lost on the straight leg from `start` to `end`, by bisection. Returns
    /// the last share of the leg with ground and the first one without.
    fn shares_at_loss(&mut self, start: DVec3, end: DVec3, heading: DVec3) -> [f64; 2] {
        let (mut on, mut off) = (0.0, 1.0);
        for _ in 0..LOSS_HALVINGS {
            let middle = 0.5 * (on + off);
            self.state.position = start + (end - start) * middle;
            self.gather();
            let is_held = self.footing(heading).support(&self.buffer.contacts).is_some();
            if is_held || self.snap(heading) {
                on = middle;
            } else {
                off = middle;
            }
        }
        [on, off]
    }

    /// Leaves the ground on the leg to `end`, after the last share of it that has ground.
    fn leave_at(&mut self, leg: Leg, end: DVec3, arc: &Arc, [on, off]: [f64; 2]) {
        let heading = self.level(end - leg.start);
        let walked = arc.duration * (leg.used + (1.0 - leg.used) * on);
        let whole = self.time;
        self.time -= arc.duration - walked;
        self.take_back(leg.kept);
        self.state.position = leg.start + (end - leg.start) * on;
        self.pass(self.time);
        self.gather();
        if on > 0.0 && self.footing(heading).support(&self.buffer.contacts).is_none() {
            self.snap(heading);
        }
        if self.is_led_back(leg, arc) {
            let lost = core::mem::replace(&mut self.time, whole);
            if self.stay_on_last_ground(leg) {
                return;
            }
            self.time = lost;
        }
        // Along the leg: the walls that block its end are not reached yet.
        let velocity = arc.velocity_at(walked);
        let along = heading.try_normalize().map_or(DVec3::ZERO, |d| d * velocity.dot(d).max(0.0));
        self.state.velocity = self.with_slope(along);
        self.leave_ground();
        self.has_left_ledge_edge = true;
        // A flight from the last bit of ground would land on it again, and leave it again.
        if self.footing(heading).support(&self.buffer.contacts).is_some() {
            let beyond = off - on;
            self.go_beyond((end - leg.start) * beyond, arc.duration * (1.0 - leg.used) * beyond);
        }
        // `run_timers` will subtract the whole tick at its end.
        self.state.coyote_left = (self.config.settings().jump.coyote_time + self.time) as f32;
        self.emit(self.time, self.world_velocity(), EventKind::LeftGround);
    }

    /// Moves straight on over the end of the ground, in `time`; undone where there is ground after all.
    fn go_beyond(&mut self, displacement: DVec3, time: f64) {
        let from = self.state.position;
        let hit = self.sweep(displacement);
        self.state.position += displacement * hit.map_or(1.0, |h| h.fraction);
        self.gather();
        if self.footing(displacement).support(&self.buffer.contacts).is_some() {
            self.state.position = from;
            self.gather();
            return;
        }
        self.time += time;
        self.pass(self.time);
    }

    /// The horizontal velocity plus the vertical part that follows the ground's slope.
    fn with_slope(&self, velocity: DVec3) -> DVec3 {
        let (level, normal) = (self.level(velocity), self.state.ground_normal.as_dvec3());
        let rise = normal.dot(self.up());
        if rise < tolerance::LEAST_UP { level } else { level - self.up() * (level.dot(normal) / rise) }
    }

    /// Puts the feet down on ground close below; returns whether there is any.
    pub(super) fn snap(&mut self, heading: DVec3) -> bool {
        let reach = self.config.settings().ground.snap_distance;
        if reach <= 0.0 {
            return false;
        }
        let (from, kept) = (self.state.position, self.path.len());
        let along_slope = heading.length() * self.config.tan_climb + self.mover.skin();
        // Before and after, the gap under the feet may be anything between the two shells.
        let shape = self.mover.shape();
        let hang = self.mover.skin() * shape.rounding_along(self.up()) / shape.smallest_radius();
        let reach = reach + hang;
        let support =
            self.slide_down(reach + along_slope, self.time).map(|(support, _)| support).filter(|support| {
                let up = self.up();
                let drop = (from - self.state.position).dot(up);
                let slope_drop = heading.dot(support.follow) / support.follow.dot(up) + self.mover.skin();
                let is_near = drop <= reach || (!support.is_ledge_edge && drop <= slope_drop);
                is_near && (!support.is_ledge_edge || self.has_step_below(support, heading))
            });
        match support {
            Some(support) => {
                let distance = (from - self.state.position).dot(self.up());
                self.trace.record(|| TraceStep::Snapped { distance });
                self.stand_on(&support);
                true
            }
            None => {
                self.state.position = from;
                self.take_back(kept);
                false
            }
        }
    }
}

/// The last straight, swept leg of a walk.
#[derive(Clone, Copy, Debug)]
struct Leg {
    /// Its start.
    start: DVec3,
    /// Share of the walk's time that was used before it.
    used: f64,
    /// Number of waypoints up to its start.
    kept: usize,
    /// The last start of a leg, after the first, that had ground; and the number of waypoints up to it.
    ground: Option<(DVec3, usize)>,
}

impl Leg {
    /// The leg after this one.
    fn next(self, start: DVec3, used: f64, kept: usize) -> Self {
        Self { start, used, kept, ..self }
    }
}

/// Bisection steps: the moment of losing the ground is known to 1/4096 of the piece.
const LOSS_HALVINGS: usize = 12;
