//! A walk: a world, its characters, and its ticks.

mod change;
mod crowd_spawner;
mod dress;
mod driver;
mod incident;
mod play;
mod roster;
mod scripted_triggers;
mod setup;
mod snapshot;
mod source;
mod spawn;
mod tick;
mod wander;

pub use change::Change;
pub(crate) use driver::input;
pub use driver::{Driver, Turn};
pub use incident::Incident;
pub use play::{Heard, Play};
pub use roster::{Call, NamedMover, Player, Way, stage};
pub(crate) use scripted_triggers::shape;
pub use scripted_triggers::{Passed, Passing, ScriptedTrigger, Traces, TriggerShape};
pub use setup::{Guide, Origin, Setup, Wishes};
pub use snapshot::Snapshot;
pub(crate) use snapshot::check_place;
pub use source::Source;
pub(crate) use source::is_below;
pub use tick::{Staged, Tick};
pub use wander::Wanderer;

/// How far from a body surfaces are looked for, metres.
pub const CLEARANCE_REACH: f64 = 1.0;
