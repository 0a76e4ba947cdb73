//! The foot and the lip of a riser on a slope, between which a step onto its ledge counts.
//!
//! ```text
//!        ______   A body is wide, so on a slope it meets a riser while its feet are still far below the riser's foot: by its half width
//!   (  )|         times the slope. Counted from its feet, a low sill at the end of a ramp would be too high. So the step counts from
//!  _/‾‾‾          the ground before the riser, where that is part of the slope that the character stands on. And it counts to the lip of
//!                 the ledge: where that is a slope too, a flat body stands on it with its far side, which is higher.
//! ```

use super::ground::{ROUGHNESS, Support};
use super::tick::{Tick, wall_of};
use crate::collide::{Collide, Contact};
use crate::math::DVec3;
use crate::tolerance;

impl Tick<'_> {
    /// How much higher than its feet the ground at the body's side may be, metres: on a slope, or beyond a ridge that it comes over.
    pub(super) fn rise_at_side(&self, feet: f64) -> f64 {
        let up = self.up();
        let normal = self.state.ground_normal.as_dvec3();
        let (rise, level) = (normal.dot(up), self.level(normal));
        let slope = level.length();
        let mut most = 0.0;
        if rise > tolerance::LEAST_UP && slope > 0.0 {
            most = self.mover.body().extent_along(level / slope) * slope / rise;
        }
        for contact in self.buffer.contacts.iter().filter(|c| c.normal.dot(up) > tolerance::LEAST_UP) {
            let above = contact.point.dot(up) - feet;
            most = if above > most { above } else { most };
        }
        most
    }

    /// The height along up of the foot of what blocks: the lowest from where it is no higher than a step. `None` if that is not on the
    /// slope that the character stands on.
    pub(super) fn foot_of_riser(&self, support: &Support, base: f64) -> Option<f64> {
        if support.is_ledge_edge {
            return None;
        }
        let up = self.up();
        let blocking = self.held.iter().filter_map(|p| wall_of(&self.buffer.contacts, p.normal, up));
        let feet = blocking.filter_map(|c| {
            let foot = self.foot_on(support, c, base)?;
            (c.point.dot(up) <= self.highest_step(foot)).then_some(foot)
        });
        feet.reduce(|least, height| if height < least { height } else { least })
    }

    /// The height along up of the lip of a ledge that a body from `at` stands on, where it is a slope that rises `towards` the body's way;
    /// `None` if the lip is no step from `base` either.
    pub(super) fn lip_of(&self, ledge: &Support, at: DVec3, towards: DVec3, base: f64) -> Option<f64> {
        let (up, skin) = (self.up(), self.mover.skin());
        if ledge.is_ledge_edge || ledge.surface_normal.dot(towards) >= 0.0 {
            return None;
        }
        // The riser is between its two shells from the body at `at`.
        let lip = at.dot(towards) + self.mover.body().extent_along(towards) + self.onto_edge(towards);
        let back = ledge.point.dot(towards) - lip;
        let above = ledge.point + up * skin - towards * if back > 0.0 { back } else { 0.0 };
        let way = ledge.point.dot(up) + skin - base;
        let hit = Collide::ray(self.world, above, up * -way, self.mover.filter())?;
        let height = above.dot(up) - hit.fraction * way;
        let is_climbable = hit.normal.dot(up) >= self.footing(DVec3::ZERO).cos_climb;
        (is_climbable && height <= self.highest_step(base)).then_some(height)
    }

    /// The height along up of the ground before a riser, at most as high as the slope would be there; `None` if that is not above `base`.
    fn foot_on(&self, slope: &Support, riser: &Contact, base: f64) -> Option<f64> {
        let (up, skin) = (self.up(), self.mover.skin());
        let before = riser.point + self.level(riser.normal).try_normalize()? * skin;
        let rise = slope.surface_normal.dot(up);
        let on_slope =
            |at: DVec3| slope.point.dot(up) - self.level(at - slope.point).dot(slope.surface_normal) / rise;
        let (foot, before_it, height) = (on_slope(riser.point), on_slope(before), before.dot(up));
        if foot <= base || foot >= height {
            return None;
        }
        // A slope that ends before the riser has lower ground there.
        let way = height - before_it + self.config.settings().ground.step_height;
        let hit = Collide::ray(self.world, before, up * -way, self.mover.filter())?;
        let ground = height - hit.fraction * way;
        let is_climbable = hit.normal.dot(up) >= self.footing(DVec3::ZERO).cos_climb;
        is_climbable.then_some(if ground < before_it - ROUGHNESS * skin { ground } else { foot })
    }
}
