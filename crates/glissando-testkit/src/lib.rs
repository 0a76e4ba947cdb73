//! Oracles, slow twins, random generators, walk scripts.

pub mod cases;
pub mod crowds;
pub mod exact;
pub mod fairground;
pub mod form;
pub mod fuzz;
pub mod levels;
pub mod obstacles;
pub mod oracle;
pub mod run_trace;
pub mod script;
pub mod soak;
pub mod soups;
pub mod stages;
pub mod sweep_check;

pub use glissando_scenes as scenes;
pub use glissando_scenes::random;
