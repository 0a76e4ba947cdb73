//! Crowds at a doorway, with manners and without. Long walks, and one beside the other.

mod passing;
mod pressing;
