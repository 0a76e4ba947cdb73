//! Crowds at a doorway, with avoidance and without. Long walks, hence in modules of their own.

mod passing;
mod pressing;
