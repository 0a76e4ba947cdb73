//! Levels with known faults, shards, threads.

mod level;
mod places;
mod plants;
mod rides;
mod shards;
