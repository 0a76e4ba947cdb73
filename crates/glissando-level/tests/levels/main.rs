//! Level files: reading, refusals, meshes, mechanisms.

mod files;
mod gltf;
mod mechanisms;
mod mutants;
mod shared_levels;
mod shared_mechanisms;
#[path = "../support/mod.rs"]
mod support;
mod text_formats;
mod traction;
