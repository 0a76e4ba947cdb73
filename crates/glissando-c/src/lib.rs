//! glissando for C and C++: a thin layer over the library, with `include/glissando.h` made from these files.
//!
//! ```text
//! gls_mesh ─▶ gls_world ─▶ rays, sweeps, overlaps, contacts, clearance, lines of sight; one or many
//!                │
//! gls_config ─▶ gls_step (one character), gls_step_many (thousands)
//!                │
//!             gls_stage ─▶ gls_stage_tick over a gls_stage_state: movers, triggers, characters, balls; save, load
//! ```
//!
//! Three files hold what all others use: `result.rs` turns refusals and panics into codes with a text, `pointer.rs` has
//! the only code that reads and writes behind pointers of the caller, `pod.rs` the plain structures. A pointer to one
//! value arrives as an `Option` of a reference, which is null where it is `None`; a handle as an `Option` of a `Box`.
#![allow(unsafe_code, reason = "symbols for C, and arrays of the caller: see pointer.rs")]
#![allow(non_camel_case_types, reason = "names of C")]

// In the order of the header.
pub mod result;

pub mod version;

pub mod pod;

pub mod mesh;

pub mod world;

pub mod shape;

pub mod query;

pub mod nearby;

pub mod settings;

pub mod character;

pub mod event;

pub mod filter;

pub mod trace;

pub mod step;

pub mod many;

pub mod stage;

pub mod level;

pub mod machinery;

pub mod layout;
mod pointer;
#[cfg(feature = "parallel")]
mod threads;
