//! Level files as entities (feature `level`): what is solid, what moves, what is touched, where characters start.
//!
//! The crate [`glissando_level`] reads glTF, OBJ and STL; its front page says which names and extras make a collider, a spawn or a
//! mechanism. [`spawn_level`] makes an entity of each, below one root, and [`LevelPlugin`] opens doors and throws and teleports
//! characters. Health, death, pick-ups and checkpoints are the game's: it reads [`LevelMessage`]s.
//!
//! ```
//! use bevy_ecs::prelude::*;
//! use bevy_glissando::level::{glissando_level, spawn_level};
//! use bevy_glissando::prelude::*;
//! use glissando_level::{Format, LoadOptions, Mechanisms, load_bytes};
//!
//! fn setup(mut commands: Commands) -> Result {
//!     // Usually `load(path, …)` and `load_mechanisms(path, …)`.
//!     let text = b"o floor\nv -5 0 -5\nv -5 0 5\nv 5 0 5\nv 5 0 -5\nf 1 2 3 4\n";
//!     let level = load_bytes(Format::Obj, text, &LoadOptions::default())?;
//!     let spawned = spawn_level(&mut commands, &level, &Mechanisms::of_level(&level));
//!     assert!(spawned.left_out.is_empty());
//!     commands.spawn((spawned.body.clone(), spawned.start()));
//!     Ok(())
//! }
//! # let mut world = World::new();
//! # let done: Result = world.run_system_cached(setup).unwrap();
//! # done.unwrap();
//! ```

mod parts;
mod placed;
mod rules;
#[cfg(feature = "gltf")]
mod scene;
mod spawn;
#[cfg(feature = "gltf")]
mod words;

pub use glissando_level;
pub use parts::{LevelEffect, LevelMarker, LevelMover, LevelTrigger, MarkerKind, MoverCall, Opens};
pub use rules::{LevelMessage, LevelPlugin};
#[cfg(feature = "gltf")]
pub use scene::LevelScene;
pub use spawn::{SpawnedLevel, spawn_level};
