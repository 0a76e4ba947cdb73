//! A *property fuzzer*: random calls of every public function, and properties that every answer must have.
//!
//! A case is a [`Kind`] and a seed, and nothing else: the same case makes the same calls on every machine. A kind
//! makes a small world, mixes hostile numbers (NaN, infinities, 1e30, denormals, dead handles) into ordinary ones,
//! calls the library through a `Watch` and checks what comes back:
//!
//! - Nothing panics; every error has a text; every number of every answer is finite, every share within `0..=1`,
//!   every normal of length one.
//! - A refused call leaves its state as it was, to the bit.
//! - Fast paths give the bits of their slow twins ([`glissando::world::Brute`]).
//! - Nothing ends in the world without a report of it; members of a crowd that were apart stay apart.
//! - Repros, restored copies and batches give the bits of the original.
//! - No call asks more questions of the world than its bound, and no tick lands more than a few times.
//!
//! The kinds with *ordinary* in their name use no hostile number, and hold the library to more: no tick is cut
//! short, no character is stuck where there is room.

mod balls;
mod crowd;
mod depth;
mod driver;
mod during;
mod finite;
mod geometry;
mod inside;
mod kind;
mod many;
mod mesh;
mod mix;
mod motion;
mod ordinary_crowd;
mod ordinary_stage;
mod people;
mod planes;
mod queries;
mod questions;
mod report;
mod rooms;
mod slide;
mod soups;
mod stage;
mod step;
mod triggers;
mod walk;
mod watch;
mod worlds;

pub use driver::{Limits, run_case};
pub use kind::{Case, Kind};
pub use report::{Calls, Finding, Report, Slowest};
