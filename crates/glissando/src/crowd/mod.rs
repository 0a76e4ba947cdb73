//! Characters among characters: many ellipsoids move through one world in one tick, and none enters another.
//!
//! **Theorem.** If every two bodies have a plane between them that neither crosses, then no two overlap at any
//! moment, whatever way each takes on its own side, at whatever speed, and in whatever order or thread the
//! ways are computed.
//!
//! So a tick puts a [`SeparatingPlane`] between every two that could meet, and each then makes its own step through the
//! world behind its own planes ([`BehindPlanes`]), by the rules of [`character`](crate::character) unchanged: it
//! slides along others, stands on heads, lands on shoulders. A plane exists for every two that do not overlap
//! (two convex bodies, Minkowski 1911), and both find room for the gap that their sweeps keep, so a tick that
//! starts clear ends clear.
//!
//! ```text
//! pairs ─▶ planes ─▶ pushes ─▶ shoves ─▶ planes ─▶ the own step of every member ─▶ all states at once
//! ```
//! `pairs.rs` finds the members that could meet (by `strips.rs`), `separation.rs` the plane between two, `share.rs` its
//! place in the gap, `push.rs` which member gives way to which, `shove.rs` slides those out of the way, `tick.rs` runs
//! the phases. Every phase reads the one before and writes its own results, so members may come in any order: their
//! states are the same to the bit. (Two members at exactly one place are told apart by index.)
//!
//! The cost of planes: a plane is wider than the body behind it, so within one tick a member may be held beside
//! another that it would just have passed. Planes that leave both displacements free are taken if there are any, so
//! this is rare and gone with the next tick. No member plans, but of two on one way the one ahead has priority
//! (`push.rs`), so bodies that all press to one point behind a door do not hold each other like the stones of a vault.

mod member;
mod own_step;
mod pairs;
mod push;
mod report;
mod separating_plane;
mod separation;
mod share;
mod shove;
mod strips;
mod tick;
mod views;

pub use member::Member;
pub(crate) use pairs::{Pair, PairSearch, Range};
pub use report::{CrowdReport, Meeting, MemberReport};
pub use separating_plane::{BehindPlanes, SeparatingPlane};
pub(crate) use separating_plane::{corners_about, earlier};
pub use separation::{Parting, Placed, parting};
pub(crate) use tick::step_by_name;
pub use tick::{CrowdScratch, step};
pub(crate) use views::Views;
