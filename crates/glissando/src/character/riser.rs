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
        let Some(way) = way.filter(|_| step.as_ref().is_err_and(is_about_the_end)) else { return step };
        self.go_back(at, kept);
        self.gather();
        let Some(ledge) = self.ledge_beyond(times, at, [wanted, flat], way) else { return step };
        self.go_back(at, kept);
        self.gather();
        self.go_along_riser(times, wanted, &ledge).map_or(step, |used| Ok(Step { used, ..ledge }))
    }

    /// The held surfaces that lean back and are too steep to climb, with the contacts gathered.
    fn risers(&self, wanted: DVec3) -> impl Iterator<Item = &Contact> {
        let (up, contacts, length) = (self.up(), &self.buffer.contacts, wanted.length());
        let cos_climb = self.footing(DVec3::ZERO).cos_climb;
        let held = self.held.iter().filter_map(move |plane| wall_of(contacts, plane.normal, up));
        held.filter(move |c| {
            let is_ahead = c.normal.dot(wanted) < -AHEAD * length;
            is_ahead && c.normal.dot(up) > LEAST_LEAN && flattest_face(contacts, c, up).dot(up) < cos_climb
        })
    }

    /// How far along the wish the risers reach, up to the height of the highest step, metres; `None` if that is not beyond the end of the
    /// wish. The contacts at `at` are gathered.
    fn way_over_risers(&self, at: DVec3, wanted: DVec3) -> Option<f64> {
        let (up, length) = (self.up(), wanted.length());
        let mut most = 0.0;
        for riser in self.risers(wanted) {
            let rise = self.highest_step(self.base(at)) - riser.point.dot(up);
            let way = rise * riser.normal.dot(up) * length / -riser.normal.dot(wanted);
            most = if way > most { way } else { most };
        }
        let way = most + self.onto_edge(wanted);
        (most > 0.0 && way > length).then_some(way)
    }

    /// The step onto a ledge at the end of a longer way; `flat` is the displacement of sliding by `wanted`.
    fn ledge_beyond(
        &mut self,
        times: [f64; 2],
        at: DVec3,
        [wanted, flat]: [DVec3; 2],
        way: f64,
    ) -> Option<Step> {
        let base = self.base(at);
        let rise = self.highest_step(base) - self.feet(at) + self.mover.skin();
        let raised = self.raise(times[0], at, base, rise);
        WAYS.iter().find_map(|share| {
            self.go_back(raised.to, raised.kept);
            let times_more = way * share / wanted.length();
            self.step_from(&raised, times, wanted * times_more, flat * times_more).ok()
        })
    }

    /// Goes up along the risers in contact, no higher than a ledge; returns the used share of the time of `wanted`.
    fn go_along_riser(&mut self, times: [f64; 2], wanted: DVec3, ledge: &Step) -> Option<f64> {
        let (up, from) = (self.up(), self.state.position);
        let (mut rise, mut room) = (0.0, 0.0);
        // A ledge before a wall that leans back is not that wall's.
        let is_beyond =
            |riser: &&Contact| (ledge.support.point - riser.point).dot(riser.normal) <= self.mover.skin();
        for riser in self.risers(wanted).filter(is_beyond) {
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

/// Shares of the way up to the highest ledge at which a ledge is looked for: a lower one is nearer, and may be narrow.
const WAYS: [f64; 2] = [1.0, 0.5];

/// The share of the wish below which the way along a riser is blocked: pieces as short as rounding would use up the sub-steps of a tick.
const LEAST_GONE: f64 = 0.01;
