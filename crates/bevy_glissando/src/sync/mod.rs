//! Takes what the game has spawned, despawned, changed and moved since the last tick onto the stage.
//!
//! Every tick compares all entities of the stage with their components, so nothing depends on when a change was made, and a stage
//! that was restored is brought up to date by the same code. Entities join in the order of [`StageOrder`](crate::StageOrder), and
//! keep that order.

mod balls;
mod bodies;
mod characters;
mod movers;
mod triggers;

pub(crate) use balls::sync_balls;
pub(crate) use bodies::sync_bodies;
pub(crate) use characters::sync_characters;
pub(crate) use movers::{drop_movers, sync_movers};
pub(crate) use triggers::sync_triggers;
