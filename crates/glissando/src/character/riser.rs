//! Risers that lean back: the body goes up along one, tick by tick, if that leads to a ledge that a step may lead onto.
//!
//! ```text
//!         ____   A step ends beyond the edge of its ledge, and how far that is from the foot of the riser depends on the lean. The wish
//!        /       of a tick may end before it: the raised body would come down on the riser, and slide back. So it stays in contact with
//!   (  )/        the riser as if that could be climbed, as far ahead as it wished, and the step goes on in the next tick. Without a
//!    ‾‾‾         ledge above it the riser is a slope that is too steep.
//! ```

use super::ground::flattest_face;
use super::stairs::is_about_the_end;
use super::step::Step;
use super::tick::{Tick, wall_of};
use crate::collide::Contact;
use crate::math::DVec3;
use crate::slide::Shell;
use crate::trace::StepOutcome;

/// How far along the wish a ledge above a riser may be, metres.
#[derive(Clone, Copy, Default)]
pub(super) struct WayUp {
    /// To the edge of the highest: what touches the riser comes there. A lower ledge is nearer, and may be narrow.
    pub(super) edge: f64,
    /// To where the middle of the body is over that edge: a round body that touches the riser with its side comes down on it before.
    pub(super) middle: f64,
}

impl Tick<'_> {
    /// [`Tick::step_over`], or, where that ends before a ledge, up along its riser.
    pub(super) fn step_over_or_along(
        &mut self,
        times: [f64; 2],
        at: DVec3,
        wanted: DVec3,
        flat: DVec3,
    ) -> Result<Step, StepOutcome> {
        let (kept, way) = (self.path.len(), self.way_over_risers(at, wanted));
        let step = self.step_over(times, at, wanted, flat);
        if !step.as_ref().is_err_and(is_about_the_end) {
            return step;
        }
        self.go_back(at, kept);
        self.gather();
        let further = match way {
            Some(way) => self.step_along_riser(times, at, [wanted, flat], way),
            None => self.step_onto_bevel(times, at, [wanted, flat]),
        };
        further.map_or(step, Ok)
    }

    /// Goes up along the risers in contact if a step of this way leads onto a ledge beyond them.
    fn step_along_riser(
        &mut self,
        times: [f64; 2],
        at: DVec3,
        [wanted, flat]: [DVec3; 2],
        way: WayUp,
    ) -> Option<Step> {
        let kept = self.path.len();
        let ledge = self.ledge_beyond(times, at, [wanted, flat], way)?;
        self.go_back(at, kept);
        self.gather();
        let used = self.go_along_riser(times, wanted, &ledge)?;
        Some(Step { used, ..ledge })
    }

    /// The held surfaces that lean back and are too steep to climb, with the contacts gathered.
    fn risers(&self, wanted: DVec3) -> impl Iterator<Item = &Contact> {
        let (up, contacts) = (self.up(), &self.buffer.contacts);
        let held = self.held.iter().filter_map(move |plane| wall_of(contacts, plane.normal, up));
        held.filter(move |c| self.is_riser(c, wanted))
    }

    /// Whether a contact among those gathered leans back, is too steep to climb, and is ahead.
    pub(super) fn is_riser(&self, contact: &Contact, wanted: DVec3) -> bool {
        let (up, normal) = (self.up(), contact.normal);
        let is_ahead = normal.dot(wanted) < -AHEAD * self.level(normal).length() * wanted.length();
        let cos_climb = self.footing(DVec3::ZERO).cos_climb;
        let face = || flattest_face(&self.buffer.contacts, contact, up);
        is_ahead && normal.dot(up) > LEAST_LEAN && face().dot(up) < cos_climb
    }

    /// Whether a ledge is behind the plane of a riser: one before a wall that leans back is not that wall's.
    pub(super) fn is_beyond(&self, riser: &Contact, ledge: &Step) -> bool {
        (ledge.support.point - riser.point).dot(riser.normal) <= self.mover.skin()
    }

    /// How far along the wish a ledge above the risers may be; `None` if that is not beyond the end of the wish. The contacts at `at` are
    /// gathered.
    fn way_over_risers(&self, at: DVec3, wanted: DVec3) -> Option<WayUp> {
        let highest = self.highest_step(self.base(at));
        let ways = self.risers(wanted).map(|riser| self.way_up(riser, highest, wanted));
        ways.reduce(|a, b| if a.edge > b.edge { a } else { b }).filter(|way| way.edge > wanted.length())
    }

    /// How far along the wish a ledge of this height would be above a riser, from where that is touched.
    ///
    /// A round body may touch no more than the lower edge of the riser: the face behind that edge leans back further than what it touches.
    pub(super) fn way_up(&self, riser: &Contact, highest: f64, wanted: DVec3) -> WayUp {
        let up = self.up();
        let face = flattest_face(&self.buffer.contacts, riser, up);
        let is_ahead = face.dot(wanted) < 0.0 && face.dot(up) > riser.normal.dot(up);
        let normal = if is_ahead { face } else { riser.normal };
        let Some(away) = self.level(normal).try_normalize() else { return WayUp::default() };
        let rise = highest - riser.point.dot(up);
        let depth = rise * normal.dot(up) / normal.dot(away) + self.onto_edge(-away);
        let to_middle = away.dot(self.state.position - riser.point);
        let per_metre = wanted.length() / -away.dot(wanted);
        let middle = depth + if to_middle > 0.0 { to_middle } else { 0.0 };
        WayUp { edge: depth * per_metre, middle: middle * per_metre }
    }

    /// The step onto a ledge at the end of a longer way; `flat` is the displacement of sliding by `wanted`.
    pub(super) fn ledge_beyond(
        &mut self,
        times: [f64; 2],
        at: DVec3,
        [wanted, flat]: [DVec3; 2],
        way: WayUp,
    ) -> Option<Step> {
        let base = self.base(at);
        let rise = self.highest_step(base) - self.feet(at) + self.mover.skin();
        let raised = self.raise(times[0], at, wanted, [base, rise]);
        [way.edge, 0.5 * way.edge, way.middle].iter().find_map(|way| {
            self.go_back(raised.to, raised.kept);
            let times_more = way / wanted.length();
            self.step_from(&raised, times, [wanted * times_more; 2], flat * times_more).ok()
        })
    }

    /// Goes up along the risers in contact, no higher than a ledge; returns the used share of the time of `wanted`.
    fn go_along_riser(&mut self, times: [f64; 2], wanted: DVec3, ledge: &Step) -> Option<f64> {
        let (up, from) = (self.up(), self.state.position);
        let (mut rise, mut room) = (0.0, 0.0);
        for riser in self.risers(wanted).filter(|riser| self.is_beyond(riser, ledge)) {
            let least = self.mover.least(riser, Shell::Rest);
            let needed = (least - riser.normal.dot(wanted)) / riser.normal.dot(up);
            if needed > rise {
                (rise, room) = (needed, ledge.ledge - riser.point.dot(up));
            }
        }
        // Its edge is for the step to lead over.
        let share = if rise > room { room / rise } else { 1.0 };
        if share <= LEAST_GONE {
            return None;
        }
        self.hold_by_contacts();
        let hit = self.swept_leg((wanted + up * rise) * share)?;
        let used = share * hit.map_or(1.0, |hit| hit.fraction);
        let gone = self.state.position - from;
        if gone.dot(wanted) <= LEAST_GONE * share * wanted.length_sq() || gone.dot(up) <= 0.0 {
            return None;
        }
        self.pass(times[0] + (times[1] - times[0]) * used);
        self.along_riser = Some(self.state.position);
        Some(used)
    }

    /// Whether the character at `at`, with its contacts gathered, has come up along a riser in an earlier tick: it stands, and on nothing.
    pub(super) fn is_part_way_up(&self, at: DVec3) -> bool {
        self.state.ledge > self.feet(at)
            && !self.is_on_ledge()
            && self.footing(DVec3::ZERO).support(&self.buffer.contacts).is_none()
    }

    /// Whether the character goes up along a riser, and its ledge holds it.
    pub(super) fn is_along_riser(&self) -> bool {
        self.along_riser == Some(self.state.position)
    }
}

/// The least cosine between up and the normal of a riser that leans back: steps lead over others.
const LEAST_LEAN: f64 = 1e-3;

/// Cosine (of 84 degrees) of the widest angle at which a wish still leads up along a riser.
const AHEAD: f64 = 0.1;

/// The share of the wish below which the way along a riser is blocked: pieces as short as rounding would use up the sub-steps of a tick.
const LEAST_GONE: f64 = 0.01;
