//! What happened with the mechanisms of a level in a tick.

use glissando::{CharacterId, DVec3, TriggerId};
use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Incident {
    /// Seconds since the start of the tick.
    pub time: f64,
    /// The character that caused or suffered it. `None` for what a mover does by itself.
    pub character: Option<CharacterId>,
    /// Where the character was then; of a mover by itself where its pivot is. Metres.
    pub position: DVec3,
    /// What.
    pub kind: IncidentKind,
}

/// The cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// A mover, by its index in the machinery.
    Mover(usize),
    /// A trigger.
    Trigger(TriggerId),
}

/// What can happen. Movers are told by their indices in the machinery.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum IncidentKind {
    /// A mover begins to go to its far end, or was turned round to do so.
    Started {
        /// Which.
        mover: usize,
    },
    /// A mover has come to its far end.
    Arrived {
        /// Which.
        mover: usize,
    },
    /// A mover is at rest again.
    Returned {
        /// Which.
        mover: usize,
    },
    /// A mover stopped or went back because a character was in its way.
    GaveWay {
        /// Which.
        mover: usize,
    },
    /// A trigger that only signals was touched.
    Signalled {
        /// Which.
        trigger: TriggerId,
    },
    /// Put elsewhere.
    Teleported {
        /// By which trigger.
        trigger: TriggerId,
        /// Where the centre is now.
        to: DVec3,
        /// Where it looks now, in radians about Y, if that is said.
        yaw_radians: Option<f64>,
        /// Whether there was room. A character that arrives inside a body comes out in the next tick, or is reported then.
        is_clear: bool,
    },
    /// Thrown.
    Launched {
        /// By which trigger.
        trigger: TriggerId,
        /// Its velocity now, m/s.
        velocity: DVec3,
    },
    /// Lost health.
    Hurt {
        /// By what.
        cause: Cause,
        /// How much in this tick.
        damage: f64,
    },
    /// Took something along.
    PickedUp {
        /// Which.
        trigger: TriggerId,
    },
    /// Came to where it starts again from now on.
    Reached {
        /// Which checkpoint.
        trigger: TriggerId,
    },
    /// Died, and started again.
    Died {
        /// Of what.
        cause: Cause,
        /// Where the centre is now.
        to: DVec3,
        /// Whether there was room, as for [`IncidentKind::Teleported`].
        is_clear: bool,
    },
}

impl IncidentKind {
    /// The name in snake case, as serde writes it: `gave_way`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Started { .. } => "started",
            Self::Arrived { .. } => "arrived",
            Self::Returned { .. } => "returned",
            Self::GaveWay { .. } => "gave_way",
            Self::Signalled { .. } => "signalled",
            Self::Teleported { .. } => "teleported",
            Self::Launched { .. } => "launched",
            Self::Hurt { .. } => "hurt",
            Self::PickedUp { .. } => "picked_up",
            Self::Reached { .. } => "reached",
            Self::Died { .. } => "died",
        }
    }
}
