//! Crowds: many bodies move through one world in one tick, and none enters another.
//!
//! **Theorem.** If every two bodies have a plane between them that neither crosses, then no two overlap at any
//! moment, whatever path each takes on its own side, at whatever speed, and in whatever order or thread the paths are
//! computed.
//!
//! So a tick puts a [`SeparatingPlane`] between every two members that could meet, and each member then makes its own
//! step behind its planes ([`BehindPlanes`]), by the unchanged rules of [`character`](crate::character): it slides
//! along others, stands on heads, lands on shoulders. A plane exists for every two that do not overlap (two convex
//! bodies, Minkowski 1911), and both have room for the gap that their sweeps keep, so a tick that starts without
//! overlaps ends without overlaps.
//!
//! ```text
//! pairs ─▶ planes ─▶ pushes ─▶ shoves ─▶ planes ─▶ every member's own step ─▶ all states at once
//! ```
//! `survey.rs` looks at every member, `pairs.rs` finds those that could meet (with `strips.rs`; `near_pairs.rs` some ticks ahead), `company.rs` numbers
//! them, so that the others cost the phases between nothing; `separation.rs` the plane between two (with `frame.rs`, and `core_sum.rs` or for upright bodies `upright_sum.rs` for what is no ellipsoid), `share.rs`
//! its place in the gap, `push.rs` which member yields to which (`press.rs` the answer of one, `cycle.rs` for pushes in a circle), `shove.rs` slides the pushed members away (`slide_away.rs` one of them, `short_slide.rs` without contacts with planes), `tick.rs`
//! runs the phases. Every phase reads the result of the phase before and writes its own, so the order of the members
//! changes no bit of their states. (Two at exactly the same place part along a direction that their
//! indices choose: `same_place.rs`.)
//!
//! The price of planes: a half-space is wider than the body behind it, so within one tick a member may be held beside
//! another that it would just have passed. Planes that leave both paths free are taken where they exist, so this is
//! rare and ends with the next tick. There is no path planning, but of two members with one direction the one ahead
//! has priority (`push.rs`), so round bodies that all press to one point behind a door do not jam in an arch. Boxes
//! do: two flat sides that meet do not slide off each other.

mod batch;
mod behind_planes;
mod company;
mod core_sum;
mod cycle;
mod earlier;
mod frame;
mod lean;
mod member;
mod near_pairs;
mod number_set;
mod own_step;
mod pairs;
mod press;
mod priority;
mod push;
mod report;
mod same_place;
mod separating_plane;
mod separation;
mod share;
mod short_slide;
mod shove;
mod slide_away;
mod strips;
mod survey;
mod tick;
mod upright_sum;
mod views;

pub use behind_planes::BehindPlanes;
pub use member::Member;
pub(crate) use member::MemberRef;
pub(crate) use pairs::{Pair, PairSearch, Range};
pub use report::{CrowdReport, Meeting, MemberReport};
pub use separating_plane::SeparatingPlane;
pub(crate) use separating_plane::{corners_about, earlier};
pub use separation::{Parting, Placed, parting};
#[cfg(feature = "parallel")]
pub use tick::step_parallel;
pub(crate) use tick::step_with_handles;
pub use tick::{CrowdScratch, step, step_through};
pub(crate) use views::Views;
