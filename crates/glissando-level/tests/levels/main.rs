//! Level files: reading, refusals, meshes, mechanisms, and machinery at work on a stage.

mod files;
mod gltf;
mod machinery;
mod mechanisms;
mod mutants;
mod shared_levels;
mod shared_mechanisms;
#[path = "../support/mod.rs"]
mod support;
mod text_formats;
