//! The height that a step counts from: the ground below the feet, or a ledge that a round body hangs on.

use super::ground::{EdgeHeights, ROUGHNESS};
use super::tick::Tick;
use crate::collide::{Contact, Feature};
use crate::math::DVec3;
use crate::slide::SlidePlane;
use crate::tolerance;

impl Tick<'_> {
    /// The height along up of the highest edge that a step from `base` may lead onto.
    pub(super) fn highest_step(&self, base: f64) -> f64 {
        base + self.config.settings().ground.step_height + ROUGHNESS * self.mover.skin()
    }

    /// The height along up that a step counts from, with the contacts at `at` gathered.
    ///
    /// A character that still rides over the edge of the last ledge hangs below the ledge, but counts as standing
    /// on it. A standing one counts from the ground, not from its feet, which hover over it by a skin, and over a ledge that a fast
    /// leg leads over by more.
    pub(super) fn base(&self, at: DVec3) -> f64 {
        let (feet, ledge) = (self.feet(at), self.state.ledge);
        let support = self.footing(DVec3::ZERO).support(&self.buffer.contacts);
        let above_foot = |base: f64| {
            let foot = support.as_ref().and_then(|support| self.foot_of_riser(support, base));
            foot.map_or(base, |foot| if foot > base { foot } else { base })
        };
        if self.rides_on_ledge(at) {
            return above_foot(ledge);
        }
        if self.is_part_way_up(at) {
            // To the ledge that it has begun to step onto, and to none above that.
            return ledge - self.config.settings().ground.step_height;
        }
        if let Some(edge) = self.edge_behind() {
            return edge;
        }
        let lower = |height: f64| if height < feet { height } else { feet };
        let base = match &support {
            // A round body stands on an edge of fine stairs with its side.
            Some(support) if !support.is_ledge_edge && support.is_edge => support.point.dot(self.up()),
            Some(support) if !support.is_ledge_edge => lower(support.point.dot(self.up())),
            _ if ledge > f64::MIN => lower(ledge),
            _ => feet,
        };
        // A body that hangs on an edge which it has not stepped on may come out on top of it.
        let is_hanging = ledge == f64::MIN || ledge > feet;
        let hangs_on = support.filter(|support| support.is_edge && is_hanging);
        let top = hangs_on.map(|edge| edge.point.dot(self.up()) - self.config.settings().ground.step_height);
        above_foot(top.map_or(base, |top| if top > base { top } else { base }))
    }

    /// The height along up of the ledge edge that the character has gone over and hangs on, opposite to what blocks it; contacts gathered.
    ///
    /// A round body that walks over a gap narrower than itself sinks between two edges. The one behind is what it stands on, and a
    /// step counts from there.
    pub(super) fn edge_behind(&self) -> Option<f64> {
        let (up, contacts) = (self.up(), &self.buffer.contacts);
        let footing = self.footing(DVec3::ZERO).with_edges(EdgeHeights::ANY);
        if contacts.iter().any(|c| c.feature == Feature::Face && footing.is_floor(c)) {
            return None;
        }
        let is_behind = |c: &&Contact| {
            let away = self.level(c.normal);
            let is_opposite =
                |plane: &SlidePlane| self.level(plane.normal).dot(away) < -OPPOSITE * away.length();
            c.feature != Feature::Face && self.held.iter().any(is_opposite)
        };
        let holds = |c: &&Contact| footing.support_of(contacts, c, c.normal.dot(up)).is_some();
        let heights = contacts.iter().filter(is_behind).filter(holds).map(|c| c.point.dot(up));
        heights.reduce(|least, height| if height < least { height } else { least })
    }

    /// Whether the character at `at`, with its contacts gathered, still rides over the edge of the last ledge.
    pub(super) fn rides_on_ledge(&self, at: DVec3) -> bool {
        self.state.ledge > self.feet(at) && self.is_on_ledge()
    }

    /// Whether the character still touches the last ledge that it stepped on.
    pub(super) fn is_on_ledge(&self) -> bool {
        let (up, ledge, skin) = (self.up(), self.state.ledge, self.mover.skin());
        let is_ledge =
            |c: &Contact| c.normal.dot(up) > tolerance::LEAST_UP && (c.point.dot(up) - ledge).abs() <= skin;
        self.buffer.contacts.iter().any(is_ledge)
    }
}

/// Cosine of the angle up to which what blocks a body is opposite to an edge behind it.
const OPPOSITE: f64 = 0.5;
