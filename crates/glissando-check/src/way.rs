//! What a move is called, and where one ends.

use crate::place::{Place, PlaceId};
use glissando::DVec3;
use serde::{Deserialize, Serialize};

/// What the character does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Act {
    /// Walks, and falls where the ground ends.
    Walk,
    /// Jumps at once.
    Jump,
    /// Runs and jumps at the edge.
    RunJump,
    /// The same at half the speed.
    SlowJump,
    /// Walks straight to a place that the usual moves have missed.
    WalkTo,
    /// Jumps at once, towards such a place.
    JumpTo,
    /// Runs, and jumps at the edge, towards such a place.
    RunJumpTo,
    /// A mover takes it along; assumed.
    Ride,
}

/// A move by its heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Way {
    /// What is done.
    pub(crate) act: Act,
    /// The heading, from +X towards +Z.
    pub(crate) heading: u8,
    /// The number of headings.
    pub(crate) of: u8,
    /// Whether it crouches.
    pub(crate) crouch: bool,
}

/// Where a move ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum End {
    /// At a place of the ground map.
    Known(PlaceId),
    /// At rest elsewhere.
    New(Place),
    /// Out of the world; where it was last on a surface.
    Out(DVec3),
    /// Stuck, by the library's own report.
    Stuck(DVec3),
    /// In a volume that kills.
    Dead,
}

/// A move and its end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Step {
    pub(crate) way: Way,
    pub(crate) end: End,
    /// Ticks of a walk that arrived directly, 0 for others.
    pub(crate) ticks: u8,
    /// Whether a volume moved the character on the way.
    pub(crate) acted: bool,
}
