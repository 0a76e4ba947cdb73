//! The guarantees of a slide: never inside, never through, never back, at rest where it is held.

mod corners;
mod penetration;
mod play;
mod rest;
mod seeds;
mod soups;
