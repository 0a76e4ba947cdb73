//! glissando for JavaScript: the npm package, as thin as it can be.
//!
//! ```text
//! Mesh ─▶ World ─▶ ray, sweep, overlap, clearance ─▶ plain objects
//!           │  └─▶ Batch: thousands of questions over typed arrays
//! Config ─▶ Character, Walkers ─▶ positions, events
//! Session: a scene or a level file, keys, ticks, going back, clips ─▶ what is drawn and told
//! ```
//!
//! The rule of all these files: arguments are read and checked by `read.rs`, answers are plain objects made by
//! `record.rs`, and whatever is wrong becomes an `Error` with the library's own words (`refusal.rs`). Nothing that
//! is called while a value of ours is borrowed may throw: an exception would leave it borrowed for ever. That is
//! why foreign objects are only read through `Reflect`, whose exceptions come back as values.
//!
//! Names are those of JavaScript (`stepHeight`), units those of the library: metres, seconds, cosines of slopes.

mod answer;
mod batch;
mod character;
mod config;
mod fields;
mod handle;
mod memory;
mod mesh;
mod naming;
mod pose;
mod question;
mod read;
mod record;
mod refusal;
mod report;
mod save;
mod session;
mod walkers;
mod world;

pub use batch::Batch;
pub use character::Character;
pub use config::{Config, cos_degrees};
pub use mesh::Mesh;
pub use session::Session;
pub use walkers::Walkers;
pub use world::World;

use wasm_bindgen::prelude::wasm_bindgen;

/// The types that are not classes.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// A panic would be a fault of ours; it should at least say where.
#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}
