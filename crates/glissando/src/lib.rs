//! Collision detection and response that moves characters through 3D triangle worlds.
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod bvh;
pub use bvh::TreeStats;
pub mod character;
pub mod collide;
pub mod geometry;
pub mod input;
pub mod math;
pub mod mesh;
#[cfg(feature = "serde")]
pub mod repro;
mod simd;
pub mod slide;
mod sweep;
pub mod tolerance;
pub mod trace;
pub mod world;

pub use character::{Config, Event, EventKind, Ground, Input, Report, Scratch, Settings, State, step};
pub use collide::{BodyId, Collide, Contact, Feature, Filter, Hit, Surface, Sweep};
pub use geometry::Ellipsoid;
pub use input::InputError;
pub use math::{DAffine3, DMat3, DQuat, DVec3, Vec3};
pub use mesh::{Mesh, MeshError, MeshOptions, MeshReport, Soup};
pub use world::{Body, World};
