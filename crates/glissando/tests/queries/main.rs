//! Queries of a world (sweeps, rays, contacts, clearance, boxes), compared with oracles and brute force.

mod around;
mod clearance;
mod cores;
mod deforming;
mod edges_alone;
mod moving_sweeps;
mod peers_casts;
mod peers_overlaps;
mod peers_rays;
mod ray_exact;
mod ray_leaks;
mod seeds_static;
mod sweep_metamorphic;
mod sweep_oracle;
mod sweep_seeds;
mod whole;
