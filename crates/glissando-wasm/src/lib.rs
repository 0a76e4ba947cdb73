//! glissando for JavaScript: the npm package, as thin as it can be.
//!
//! ```text
//! Mesh ─▶ World ─▶ ray, sweep, overlap, clearance ─▶ plain objects
//!           │  └─▶ Batch: thousands of questions over typed arrays
//! Config ─▶ Character, Walkers ─▶ positions, events
//! Stage: bodies, movers, triggers and characters that meet, tick by tick ─▶ events, outcomes
//! Session: a scene or a level file, keys, ticks, going back, clips ─▶ what is drawn and told
//! ```
//!
//! The rule of all these files: arguments are read and checked by `read.rs`, answers are plain objects made by
//! `record.rs`, and whatever is wrong becomes an `Error` with the library's own words (`refusal.rs`). Nothing that
//! is called while a value of ours is borrowed may throw: an exception would leave it borrowed for ever. That is
//! why foreign objects are only read through `Reflect` and imports that are caught, whose exceptions come back as
//! values, and why no message is made by an object's own code (`toString`). Arguments are `JsValue` throughout: what
//! wasm-bindgen itself takes for a text or a number is whatever comes.
//!
//! Typed arrays go in and out as copies (`typed.rs`), never as views of the memory of wasm.
//!
//! Names are those of JavaScript (`stepHeight`), units those of the library: metres, seconds, cosines of slopes.

mod answer;
mod batch;
mod by_material;
mod character;
mod config;
mod fields;
mod handle;
mod js;
mod memory;
mod mesh;
mod pose;
mod question;
mod read;
mod record;
mod refusal;
mod report;
#[cfg(feature = "session")]
mod session;
mod settings;
mod stage;
mod typed;
mod walkers;
mod world;

pub use batch::Batch;
pub use character::Character;
pub use config::{Config, cos_degrees};
pub use mesh::Mesh;
#[cfg(feature = "session")]
pub use session::Session;
pub use stage::Stage;
pub use walkers::Walkers;
pub use world::World;

use wasm_bindgen::prelude::wasm_bindgen;

/// The types that are not classes: boxes and meshes, questions and answers, settings, what a tick is like.
#[wasm_bindgen(typescript_custom_section)]
const GEOMETRY: &str = include_str!("types/geometry.d.ts");
#[wasm_bindgen(typescript_custom_section)]
const QUESTION: &str = include_str!("types/question.d.ts");
#[wasm_bindgen(typescript_custom_section)]
const SETTINGS: &str = include_str!("types/settings.d.ts");
#[wasm_bindgen(typescript_custom_section)]
const CHARACTER: &str = include_str!("types/character.d.ts");
#[wasm_bindgen(typescript_custom_section)]
const STAGE: &str = include_str!("types/stage.d.ts");

/// A panic would be a fault of ours; it should at least say where.
#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}
