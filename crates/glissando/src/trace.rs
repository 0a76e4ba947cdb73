//! A move that explains itself: each sub-step as data, for a listener.
//!
//! The sink is a generic parameter; the unit type listens to nothing and costs nothing.

use crate::collide::{Hit, Surface};
use crate::handle::CharacterId;
use crate::math::DVec3;
use core::fmt;

/// Receives the steps of a move as they happen.
pub trait Trace {
    /// Called for every step, in order.
    fn record(&mut self, step: &TraceStep);

    /// Whether there is a listener; without one, steps are not even put together.
    fn is_listening(&self) -> bool {
        true
    }
}

/// No listener.
impl Trace for () {
    #[inline(always)]
    fn record(&mut self, _: &TraceStep) {}

    #[inline(always)]
    fn is_listening(&self) -> bool {
        false
    }
}

impl Trace for alloc::vec::Vec<TraceStep> {
    fn record(&mut self, step: &TraceStep) {
        self.push(*step);
    }
}

/// Listens if it is there: one compiled move for both, where another one would only be larger.
impl Trace for Option<&mut alloc::vec::Vec<TraceStep>> {
    fn record(&mut self, step: &TraceStep) {
        if let Some(story) = self {
            story.push(*step);
        }
    }

    fn is_listening(&self) -> bool {
        self.is_some()
    }
}

/// Records the move of one of several characters.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listener {
    /// The recorded character.
    pub(crate) to: Option<CharacterId>,
    /// The steps of its last tick.
    pub(crate) story: alloc::vec::Vec<TraceStep>,
}

impl Listener {
    /// Where the steps of this one are written, from the first on, if it is the one.
    pub(crate) fn hear(&mut self, who: CharacterId) -> Option<&mut alloc::vec::Vec<TraceStep>> {
        let story = (self.to == Some(who)).then_some(&mut self.story)?;
        story.clear();
        Some(story)
    }
}

/// One thing that happened during a move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum TraceStep {
    /// A displacement was asked for, in metres.
    Wanted {
        /// Where the centre was.
        from: DVec3,
        /// The displacement.
        displacement: DVec3,
    },
    /// The planes in contact changed the displacement.
    Bent {
        /// How many planes were considered.
        planes: usize,
        /// What is left of the displacement.
        displacement: DVec3,
    },
    /// Something was hit.
    Hit {
        /// The sweep's answer.
        hit: Hit,
        /// Where the centre stopped.
        at: DVec3,
    },
    /// The body moved freely to here.
    Moved {
        /// Where the centre is.
        to: DVec3,
    },
    /// A step up was tried.
    StepTried {
        /// What came of it.
        outcome: StepOutcome,
        /// What was in the way, or is stood on now.
        surface: Option<Surface>,
    },
    /// The body was put down on the ground.
    Snapped {
        /// How far down, in metres.
        distance: f64,
    },
    /// The body was in something and came out by this displacement.
    Recovered {
        /// The displacement.
        displacement: DVec3,
    },
}

/// What came of a step up.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum StepOutcome {
    /// Climbed by this height, in metres.
    Climbed(f64),
    /// Refused: only this much head room, in metres.
    HeadRoom(f64),
    /// Refused: blocked at the raised height too.
    Blocked,
    /// Refused: nothing that can be stood on beyond.
    NoGround,
    /// Refused: higher than the step height; the height in metres.
    TooHigh(f64),
    /// Refused: sliding along gets further.
    NoProgress,
}

impl fmt::Display for TraceStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wanted { from, displacement } => {
                write!(f, "from {} wants to move by {}", Metres(*from), Metres(*displacement))
            }
            Self::Bent { planes, displacement } => {
                write!(f, "{planes} planes leave {}", Metres(*displacement))
            }
            Self::Hit { hit, at } => write!(
                f,
                "hit triangle {} ({:?}) of {} at {:.4} of the way, normal {}, stopped at {}",
                hit.surface.triangle,
                hit.feature,
                hit.surface.owner,
                hit.fraction,
                Metres(hit.normal),
                Metres(*at)
            ),
            Self::Moved { to } => write!(f, "moved to {}", Metres(*to)),
            Self::StepTried { outcome, surface } => {
                match surface {
                    Some(s) => write!(f, "step at triangle {} of {}: ", s.triangle, s.owner)?,
                    None => write!(f, "step: ")?,
                }
                write!(f, "{outcome}")
            }
            Self::Snapped { distance } => write!(f, "snapped down by {distance:.4} m"),
            Self::Recovered { displacement } => write!(f, "recovered by {}", Metres(*displacement)),
        }
    }
}

impl fmt::Display for StepOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Climbed(height) => write!(f, "climbed {height:.4} m"),
            Self::HeadRoom(room) => write!(f, "refused: head room {room:.4} m"),
            Self::Blocked => write!(f, "refused: blocked at the raised height too"),
            Self::NoGround => write!(f, "refused: nothing that can be stood on beyond"),
            Self::TooHigh(height) => write!(f, "refused: {height:.4} m is too high"),
            Self::NoProgress => write!(f, "refused: sliding along gets further"),
        }
    }
}

/// A vector to a tenth of a millimetre.
struct Metres(DVec3);

impl fmt::Display for Metres {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({:.4}, {:.4}, {:.4})", self.0.x, self.0.y, self.0.z)
    }
}
