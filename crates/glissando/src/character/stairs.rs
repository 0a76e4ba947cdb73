//! Steps: up over a ledge, and the test for a step down below an edge.
//!
//! The ledge's own edge gives the height of a step, not the climb in this tick, so a stair is climbed or refused alike at every
//! tick rate: the body rides over the edge on the same curve, in few long or many short pieces.

use super::event::{Event, EventKind};
use super::ground::Support;
use super::step::{Raised, Step};
use super::tick::{Tick, wall_of};
use crate::collide::{Collide, Contact};
use crate::math::DVec3;
use crate::slide::SlidePlane;
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
        let (kept, is_part_way_up) = (self.path.len(), self.is_part_way_up(at));
        let mut step = self.step_over_or_along(times, at, wanted, flat);
        if step.as_ref().is_err_and(is_about_the_end) {
            self.go_back(at, kept);
            self.gather();
            if let Some(along) = self.along_walls(wanted) {
                let rides = self.rides_on_ledge(at);
                let second = self.step_over_or_along(times, at, along, flat);
                let is_worth_it = |second: &Step| self.is_worth_it(at, wanted, second, rides);
                step = second.ok().filter(is_worth_it).map_or(step, Ok);
            }
        }
        match step {
            Ok(step) => {
                let height = step.height;
                self.stand_on(&step.support);
                self.trace.record(|| TraceStep::StepTried { outcome: StepOutcome::Climbed(height), surface });
                // Once per ledge, though short ticks lead along its riser and over its edge in many pieces.
                let is_new = !is_part_way_up && (self.state.ledge - step.ledge).abs() > self.mover.skin();
                let is_step = height > self.mover.skin();
                if !is_part_way_up && (is_step || step.ledge > self.feet(self.state.position)) {
                    self.state.ledge = step.ledge;
                }
                if is_new && is_step {
                    let surface = step.support.surface;
                    let (velocity, kind) = (self.state.velocity, EventKind::SteppedUp { height, surface });
                    // At that time the step was still ahead.
                    self.events.push(Event { time: times[0], position: at, velocity, kind });
                }
                Some(step.used)
            }
            Err(outcome) => {
                self.trace.record(|| TraceStep::StepTried { outcome, surface });
                self.go_back(at, kept);
                self.gather();
                None
            }
        }
    }

    /// The wish without what leads into held contacts other than the lowest, with the contacts gathered; `None` if nothing does,
    /// or if too little is left for a step.
    ///
    /// Such a contact need not hold the raised body, which goes over the top of a low rail, and down along its side to where it began.
    fn along_walls(&self, wanted: DVec3) -> Option<DVec3> {
        let lowest = self.lowest_held()?;
        let mut along = wanted;
        for (index, plane) in self.held.iter().enumerate() {
            let level = self.level(plane.normal).try_normalize().unwrap_or(DVec3::ZERO);
            let into = level.dot(along);
            if index != lowest && into < 0.0 {
                along -= level * into;
            }
        }
        (along != wanted && along.dot(wanted) >= LEAST_ALONG * wanted.length_sq()).then_some(along)
    }

    /// The index of the held plane whose contact is the lowest, with the contacts gathered.
    fn lowest_held(&self) -> Option<usize> {
        let up = self.up();
        let height = |plane: &SlidePlane| {
            wall_of(&self.buffer.contacts, plane.normal, up).map_or(0.0, |c| c.point.dot(up))
        };
        self.held.iter().map(height).enumerate().min_by(|a, b| a.1.total_cmp(&b.1)).map(|(index, _)| index)
    }

    /// The level direction into what a step leads over, with the contacts gathered: into the lowest held surface, else that of `wanted`.
    pub(super) fn towards_ledge(&self, wanted: DVec3) -> DVec3 {
        let into =
            self.lowest_held().and_then(|lowest| self.level(-self.held[lowest].normal).try_normalize());
        into.or_else(|| wanted.try_normalize()).unwrap_or(DVec3::ZERO)
    }

    /// Whether a step along walls led up from `at`, not far away from where `wanted` leads, or ahead where the character rode over a ledge's
    /// edge: what leads back may be walked again in the same tick.
    fn is_worth_it(&self, at: DVec3, wanted: DVec3, step: &Step, rides: bool) -> bool {
        let (gone, skin) = (self.state.position - at, self.mover.skin());
        let rise = step.support.point.dot(self.up()) - self.feet(at);
        let is_up = rise > skin && gone.dot(self.up()) > 0.0;
        let ahead = gone.dot(wanted);
        rides && ahead > 0.0 || is_up && ahead >= -LOST * skin * wanted.length()
    }

    /// A step over an obstacle, with the contacts at `at` gathered: from as high as a step may be, or else, where an overhang leads the
    /// rising body back or a lintel stops it, from no higher than what it stands before.
    pub(super) fn step_over(
        &mut self,
        times: [f64; 2],
        at: DVec3,
        wanted: DVec3,
        flat: DVec3,
    ) -> Result<Step, StepOutcome> {
        let (base, skin, kept) = (self.base(at), self.mover.skin(), self.path.len());
        let (least, most) = (self.least_rise(at), self.config.settings().ground.step_height + skin);
        let onto_edge = self.led_onto_edge(wanted);
        let raised = self.raise(times[0], at, wanted, [base, most]);
        let step = self.step_far_or_near(&raised, times, [wanted, onto_edge], flat);
        let is_led_back = (raised.to - at).dot(wanted) < -skin * wanted.length();
        let is_stopped = matches!(step, Err(StepOutcome::Blocked | StepOutcome::NoProgress));
        // A body that stands on the edge of a sill already has nothing before its feet, and may be led back all the same.
        let is_lower = least < most && (is_led_back || is_stopped && least > 2.0 * skin);
        if step.is_ok() || !is_lower {
            return step;
        }
        self.go_back(at, kept);
        self.gather();
        let raised = self.raise(times[0], at, wanted, [base, least]);
        self.step_far_or_near(&raised, times, [wanted, onto_edge], flat).or(step)
    }

    /// A step to the end of `wanted`, or else only over the ledge itself.
    ///
    /// A fast displacement ends far beyond the ledge, where the ground may be too high, too low or missing: metres
    /// behind the first step of a stair, it would decide whether that step is climbed. A slow one ends before the ledge: a body
    /// rests at its rest shell, and one that is raised and led ahead by less than is between the shells comes down beside the
    /// ledge, in this tick and in all that follow. So it is led onto the edge, a little further than `wanted`, to `onto_edge`.
    fn step_far_or_near(
        &mut self,
        raised: &Raised,
        times: [f64; 2],
        [wanted, onto_edge]: [DVec3; 2],
        flat: DVec3,
    ) -> Result<Step, StepOutcome> {
        let mut step = self.step_from(raised, times, [wanted; 2], flat);
        let (half, length) = (self.mover.body().smallest_half_extent(), wanted.length());
        if onto_edge != wanted && step.as_ref().is_err_and(is_about_the_end) {
            self.go_back(raised.to, raised.kept);
            let further = self.step_from(raised, times, [onto_edge, wanted], flat);
            // The longer way takes no more than the time of the whole.
            let times_more = onto_edge.length() / length;
            step = further.map(|further| Step { used: (further.used * times_more).min(1.0), ..further });
        }
        for halves in NEAR {
            let share = halves * half / length;
            // A slow displacement is short enough by itself; one of a tread's length may end before the next riser.
            if share < 1.0 && length > 0.5 * half && step.as_ref().is_err_and(is_about_the_end) {
                self.go_back(raised.to, raised.kept);
                let end = times[0] + (times[1] - times[0]) * share;
                let near = self.step_from(raised, [times[0], end], [wanted * share; 2], flat * share);
                step = near.map(|near| Step { used: near.used * share, ..near });
            }
        }
        step
    }

    /// The displacement `wanted`, with as much more into the ledge as leads a body from its rest shell onto its edge, with the contacts
    /// gathered. Along a ledge that is met at a small angle little of what is wanted leads into it.
    pub(super) fn led_onto_edge(&self, wanted: DVec3) -> DVec3 {
        let towards = self.towards_ledge(wanted);
        let more = self.onto_edge(towards) - towards.dot(wanted);
        if more > 0.0 { wanted + towards * more } else { wanted }
    }

    /// The distance ahead that leads a body from its rest shell onto the edge of a ledge, metres.
    pub(super) fn onto_edge(&self, wanted: DVec3) -> f64 {
        let shape = self.mover.body();
        let Some(along) = wanted.try_normalize() else { return 0.0 };
        EDGE * self.mover.skin() * shape.rounding_along(along) / shape.smallest_radius()
    }

    /// The rise that clears the contacts in the buffer which a step may lead over, metres.
    fn least_rise(&self, at: DVec3) -> f64 {
        let (up, feet) = (self.up(), self.feet(at));
        let step_height = self.config.settings().ground.step_height;
        let heights = self.buffer.contacts.iter().map(|contact| contact.point.dot(up) - feet);
        let highest =
            heights.filter(|height| *height <= step_height).fold(0.0, |a, b| if a > b { a } else { b });
        // By one skin the edge would still be in the way of a body whose rounding is thinner than that.
        highest + 2.0 * self.mover.skin()
    }

    /// Whether one of the contacts that block the motion is low enough: a wall touched higher up than a step cannot
    /// be stepped on.
    pub(super) fn may_step(&self, at: DVec3) -> bool {
        let (feet, ledge) = (self.feet(at), self.state.ledge);
        let highest_base = if ledge > feet { ledge } else { feet };
        let (up, most) = (self.up(), self.highest_step(highest_base) + self.rise_at_side(feet));
        // As a rule what blocks is a wall: too high for any base, and nothing that a body could hang on.
        let may_be = |c: &Contact| c.point.dot(up) <= most || c.normal.dot(up) > tolerance::LEAST_UP;
        (self.is_blocked_by(may_be) || self.edge_behind().is_some()) && {
            let most = self.highest_step(self.base(at));
            self.is_blocked_by(|c| c.point.dot(up) <= most)
        }
    }

    /// Whether one of the contacts that block the motion is such.
    fn is_blocked_by(&self, is_such: impl Fn(&Contact) -> bool) -> bool {
        self.held.iter().any(|p| wall_of(&self.buffer.contacts, p.normal, self.up()).is_some_and(&is_such))
    }

    /// Whether ground that can be stood on lies within the snap distance beyond the edge.
    pub(super) fn has_step_below(&self, edge: &Support, heading: DVec3) -> bool {
        let outward = self.level(edge.normal).try_normalize().unwrap_or(DVec3::ZERO);
        if heading == DVec3::ZERO || outward.dot(heading) <= 0.0 {
            return true;
        }
        let half = self.mover.body().smallest_half_extent();
        // The first may fall into a slit, or meet a bevel that nothing stands on.
        BEYOND.iter().any(|halves| self.has_ground_below(edge.point + outward * (halves * half)))
    }

    /// Whether ground that can be stood on lies within the snap distance below a point, or a skin above it.
    fn has_ground_below(&self, point: DVec3) -> bool {
        let (up, skin) = (self.up(), self.mover.skin());
        let way = up * -(self.config.settings().ground.snap_distance + 2.0 * skin);
        let hit = Collide::ray(self.world, point + up * skin, way, self.mover.filter());
        hit.is_some_and(|hit| hit.normal.dot(up) >= self.footing(DVec3::ZERO).cos_stay)
    }
}

/// Whether a step failed at its end, so another end may do.
pub(super) fn is_about_the_end(outcome: &StepOutcome) -> bool {
    !matches!(outcome, StepOutcome::HeadRoom(_) | StepOutcome::Blocked)
}

/// The least share of a wish along walls that is worth a step: one that presses into a wall at 84 degrees walks along it still.
const LEAST_ALONG: f64 = 0.01;

/// How far beyond an edge a step down is looked for, in smallest half extents.
const BEYOND: [f64; 3] = [0.05, 0.25, 0.5];

/// Skins that lead onto an edge: half a skin is between the shells, and a ledge may be approached at an angle.
const EDGE: f64 = 1.5;

/// Skins that a step along a wall may lose of the way: the body comes down along the wall, a little beside where it was.
const LOST: f64 = 4.0;

/// How far ahead a step is tried where one to the end of the wanted displacement fails, in smallest half extents. The first leads
/// over a ledge, the others onto its edge, as the ticks of a slow walk do.
const NEAR: [f64; 3] = [2.0, 0.5, 0.125];
