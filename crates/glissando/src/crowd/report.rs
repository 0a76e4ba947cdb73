//! The report of a crowd's tick for each member.

use super::batch::BATCH;
use crate::character::{Event, LoadedContact, Report};
use crate::handle::CharacterId;
use crate::input::InputError;
use crate::math::DVec3;
use crate::path::Waypoint;
use crate::slide::Stop;
use crate::sorting;
use alloc::vec::Vec;
use core::ops::Range;

/// A meeting of one member with another in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Meeting {
    /// Touches another at the end of the tick.
    Touched {
        /// The other.
        other: CharacterId,
        /// Unit, from the other to this one.
        normal: DVec3,
        /// Closing speed along the normal at the start of the tick, m/s; negative if they parted.
        speed: f64,
        /// Impulse per mass by which the other held this one back, m/s.
        load: f64,
    },
    /// Was pushed by another.
    PushedBy {
        /// The other.
        other: CharacterId,
    },
    /// Overlapped another at the start of the tick: they were placed so, and part at a walking pace.
    Overlaps {
        /// The other.
        other: CharacterId,
        /// Depth, metres, with the half skins.
        depth: f64,
    },
}

impl Meeting {
    /// The name in snake case: `pushed_by`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Touched { .. } => "touched",
            Self::PushedBy { .. } => "pushed_by",
            Self::Overlaps { .. } => "overlaps",
        }
    }

    /// The handle of the other member.
    pub const fn other(&self) -> CharacterId {
        match *self {
            Self::Touched { other, .. } | Self::PushedBy { other } | Self::Overlaps { other, .. } => other,
        }
    }
}

/// The report of one member. Borrows from the scratch memory.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MemberReport<'a> {
    /// The events of its own move, in order of time; surfaces of other members have an
    /// [`Owner::Character`](crate::Owner::Character).
    pub events: &'a [Event],
    /// Contacts at the end, nearest first, with loads.
    pub contacts: &'a [LoadedContact],
    /// Its meetings: overlaps, pushes, touches; each with the other's handle.
    pub meetings: &'a [Meeting],
    /// The displacement by shoves before its own move, metres.
    pub shoved: DVec3,
    /// The path of its own move, from the end of the shove; empty if it was undone.
    pub path: &'a [Waypoint],
    /// Whether its own move was undone, since it left the member's range; the member then stands still.
    pub is_held: bool,
    /// Sweeps and slides taken.
    pub sub_steps: usize,
    /// Why its own move ended.
    pub stop: Stop,
    /// The gap that it kept, the same as [`Report::reduced_skin`].
    pub reduced_skin: Option<f64>,
}

/// The report of a crowd's tick.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CrowdReport<'a> {
    /// Whether all pushes reached the ends of their chains. If not, a row of more than 64 members moved only in part
    /// or not at all in this tick; no overlaps result from it.
    pub is_settled: bool,
    /// Of each batch.
    pub(super) lists: &'a [Lists],
}

impl<'a> CrowdReport<'a> {
    /// The report of a member; `None` past the last.
    pub fn member(&self, index: usize) -> Option<MemberReport<'a>> {
        self.lists.get(index / BATCH)?.report(index % BATCH)
    }

    /// The reports of all members, in their order.
    pub fn members(&self) -> impl Iterator<Item = MemberReport<'a>> {
        let each = |lists: &'a Lists| (0..BATCH).map_while(|at| lists.report(at));
        self.lists.iter().flat_map(each)
    }
}

/// The reports of one batch of members, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    /// The first error of a member's step.
    pub(super) error: Option<InputError>,
    events: Vec<Event>,
    contacts: Vec<LoadedContact>,
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
        self.error = None;
        self.events.clear();
        self.contacts.clear();
        self.meetings.clear();
        self.paths.clear();
        self.entries.clear();
    }

    /// Appends the report of a member's own step and of the members that pressed on it.
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
        sorting::sort_by_key(&mut self.meetings[touches..], Meeting::other);
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

    /// The report of the member at a position in the batch; `None` past the last.
    fn report(&self, at: usize) -> Option<MemberReport<'_>> {
        let entry = self.entries.get(at)?;
        Some(MemberReport {
            events: &self.events[entry.events.clone()],
            contacts: &self.contacts[entry.contacts.clone()],
            meetings: &self.meetings[entry.meetings.clone()],
            shoved: entry.shoved,
            path: &self.paths[entry.path.clone()],
            is_held: entry.is_held,
            sub_steps: entry.sub_steps,
            stop: entry.stop,
            reduced_skin: entry.reduced_skin,
        })
    }
}
