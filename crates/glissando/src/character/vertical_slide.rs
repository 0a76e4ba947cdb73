//! Vertical slides: short moves straight up, down or ahead that slide along touched walls.
//!
//! No wall of a real level is upright to the last digit: a lean of a millionth would stop a body that touches it
//! and moves straight up or down. So short moves slide along, like any other.

use super::ground::{EdgeHeights, Support, flattest_face};
use super::tick::{Tick, contact_of};
use crate::collide::Hit;
use crate::math::DVec3;
use crate::slide::{Shell, SlidePlane, add_plane, is_idle};
use crate::trace::TraceStep;

/// Maximum number of straight legs of a vertical slide: along one wall, into another, along both.
const LEGS: usize = 3;

/// Share of a vertical slide that is not worth another leg.
const LEAST_LEFT: f64 = 1e-6;

/// Where a slide down ended.
pub(super) struct Descent {
    /// The ground, if there is any, and the point of a surface to stand on that stopped the body: its own, or that of an edge beside it.
    pub(super) ground: Option<(Support, DVec3)>,
    /// The height along up of the first ledge edge that was too high, if any was.
    pub(super) passed: Option<f64>,
}

impl Tick<'_> {
    /// Moves up by up to `height` at `time`; returns the height gained.
    pub(super) fn slide_up(&mut self, height: f64, time: f64) -> f64 {
        let (up, from) = (self.up(), self.state.position);
        let mut left = height;
        for _ in 0..LEGS {
            self.gather();
            self.hold_by_contacts();
            if self.leg(up * left).is_none() {
                break;
            }
            self.pass(time);
            left = height - (self.state.position - from).dot(up);
            if left <= LEAST_LEFT * height {
                break;
            }
        }
        (self.state.position - from).dot(up)
    }

    /// Moves ahead on the level by up to `wanted`, along walls, from the first of the times towards the second;
    /// returns the displacement and the used share of the time.
    pub(super) fn slide_ahead(&mut self, wanted: DVec3, times: [f64; 2]) -> (DVec3, f64) {
        let (up, from) = (self.up(), self.state.position);
        let mut left = 1.0;
        for _ in 0..LEGS {
            self.gather();
            let planes = &mut self.buffer.planes;
            planes.clear();
            for contact in &self.buffer.contacts {
                let flat = contact.normal - up * contact.normal.dot(up);
                let length = flat.length();
                if length > LEAST_LEFT {
                    let least = self.mover.least(contact, Shell::Rest) / length;
                    add_plane(planes, SlidePlane { normal: flat / length, least });
                }
            }
            let Some(fraction) = self.leg(wanted * left) else { break };
            left *= 1.0 - fraction;
            self.pass(times[0] + (times[1] - times[0]) * (1.0 - left));
            if left <= LEAST_LEFT {
                break;
            }
        }
        (self.state.position - from, 1.0 - left)
    }

    /// Moves down by up to `depth` at `time`, to ground that can be stood on. Ledge edges higher than those of `edges` don't hold the body: it
    /// slides down along them.
    ///
    /// Ends at the rest shell, or nearer where only the ground's edge is in reach, contacts gathered. Returns at once if such ground
    /// is in contact already.
    pub(super) fn slide_down(&mut self, depth: f64, time: f64, edges: EdgeHeights) -> Descent {
        let (up, from) = (self.up(), self.state.position);
        let mut left = depth;
        let mut passed = None;
        for _ in 0..LEGS {
            self.gather();
            if let Some(support) = self.ground_below(edges, &mut passed) {
                return Descent { ground: Some((support, support.point)), passed };
            }
            self.hold_by_contacts();
            let start = self.state.position;
            let Some(Some(hit)) = self.swept_leg(up * -left) else { break };
            let displacement = self.state.position - start;
            self.gather();
            if let Some(support) = self.ground_below(edges, &mut passed) {
                // A steep face that the body slid down along to the ground is nothing to stand on.
                let stopped_by = self.can_stand_on(&hit).then_some(hit.point);
                let support = self.back_off(start, displacement, &hit, edges).unwrap_or(support);
                self.pass(time);
                return Descent { ground: Some((support, stopped_by.unwrap_or(support.point))), passed };
            }
            self.pass(time);
            left = depth - (from - self.state.position).dot(up);
            if left <= LEAST_LEFT * depth {
                break;
            }
        }
        Descent { ground: None, passed }
    }

    /// How much more may be below the feet after a descent than before, metres: the gap there may be anything between the two shells.
    pub(super) fn widest_hover(&self) -> f64 {
        let shape = self.mover.shape();
        self.mover.skin() * shape.rounding_along(self.up()) / shape.smallest_radius()
    }

    /// Moves back along the displacement to the rest shell of the surface that was hit; returns the ground there.
    ///
    /// The body stays where the sweep ended, and `None` is returned, if there is no ground at the rest shell. Down along a steep
    /// slope the way back is longer than the gap, and ground that only just came into reach is out of it again: without
    /// ground the next descent would lead further down the slope, in some pits to where the step began, tick after tick.
    fn back_off(
        &mut self,
        start: DVec3,
        displacement: DVec3,
        hit: &Hit,
        edges: EdgeHeights,
    ) -> Option<Support> {
        let swept = self.state.position;
        let into = -hit.normal.dot(displacement);
        // By normal, not by triangle: where triangles meet, the contact may name a neighbour of the one that was
        // hit.
        let contact = contact_of(&self.buffer.contacts, hit.normal);
        let gap = contact.map_or(0.0, |c| (self.mover.rest_shell() - c.radii) * c.scale);
        if into > 0.0 && gap > 0.0 {
            let share = 1.0 - gap / into;
            self.state.position = start + displacement * if share > 0.0 { share } else { 0.0 };
            self.gather();
        }
        let support = self.ground_below(edges, &mut None);
        if support.is_none() {
            self.state.position = swept;
            self.gather();
        }
        support
    }

    /// Whether the contact of a hit, which is among the contacts, is at a surface that is flat enough to stay on.
    fn can_stand_on(&self, hit: &Hit) -> bool {
        let (up, contacts) = (self.up(), &self.buffer.contacts);
        let least = self.footing(DVec3::ZERO).cos_stay;
        contact_of(contacts, hit.normal).is_some_and(|c| flattest_face(contacts, c, up).dot(up) >= least)
    }

    /// The ground among the contacts. A ledge edge that is too high is none, and is kept in `passed`.
    fn ground_below(&self, edges: EdgeHeights, passed: &mut Option<f64>) -> Option<Support> {
        let (footing, contacts) = (self.footing(DVec3::ZERO), &self.buffer.contacts);
        let support = footing.with_edges(edges).support(contacts);
        if support.is_none() && passed.is_none() && edges.highest < f64::INFINITY {
            *passed = footing.support(contacts).map(|edge| edge.point.dot(self.up()));
        }
        support
    }

    /// Collects the planes of all contacts, unchanged.
    pub(super) fn hold_by_contacts(&mut self) {
        let planes = &mut self.buffer.planes;
        planes.clear();
        for contact in &self.buffer.contacts {
            let least = self.mover.least(contact, Shell::Rest);
            add_plane(planes, SlidePlane { normal: contact.normal, least });
        }
    }

    /// Moves as far as the planes and the sweep allow; the share of `wanted` done, or `None` if no motion is left.
    fn leg(&mut self, wanted: DVec3) -> Option<f64> {
        let hit = self.swept_leg(wanted)?;
        Some(hit.map_or(1.0, |h| h.fraction))
    }

    pub(super) fn swept_leg(&mut self, wanted: DVec3) -> Option<Option<Hit>> {
        let displacement = self.nearest_in_air(wanted)?.displacement;
        if is_idle(displacement, wanted) {
            return None;
        }
        let hit = self.sweep(displacement);
        self.sub_steps += 1;
        self.state.position += displacement * hit.map_or(1.0, |h| h.fraction);
        self.trace.record(|| TraceStep::Moved { to: self.state.position });
        Some(hit)
    }
}
