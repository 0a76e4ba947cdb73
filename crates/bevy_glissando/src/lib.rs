//! [glissando](glissando) for Bevy: characters that walk, jump, ride and are pushed through worlds of triangles, with exact events.
//!
//! The crate is a thin layer: components describe what is on the [stage](glissando::stage), one resource, [`GlissandoStage`], has
//! all of its state, and the rules are the library's. Its README is a first program; this is what the components mean:
//!
//! | entity has | it is |
//! |---|---|
//! | [`CharacterBody`] | a character, driven by its [`CharacterIntent`]; [`CharacterMotion`] is what the last tick left |
//! | [`Collider`] | triangles at rest; a changed transform moves them at once |
//! | [`Collider`] and [`Mover`] | a platform, door or crusher that carries and pushes |
//! | [`Trigger`] | a volume or surface that reports what enters, crosses and leaves |
//! | [`Ball`] | a ball |
//!
//! # What happens in a tick
//!
//! [`GlissandoSystems`] in their order, in `FixedUpdate` unless [`GlissandoPlugin::new`] says otherwise: the stage takes over what
//! the game has changed, makes one tick, writes transforms, and then [`StageMessage`]s and observers' events. Between ticks
//! characters, balls and movers are drawn where they are between the last two.
//!
//! # Determinism
//!
//! The same components, joined in the same order ([`StageOrder`]), give the same bits on every machine and any number of threads.
//! Poses are computed from `Transform`s by the library's arithmetic, not from `GlobalTransform`. What the game computes itself, a
//! rotation by `sin` and `cos` for instance, is as equal as the game's arithmetic.
//!
//! # Faults
//!
//! Nothing panics on bad input: a component with NaN, an open volume, a flat scale is refused, as a [`StageFault`] message and a
//! line of the log that name the entity, the component and the value.

mod component;
mod draw;
mod event;
mod fault;
#[cfg(feature = "gizmos")]
mod gizmos;
#[cfg(any(feature = "keys", feature = "enhanced_input"))]
mod input;
#[cfg(feature = "level")]
pub mod level;
mod links;
#[cfg(feature = "mesh")]
mod mesh;
mod order;
mod plugin;
mod pose;
mod report;
mod stage;
mod sync;
mod tick;
mod traced;
mod write;

pub use component::*;
pub use event::*;
pub use fault::{StageError, StageFault};
#[cfg(feature = "gizmos")]
pub use gizmos::{GlissandoGizmos, GlissandoGizmosPlugin};
pub use glissando;
#[cfg(feature = "keys")]
pub use input::KeyControls;
#[cfg(feature = "enhanced_input")]
pub use input::actions;
#[cfg(any(feature = "keys", feature = "enhanced_input"))]
pub use input::{PlayerInput, Steering, SteeringSystems};
#[cfg(feature = "mesh")]
pub use mesh::MeshRefusal;
pub use order::StageOrder;
pub use plugin::{GlissandoPlugin, GlissandoSystems};
pub use stage::GlissandoStage;
pub use tick::StageDiagnostics;
pub use traced::TracedMove;

/// What most games need; events by their own names are in the crate's root.
pub mod prelude {
    #[cfg(feature = "keys")]
    pub use crate::KeyControls;
    pub use crate::{
        Ball, BallMotion, CharacterBody, CharacterIntent, CharacterMotion, CharacterStart, Collider,
        GlissandoPlugin, GlissandoStage, GlissandoSystems, Mover, StageFault, StageMessage, StageOrder,
        Trigger,
    };
    #[cfg(any(feature = "keys", feature = "enhanced_input"))]
    pub use crate::{PlayerInput, Steering};
}
