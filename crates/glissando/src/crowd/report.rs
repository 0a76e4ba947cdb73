//! What a tick was like for each member of a crowd.

use crate::character::{Event, HeldBy, Report};
use crate::handle::CharacterId;
use crate::math::DVec3;
use crate::path::Waypoint;
use crate::slide::Stop;
use alloc::vec::Vec;
use core::ops::Range;

/// One member meeting another in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Meeting {
    /// Is in touch with another at the end of the tick.
    Touched {
        /// The other.
        other: CharacterId,
        /// Unit, from the other to this one.
        normal: DVec3,
        /// How fast the two came nearer along it at the start of the tick, m/s; negative if they parted.
        speed: f64,
        /// Impulse per mass by which the other held this one back, m/s.
        load: f64,
    },
    /// Had to give way to another.
    PushedBy {
        /// The other.
        other: CharacterId,
    },
    /// Is inside another at the start of the tick: they were put there, and part at a walking pace.
    Overlaps {
        /// The other.
        other: CharacterId,
        /// How deep, metres, with the half skins.
        depth: f64,
    },
}

impl Meeting {
    /// Its name in snake case: `pushed_by`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Touched { .. } => "met",
            Self::PushedBy { .. } => "pushed_by",
            Self::Overlaps { .. } => "overlaps",
        }
    }

    /// The other one.
    pub const fn other(&self) -> CharacterId {
        match *self {
            Self::Touched { other, .. } | Self::PushedBy { other } | Self::Overlaps { other, .. } => other,
        }
    }
}

/// What a tick was like for one member. Borrows from the scratch memory.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MemberReport<'a> {
    /// What happened on its own way, in order of time; surfaces of other members have
    /// an [`Owner::Character`](crate::Owner::Character).
    pub events: &'a [Event],
    /// What is in contact at the end, nearest first, with loads.
    pub contacts: &'a [HeldBy],
    /// The members that it met: overlaps, pushes, touches; each with the other's handle.
    pub meetings: &'a [Meeting],
    /// How far it was shoved before its own way, metres.
    pub shoved: DVec3,
    /// Its own way, from where the shove ended; empty if it was undone.
    pub path: &'a [Waypoint],
    /// Whether its own move was undone, since it went further than the pairs allow for; the member then stands.
    pub is_held: bool,
    /// Sweeps and slides taken.
    pub sub_steps: usize,
    /// Why its way ended.
    pub stop: Stop,
    /// The gap that it kept, as [`Report::reduced_skin`].
    pub reduced_skin: Option<f64>,
}

/// What a tick was like for all.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CrowdReport<'a> {
    /// Whether all pushes went to the ends of their chains. If not, a row of more than 64 stood like a wall, or
    /// moved up only in part, for this tick; no two members overlap because of it.
    pub is_settled: bool,
    pub(super) lists: &'a Lists,
}

impl<'a> CrowdReport<'a> {
    /// What it was like for a member; `None` beyond the last.
    pub fn member(&self, index: usize) -> Option<MemberReport<'a>> {
        self.lists.entries.get(index).map(|entry| self.lists.report(entry))
    }

    /// The same for each, in the order of the members.
    pub fn members(&self) -> impl Iterator<Item = MemberReport<'a>> {
        let lists = self.lists;
        lists.entries.iter().map(|entry| lists.report(entry))
    }
}

/// The reports of all members, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    events: Vec<Event>,
    contacts: Vec<HeldBy>,
    meetings: Vec<Meeting>,
    paths: Vec<Waypoint>,
    entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    events: Range<usize>,
    contacts: Range<usize>,
    meetings: Range<usize>,
    path: Range<usize>,
    shoved: DVec3,
    is_held: bool,
    sub_steps: usize,
    stop: Stop,
    reduced_skin: Option<f64>,
}

impl Lists {
    pub(super) fn clear(&mut self) {
        self.events.clear();
        self.contacts.clear();
        self.meetings.clear();
        self.paths.clear();
        self.entries.clear();
    }

    /// Writes down what a member's own step was like, after what pressed on it.
    pub(super) fn add(
        &mut self,
        step: &Report,
        pressed: &[Meeting],
        touched: impl Iterator<Item = Meeting>,
        shoved: DVec3,
        is_held: bool,
    ) {
        let starts = (self.events.len(), self.contacts.len(), self.meetings.len(), self.paths.len());
        self.events.extend_from_slice(step.events);
        self.contacts.extend_from_slice(step.contacts);
        self.paths.extend_from_slice(step.path);
        self.meetings.extend_from_slice(pressed);
        let touches = self.meetings.len();
        self.meetings.extend(touched);
        self.meetings[touches..].sort_unstable_by_key(Meeting::other);
        self.entries.push(Entry {
            events: starts.0..self.events.len(),
            contacts: starts.1..self.contacts.len(),
            meetings: starts.2..self.meetings.len(),
            path: starts.3..self.paths.len(),
            shoved,
            is_held,
            sub_steps: step.sub_steps,
            stop: step.stop,
            reduced_skin: step.reduced_skin,
        });
    }

    fn report(&self, entry: &Entry) -> MemberReport<'_> {
        MemberReport {
            events: &self.events[entry.events.clone()],
            contacts: &self.contacts[entry.contacts.clone()],
            meetings: &self.meetings[entry.meetings.clone()],
            shoved: entry.shoved,
            path: &self.paths[entry.path.clone()],
            is_held: entry.is_held,
            sub_steps: entry.sub_steps,
            stop: entry.stop,
            reduced_skin: entry.reduced_skin,
        }
    }
}
