//! Air control on a slope: limits where gravity pulls a character along a surface that it cannot stand on.
//!
//! ```text
//!      ___/      Gravity, less the part that the contacts bear, pulls along the slope or crease. Air control steers
//!     (  )/      across that direction. Along it, it only makes a slide faster: a character without a wish slides at
//!      ‾/        g·sin(angle), and a wish up a steep slope neither stops it nor holds it there for ever. Slippery
//!      /  e ↙    ground that is flat enough to walk on may be climbed against the pull.
//! ```

use super::tick::Tick;
use crate::math::DVec3;
use crate::slide::{SlidePlane, add_plane, nearest_allowed};
use crate::tolerance;

/// Where gravity pulls a character along its contacts.
struct Pull {
    /// Unit, level.
    along: DVec3,
    /// Whether one of the surfaces that deflect the fall is too steep to climb.
    is_steep: bool,
}

impl Tick<'_> {
    /// The level wish within the limits of air control on a slope. Reads the contacts in the buffer.
    pub(super) fn wish_on_slope(&mut self, velocity: DVec3, wish: DVec3) -> DVec3 {
        let Some(Pull { along, is_steep }) = self.pull() else { return wish };
        let (speed, wanted) = (velocity.dot(along), wish.dot(along));
        if wanted > speed || (wanted < 0.0 && !is_steep) {
            return wish;
        }
        wish + along * (speed - wanted)
    }

    /// The pull along the contacts, if a surface deflects it from straight down.
    fn pull(&mut self) -> Option<Pull> {
        let (up, gravity) = (self.up(), self.config.settings().gravity);
        let contacts = &self.buffer.contacts;
        if contacts.iter().all(|c| c.normal.dot(up) <= tolerance::LEAST_UP) {
            return None;
        }
        let planes = &mut self.buffer.planes;
        planes.clear();
        for contact in contacts {
            add_plane(planes, SlidePlane { normal: contact.normal, least: 0.0 });
        }
        let held = nearest_allowed(gravity, planes)?;
        let rises = held.active.iter().flatten().map(|(plane, _)| planes[*plane].normal.dot(up));
        let cos_climb = self.config.settings().ground.cos_climb;
        let mut is_turned = false;
        let is_steep = rises.fold(false, |is_steep, rise| {
            is_turned |= rise > tolerance::LEAST_UP;
            is_steep || (rise > tolerance::LEAST_UP && rise < cos_climb)
        });
        let level = self.level(held.displacement);
        let is_pulled = is_turned && level.length() > tolerance::LEVEL * gravity.length();
        level.try_normalize().filter(|_| is_pulled).map(|along| Pull { along, is_steep })
    }
}
