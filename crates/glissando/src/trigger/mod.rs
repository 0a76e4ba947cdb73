//! Triggers: bodies that do not block, with exact events for touching, being inside and passing through.
//!
//! ```
//! use glissando::trigger::{Trigger, TriggerBuffer, TriggerEventKind, TriggerKind, TriggerMemory, Triggers};
//! use glissando::path::Waypoint;
//! use glissando::{DVec3, Shape, Filter, Mesh, MeshOptions, Soup};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A pane at x = 0, two metres square.
//! let corners = [[0.0, -1.0, -1.0], [0.0, 1.0, -1.0], [0.0, 1.0, 1.0], [0.0, -1.0, 1.0]];
//! let (pane, _) = Mesh::build(&Soup::new(&corners, &[[0, 1, 2], [0, 2, 3]]), &MeshOptions::default())?;
//! let mut triggers = Triggers::new();
//! triggers.insert(Trigger::new(pane, TriggerKind::Surface))?;
//!
//! // Usually the path comes from the report of `step`.
//! let path = [Waypoint::new(0.0, DVec3::X * -5.0), Waypoint::new(0.1, DVec3::X * 5.0)];
//! let (mut memory, mut buffer) = (TriggerMemory::new(), TriggerBuffer::new());
//! let ball = Shape::sphere(0.5)?;
//! let events = triggers.travel(&ball, &path, Filter::ALL, &mut memory, &mut buffer)?;
//! let kinds: Vec<_> = events.iter().map(|e| e.kind).collect();
//! use TriggerEventKind::{Crossed, Entered, Left};
//! assert_eq!(kinds, [Entered, Crossed { from_front: false }, Left]);
//! assert!((events[0].time - 0.045).abs() < 1e-12);
//! # Ok(())
//! # }
//! ```
//!
//! Triggers are in a set of their own, apart from the world, so no query has to exclude them. After the tick the set
//! is queried with the path that was really travelled; each character keeps a [`TriggerMemory`] of the triggers that
//! it is in. The consequences of the events, such as a pick-up, a jump pad or a hurt volume, are plain data too: see
//! [`effect`].

mod block;
mod closed;
mod consequence;
pub mod effect;
mod event;
mod frame;
mod overlap;
mod presence;
mod set;
mod solid;
mod travel;

pub use event::{TriggerBuffer, TriggerEvent, TriggerEventKind, TriggerMemory};
pub use frame::CHORD_ERROR;
pub use set::{Trigger, TriggerKind, Triggers};
pub(crate) use solid::is_inside;
pub(crate) use travel::{NearTriggers, check_place};
