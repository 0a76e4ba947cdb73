//! The components that put entities on the stage.

mod ball;
mod character;
mod collider;
mod mover;
mod settings;
mod trigger;

pub use ball::{Ball, BallMotion};
pub use character::{CharacterBody, CharacterIntent, CharacterMotion, CharacterStart, Ground, Outcome};
pub use collider::{Collider, ColliderMesh};
pub use mover::{Drive, Key, Mover, PathEnds, Policy};
pub use settings::{BodyShape, GroundRules, Inherit, JumpRules, PaceRules, SoftRules};
pub use trigger::{Trigger, TriggerRule};
