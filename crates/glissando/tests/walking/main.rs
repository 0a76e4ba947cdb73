//! One character in a world at rest: small scripts on small scenes, and one test for each fault found.

mod boxes;
mod capsules;
mod edges_in_the_air;
mod far_grooves;
mod filtered;
mod flat_bottoms;
mod flying;
mod lost_ground;
mod one_sided;
mod one_way;
mod peers_steps;
mod peers_walks;
mod pieces;
mod placed;
mod pressed;
mod review;
mod risen;
mod risers;
mod rough_ground;
mod sills_and_kerbs;
mod soak_findings;
mod soft;
mod traction;
mod travelled;
mod walks;
mod ways_out;
