//! What a tick was like for each of many: lists for each batch, one walker's part after the other's.

use super::batch::BATCH;
use super::order::Order;
use crate::character::{Event, HeldBy, Report};
use crate::input::InputError;
use crate::path::Waypoint;
use crate::slide::Stop;
use alloc::vec::Vec;

/// Which lists of the reports are kept; the others are empty.
///
/// All of them are more memory for each walker than its state, and a tick of many is soon held up by memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// [`Report::events`].
    pub events: bool,
    /// [`Report::contacts`], the most of it.
    pub contacts: bool,
    /// [`Report::path`].
    pub path: bool,
}

impl Keep {
    /// All that [`step`](crate::step()) would return.
    pub const ALL: Self = Self { events: true, contacts: true, path: true };
    /// What happened, and no more.
    pub const EVENTS: Self = Self { events: true, contacts: false, path: false };
    /// No lists: only the refused walkers, and how each move ended.
    pub const NONE: Self = Self { events: false, contacts: false, path: false };
}

impl Default for Keep {
    fn default() -> Self {
        Self::ALL
    }
}

/// What a tick was like for all. Borrows from the scratch memory.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ManyReport<'a> {
    pub(super) order: &'a Order,
    pub(super) lists: &'a [Lists],
    pub(super) refused: &'a [(usize, InputError)],
}

impl<'a> ManyReport<'a> {
    /// What it was like for a walker: what [`step`](crate::step()) would have returned, or of that what is kept
    /// ([`Keep`]); `None` beyond the last.
    pub fn walker(&self, index: usize) -> Option<Result<Report<'a>, InputError>> {
        let rank = self.order.rank(index)?;
        let found = self.refused.binary_search_by_key(&index, |(refused, _)| *refused);
        match found {
            Ok(at) => Some(Err(self.refused[at].1)),
            Err(_) => self.lists.get(rank / BATCH)?.get(rank % BATCH).map(Ok),
        }
    }

    /// The same for each, in the order of the states.
    pub fn walkers(&self) -> impl Iterator<Item = Result<Report<'a>, InputError>> {
        let report = *self;
        (0..self.order.indices.len()).filter_map(move |index| report.walker(index))
    }

    /// The refused walkers, by index in rising order, with the error of each.
    pub fn refused(&self) -> &'a [(usize, InputError)] {
        self.refused
    }
}

/// The reports of one batch.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    events: Vec<Event>,
    contacts: Vec<HeldBy>,
    path: Vec<Waypoint>,
    entries: Vec<Entry>,
    /// The refused walkers, by index.
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

/// Where one walker's part of the lists ends, and the next one's begins.
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

    /// Writes down what the step of the next walker returned, and its index.
    pub(super) fn add(&mut self, index: usize, step: Result<Report, InputError>, keep: Keep) {
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

    /// The report of the walker at a place in the batch.
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
