//! A window to look into triangle worlds and to walk in them.
//!
//! ```text
//! keys, mouse ─▶ Hand ─▶ what is held, what is asked for
//! meshes, Balls, Sketch ─▶ Painter ─▶ the picture ◀─ words
//! ```
//! Metres and radians, as in `glissando`. Everything is drawn as seen from the eye, so that a level far from the
//! origin looks as good as one near it.

mod ball;
mod camera;
mod display;
mod flat;
mod gl;
mod hand;
mod keys;
mod painter;
mod picture;
mod shader;
mod shape;
mod sketch;
mod stream;
mod words;

pub use ball::Ball;
pub use camera::{Camera, Lens};
pub use display::{Frame, Game, Options, Turn, open};
pub use hand::{Command, Grip, Hand};
pub use keys::Keys;
pub use painter::{Air, Painter};
pub use picture::Picture;
pub use sketch::Sketch;
pub use words::Corner;
