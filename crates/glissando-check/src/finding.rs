//! What is wrong with a level: the kinds of findings, their words and their weight.

use crate::clip::Clip;
use glissando::DVec3;
use serde::{Deserialize, Serialize};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The game cannot go on there.
    Error,
    /// It looks like a mistake of the level.
    Warning,
    /// It may be meant. It does not count for the exit code.
    Note,
}

/// The kinds of findings, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A walk leaves the world.
    FallsOut,
    /// The library reports that the character is stuck, or it is wedged and no move frees it.
    Stuck,
    /// Places that can be entered and not left.
    Trap,
    /// A spawn in a wall.
    SpawnBlocked,
    /// A spawn over nothing.
    SpawnOverNothing,
    /// An item that no reached place comes near.
    ItemUnreached,
    /// A one-sided wall was crossed from behind.
    BackOfWall,
    /// Places that the level marks as not to be reached are reached.
    OffLimits,
    /// Two volumes that move a character differently overlap where it can stand.
    TriggersOverlap,
    /// Floor that is reached only by a body that is a little narrower.
    TooNarrow,
    /// Floor that is reached only by a body that is a little lower.
    TooLow,
    /// A ledge a little higher than the step.
    LedgeTooHigh,
    /// A slope a little steeper than the limit.
    SlopeTooSteep,
    /// A jump that is missed by little.
    JumpTooFar,
    /// A floor that is reached by a jump with little to spare.
    BarelyReached,
    /// A walk over flat ground that is slowed by something low.
    Snag,
    /// A slit between two surfaces that can be seen through.
    Crack,
    /// A move between two regions of the level without a way back.
    OneWay,
    /// Floor that is not reached.
    FloorUnreached,
}

impl Kind {
    /// All, the worst first.
    pub const ALL: [Self; 19] = [
        Self::FallsOut,
        Self::Stuck,
        Self::Trap,
        Self::SpawnBlocked,
        Self::SpawnOverNothing,
        Self::ItemUnreached,
        Self::BackOfWall,
        Self::OffLimits,
        Self::TriggersOverlap,
        Self::TooNarrow,
        Self::TooLow,
        Self::LedgeTooHigh,
        Self::SlopeTooSteep,
        Self::JumpTooFar,
        Self::BarelyReached,
        Self::Snag,
        Self::Crack,
        Self::OneWay,
        Self::FloorUnreached,
    ];

    /// Its name in snake case, as serde writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FallsOut => "falls_out",
            Self::Stuck => "stuck",
            Self::Trap => "trap",
            Self::SpawnBlocked => "spawn_blocked",
            Self::SpawnOverNothing => "spawn_over_nothing",
            Self::ItemUnreached => "item_unreached",
            Self::BackOfWall => "back_of_wall",
            Self::OffLimits => "off_limits",
            Self::TriggersOverlap => "triggers_overlap",
            Self::TooNarrow => "too_narrow",
            Self::TooLow => "too_low",
            Self::LedgeTooHigh => "ledge_too_high",
            Self::SlopeTooSteep => "slope_too_steep",
            Self::JumpTooFar => "jump_too_far",
            Self::BarelyReached => "barely_reached",
            Self::Snag => "snag",
            Self::Crack => "crack",
            Self::OneWay => "one_way",
            Self::FloorUnreached => "floor_unreached",
        }
    }

    /// How bad it is.
    pub const fn severity(self) -> Severity {
        match self {
            Self::FallsOut
            | Self::Stuck
            | Self::Trap
            | Self::SpawnBlocked
            | Self::SpawnOverNothing
            | Self::ItemUnreached
            | Self::BackOfWall => Severity::Error,
            Self::OffLimits
            | Self::TriggersOverlap
            | Self::TooNarrow
            | Self::TooLow
            | Self::LedgeTooHigh
            | Self::SlopeTooSteep
            | Self::BarelyReached
            | Self::Snag
            | Self::Crack => Severity::Warning,
            Self::JumpTooFar | Self::OneWay | Self::FloorUnreached => Severity::Note,
        }
    }

    /// What it means, in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            Self::FallsOut => "falls out of the world",
            Self::Stuck => "gets stuck",
            Self::Trap => "trap: can be entered, not left",
            Self::SpawnBlocked => "spawn in a wall",
            Self::SpawnOverNothing => "spawn over nothing",
            Self::ItemUnreached => "item out of reach",
            Self::BackOfWall => "wall open from behind",
            Self::OffLimits => "off limits, but reached",
            Self::TriggersOverlap => "triggers overlap",
            Self::TooNarrow => "passage a little too narrow",
            Self::TooLow => "passage a little too low",
            Self::LedgeTooHigh => "ledge a little too high to walk up",
            Self::SlopeTooSteep => "slope a little too steep",
            Self::JumpTooFar => "jump missed by little",
            Self::BarelyReached => "jump with little to spare",
            Self::Snag => "walk snags on flat ground",
            Self::Crack => "crack",
            Self::OneWay => "way without a way back",
            Self::FloorUnreached => "floor not reached",
        }
    }
}

/// Something wrong, where it is, and a walk that shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// What kind it is.
    pub kind: Kind,
    /// How bad it is.
    pub severity: Severity,
    /// Where it is: a point at the character's feet, metres.
    pub at: DVec3,
    /// Lowest corner of the places that it is about.
    pub low: DVec3,
    /// Highest corner.
    pub high: DVec3,
    /// How many places it is about.
    pub places: u32,
    /// Why, in a sentence.
    pub reason: String,
    /// A walk that shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clip: Option<Clip>,
}

impl Finding {
    /// A finding at one point.
    pub(crate) fn at(kind: Kind, at: DVec3, reason: String) -> Self {
        Self { kind, severity: kind.severity(), at, low: at, high: at, places: 1, reason, clip: None }
    }

    pub(crate) fn with_clip(self, clip: Option<Clip>) -> Self {
        Self { clip, ..self }
    }

    /// The same finding about these points, the first of which is its own.
    pub(crate) fn over(self, points: impl Iterator<Item = DVec3>) -> Self {
        let (mut low, mut high, mut places) = (self.low, self.high, 0);
        for point in points {
            (low, high, places) = (low.min(point), high.max(point), places + 1);
        }
        Self { low, high, places, ..self }
    }
}
