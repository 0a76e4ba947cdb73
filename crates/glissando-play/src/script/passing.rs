//! How a piece of the world blocks or is passed through, in the words of a script.

use serde::{Deserialize, Serialize};

/// The layer of bodies that are soft.
pub(super) const SOFT_LAYER: u32 = 2;

/// How a piece blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    #[default]
    Solid,
    /// It is entered, and pushes out.
    Soft,
    Trigger,
}

impl Kind {
    /// The layers of its bodies.
    pub(super) const fn layers(self) -> u32 {
        if matches!(self, Self::Soft) { SOFT_LAYER } else { 1 }
    }

    /// Whether it is solid.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    pub(super) const fn is_solid(&self) -> bool {
        matches!(self, Self::Solid)
    }
}
