//! What happened during a tick, with exact times.

use crate::collide::{Contact, Surface};
use crate::math::DVec3;
use crate::path::Waypoint;
use crate::slide::Stop;

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Event {
    /// Seconds since the start of the tick.
    pub time: f64,
    /// Centre of the ellipsoid at that time, metres.
    pub position: DVec3,
    /// Velocity at that time, before the event changed it, m/s.
    pub velocity: DVec3,
    /// What it was.
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
    /// Came down on ground that can be stood on. Not for one that is put there at rest.
    Landed {
        /// Speed into the ground, along its normal, m/s.
        speed: f64,
        /// Half its square: the energy of the impact for each kilogram, J/kg.
        energy_per_mass: f64,
        /// Unit normal of the contact.
        normal: DVec3,
        /// On what.
        surface: Surface,
    },
    /// Walked or slid off the ground; not for jumps.
    LeftGround,
    /// Jumped.
    Jumped,
    /// Ran into something too steep to walk on. Once per wall, not every tick.
    HitWall {
        /// Speed into the wall, m/s.
        speed: f64,
        /// Unit normal of the contact.
        normal: DVec3,
        /// Into what.
        surface: Surface,
    },
    /// Hit something overhead. Once per touch.
    HitCeiling {
        /// Speed into the ceiling, m/s.
        speed: f64,
        /// Unit normal of the contact.
        normal: DVec3,
        /// Into what.
        surface: Surface,
    },
    /// Stepped on a ledge.
    SteppedUp {
        /// Gain of height, metres.
        height: f64,
        /// On what.
        surface: Surface,
    },
    /// Was in something soft at the start of the tick, and was pushed out or a little further out.
    PushedOut {
        /// By how much, metres.
        distance: f64,
        /// Out of what: of several the deepest.
        surface: Surface,
    },
    /// Was in something at the start of the tick, and came out.
    Recovered {
        /// By how much, metres.
        distance: f64,
        /// Whether that was by going back to the last safe position.
        to_safe_position: bool,
    },
    /// Is in something and could not come out; does not move.
    Stuck {
        /// How deep, metres along the deepest contact's normal.
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
pub struct HeldBy {
    /// The contact.
    pub contact: Contact,
    /// Impulse per mass that it gave along its normal in this tick, m/s.
    pub load: f64,
}

/// What a tick was like. Borrows from the scratch memory.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Report<'a> {
    /// What happened, in order of time.
    pub events: &'a [Event],
    /// What is in contact at the end, nearest first, with loads.
    pub contacts: &'a [HeldBy],
    /// The path that the centre really took, from where it was at time 0 to where it is at the tick's end.
    ///
    /// Straight legs, each swept; times never fall. Steps up and down, snaps to the ground and recoveries are
    /// legs that take no time. What was tried and taken back is not in it. Flights are chords, within a tenth of
    /// the skin of their parabolas.
    pub path: &'a [Waypoint],
    /// Sweeps and slides taken.
    pub sub_steps: usize,
    /// Why it ended: [`Stop::Done`], or what was lost.
    pub stop: Stop,
    /// The gap to surfaces that was kept, metres along the narrowest radius, where the body fits and the skin of the settings
    /// does not; nothing came nearer than half of it. `None` as a rule: the whole skin was kept.
    pub reduced_skin: Option<f64>,
}

impl Report<'_> {
    /// The report of no move.
    pub(crate) const fn nothing(stop: Stop) -> Self {
        Self { events: &[], contacts: &[], path: &[], sub_steps: 0, stop, reduced_skin: None }
    }
}
