//! The foot of a riser on a slope, from where a step onto its ledge counts.
//!
//! ```text
//!        ______   A body is wide, so on a slope it meets a riser while its feet are still far below the riser's foot: by its half width
//!   (  )|         times the slope. Counted from its feet, a low sill at the end of a ramp would be too high. So the step counts from
//!  _/‾‾‾          the ground before the riser, where that is part of the slope that the character stands on.
//! ```

use super::ground::Support;
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
    /// slope that the character stands on, or if it is low enough from `base`.
    pub(super) fn foot_of_riser(&self, support: &Support, base: f64) -> Option<f64> {
        if support.is_ledge_edge {
            return None;
        }
        let (up, highest) = (self.up(), self.highest_step(base));
        let blocking = self.held.iter().filter_map(|p| wall_of(&self.buffer.contacts, p.normal, up));
        let feet = blocking.filter(|c| c.point.dot(up) > highest).filter_map(|c| {
            let foot = self.foot_on(support, c, base)?;
            (c.point.dot(up) <= self.highest_step(foot)).then_some(foot)
        });
        feet.reduce(|least, height| if height < least { height } else { least })
    }

    /// The height along up of the ground before a riser, at most as high as the slope would be there; `None` if that is not above `base`.
    fn foot_on(&self, slope: &Support, riser: &Contact, base: f64) -> Option<f64> {
        let (up, skin) = (self.up(), self.mover.skin());
        let before = riser.point + self.level(riser.normal).try_normalize()? * skin;
        let rise = slope.surface_normal.dot(up);
        let apart = self.level(before - slope.point).dot(slope.surface_normal);
        let on_slope = slope.point.dot(up) - apart / rise;
        let height = before.dot(up);
        if on_slope <= base || on_slope >= height {
            return None;
        }
        // A slope that ends before the riser has lower ground there.
        let way = height - on_slope + self.config.settings().ground.step_height;
        let hit = Collide::ray(self.world, before, up * -way, self.mover.filter())?;
        let ground = height - hit.fraction * way;
        let is_climbable = hit.normal.dot(up) >= self.footing(DVec3::ZERO).cos_climb;
        is_climbable.then_some(if ground < on_slope { ground } else { on_slope })
    }
}
