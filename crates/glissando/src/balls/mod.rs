//! Balls: spheres, or circles in a plane, that bounce off each other and off walls in order of time.
//!
//! ```
//! use glissando::{DVec3, World};
//! use glissando::balls::{Ball, Scratch, Settings, step};
//!
//! # fn main() -> Result<(), glissando::InputError> {
//! let mut balls = [Ball::at(DVec3::ZERO, 0.5), Ball::at(DVec3::new(2.0, 0.0, 0.0), 0.5)];
//! balls[0].velocity = DVec3::new(4.0, 0.0, 0.0);
//! let mut scratch = Scratch::new();
//! let report = step(&World::new(), &Settings::default(), &mut balls, 0.5, &mut scratch)?;
//! assert_eq!((report.impacts[0].time, report.impacts[0].impulse), (0.25, 4.0));
//! assert_eq!(balls[1].position, DVec3::new(3.0, 0.0, 0.0));
//! assert_eq!(balls[0].velocity, DVec3::ZERO);
//! # Ok(())
//! # }
//! ```
//!
//! [`step`] makes one tick over a slice of plain [`Ball`]s, which are the whole state; [`bounce`] is a single impact,
//! [`Conserved`] the sums that impacts preserve, and [`Sphere::first_touch`](crate::geometry::Sphere::first_touch)
//! the meeting of two moving spheres alone.
//!
//! # What is exact
//!
//! Between impacts a ball moves along a straight chord: of its line without gravity, of its parabola with it (off by
//! at most `g t²/8` for a piece of `t` seconds). Meetings on chords are exact, by the closed form for balls and by
//! the sweep of a sphere for walls. Balls never overlap by more than rounding, and keep a gap of
//! [`BALL_SKIN`](crate::tolerance::BALL_SKIN) radii from walls: none is ever inside a wall or passes through one, at
//! any speed. Balls that overlap at the start do not get deeper; nothing pushes them apart.
//!
//! # At one moment
//!
//! Balls whose gap is below [`BALL_TOUCH`](crate::tolerance::BALL_TOUCH) radii touch. All that touch, directly or
//! through others, are solved together; the cost grows with the cube of the contacts of such a group. Heaps,
//! groups of 24 or more balls under gravity, are solved to a bounded precision instead, at a cost linear in their
//! contacts. Friction and spin are not simulated.
//!
//! A group of balls that walls close in on in a narrow wedge is held in place for the rest of the tick, and keeps its velocities:
//! it gets at most four times the speed of the fastest wall.
//!
//! # Among others
//!
//! [`step`] is for balls alone, in a world that stands still. Among moving bodies and characters they are part of a
//! [`stage`](crate::stage): [`StageState::balls`](crate::stage::StageState::balls).

mod ball;
mod bounce;
mod carry;
mod complementarity;
mod conserved;
mod descent;
mod flight;
mod heap;
mod heap_solution;
mod island;
mod near;
mod person;
mod predict;
mod press;
mod report;
mod respond;
mod row;
mod scratch;
mod settings;
mod surroundings;
mod tick;
mod wedged;
mod work;

pub use ball::{Ball, Mass};
pub use bounce::{Bounce, bounce};
pub use conserved::Conserved;
pub(crate) use person::MovingCharacter;
pub(crate) use press::{Press, Presser, press};
pub use report::{Impact, Other, Report};
pub use scratch::Scratch;
pub use settings::{Axis, Order, Settings};
pub(crate) use surroundings::Surroundings;
pub(crate) use tick::fly;
pub use tick::step;
pub use work::{LEAST_WORK, WORK_PER_BALL};
