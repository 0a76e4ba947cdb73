//! Collision detection and response that moves characters through 3D triangle worlds: never inside, never through,
//! never stuck.
//!
//! ```
//! use glissando::{Config, DVec3, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, World, step};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A floor, twenty metres square.
//! let vertices = [[-10.0, 0.0, -10.0], [-10.0, 0.0, 10.0], [10.0, 0.0, 10.0], [10.0, 0.0, -10.0]];
//! let soup = Soup::new(&vertices, &[[0, 1, 2], [0, 2, 3]]);
//! let (mesh, report) = Mesh::build(&soup, &MeshOptions::default())?;
//! assert_eq!(report.open_edges.len(), 4);
//!
//! let mut world = World::new();
//! world.insert_mesh(mesh);
//!
//! let config = Config::new(&Settings::default())?;
//! let mut state = State::at(DVec3::new(0.0, 2.0, 0.0));
//! let mut scratch = Scratch::new();
//! for _ in 0..120 {
//!     let input = Input { wish: DVec3::new(3.0, 0.0, 0.0), ..Input::default() };
//!     let report = step(&world, &config, &mut state, input, 1.0 / 60.0, &mut scratch)?;
//!     for event in report.events {
//!         println!("{event:?}");
//!     }
//! }
//! assert_eq!(state.ground, Ground::Standing);
//! # Ok(())
//! # }
//! ```
//!
//! # Conventions
//!
//! Metres, seconds, radians (slope limits as cosines); right-handed; Y is up unless
//! [`Settings::up`](character::Settings::up) is set; counter-clockwise is the front of a triangle, and both sides
//! collide unless a material is made one-sided. Matrices multiply column vectors. Meshes are `f32`; positions, poses
//! and all computed values are `f64`.
//!
//! # Range
//!
//! Accepted: bodies of 1e-4 to 1e6 m, the largest radius at most 10 000 times the smallest; positions to 1e9 m; meshes
//! to 1e7 m, and their triangles to 5e7 m from the body's origin. Meant for: triangles of 1e-3 to 1e4 radii, speeds to
//! 100 m/s at 30 to 1000 ticks a second. Values outside the limits of [`tolerance`], and positions so far out that
//! rounding would exceed the skin, return an error that names them.
//!
//! # Guarantees
//!
//! - A sweep misses no triangle and stops at none that it would not touch; the gap at its end is right to 1e-9 radii,
//!   or to the precision of an `f64` far from the origin, whichever is more. The normal of a touch is right to the
//!   precision of an `f64` of the triangle's size in radii, so a body that follows it for 1e7 radii in one move along a
//!   triangle of 1e8 radii may come a share of a radius nearer: keep moves below 1e6 radii.
//! - A tick never ends nearer to a triangle than half the skin without an event ([`EventKind::Recovered`],
//!   [`EventKind::Stuck`]).
//! - The same calls give the same bits on every machine, in every profile: only `+ - * /` and square roots.
//! - [`State`] is plain data; no result depends on other memory of earlier ticks. Ticks do not allocate.
//!
//! # Modules
//!
//! `Soup → Mesh → World → Sweep → Hit → Slide → Character → Event`: [`mesh`] prepares triangles, [`world`] places them
//! and answers queries, [`mod@slide`] moves a shape and slides it along surfaces, [`character`] has the rules of
//! walking, [`many`] moves thousands of characters in one call, [`crowd`] moves characters that block each other,
//! [`trigger`] reports volumes that a path entered, crossed and left, [`stage`] moves a whole world at once, [`trace`]
//! records the sub-steps of a move, [`debug`] draws, [`geometry`] has the shapes.
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

pub mod balls;
mod bvh;
pub mod character;
pub mod collide;
pub mod crowd;
pub mod debug;
pub mod geometry;
pub mod handle;
#[cfg(feature = "serde")]
mod infinite;
pub mod input;
pub mod interpolation;
pub mod many;
pub mod math;
pub mod mesh;
pub mod motion;
pub mod path;
#[cfg(test)]
mod random;
#[cfg(feature = "serde")]
pub mod repro;
#[cfg(feature = "saved")]
pub mod saved;
mod simd;
pub mod slide;
mod sorting;
pub mod stage;
mod sweep;
mod threads;
pub mod tolerance;
pub mod trace;
pub mod traction;
pub mod trigger;
pub mod world;

pub use character::{Config, Event, EventKind, Ground, Input, Report, Scratch, Settings, State, step};
pub use collide::{Collide, Contact, Feature, Filter, Hit, Surface, Sweep};
pub use geometry::Shape;
pub use handle::{BallId, BodyId, CharacterId, ConfigId, MoverId, Owner, TriggerId};
pub use input::InputError;
pub use math::{DAffine3, DMat3, DQuat, DRigid3, DVec3, Vec3};
pub use mesh::{Mesh, MeshOptions, Soup};
pub use stage::{Stage, StageScratch, StageState};
pub use world::{Body, World};

/// The README's example, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The chapters of the guide that have code blocks, run as tests.
#[cfg(doctest)]
mod guide {
    macro_rules! chapters {
        ($($name:ident $file:literal)*) => {
            $(#[doc = include_str!(concat!("../../../docs/guide/src/", $file))]
            struct $name;)*
        };
    }
    chapters! {
        FirstSteps "first-steps.md"
        WhichCall "which-call.md"
        Shapes "shapes.md"
        Symptoms "symptoms.md"
        Determinism "determinism.md"
        Units "units.md"
        ErrorsAndEvents "errors-and-events.md"
    }
}
