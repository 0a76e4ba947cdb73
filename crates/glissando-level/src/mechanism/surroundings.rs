//! What entities have to know of their level: its frame, its gravity, and where feet are.

use crate::level::{Level, SpawnAnchor};
use crate::place::Frame;
use glissando::DVec3;

/// Downward acceleration where a level does not say it, in m/s².
const USUAL_GRAVITY: f64 = 9.81;

/// The level around the entities.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surroundings {
    pub(super) frame: Frame,
    /// Downward, in m/s².
    pub(super) gravity: f64,
    /// What a place for bodies gives.
    pub(super) anchor: SpawnAnchor,
    /// How far below such a place its anchor is, in metres.
    pub(super) drop: f64,
}

impl Surroundings {
    /// Those of a level whose manifest says nothing about places for bodies.
    pub(super) fn of(level: &Level) -> Self {
        Self {
            frame: Frame { unit: level.unit, up: level.up },
            gravity: level.character.and_then(|c| c.gravity).unwrap_or(USUAL_GRAVITY),
            anchor: SpawnAnchor::Feet,
            drop: 0.0,
        }
    }

    /// The feet of a body with its place at `position`.
    pub(super) fn feet(&self, position: DVec3) -> DVec3 {
        position - DVec3::Y * self.drop
    }
}
