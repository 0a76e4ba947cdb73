//! A window to look into triangle worlds and to walk in them.
//!
//! ```text
//! keys, mouse ─▶ Hand ─▶ what is held, what is asked for
//! World ─▶ Painter ─▶ the picture ◀─ Lines, words
//! ```
//! Metres and radians, as in `glissando`. Everything is drawn as seen from the eye, so that a level far from the
//! origin looks as good as one near it.

mod ball;
mod camera;
mod display;
mod gl;
mod hand;
mod lines;
mod painter;
mod picture;
mod shader;
mod shape;
mod words;

pub use camera::{Camera, Lens};
pub use display::{Frame, Game, Options, Turn, open};
pub use hand::{Command, Grip, Hand};
pub use lines::Lines;
pub use painter::Painter;
pub use picture::Picture;
