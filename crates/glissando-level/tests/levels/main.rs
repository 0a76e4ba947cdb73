//! Level files: reading, refusals, meshes, mechanisms.

mod damaged_mechanisms;
mod entities;
mod extras;
mod files;
mod gltf;
mod mutants;
mod shared_levels;
mod shared_mechanisms;
#[path = "../support/mod.rs"]
mod support;
mod text_formats;
mod traction;
