//! Steps: up over a ledge, and the test for a step down below an edge.
//!
//! Up, forward, down, each swept. The landing must be a place to stand, no higher than the step height above the
//! feet, and further along than sliding would get. The ledge's own edge gives the height, not the climb in this
//! tick, so a stair is climbed or refused alike at every tick rate: the body rides over the edge on the same curve,
//! in few long or many short pieces.

use super::event::{Event, EventKind};
use super::ground::{Support, flattest_face};
use super::tick::{Tick, contact_of};
use crate::collide::{Collide, Contact};
use crate::math::DVec3;
use crate::tolerance;
use crate::trace::{StepOutcome, TraceStep};

impl Tick<'_> {
    /// Tries to step up from `at` towards `wanted`; `flat` is the displacement of sliding. `times` are the current
    /// time and the time at which `wanted` ends.
    ///
    /// On success the character is on the ledge, and the share of the time of `wanted` that was used is returned.
    pub(super) fn try_step(&mut self, times: [f64; 2], at: DVec3, wanted: DVec3, flat: DVec3) -> Option<f64> {
        if self.config.settings().ground.step_height <= 0.0 {
            return None;
        }
        let surface = self.buffer.contacts.first().map(|c| c.surface);
        let kept = self.path.len();
        match self.step_far_or_near(times, at, wanted, flat) {
            Ok(step) => {
                let height = step.height;
                self.stand_on(&step.support);
                self.trace.record(|| TraceStep::StepTried { outcome: StepOutcome::Climbed(height), surface });
                // Once per ledge, though short ticks ride over its edge in many pieces.
                let is_new = (self.state.ledge - step.ledge).abs() > self.mover.skin();
                if is_new && height > self.mover.skin() {
                    self.state.ledge = step.ledge;
                    let surface = step.support.surface;
                    let (velocity, kind) = (self.state.velocity, EventKind::SteppedUp { height, surface });
                    // At that time the step was still ahead.
                    self.events.push(Event { time: times[0], position: at, velocity, kind });
                }
                Some(step.used)
            }
            Err(outcome) => {
                self.trace.record(|| TraceStep::StepTried { outcome, surface });
                self.state.position = at;
                self.take_back(kept);
                self.gather();
                None
            }
        }
    }

    /// A step to the end of `wanted`, or else only over the ledge itself.
    ///
    /// A fast displacement ends far beyond the ledge, where the ground may be too high, too low or missing: metres
    /// behind the first step of a stair, it would decide whether that step is climbed.
    pub(super) fn step_far_or_near(
        &mut self,
        times: [f64; 2],
        at: DVec3,
        wanted: DVec3,
        flat: DVec3,
    ) -> Result<Step, StepOutcome> {
        let kept = self.path.len();
        let is_about_the_end =
            |o: &StepOutcome| !matches!(o, StepOutcome::HeadRoom(_) | StepOutcome::Blocked);
        let mut step = self.step_to(times, at, wanted, flat);
        let (half, length) = (self.mover.body().smallest_half_extent(), wanted.length());
        for halves in NEAR {
            let share = halves * half / length;
            // A slow displacement is short enough by itself.
            if share < 1.0 && length > half && step.as_ref().is_err_and(is_about_the_end) {
                self.state.position = at;
                self.take_back(kept);
                self.gather();
                let end = times[0] + (times[1] - times[0]) * share;
                let near = self.step_to([times[0], end], at, wanted * share, flat * share);
                step = near.map(|near| Step { used: near.used * share, ..near });
            }
        }
        step
    }

    /// Whether one of the contacts that block the motion is low enough: a wall touched higher up than a step cannot
    /// be stepped on.
    pub(super) fn may_step(&self, at: DVec3) -> bool {
        let most = self.base(at) + self.config.settings().ground.step_height + ROUGHNESS * self.mover.skin();
        let up = self.up();
        let is_low = |c: &Contact| c.point.dot(up) <= most;
        self.held.iter().any(|p| contact_of(&self.buffer.contacts, p.normal).is_some_and(is_low))
    }

    /// Moves up, ahead and down; stands there with its contacts gathered, or returns the reason for failure.
    fn step_to(
        &mut self,
        times: [f64; 2],
        at: DVec3,
        wanted: DVec3,
        flat: DVec3,
    ) -> Result<Step, StepOutcome> {
        let (up, skin) = (self.up(), self.mover.skin());
        let ground = self.config.settings().ground;
        let (step_height, snap) = (ground.step_height, ground.snap_distance);
        let base = self.base(at);
        let room = self.slide_up(step_height + skin, times[0]);
        if room < skin {
            return Err(StepOutcome::HeadRoom(room));
        }
        let (displacement, used) = self.slide_ahead(wanted, times);
        if displacement.length() <= LEAST_FORWARD * self.mover.body().smallest_half_extent() {
            return Err(StepOutcome::Blocked);
        }
        let landed = times[0] + (times[1] - times[0]) * used;
        let (support, stopped_by) = self.slide_down(room + snap, landed).ok_or(StepOutcome::NoGround)?;
        // Back at the rest shell, another contact may hold the body.
        let support = self.footing(DVec3::ZERO).support(&self.buffer.contacts).unwrap_or(support);
        // A standing character may stay on a slope that it may not climb, and must not climb it by steps either.
        if support.surface_normal.dot(up) < self.footing(DVec3::ZERO).cos_climb {
            return Err(StepOutcome::NoGround);
        }
        // The surface that holds the body decides, whether the ground of the support or the edge that the body
        // rests on.
        let ground = support.point.dot(up);
        let edge = stopped_by.dot(up);
        let ledge = if edge > ground { edge } else { ground };
        let height = ledge - base;
        if height > step_height + ROUGHNESS * skin {
            return Err(StepOutcome::TooHigh(height));
        }
        // The position at which the body came to rest counts, after all deflections.
        let done = (self.state.position - at).dot(wanted) / wanted.length_sq();
        if done < flat.dot(wanted) / wanted.length_sq() + LEAST_GAIN {
            return Err(StepOutcome::NoProgress);
        }
        if ground <= base + skin && self.is_before_steep(self.level(self.state.position - at)) {
            return Err(StepOutcome::NoProgress);
        }
        Ok(Step { used, support, ledge, height })
    }

    /// Whether the displacement `gone` only led nearer to a steep surface that is touched now.
    ///
    /// Surfaces hold at the rest shell but sweeps end nearer, so some distance always remains before a slope. A
    /// character that covers it up and down again, from the ground to the same ground, is pushed back and repeats
    /// it in the next tick.
    fn is_before_steep(&self, gone: DVec3) -> bool {
        let shape = self.mover.shape();
        let between_shells = self.mover.skin() * shape.radii().max_element() / shape.smallest_radius();
        if gone.length() > SHELLS * between_shells {
            return false;
        }
        let (up, contacts) = (self.up(), &self.buffer.contacts);
        let cos_climb = self.footing(DVec3::ZERO).cos_climb;
        let is_ahead = |c: &&Contact| c.normal.dot(gone) < -AHEAD * gone.length();
        contacts.iter().filter(is_ahead).any(|c| flattest_face(contacts, c, up).dot(up) < cos_climb)
    }

    /// The height along up that a step counts from, with the contacts at `at` gathered.
    ///
    /// A character that still rides over the edge of the last ledge hangs below the ledge, but counts as standing
    /// on it. A standing one counts from the ground, not from its feet, which hover over it by a skin.
    fn base(&self, at: DVec3) -> f64 {
        let (feet, ledge) = (self.feet(at), self.state.ledge);
        if ledge > feet && self.is_on_ledge() {
            return ledge;
        }
        let support = self.footing(DVec3::ZERO).support(&self.buffer.contacts);
        let ground = support.filter(|s| !s.is_ledge_edge).map_or(feet, |s| s.point.dot(self.up()));
        if ground < feet { ground } else { feet }
    }

    /// Whether the character still touches the last ledge that it stepped on.
    pub(super) fn is_on_ledge(&self) -> bool {
        let (up, ledge, skin) = (self.up(), self.state.ledge, self.mover.skin());
        let is_ledge =
            |c: &Contact| c.normal.dot(up) > tolerance::LEAST_UP && (c.point.dot(up) - ledge).abs() <= skin;
        self.buffer.contacts.iter().any(is_ledge)
    }

    /// Whether ground that can be stood on lies within the snap distance beyond the edge.
    pub(super) fn has_step_below(&self, edge: &Support, heading: DVec3) -> bool {
        let up = self.up();
        let outward = self.level(edge.normal).try_normalize().unwrap_or(DVec3::ZERO);
        if heading == DVec3::ZERO || outward.dot(heading) <= 0.0 {
            return true;
        }
        let beyond = 0.05 * self.mover.body().smallest_half_extent();
        let from = edge.point + outward * beyond + up * self.mover.skin();
        let reach = self.config.settings().ground.snap_distance + 2.0 * self.mover.skin();
        let cos_stay = self.footing(DVec3::ZERO).cos_stay;
        Collide::ray(self.world, from, up * -reach, self.mover.filter())
            .is_some_and(|hit| hit.normal.dot(up) >= cos_stay)
    }
}

/// A step up.
pub(super) struct Step {
    /// Share of the time of the wanted displacement.
    used: f64,
    pub(super) support: Support,
    /// Height along up of the ledge.
    ledge: f64,
    /// The same above the ground before the step.
    pub(super) height: f64,
}

/// Share of the skin by which a ledge may exceed the step height, so that rounding does not refuse an equal height.
const ROUGHNESS: f64 = 0.1;

/// Share of the wanted displacement that a step must gain over sliding along.
const LEAST_GAIN: f64 = 0.05;

/// How far ahead a step is tried where one to the end of the wanted displacement fails, in smallest half extents. The first leads
/// over a ledge, the others onto its edge, as the ticks of a slow walk do.
const NEAR: [f64; 3] = [2.0, 0.5, 0.125];

/// Distance that can remain before a slope that holds at the rest shell, in skins.
const SHELLS: f64 = 4.0;

/// Cosine (of 84 degrees) of the widest angle at which a displacement still leads towards a surface, not along it.
const AHEAD: f64 = 0.1;

/// Share of the smallest half extent: a raised body that advances by less is blocked.
const LEAST_FORWARD: f64 = 1e-7;
