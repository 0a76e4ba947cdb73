//! Working memory of a tick: flying balls and the buffers of the solvers.

use super::ball::Ball;
use super::complementarity::Solver;
use super::descent::Descent;
use super::flight::Flight;
use super::heap::Heaps;
use super::near::Near;
use super::person::{MovingCharacter, Struck};
use super::report::Impact;
use super::row::Row;
use super::settings::Settings;
use super::work::Work;
use crate::collide::{Contact, Hit};
use crate::geometry::Shape;
use crate::input::InputError;
use crate::math::DVec3;
use alloc::vec::Vec;

/// A ball or character in flight during the tick.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub(super) flight: Flight,
    pub(super) shape: Shape,
    /// For a character its greatest reach.
    pub(super) radius: f64,
    pub(super) inverse_mass: f64,
    pub(super) restitution: f64,
    /// The greatest speed of it and the bodies that it met in this tick, m/s: for measuring rounding.
    pub(super) scale: f64,
    /// The next wall that it meets, and when.
    pub(super) wall: Option<(f64, Hit)>,
    /// Its next meeting.
    pub(super) next: Next,
    /// The number of its meetings in this tick.
    pub(super) met: u32,
    /// Its position at the start of the tick.
    pub(super) from: DVec3,
    /// Whether it was solved with a heap in this tick.
    pub(super) is_heaped: bool,
    /// The part of its velocity that it keeps at the end of the tick.
    pub(super) kept: f64,
    pub(super) damped: bool,
    pub(super) held: bool,
    /// The effect of balls on it, if it is a character.
    pub(super) struck: Option<Struck>,
    /// The number of the solution in which another ball got to push it, or it another, for the rest of the tick; 0 for none.
    pub(super) pushed_in: u32,
    /// Whether that was so at any time of the tick.
    pub(super) was_pushed: bool,
}

/// The next meeting of a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Next {
    /// Seconds of the tick; infinite for no meeting.
    pub(super) time: f64,
    /// The other body; `None` for a wall.
    pub(super) partner: Option<usize>,
}

impl Next {
    pub(super) const NOTHING: Self = Self { time: f64::INFINITY, partner: None };
}

impl Body {
    pub(super) fn new(ball: &Ball, settings: &Settings, dt: f64) -> Result<Self, InputError> {
        let velocity = settings.in_space(ball.velocity);
        let gravity = settings.in_space(settings.gravity);
        let inverse_mass = ball.mass.inverse();
        let span = (0.0, dt);
        let is_fixed = inverse_mass == 0.0;
        let pull = if is_fixed { DVec3::ZERO } else { gravity };
        let braking = if is_fixed || gravity != DVec3::ZERO { 0.0 } else { settings.rolling_deceleration };
        let flight = Flight::rolling(span, ball.position, velocity, pull, braking);
        Ok(Self {
            flight,
            shape: Shape::sphere(ball.radius)?,
            radius: ball.radius,
            inverse_mass,
            restitution: ball.restitution,
            scale: velocity.length() + gravity.length() * dt,
            wall: None,
            next: Next::NOTHING,
            met: 0,
            from: ball.position,
            is_heaped: false,
            kept: 1.0,
            damped: false,
            held: false,
            struck: None,
            pushed_in: 0,
            was_pushed: false,
        })
    }

    /// A character on its path.
    fn character(character: &MovingCharacter, settings: &Settings, dt: f64) -> Self {
        let drift = if dt > 0.0 { character.displacement / dt } else { DVec3::ZERO };
        Self {
            flight: Flight::along((0.0, dt), character.from, drift, character.velocity),
            shape: character.shape,
            radius: character.shape.largest_radius() * character.shell,
            inverse_mass: 1.0 / character.mass,
            restitution: settings.character_restitution,
            scale: character.velocity.length() + drift.length(),
            wall: None,
            next: Next::NOTHING,
            met: 0,
            from: character.from,
            is_heaped: false,
            kept: 1.0,
            damped: false,
            held: false,
            struck: Some(Struck::new(character)),
            pushed_in: 0,
            was_pushed: false,
        }
    }

    /// Whether impacts can change its path. A character's path is fixed.
    pub(super) fn is_movable(&self) -> bool {
        self.inverse_mass > 0.0 && !self.held && self.struck.is_none()
    }
}

/// A ball in a group of balls that touch, at the time of their impact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    /// Its index among the bodies.
    pub(super) ball: usize,
    pub(super) position: DVec3,
    pub(super) velocity: DVec3,
    /// Its velocity before the impact.
    pub(super) before: DVec3,
    /// Its flight from now on.
    pub(super) flight: Flight,
    /// Whether it is a character: it takes part in impacts, but its path is fixed.
    pub(super) is_character: bool,
    /// The change of its velocity along the chord by forces, m/s.
    pub(super) push: DVec3,
    pub(super) inverse_mass: f64,
    /// Whether an impulse changed its velocity.
    pub(super) is_struck: bool,
    /// Whether other bodies carry it.
    pub(super) is_carried: bool,
}

/// Working memory of ticks: one for each thread is enough. Keeps no result that affects the next tick.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(super) bodies: Vec<Body>,
    pub(super) members: Vec<Member>,
    pub(super) rows: Vec<Row>,
    pub(super) contacts: Vec<Contact>,
    /// The rows that are solved now, by index.
    pub(super) chosen: Vec<usize>,
    pub(super) matrix: Vec<f64>,
    pub(super) slack: Vec<f64>,
    /// How fast each row opens before a heap is solved.
    pub(super) openings: Vec<f64>,
    pub(super) pressure: Vec<f64>,
    pub(super) solver: Solver,
    pub(super) descent: Descent,
    pub(super) heaps: Heaps,
    /// One ball of each heap.
    pub(super) roots: Vec<usize>,
    /// Whether the members are a heap.
    pub(super) is_heap: bool,
    /// The number of the last solution of this tick.
    pub(super) solution: u32,
    /// The remaining work of the tick.
    pub(super) work: Work,
    /// Balls that need their next meeting found again.
    pub(super) stale: Vec<usize>,
    /// Which bodies are near each other.
    pub(super) near: Near,
    /// Those near one of them.
    pub(super) candidates: Vec<usize>,
    /// The balls that another ball pushed at any time of the tick.
    pub(super) pushed: Vec<usize>,
    pub(super) impacts: Vec<Impact>,
}

impl Scratch {
    /// Empty memory.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a tick of so many balls and characters.
    pub(super) fn begin(&mut self, bodies: usize) {
        self.work = Work::of(bodies);
        self.release_heaps();
    }

    /// Loads the balls, then the characters.
    ///
    /// # Errors
    /// An invalid ball.
    pub(super) fn load(
        &mut self,
        balls: &[Ball],
        characters: &[MovingCharacter],
        settings: &Settings,
        dt: f64,
    ) -> Result<(), InputError> {
        self.bodies.clear();
        self.impacts.clear();
        self.pushed.clear();
        self.solution = 0;
        for ball in balls {
            ball.check()?;
            self.bodies.push(Body::new(ball, settings, dt)?);
        }
        self.bodies.extend(characters.iter().map(|character| Body::character(character, settings, dt)));
        Ok(())
    }

    /// The characters' velocities after the last tick, m/s, in their order.
    pub(crate) fn character_velocities(&self) -> impl Iterator<Item = DVec3> {
        self.bodies.iter().filter_map(|body| body.struck.map(|struck| struck.velocity))
    }

    /// For each ball of the last tick, whether impacts lost their restitution and whether it was held.
    pub(crate) fn damped_and_held(&self) -> impl Iterator<Item = (bool, bool)> {
        self.bodies.iter().filter(|body| body.struck.is_none()).map(|body| (body.damped, body.held))
    }
}
