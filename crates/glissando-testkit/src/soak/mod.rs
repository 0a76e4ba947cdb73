//! Long random walks through real levels and random closed soups, each tick judged by code that shares nothing
//! with the mover.
//!
//! A walk is a pure function of (place, body, pace, seed, number), so any finding can be replayed alone.

mod grid;
mod judge;
mod landings;
pub mod moving;
mod paths;
mod place;
mod progress;
mod resting;
mod still;
mod verdicts;
mod walk;
mod wander;

pub use grid::Grid;
pub use judge::{Judge, Tick};
pub use place::{BodyKind, Place};
pub use still::Stillness;
pub use verdicts::{Finding, Verdicts};
pub use walk::{Walk, walk};
pub use wander::{PACES, Pace, Wanderer};
