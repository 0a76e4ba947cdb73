//! Walking: along the ground at the wished speed, around walls, over steps, down to the ground again.

use super::arc::Arc;
use super::event::EventKind;
use super::ground::Support;
use super::ground_move::{Feet, GroundMove};
use super::lost_ground::{LastGround, Leg};
use super::state::{Ground, State};
use super::tick::{INSTANT, Tick, wall_of};
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
        let arc = if self.landing_velocity == DVec3::ZERO {
            self.arc_towards(velocity, wish, rate, self.time_left())
        } else {
            // On ground that moves the rest of the tick goes on as the flight did. Were it walked relative to ground that does not
            // carry yet, the body would go back by what that is fast, and further than the tick may reach.
            Arc::towards(velocity, velocity, 0.0, self.time_left(), false)
        };
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
        let mut leg = Leg::first(self.state.position, self.path.len());
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
            for (index, push) in allowed.active.into_iter().flatten() {
                if push > 0.0 {
                    let wall = self.wall_plane(self.buffer.planes[index].normal);
                    self.held.push(wall);
                }
            }
            if let Some(done) = self.step_on_the_way((path.at, path.left), wanted, &ground_move, arc) {
                path.left *= 1.0 - done;
                path.at = self.state.position;
                path.sub_steps += 1;
                self.held.clear();
                leg = leg.next(path.at, 1.0 - path.left, self.path.len());
                leg.ground = LastGround::Later { at: leg.start, kept: leg.kept };
                continue;
            }
            self.report_walls(arc, 1.0 - path.left);
            if is_idle(ground_move.displacement, wanted) {
                path.left = 0.0;
                break;
            }
            leg = leg.next(path.at, 1.0 - path.left, self.path.len());
            if leg.used > 0.0 {
                leg.ground = match footing.support(&self.buffer.contacts) {
                    Some(_) => LastGround::Later { at: leg.start, kept: leg.kept },
                    None => leg.ground.lost_before(leg.start),
                };
            }
            let (world, mover, trace) = (self.world, self.mover, &mut self.trace);
            if path.advance_gathering(world, mover, ground_move.displacement, self.buffer, trace) {
                self.gathered_at = Some(path.at);
            }
            self.state.position = path.at;
            self.pass(self.time + arc.duration * (1.0 - path.left));
            self.gather();
        }
        self.sub_steps += path.sub_steps;
        if path.left > INSTANT && path.stop.is_none() && self.stop == Stop::Done {
            self.stop = Stop::SubSteps;
        }
        leg
    }

    /// A step over what holds the body at `at`, where so much of the wanted displacement is left; the share of that which was used.
    ///
    /// A body that slides along a wall loses what leads into it in every tick: what is wanted in the next leads along the wall, but for a
    /// part that shrinks with the tick. So where that leads to no step, the wish may.
    fn step_on_the_way(
        &mut self,
        (at, left): (DVec3, f64),
        wanted: DVec3,
        ground_move: &GroundMove,
        arc: &Arc,
    ) -> Option<f64> {
        // As a rule nothing holds the body.
        if self.held.is_empty() && !ground_move.is_bent {
            return None;
        }
        let ways = [ground_move.is_bent.then_some(wanted), self.pressed_way(wanted)];
        if ways == [None; 2] || !self.may_step(at) {
            return None;
        }
        let times = [self.time + arc.duration * (1.0 - left), self.time + arc.duration];
        let flat = ground_move.level * left;
        ways.into_iter().flatten().find_map(|way| self.try_step(times, at, way * left, flat))
    }

    /// A displacement as long as `wanted`, along a wish that leads into a held wall; `None` if that is the direction of `wanted`, too.
    fn pressed_way(&self, wanted: DVec3) -> Option<DVec3> {
        let (along, length) = (self.level_wish().try_normalize()?, wanted.length());
        let is_pressed = self.held.iter().any(|plane| plane.normal.dot(along) < -PRESSED);
        (is_pressed && along.dot(wanted) < SAME_WAY * length).then(|| along * length)
    }

    /// The plane that limits the velocity before a wall: one that goes away from the ground that is walked on may be followed.
    fn wall_plane(&self, normal: DVec3) -> SlidePlane {
        let wall = wall_of(&self.buffer.contacts, normal, self.up());
        let speed = wall.map_or(0.0, |wall| {
            let wall = self.world.surface_velocity(&wall.surface, wall.point);
            normal.dot(wall - self.walked_on())
        });
        SlidePlane { normal, least: if speed < 0.0 { speed } else { 0.0 } }
    }

    /// Emits events for the walls that block the walk.
    pub(super) fn report_walls(&mut self, arc: &Arc, used: f64) {
        for index in 0..self.held.len() {
            let normal = self.held[index].normal;
            if self.touches_again(normal) {
                continue;
            }
            let wall = wall_of(&self.buffer.contacts, normal, self.up());
            let Some(Contact { surface, point, .. }) = wall.copied() else {
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
        if self.is_along_riser() {
            return;
        }
        let sunk = self.sunk(leg.start);
        if self.snap(heading, sunk) {
            self.stay_on_last_ground(leg, arc);
            return;
        }
        // The way down may have ended in a wedge that does not hold the body up here.
        self.gather();
        if self.is_wedged() {
            self.stand_on_wedge();
            return;
        }
        let shares =
            if heading == DVec3::ZERO { [0.0; 2] } else { self.shares_at_loss(leg.start, end, heading) };
        self.leave_at(leg, end, arc, shares);
    }

    /// How far the way from `start` to here has led below the ground that was stood on, metres: a round body's leads down around an edge.
    pub(super) fn sunk(&self, start: DVec3) -> f64 {
        let (normal, gone) = (self.state.ground_normal.as_dvec3(), self.state.position - start);
        let rise = normal.dot(self.up());
        let sunk = if rise > tolerance::LEAST_UP { -gone.dot(normal) / rise } else { 0.0 };
        if sunk > 0.0 { sunk } else { 0.0 }
    }

    /// Puts the feet down on ground close below, after a way that has led down by `sunk` already; returns whether there is any.
    pub(super) fn snap(&mut self, heading: DVec3, sunk: f64) -> bool {
        let reach = self.config.settings().ground.snap_distance;
        if reach <= 0.0 {
            return false;
        }
        let (from, kept) = (self.state.position, self.path.len());
        let along_slope = heading.length() * self.config.tan_climb + self.mover.skin();
        let reach = reach + self.widest_hover();
        let support = self
            .slide_down(reach + along_slope, self.time, self.edge_heights())
            .ground
            .map(|(support, _)| support)
            .filter(|support| {
                let up = self.up();
                let drop = (from - self.state.position).dot(up);
                let slope_drop = heading.dot(support.follow) / support.follow.dot(up) + self.mover.skin();
                let is_near = drop + sunk <= reach || (!support.is_ledge_edge && drop <= slope_drop);
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

/// Sine of the least angle at which a wish presses into a wall: sliding loses at least half a hundredth of it.
const PRESSED: f64 = 0.1;

/// Cosine up to which two directions count as different.
const SAME_WAY: f64 = 0.999;
