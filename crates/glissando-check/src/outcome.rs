//! The whole check: ground map, moves, findings.

use crate::explore::{Made, explore};
use crate::find;
use crate::finding::Finding;
use crate::graph::Graph;
use crate::ground::GroundMap;
use crate::options::Options;
use crate::place::{Place, PlaceId};
use crate::resume::Keep;
use crate::subject::{CheckError, Subject};
use crate::thinned::Thinned;
use serde::{Deserialize, Serialize};
use std::sync::atomic::Ordering;

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The ground map, by rows of cells.
    Ground,
    /// Moves from reached places, whose number is not known before; the most is that of the ground map.
    Moves,
    /// Findings.
    Findings,
}

/// Hears how far a check is, and may stop it.
pub trait Progress: Sync {
    /// A stage begins; it has about so many steps.
    fn begin(&self, stage: Stage, steps: u64) {
        let _ = (stage, steps);
    }
    /// Some steps are done.
    fn advance(&self, steps: u64) {
        let _ = steps;
    }
    /// Places that the spawns reach: each one once, in the order in which they are moved from.
    fn reached(&self, places: &mut dyn Iterator<Item = &Place>) {
        let _ = places;
    }
    /// Whether the check shall end early, with what it has found by then.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// No one listens.
impl Progress for () {}

/// What was sampled, in numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Edge of a cell, metres.
    pub cell: f64,
    /// Ticks a second.
    pub hz: f64,
    /// Headings from each place.
    pub headings: u32,
    /// Places of the ground map.
    pub places: u64,
    /// Places that were found by walking, where no middle of a cell has room.
    pub found: u64,
    /// Places that the spawns reach, of both.
    pub reached: u64,
    /// Share of the ground map's places that is reached.
    pub share: f64,
    /// Floors: places of the ground map that hang together from cell to cell.
    pub floors: u64,
    /// Moves that lead to another place.
    pub moves: u64,
    /// Headings from reached places in which a wall ends the walk.
    #[serde(default)]
    pub walls: u64,
    /// How many of these were pressed at ten times the speed, or at other tick rates.
    #[serde(default)]
    pub pressed: u64,
    /// Whether the check came to its end.
    pub is_whole: bool,
    /// Bytes that the places and moves take.
    pub bytes: u64,
    /// Where a limit was reached, and only a part was tried.
    #[serde(default)]
    pub thinned: Thinned,
}

/// What a check found.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The numbers.
    pub summary: Summary,
    /// What is wrong, the worst first.
    pub findings: Vec<Finding>,
    /// The places and moves.
    pub graph: Graph,
}

/// Checks a level.
///
/// # Errors
/// Options out of range, a character whose up is not +Y, a level with nothing solid.
pub fn check(subject: &Subject<'_>, options: &Options) -> Result<Checked, CheckError> {
    check_with(subject, options, &())
}

/// [`check`] that tells how far it is, and can be stopped.
///
/// # Errors
/// As for [`check`].
pub fn check_with(
    subject: &Subject<'_>,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Checked, CheckError> {
    let map = ground_map(subject, options, progress)?;
    Ok(finish(subject, options, &map, (&|_| None, &()), progress))
}

pub(crate) fn ground_map(
    subject: &Subject<'_>,
    options: &Options,
    progress: &dyn Progress,
) -> Result<GroundMap, CheckError> {
    options.check(subject)?;
    let bounds = subject.world.bounds();
    let (low, high) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
    let (rows, _) = crate::grid::Grid::over(low, high, options.cell).counts();
    progress.begin(Stage::Ground, u64::from(rows));
    Ok(GroundMap::new(subject, options, &|| progress.advance(1)))
}

/// The rest of a check, with moves that may have been made before.
pub(crate) fn finish(
    subject: &Subject<'_>,
    options: &Options,
    map: &GroundMap,
    moves: (Made<'_>, &dyn Keep),
    progress: &dyn Progress,
) -> Checked {
    progress.begin(Stage::Moves, map.places.len() as u64);
    let (graph, is_whole) = explore(subject, options, map, moves, progress);
    progress.begin(Stage::Findings, 0);
    let context = find::Context { subject, options, map, graph: &graph };
    let floors = find::floor::floors(&context);
    let findings = find::all(&context, &floors);
    let reached = (0..graph.known() as PlaceId).filter(|id| graph.is_reached(*id)).count();
    let summary = Summary {
        cell: options.cell,
        hz: options.hz,
        headings: u32::from(crate::heading::USUAL),
        places: graph.known() as u64,
        found: (graph.place_count() - graph.known()) as u64,
        reached: graph.reached_count() as u64,
        share: reached as f64 / graph.known().max(1) as f64,
        floors: floors.len() as u64,
        moves: graph.move_count() as u64,
        walls: map.counts.walls.load(Ordering::Relaxed),
        pressed: map.counts.pressed.load(Ordering::Relaxed),
        is_whole,
        bytes: graph.bytes() as u64,
        thinned: map.counts.thinned(),
    };
    Checked { summary, findings, graph }
}
