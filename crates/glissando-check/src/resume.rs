//! A check that is interrupted and goes on later: the moves that were made are kept, and need not be made again.
//!
//! Places are numbered in the order in which they are found, and that order is the same in every run. So the moves from a place are
//! kept under its number, and a check that takes them from there has the findings of one that was never interrupted, byte for byte.

use crate::ground::GroundMap;
use crate::options::Options;
use crate::outcome::{Checked, Progress, finish, ground_map};
use crate::place::PlaceId;
use crate::share::print;
use crate::subject::{CheckError, Subject};
use crate::way::Step;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What kept moves belong to: those of another level, character or sampling are refused.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sampling {
    /// Edge of a cell, metres.
    pub cell: f64,
    /// Ticks a second.
    pub hz: f64,
    /// Whether the character jumps.
    pub jumps: bool,
    /// Places of the ground map.
    pub places: u64,
    /// A sum over all places and the character.
    pub print: u64,
}

/// The moves from one place, to be written down.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MovesOf<'a> {
    /// The place.
    pub(crate) place: PlaceId,
    pub(crate) steps: &'a [Step],
}

/// The moves from one place, as they were written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    place: PlaceId,
    steps: Vec<Step>,
}

/// The moves that an earlier check made.
#[derive(Clone, Debug, Default)]
pub struct Finished {
    sampling: Option<Sampling>,
    steps: BTreeMap<PlaceId, Vec<Step>>,
}

impl Finished {
    /// The moves under this sampling, none yet.
    pub fn of(sampling: Sampling) -> Self {
        Self { sampling: Some(sampling), steps: BTreeMap::new() }
    }

    /// Takes in what [`Keep::keep`] was given, read again by a deserializer.
    ///
    /// # Errors
    /// Those of the deserializer.
    pub fn read<'de, D: serde::Deserializer<'de>>(&mut self, from: D) -> Result<(), D::Error> {
        let Kept { place, steps } = Kept::deserialize(from)?;
        self.steps.insert(place, steps);
        Ok(())
    }

    /// Refuses moves of another check, and begins to keep those that are made.
    pub(crate) fn begin(
        &self,
        subject: &Subject<'_>,
        options: &Options,
        map: &GroundMap,
        keep: &dyn Keep,
    ) -> Result<Sampling, CheckError> {
        let Options { cell, hz, jumps, .. } = *options;
        let places = map.places.len() as u64;
        let sampling = Sampling { cell, hz, jumps, places, print: print(subject, &map.places) };
        if self.sampling.is_some_and(|earlier| earlier != sampling) {
            let text = "the moves that were kept are of another level, character or sampling: remove them, or check as before";
            return Err(CheckError::Kept(text.to_owned()));
        }
        keep.begin(&sampling);
        Ok(sampling)
    }

    /// The moves from a place, if they are known.
    pub(crate) fn steps(&self, id: PlaceId) -> Option<Vec<Step>> {
        self.steps.get(&id).cloned()
    }

    /// Places whose moves are known.
    pub fn count(&self) -> usize {
        self.steps.len()
    }
}

/// Keeps the moves that a check makes, place by place.
pub trait Keep {
    /// The check begins; everything that is kept belongs to this.
    fn begin(&self, sampling: &Sampling) {
        let _ = sampling;
    }
    /// The moves from a place were made.
    fn keep(&self, moves: MovesOf<'_>) {
        let _ = moves;
    }
}

/// Nothing is kept.
impl Keep for () {}

/// [`check_with`](crate::check_with) that takes the moves of an earlier check, and keeps those that it makes.
///
/// # Errors
/// Moves of another level, character or sampling; as for [`check`](crate::check).
pub fn check_resumed(
    subject: &Subject<'_>,
    options: &Options,
    finished: &Finished,
    keep: &dyn Keep,
    progress: &dyn Progress,
) -> Result<Checked, CheckError> {
    let map = ground_map(subject, options, progress)?;
    finished.begin(subject, options, &map, keep)?;
    Ok(finish(subject, options, &map, (&|id| finished.steps(id), keep), progress))
}
