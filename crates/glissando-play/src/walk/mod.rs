//! A walk: a world, who walks in it, and the ticks that it goes through.

mod cast;
mod change;
mod incident;
mod play;
mod props;
mod setup;
mod snapshot;
mod source;
mod spawn;
mod throng;
mod walker;
mod wander;

pub use cast::{Call, NamedMover, Player, Way, stage};
pub use change::Change;
pub use incident::Incident;
pub use play::{Heard, Play};
pub(crate) use props::shapes;
pub use props::{Passed, Passing, Prop, Props, Traces};
pub use setup::{Guide, Origin, Setup, Wishes};
pub use snapshot::Snapshot;
pub(crate) use snapshot::check_place;
pub use source::Source;
pub(crate) use source::is_below;
pub use walker::{Staged, Tick, Walker};
pub use wander::Wanderer;

/// How far from a body surfaces are looked for, metres.
pub const CLEARANCE_REACH: f64 = 1.0;
