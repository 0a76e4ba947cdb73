//! Placed on the ground: a character that a game puts there stands from the start of its first tick.
//!
//! ```text
//!     (   )      A state of a spawn, a teleport or a respawn is in the air, whatever is under its feet. Ground in contact that
//!      \_/       it neither comes nearer to nor leaves carries it already: a flight would end on that ground after a part of
//!    ───────     the tick that depends on the rounding of the height, and until then it could neither walk nor jump.
//! ```

use super::landing::RISING;
use super::state::Ground;
use super::tick::Tick;
use crate::collide::Contact;

impl Tick<'_> {
    /// Stands on ground at the rest shell, or at rest in a wedge, if the tick begins there in the air without motion against it or
    /// off it.
    ///
    /// A body that comes nearer lands at its own time, with its own speed; one that rises goes on.
    #[inline]
    pub(super) fn stand_where_placed(&mut self) {
        if self.state.ground != Ground::Standing && !self.input.fly {
            self.stand_on_what_is_near();
        }
    }

    #[inline(never)]
    fn stand_on_what_is_near(&mut self) {
        if self.config.settings().gravity.dot(self.up()) > 0.0 {
            return;
        }
        self.gather();
        let velocity = self.state.velocity;
        let Some(support) = self.footing(self.level(velocity)).support(&self.buffer.contacts) else {
            return self.stand_where_wedged();
        };
        let relative = self.relative(velocity, &support.surface, support.point);
        let is_still = support.normal.dot(relative).abs() <= RISING && relative.dot(self.up()) <= RISING;
        let contact = self.buffer.contacts.iter().find(|c| c.surface == support.surface);
        if is_still && contact.is_some_and(|contact| self.is_placed_on(contact)) {
            self.land(velocity, support.normal, &support);
        }
    }

    /// Stands in a wedge that it was placed in at rest.
    fn stand_where_wedged(&mut self) {
        let is_held = self.buffer.contacts.first().is_some_and(|nearest| self.is_placed_on(nearest));
        if self.is_placed && is_held && self.rise_from_wedge().abs() <= RISING && self.is_wedged() {
            self.land_in_wedge();
        }
    }

    /// Whether a surface is as near as one that ended a flight.
    fn is_placed_on(&self, contact: &Contact) -> bool {
        let rest = self.mover.rest_shell();
        contact.radii - rest <= AT_REST * (rest - 1.0)
    }

    /// Whether a landing at this speed is one: a character that was placed on the ground has only come down by the rounding of its place.
    pub(super) fn is_landing(&self, speed: f64) -> bool {
        let rounded = PLACED * self.mover.skin() * self.config.settings().gravity.length();
        !self.is_placed || 0.5 * speed * speed > rounded
    }
}

/// Share of the skin by which a body on the ground may be above its rest shell: a flight ends that far from its parabola, see
/// `longest_chord`.
const AT_REST: f64 = 0.1;

/// Share of the skin that a character placed at rest may come down without having landed.
const PLACED: f64 = 1e-3;
