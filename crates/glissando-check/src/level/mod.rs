//! Levels and walks as checks have them: the parts of a check from a walk, and a finding's clip as a recording.
//!
//! ```text
//! walk ─▶ Parts (still world, character, volumes) ─▶ Subject ─▶ check ─▶ Finding ─▶ recording
//! ```
//! Files are read through [`glissando_level::Files`] and nothing else, so the program and the page use the same code.

mod off_limits;
mod parts;
mod recording;
mod scripted;

pub use parts::{Character, Parts, start_of};
