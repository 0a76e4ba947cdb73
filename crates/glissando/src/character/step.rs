//! One step: up, ahead and down, each swept.
//!
//! The landing must be a place to stand, no higher than the step height above the feet, and further along than sliding would get.

use super::ground::{EdgeHeights, Support, flattest_face};
use super::tick::Tick;
use super::vertical_slide::Descent;
use crate::collide::Contact;
use crate::math::DVec3;
use crate::trace::StepOutcome;

/// A body that was raised for a step.
pub(super) struct Raised {
    /// Where it was, metres.
    from: DVec3,
    /// Where it is.
    pub(super) to: DVec3,
    /// The height along up that the step counts from.
    base: f64,
    /// The level direction into what it leads over.
    towards: DVec3,
    /// Metres that it rose.
    room: f64,
    /// Length of the path up to here.
    pub(super) kept: usize,
}

/// A step up.
pub(super) struct Step {
    /// Share of the time of the wanted displacement.
    pub(super) used: f64,
    pub(super) support: Support,
    /// Height along up of the ledge.
    pub(super) ledge: f64,
    /// The same above the ground before the step.
    pub(super) height: f64,
}

impl Tick<'_> {
    /// Moves up from `from`, where the contacts are gathered, by up to `rise`, sliding along what is in the way, for a step along `wanted`.
    pub(super) fn raise(&mut self, time: f64, from: DVec3, wanted: DVec3, [base, rise]: [f64; 2]) -> Raised {
        let towards = self.towards_ledge(wanted);
        let room = self.slide_up(rise, time);
        Raised { from, to: self.state.position, base, towards, room, kept: self.path.len() }
    }

    /// Moves the raised body `ahead` and down; stands there with its contacts gathered, or returns the reason for failure. It must get
    /// further along `wanted` than sliding by `flat` does.
    pub(super) fn step_from(
        &mut self,
        &Raised { from: at, to: raised, base, towards, room, .. }: &Raised,
        times: [f64; 2],
        [ahead, wanted]: [DVec3; 2],
        flat: DVec3,
    ) -> Result<Step, StepOutcome> {
        let (up, skin) = (self.up(), self.mover.skin());
        let snap = self.config.settings().ground.snap_distance;
        if room < skin {
            return Err(StepOutcome::HeadRoom(room));
        }
        let (displacement, used) = self.slide_ahead(ahead, times);
        if displacement.length() <= LEAST_FORWARD * self.mover.body().smallest_half_extent() {
            return Err(StepOutcome::Blocked);
        }
        let (slid, whole) = (flat.dot(wanted), wanted.length_sq());
        // Beside a ledge that is met at a small angle sliding loses little: the step has to gain half of that.
        let lost = LEAST_LOSS * (whole - slid).max(0.0);
        let gain = LEAST_GAIN * whole;
        let enough = slid + if lost < gain { lost } else { gain };
        // A displacement ahead by the rise, along an overhang, is no gain of the step: its length does not depend on `wanted`.
        let start = if (raised - at).dot(wanted) > 0.0 { raised } else { at };
        let gets_further = |to: DVec3| (to - start).dot(wanted) >= enough;
        if !gets_further(self.state.position) {
            return Err(StepOutcome::NoProgress);
        }
        let landed = times[0] + (times[1] - times[0]) * used;
        let highest = self.highest_step(base);
        // A body that hangs on a ledge may step as high above it as one that stands on it.
        let held = if base > self.feet(at) { highest } else { self.edge_heights().held };
        let edges = EdgeHeights { held, highest };
        let Descent { ground, passed } = self.slide_down(room + snap + self.widest_hover(), landed, edges);
        // Sliding down along the edge of a rail may lead onto the stair beside it. Where it leads nowhere, the edge was too high.
        let refused = |why| passed.map_or(why, |edge| StepOutcome::TooHigh(edge - base));
        let (support, stopped_by) = ground.ok_or(refused(StepOutcome::NoGround))?;
        // A standing character may stay on a slope that it may not climb, and must not climb it by steps either.
        if support.surface_normal.dot(up) < self.footing(DVec3::ZERO).cos_climb {
            return Err(StepOutcome::NoGround);
        }
        // The surface that holds the body decides, whether the ground of the support or the edge that the body
        // rests on.
        let ground = support.point.dot(up);
        let edge = stopped_by.dot(up);
        let ledge = if edge > ground && edge <= highest { edge } else { ground };
        let lip = if ledge > highest { self.lip_of(&support, at, towards, base) } else { None };
        let ledge = lip.unwrap_or(ledge);
        let height = ledge - base;
        if ledge > highest {
            return Err(StepOutcome::TooHigh(height));
        }
        // The position at which the body came to rest counts, after all deflections.
        let is_led_back = !gets_further(self.state.position);
        let gone = self.state.position - at;
        let is_risen = gone.dot(up) > skin;
        if is_led_back || ground <= base + skin && !is_risen && self.is_before_steep(self.level(gone)) {
            return Err(refused(StepOutcome::NoProgress));
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
}

/// Share of the wanted displacement that a step must gain over sliding along.
const LEAST_GAIN: f64 = 0.05;

/// The same as a share of what sliding along loses, where that is less.
const LEAST_LOSS: f64 = 0.5;

/// Distance that can remain before a slope that holds at the rest shell, in skins.
const SHELLS: f64 = 4.0;

/// Cosine (of 84 degrees) of the widest angle at which a displacement still leads towards a surface, not along it.
const AHEAD: f64 = 0.1;

/// Share of the smallest half extent: a raised body that advances by less is blocked.
const LEAST_FORWARD: f64 = 1e-7;
