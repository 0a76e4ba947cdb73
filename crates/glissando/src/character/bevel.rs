//! Kerbs with a bevelled edge, too steep to stand on, above an upright face.
//!
//! ```text
//!          ____   A step of a slow tick comes down on the bevel, which is no ground, and ends before the ledge. A longer step proves
//!   (  )  /       that there is one. Then the body rests on the bevel, as if it had come up along a riser that leans back, and goes on
//!    ‾‾‾ |        along it in the next ticks (`riser.rs`).
//! ```

use super::riser::WayUp;
use super::step::Step;
use super::tick::Tick;
use crate::math::DVec3;

impl Tick<'_> {
    /// A step onto the bevel before a ledge that a step may lead onto; `flat` is the displacement of sliding by `wanted`. The contacts at
    /// `at` are gathered.
    pub(super) fn step_onto_bevel(
        &mut self,
        times: [f64; 2],
        at: DVec3,
        [wanted, flat]: [DVec3; 2],
    ) -> Option<Step> {
        let (kept, base, onto_edge) = (self.path.len(), self.base(at), self.led_onto_edge(wanted));
        self.come_down(times, at, base, onto_edge)?;
        let highest = self.highest_step(base);
        let bevels = self.buffer.contacts.iter().filter(|c| self.is_riser(c, wanted));
        let ways = bevels.map(|c| (self.way_up(c, highest, wanted), *c));
        let (way, bevel) = ways.min_by(|a, b| a.0.edge.total_cmp(&b.0.edge))?;
        let ahead = (self.state.position - at).dot(wanted) / wanted.length();
        let way = WayUp { edge: ahead + way.edge, middle: ahead + way.middle };
        self.go_back(at, kept);
        self.gather();
        let ledge = self.ledge_beyond(times, at, [wanted, flat], way)?;
        let is_its_own = self.is_beyond(&bevel, &ledge) && ledge.ledge > bevel.point.dot(self.up());
        self.go_back(at, kept);
        self.gather();
        if !is_its_own {
            return None;
        }
        let used = self.come_down(times, at, base, onto_edge)?;
        self.along_riser = Some(self.state.position);
        Some(Step { used, ..ledge })
    }

    /// Raises the body, moves it ahead, and lets it down straight, no lower than it was; the used share of the time if something stops
    /// it. The contacts there are gathered.
    fn come_down(&mut self, times: [f64; 2], at: DVec3, base: f64, ahead: DVec3) -> Option<f64> {
        let up = self.up();
        let rise = self.highest_step(base) - self.feet(at) + self.mover.skin();
        self.raise(times[0], at, ahead, [base, rise]);
        let (_, used) = self.slide_ahead(ahead, times);
        self.gather();
        let depth = (self.state.position - at).dot(up);
        let hit = if depth > 0.0 { self.sweep(up * -depth)? } else { return None };
        self.state.position -= up * (depth * hit.fraction);
        self.pass(times[0] + (times[1] - times[0]) * used);
        self.gather();
        Some(used)
    }
}
