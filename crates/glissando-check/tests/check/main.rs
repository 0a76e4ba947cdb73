//! Levels with known faults, shards, threads.

mod cracks;
mod level;
mod places;
mod plants;
mod regions;
mod rides;
mod shards;
