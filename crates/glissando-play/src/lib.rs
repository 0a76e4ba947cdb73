//! Walks through levels as values: the world, the characters, and the results of every tick.
//!
//! ```text
//! script ─▶ source ─▶ setup ─▶ play ─▶ ticks
//!   files ─▶ scene ─┘            └─▶ record, and again
//! ```
//! The program, the window and the page in the browser are three faces of this crate. It reads files through
//! [`glissando_level::Files`] and nothing else, so it runs where there is no disk.

pub mod count;
pub mod record;
pub mod saved;
pub mod scene;
pub mod scenes;
pub mod script;
pub mod session;
mod stopwatch;
pub mod walk;
