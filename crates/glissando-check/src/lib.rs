//! The level doctor: where a character can stand, where it can get by its own moves, and what of that is a fault of the level.
//!
//! ```text
//! Subject ─▶ ground map ─▶ moves of the real character, from place to place ─▶ graph ─▶ findings
//! ```
//! The [ground map](ground) has a [`Place`] in every cell of every floor on which the body fits. From each place that the spawns
//! reach, [`step`](glissando::step()) moves the character in several headings: it walks, drops, crouches and jumps. That makes a
//! directed graph; the findings are questions about it. Nothing is drawn by chance: the same level gives the same findings, on any
//! number of threads and in any number of [shards](share).
//!
//! The check is complete up to its sampling, which the [`Summary`] states: one place a cell, eight headings, a handful of ways to
//! jump. A finding is the result of a walk that was made, and its [`Clip`] has the inputs to make it again.
//!
//! No file is read and nothing is printed here; `glissando check` and the page do that. With the feature `level`, [`level`] makes the
//! subject of a check from a walk, and a recording from a finding.

mod aim;
mod along;
mod arrive;
mod bridge;
mod clip;
pub mod compare;
mod component;
mod edge;
mod explore;
mod find;
mod finding;
mod gait;
mod graph;
mod grid;
pub mod ground;
mod heading;
mod jumps;
mod layers;
#[cfg(feature = "level")]
pub mod level;
mod lists;
mod moves;
mod options;
mod outcome;
mod parallel;
mod perform;
mod place;
mod plain;
mod region;
mod resume;
mod ride;
pub mod share;
mod slopes;
mod subject;
mod thinned;
mod walker;
mod way;

pub use clip::Clip;
pub use finding::{Finding, Kind, Severity};
pub use graph::Graph;
pub use options::Options;
pub use outcome::{Checked, Progress, Stage, Summary, check, check_with};
pub use place::{Place, PlaceId};
pub use resume::{Finished, Keep, MovesOf, Sampling, check_resumed};
pub use subject::{Act, ActKind, CheckError, OffLimits, Point, Subject, Zone};
pub use thinned::Thinned;
