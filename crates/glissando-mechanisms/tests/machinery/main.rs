//! The mechanisms of levels at work: rules on small scenes, and every mover of the real levels among walkers.

mod limits;
mod real;
mod rules;
mod saved;
mod scene;
mod soak;
