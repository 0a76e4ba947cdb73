//! Traces of a move: each sub-step as data.
//!
//! Functions that take a receiver are generic over it; inside, one type stands for all receivers, so that a move is compiled once.

use crate::collide::{Hit, Surface};
use crate::handle::CharacterId;
use crate::math::DVec3;
use core::fmt;

/// Receives the steps of a move as they happen.
pub trait Trace {
    /// Called for every step, in order.
    fn record(&mut self, step: &TraceStep);

    /// Whether steps are recorded; if not, they are not even built.
    fn is_listening(&self) -> bool {
        true
    }
}

/// Ignores all steps.
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

/// Any receiver, or none.
pub(crate) struct Recorder<'a>(Option<&'a mut (dyn Trace + 'a)>);

impl<'a> Recorder<'a> {
    /// Ignores all steps.
    pub(crate) const fn none() -> Self {
        Self(None)
    }

    /// Hands the steps to this receiver, if it listens.
    pub(crate) fn of(trace: &'a mut impl Trace) -> Self {
        if trace.is_listening() { Self(Some(trace)) } else { Self::none() }
    }

    /// The same receiver for a shorter time.
    pub(crate) fn reborrow(&mut self) -> Recorder<'_> {
        match &mut self.0 {
            Some(trace) => Recorder(Some(&mut **trace)),
            None => Recorder::none(),
        }
    }

    /// Records a step; it is built only if somebody listens.
    #[inline(always)]
    pub(crate) fn record(&mut self, step: impl FnOnce() -> TraceStep) {
        if let Some(trace) = &mut self.0 {
            trace.record(&step());
        }
    }
}

/// Records the steps of one of several characters.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listener {
    /// The selected character.
    pub(crate) to: Option<CharacterId>,
    /// Its steps in the last tick.
    pub(crate) story: alloc::vec::Vec<TraceStep>,
}

impl Listener {
    /// Records this character's steps anew, if it is the selected one.
    pub(crate) fn recorder_for(&mut self, character: CharacterId) -> Recorder<'_> {
        if self.to != Some(character) {
            return Recorder::none();
        }
        self.story.clear();
        Recorder::of(&mut self.story)
    }
}

/// A step of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum TraceStep {
    /// A displacement was requested.
    Wanted {
        /// The centre, metres.
        from: DVec3,
        /// The displacement, metres.
        displacement: DVec3,
    },
    /// The planes in contact changed the displacement.
    Bent {
        /// The number of planes considered.
        planes: usize,
        /// The remaining displacement, metres.
        displacement: DVec3,
    },
    /// The sweep hit a surface.
    Hit {
        /// The hit.
        hit: Hit,
        /// The centre where it stopped, metres.
        at: DVec3,
    },
    /// The body moved freely.
    Moved {
        /// The centre after that, metres.
        to: DVec3,
    },
    /// A step up was tried.
    StepTried {
        /// The result.
        outcome: StepOutcome,
        /// The surface that blocks, or that the body stands on now.
        surface: Option<Surface>,
    },
    /// The body snapped down to the ground.
    Snapped {
        /// Distance down, metres.
        distance: f64,
    },
    /// The body was inside a surface and was moved out.
    Recovered {
        /// The displacement, metres.
        displacement: DVec3,
    },
}

/// The result of a step up.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum StepOutcome {
    /// Climbed by this height, in metres.
    Climbed(f64),
    /// Refused: too little head room; the room in metres.
    HeadRoom(f64),
    /// Refused: blocked at the raised height too.
    Blocked,
    /// Refused: no walkable ground beyond.
    NoGround,
    /// Refused: higher than the step height; the height in metres.
    TooHigh(f64),
    /// Refused: sliding along the obstacle gets farther.
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
                "hit triangle {} ({:?}) of {} at {:.4} of the displacement, normal {}, stopped at {}",
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
            Self::NoGround => write!(f, "refused: no walkable ground beyond"),
            Self::TooHigh(height) => write!(f, "refused: {height:.4} m is too high"),
            Self::NoProgress => write!(f, "refused: sliding along gets further"),
        }
    }
}

/// A vector rounded to a tenth of a millimetre.
struct Metres(DVec3);

impl fmt::Display for Metres {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({:.4}, {:.4}, {:.4})", self.0.x, self.0.y, self.0.z)
    }
}
