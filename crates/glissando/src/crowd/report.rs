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

impl<'a> MemberReport<'a> {
    /// That of a character that moves alone.
    pub(crate) const fn of_one(report: Report<'a>) -> Self {
        let Report { events, contacts, path, sub_steps, stop, reduced_skin } = report;
        let (shoved, is_held) = (DVec3::ZERO, false);
        Self { events, contacts, meetings: &[], shoved, path, is_held, sub_steps, stop, reduced_skin }
    }
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
        self.members_from(0)
    }

    /// The same from a member on.
    pub(crate) fn members_from(&self, index: usize) -> Reports<'a> {
        let (lists, at) = (self.lists.get(index / BATCH..).unwrap_or_default(), index % BATCH);
        Reports { lists, at, from: lists.first().map_or(Ends::default(), |lists| lists.start_of(at)) }
    }
}

/// The reports of members, one after the other.
pub(crate) struct Reports<'a> {
    /// Of the batches that are left.
    lists: &'a [Lists],
    /// The next one in the first of them, and where its parts start.
    at: usize,
    from: Ends,
}

impl<'a> Iterator for Reports<'a> {
    type Item = MemberReport<'a>;

    #[inline]
    fn next(&mut self) -> Option<MemberReport<'a>> {
        let (lists, later) = self.lists.split_first()?;
        let entry = lists.entries.get(self.at)?;
        let report = lists.report_between(self.from, entry);
        (self.at, self.from) = (self.at + 1, entry.ends);
        if self.at == BATCH {
            *self = Self { lists: later, at: 0, from: Ends::default() };
        }
        Some(report)
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
    /// Where the touches start in the meetings of the report that was begun.
    touches: usize,
}

/// The ends of one member's parts of the lists, and the starts of the next one's.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    events: usize,
    contacts: usize,
    meetings: usize,
    path: usize,
}

#[derive(Clone, Debug)]
struct Entry {
    ends: Ends,
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

    /// Begins the report of a member that others press on.
    pub(super) fn begin(&mut self, pressed: &[Meeting]) {
        self.meetings.extend_from_slice(pressed);
        self.touches = self.meetings.len();
    }

    /// Adds a touch to the report that was begun.
    pub(super) fn touch(&mut self, touch: Meeting) {
        self.meetings.push(touch);
    }

    /// Ends that report with the member's own step.
    pub(super) fn end(&mut self, step: &Report, shoved: DVec3, is_held: bool) {
        sorting::sort_by_key(&mut self.meetings[self.touches..], Meeting::other);
        self.add(step, shoved, is_held);
    }

    /// Appends the report of a member's own step; with no meetings, unless it was begun.
    pub(super) fn add(&mut self, step: &Report, shoved: DVec3, is_held: bool) {
        self.events.extend_from_slice(step.events);
        self.contacts.extend_from_slice(step.contacts);
        self.paths.extend_from_slice(step.path);
        let Self { events, contacts, meetings, paths, .. } = &*self;
        let ends = Ends {
            events: events.len(),
            contacts: contacts.len(),
            meetings: meetings.len(),
            path: paths.len(),
        };
        let Report { sub_steps, stop, reduced_skin, .. } = *step;
        self.entries.push(Entry { ends, shoved, is_held, sub_steps, stop, reduced_skin });
    }

    /// The starts of the parts of the member at a position in the batch.
    fn start_of(&self, at: usize) -> Ends {
        at.checked_sub(1)
            .and_then(|before| self.entries.get(before))
            .map_or(Ends::default(), |entry| entry.ends)
    }

    /// The report of the member at a position in the batch; `None` past the last.
    fn report(&self, at: usize) -> Option<MemberReport<'_>> {
        let entry = self.entries.get(at)?;
        Some(self.report_between(self.start_of(at), entry))
    }

    #[inline]
    fn report_between(&self, from: Ends, entry: &Entry) -> MemberReport<'_> {
        let Entry { ends, shoved, is_held, sub_steps, stop, reduced_skin } = *entry;
        MemberReport {
            events: &self.events[from.events..ends.events],
            contacts: &self.contacts[from.contacts..ends.contacts],
            meetings: &self.meetings[from.meetings..ends.meetings],
            shoved,
            path: &self.paths[from.path..ends.path],
            is_held,
            sub_steps,
            stop,
            reduced_skin,
        }
    }
}
