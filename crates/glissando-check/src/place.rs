//! A place: somewhere that the character can rest.

use glissando::DVec3;
use serde::{Deserialize, Serialize};

/// The number of a place: those of the ground map first, by cell and height; then those that a walk found, in order.
pub type PlaceId = u32;

/// Somewhere that the character can rest.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// The centre of the resting body, metres.
    pub position: DVec3,
    /// Whether only the crouching body fits.
    pub is_crouched: bool,
    /// Upward part of the ground's normal: 1 is flat, 0 for a body that is wedged between surfaces that it cannot stand on.
    pub flatness: f32,
    /// Room over the body's head, metres, at most its height.
    pub headroom: f32,
}

impl Place {
    /// The lowest point of the body with this half height, about.
    pub fn feet(&self, half_height: f64) -> DVec3 {
        self.position - DVec3::Y * half_height
    }
}
