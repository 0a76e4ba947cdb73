//! Where a walk goes, and what becomes of a character on a walk.

use crate::place::Place;
use glissando::{Config, DVec3, State};

/// Metres of height between a character that is at a place and the place.
const LEVEL: f64 = 0.05;

/// Where a walk goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim {
    /// The point on the map.
    pub(crate) at: DVec3,
    /// How high the feet are there, if that is known.
    feet: Option<f64>,
}

impl Aim {
    /// A point on the map, at whatever height.
    pub(crate) const fn point(at: DVec3) -> Self {
        Self { at, feet: None }
    }

    /// A place.
    pub(crate) fn place(place: &Place, config: &Config) -> Self {
        let half = config.shape(place.is_crouched).half_extents().y;
        Self { at: place.position, feet: Some(place.feet(half).y) }
    }

    /// Whether feet at this height are there.
    pub(crate) fn is_level(&self, feet: f64) -> bool {
        self.feet.is_none_or(|there| (there - feet).abs() <= LEVEL)
    }
}

/// What becomes of a character.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fate {
    /// It rests.
    Rest(State),
    /// It is below everything; where it was last on a surface.
    Out(DVec3),
    /// The library reports that it is stuck.
    Stuck(DVec3),
    /// It fell into a volume that is meant to kill.
    Dead,
    /// It touched a volume that moves it.
    Act(usize, State),
    /// It slides or bounces without end.
    Restless,
}

/// How a walk to a point ended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pace {
    /// It stands at the point.
    Arrived,
    /// Something is in the way.
    Blocked,
    /// It walked off an edge and came down elsewhere.
    Fell,
    /// It did not get that far.
    Ended(Fate),
}

impl Pace {
    /// What became of the character, if that is decided.
    pub(crate) const fn fate(self) -> Option<Fate> {
        match self {
            Self::Ended(fate) => Some(fate),
            Self::Arrived | Self::Blocked | Self::Fell => None,
        }
    }
}
