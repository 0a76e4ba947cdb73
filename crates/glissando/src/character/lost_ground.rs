//! Where a walk loses the ground: the moment is found by halving, and a walk that leads back stays at it.

use super::arc::Arc;
use super::event::EventKind;
use super::tick::Tick;
use crate::math::DVec3;
use crate::tolerance;

/// The last straight, swept leg of a walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    /// Where the walk began.
    begin: DVec3,
    /// Its start.
    pub(super) start: DVec3,
    /// Share of the walk's time that was used before it.
    pub(super) used: f64,
    /// Number of waypoints up to its start.
    pub(super) kept: usize,
    /// The last ground before it.
    pub(super) ground: LastGround,
}

impl Leg {
    /// The first leg of a walk.
    pub(super) fn first(start: DVec3, kept: usize) -> Self {
        Self { begin: start, start, used: 0.0, kept, ground: LastGround::Start { at: start, kept } }
    }

    /// The leg after this one.
    pub(super) fn next(self, start: DVec3, used: f64, kept: usize) -> Self {
        Self { start, used, kept, ..self }
    }
}

/// Where a walk had ground last, with the number of waypoints up to the start of that leg.
#[derive(Clone, Copy, Debug)]
pub(super) enum LastGround {
    /// Where the walk began.
    Start { at: DVec3, kept: usize },
    /// At the start of a later leg.
    Later { at: DVec3, kept: usize },
    /// On the first leg, between these positions: there was ground at its start, and none at its end.
    Lost { from: DVec3, kept: usize, to: DVec3 },
}

impl LastGround {
    /// After a leg that ended without ground.
    pub(super) fn lost_before(self, to: DVec3) -> Self {
        match self {
            Self::Start { at, kept } => Self::Lost { from: at, kept, to },
            Self::Later { .. } | Self::Lost { .. } => self,
        }
    }
}

/// Share of the walk up to the last ground that a descent must leave.
const LEAST_LEFT: f64 = 0.05;

/// Bisection steps: the moment of losing the ground is known to 1/4096 of the piece.
const LOSS_HALVINGS: usize = 12;

impl Tick<'_> {
    /// Moves back to the last position of the walk that had ground, if the descent from there led back; returns whether it did.
    ///
    /// Fast legs reach further than the feet: along a wall, out over a slope too steep to climb and down it again would
    /// end where the walk began, tick after tick.
    pub(super) fn stay_on_last_ground(&mut self, leg: Leg, arc: &Arc) -> bool {
        let (down, passed) = (*self.state, self.path.len());
        let wanted = arc.displacement(arc.duration);
        let gain = |from: DVec3, to: DVec3| (to - from).dot(wanted);
        // Ground that ended within the first leg counts only if hardly anything is left of the walk up to there.
        let is_lost = |place: DVec3| {
            let possible = gain(leg.begin, place);
            possible > 0.0 && gain(leg.begin, down.position) < LEAST_LEFT * possible
        };
        let (from, kept) = match leg.ground {
            LastGround::Later { at, kept } if gain(at, down.position) < 0.0 => {
                self.state.position = at;
                self.gather();
                (at, kept)
            }
            LastGround::Lost { from, kept, to } if is_lost(to) => (self.go_to_loss(from, to), kept),
            _ => return false,
        };
        self.take_back(passed);
        let is_far_enough = matches!(leg.ground, LastGround::Later { .. }) || is_lost(self.state.position);
        let support = self.footing(DVec3::ZERO).support(&self.buffer.contacts).filter(|_| is_far_enough);
        let Some(support) = support else {
            *self.state = down;
            self.gather();
            return false;
        };
        self.take_back(kept);
        let ground = core::mem::replace(&mut self.state.position, from);
        self.pass(self.time);
        self.state.position = ground;
        self.pass(self.time);
        self.stand_on(&support);
        true
    }

    /// Moves to the last position with ground on the straight leg from `from` to `to`; returns the position on the leg, which the
    /// feet may be below.
    fn go_to_loss(&mut self, from: DVec3, to: DVec3) -> DVec3 {
        let heading = self.level(to - from);
        let [on, _] = self.shares_at_loss(from, to, heading);
        let place = from + (to - from) * on;
        self.state.position = place;
        self.gather();
        if self.footing(heading).support(&self.buffer.contacts).is_none() {
            self.snap(heading, 0.0);
        }
        place
    }

    /// Finds the moment at which the ground was lost on the straight leg from `start` to `end`, by bisection. Returns
    /// the last share of the leg with ground and the first one without.
    pub(super) fn shares_at_loss(&mut self, start: DVec3, end: DVec3, heading: DVec3) -> [f64; 2] {
        let (mut on, mut off) = (0.0, 1.0);
        for _ in 0..LOSS_HALVINGS {
            let middle = 0.5 * (on + off);
            self.state.position = start + (end - start) * middle;
            self.gather();
            let is_held = self.footing(heading).support(&self.buffer.contacts).is_some();
            let sunk = self.sunk(start);
            if is_held || (self.snap(heading, sunk) && !self.is_far_behind(start, heading)) {
                on = middle;
            } else {
                off = middle;
            }
        }
        [on, off]
    }

    /// Whether a snap from a leg that is longer than the body led back behind its start.
    ///
    /// A fast leg up a crease leads out over its end, and from there a snap slides all the way down the crease. Ground
    /// behind the start would be where the walk begins again, tick after tick.
    fn is_far_behind(&self, start: DVec3, heading: DVec3) -> bool {
        heading.length() > self.mover.body().smallest_half_extent()
            && (self.state.position - start).dot(heading) < 0.0
    }

    /// Leaves the ground on the leg to `end`, after the last share of it that has ground.
    pub(super) fn leave_at(&mut self, leg: Leg, end: DVec3, arc: &Arc, [on, off]: [f64; 2]) {
        let heading = self.level(end - leg.start);
        let walked = arc.duration * (leg.used + (1.0 - leg.used) * on);
        let whole = self.time;
        self.time -= arc.duration - walked;
        self.take_back(leg.kept);
        self.state.position = leg.start + (end - leg.start) * on;
        self.pass(self.time);
        self.gather();
        if on > 0.0 && self.footing(heading).support(&self.buffer.contacts).is_none() {
            self.snap(heading, 0.0);
        }
        let lost = core::mem::replace(&mut self.time, whole);
        if self.stay_on_last_ground(leg, arc) {
            return;
        }
        self.time = lost;
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
}
