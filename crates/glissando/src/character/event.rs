//! Events of a tick, with exact times.

use crate::collide::{Contact, Surface};
use crate::math::DVec3;
use crate::path::Waypoint;
use crate::slide::Stop;

/// One event.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Event {
    /// Seconds since the start of the tick.
    pub time: f64,
    /// Centre of the body at that time, metres.
    pub position: DVec3,
    /// Velocity at that time, before the event changed it, m/s.
    pub velocity: DVec3,
    /// Its kind and details.
    pub kind: EventKind,
}

impl Event {
    /// The same event at another time: of a recording for instance, whose times count from its first tick.
    #[must_use]
    pub const fn with_time(self, time: f64) -> Self {
        Self { time, ..self }
    }
}

/// What can happen.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "type", rename_all = "snake_case"))]
#[non_exhaustive]
pub enum EventKind {
    /// Came down on ground that can be stood on. Not emitted for a character that is placed there at rest.
    Landed {
        /// Speed into the ground, along its normal, m/s.
        speed: f64,
        /// Half the square of `speed`: the energy of the impact per kilogram, J/kg.
        energy_per_mass: f64,
        /// Unit normal of the contact.
        normal: DVec3,
        /// The ground.
        surface: Surface,
    },
    /// Walked or slid off the ground; not emitted for jumps.
    LeftGround,
    /// Jumped.
    Jumped,
    /// Ran into a surface too steep to walk on. Once per wall, not every tick.
    HitWall {
        /// Speed into the wall, m/s.
        speed: f64,
        /// Unit normal of the contact.
        normal: DVec3,
        /// The wall.
        surface: Surface,
    },
    /// Hit a surface overhead. Once per touch.
    HitCeiling {
        /// Speed into the ceiling, m/s.
        speed: f64,
        /// Unit normal of the contact.
        normal: DVec3,
        /// The ceiling.
        surface: Surface,
    },
    /// Stepped up on a ledge.
    SteppedUp {
        /// Height gained, metres.
        height: f64,
        /// The ledge.
        surface: Surface,
    },
    /// Overlapped soft obstacles at the start of the tick, and was pushed out of them, fully or partly.
    PushedOut {
        /// Distance moved, metres.
        distance: f64,
        /// The surface that it was pushed out of; of several the deepest.
        surface: Surface,
    },
    /// Overlapped a surface at the start of the tick, and came out.
    Recovered {
        /// Distance moved, metres.
        distance: f64,
        /// Whether it went back to the last safe position.
        to_safe_position: bool,
    },
    /// Overlaps a surface and could not come out; does not move.
    Stuck {
        /// Depth, metres along the deepest contact's normal.
        depth: f64,
    },
}

impl EventKind {
    /// Its name in snake case, as serde writes it: `hit_wall`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Landed { .. } => "landed",
            Self::LeftGround => "left_ground",
            Self::Jumped => "jumped",
            Self::HitWall { .. } => "hit_wall",
            Self::HitCeiling { .. } => "hit_ceiling",
            Self::SteppedUp { .. } => "stepped_up",
            Self::PushedOut { .. } => "pushed_out",
            Self::Recovered { .. } => "recovered",
            Self::Stuck { .. } => "stuck",
        }
    }
}

/// A surface that holds the character at the end of a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct LoadedContact {
    /// The contact.
    pub contact: Contact,
    /// Impulse per mass that the surface gave along its normal in this tick, m/s.
    pub load: f64,
}

/// The events, contacts and path of one tick. Borrows from the scratch memory.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Report<'a> {
    /// Events, in order of time.
    pub events: &'a [Event],
    /// Contacts at the end, nearest first, with loads.
    pub contacts: &'a [LoadedContact],
    /// The path that the centre really took, from its place at time 0 to its place at the tick's end.
    ///
    /// Straight legs, each swept; times never decrease. Steps up and down, snaps to the ground and recoveries are
    /// legs that take no time. Discarded attempts are not in it. Flights are chords, within a tenth of the skin of
    /// their parabolas.
    pub path: &'a [Waypoint],
    /// Number of sweeps and slides.
    pub sub_steps: usize,
    /// Why the tick ended: [`Stop::Done`], or the limit that cut it short.
    pub stop: Stop,
    /// The gap kept to surfaces, metres along the narrowest radius, if the body fits only with less than the
    /// configured skin; no surface came nearer than half of it. Usually `None`: the whole skin was kept.
    pub reduced_skin: Option<f64>,
}

impl Report<'_> {
    /// The report of a character that did not move.
    pub(crate) const fn nothing(stop: Stop) -> Self {
        Self { events: &[], contacts: &[], path: &[], sub_steps: 0, stop, reduced_skin: None }
    }
}
