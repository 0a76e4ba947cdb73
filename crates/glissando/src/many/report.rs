//! The reports of many walkers: lists for each batch, walker by walker.

use super::batch::BATCH;
use super::order::Order;
use crate::character::{Event, LoadedContact, Report};
use crate::input::InputError;
use crate::path::Waypoint;
use crate::slide::Stop;
use alloc::vec::Vec;

/// The lists of the reports that are kept; the others are empty.
///
/// All of them take more memory for each walker than its state, and memory soon limits a tick of many walkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportLists {
    /// [`Report::events`].
    pub events: bool,
    /// [`Report::contacts`], the largest list.
    pub contacts: bool,
    /// [`Report::path`].
    pub path: bool,
}

impl ReportLists {
    /// The complete report of [`step`](crate::step()).
    pub const ALL: Self = Self { events: true, contacts: true, path: true };
    /// Events only.
    pub const EVENTS: Self = Self { events: true, contacts: false, path: false };
    /// No lists: only refusals, and why each move ended.
    pub const NONE: Self = Self { events: false, contacts: false, path: false };
}

impl Default for ReportLists {
    fn default() -> Self {
        Self::ALL
    }
}

/// The report of a tick. Borrows from the scratch memory.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ManyReport<'a> {
    pub(super) order: &'a Order,
    pub(super) lists: &'a [Lists],
    pub(super) refused: &'a [(usize, InputError)],
}

impl<'a> ManyReport<'a> {
    /// The report of a walker: that of [`step`](crate::step()), with the lists that are kept ([`ReportLists`]); `None` past
    /// the last.
    pub fn walker(&self, index: usize) -> Option<Result<Report<'a>, InputError>> {
        let rank = self.order.rank(index)?;
        let found = self.refused.binary_search_by_key(&index, |(refused, _)| *refused);
        match found {
            Ok(at) => Some(Err(self.refused[at].1)),
            Err(_) => self.lists.get(rank / BATCH)?.get(rank % BATCH).map(Ok),
        }
    }

    /// The reports of all walkers, in the order of the states.
    pub fn walkers(&self) -> impl Iterator<Item = Result<Report<'a>, InputError>> {
        let report = *self;
        (0..self.order.indices.len()).filter_map(move |index| report.walker(index))
    }

    /// The refused walkers by index in rising order, with the error.
    pub fn refused(&self) -> &'a [(usize, InputError)] {
        self.refused
    }
}

/// The reports of one batch.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    events: Vec<Event>,
    contacts: Vec<LoadedContact>,
    path: Vec<Waypoint>,
    entries: Vec<Entry>,
    /// The refused walkers by index.
    pub(super) refused: Vec<(usize, InputError)>,
}

/// One walker's report.
#[derive(Clone, Copy, Debug)]
struct Entry {
    ends: Ends,
    sub_steps: usize,
    stop: Stop,
    reduced_skin: Option<f64>,
}

/// The end of one walker's part of each list, and the start of the next one's.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    events: usize,
    contacts: usize,
    path: usize,
}

impl Lists {
    pub(super) fn clear(&mut self) {
        self.events.clear();
        self.contacts.clear();
        self.path.clear();
        self.entries.clear();
        self.refused.clear();
    }

    /// Appends the report of the next walker's step, with its index.
    pub(super) fn add(&mut self, index: usize, step: Result<Report, InputError>, keep: ReportLists) {
        let none = Report::nothing(Stop::Done);
        let report = step.unwrap_or_else(|error| {
            self.refused.push((index, error));
            none
        });
        if keep.events {
            self.events.extend_from_slice(report.events);
        }
        if keep.contacts {
            self.contacts.extend_from_slice(report.contacts);
        }
        if keep.path {
            self.path.extend_from_slice(report.path);
        }
        let ends = Ends { events: self.events.len(), contacts: self.contacts.len(), path: self.path.len() };
        let Report { sub_steps, stop, reduced_skin, .. } = report;
        self.entries.push(Entry { ends, sub_steps, stop, reduced_skin });
    }

    /// The report of the walker at a position in the batch.
    fn get(&self, at: usize) -> Option<Report<'_>> {
        let Entry { ends, sub_steps, stop, reduced_skin } = *self.entries.get(at)?;
        let from = at.checked_sub(1).map_or(Ends::default(), |before| self.entries[before].ends);
        Some(Report {
            events: &self.events[from.events..ends.events],
            contacts: &self.contacts[from.contacts..ends.contacts],
            path: &self.path[from.path..ends.path],
            sub_steps,
            stop,
            reduced_skin,
        })
    }
}
