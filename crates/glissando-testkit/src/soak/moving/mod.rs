//! Long random walks of several characters among bodies that move: lifts, doors, presses, trains, rods, jaws.
//!
//! A walk is a pure function of (kind, seed, number), so any finding can be replayed alone. Its judge knows where
//! bodies are at a time, triangles, and the oracle's distance; not the library's trees, sweeps or contacts.

mod again;
mod changes;
mod counts;
mod judge;
mod kinds;
mod path;
mod scene;
mod walk;

pub use changes::CHANGING;
pub use counts::{Counts, Fault, Oddity};
pub use kinds::Kind;
pub use walk::{CHARACTERS, MovingWalk, walk_among};
