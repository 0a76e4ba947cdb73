//! Characters that no ball is near in a tick: they make their own moves with what they remember of the world, as if there were no
//! balls. A question about a place outside the box that has none is asked about all balls.

use super::with_balls::{Obstacle, WithBalls};
use crate::character::Front;
use crate::collide::{Collide, Contact, Filter, Hit, Surface, Sweep, sweep_then_gather};
use crate::geometry::Shape;
use crate::math::DVec3;
use crate::traction::Traction;
use alloc::vec::Vec;
use core::cell::Cell;

/// A ball counts as near a box from this share of the coordinates on: rounding.
const ROUNDING: f64 = 1e-9;

/// A box that no ball meets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clearing {
    low: DVec3,
    high: DVec3,
}

impl Clearing {
    /// The box of these half extents about a place; `None` if a ball meets it.
    pub(super) fn about(at: DVec3, half: DVec3, balls: &[Obstacle]) -> Option<Self> {
        let room = half + (at.abs() + half) * ROUNDING;
        let is_near = |ball: &Obstacle| {
            let (apart, reach) = ((ball.at - at).abs(), room + DVec3::splat(ball.radius * (1.0 + ROUNDING)));
            apart.x <= reach.x && apart.z <= reach.z && apart.y <= reach.y
        };
        let is_clear = !balls.iter().any(is_near);
        is_clear.then_some(Self { low: at - half, high: at + half })
    }

    /// Whether a shape with a rounding of so many radii stays within the box.
    fn holds(&self, shape: &Shape, radii: f64, (from, displacement): (DVec3, DVec3)) -> bool {
        let extents = shape.half_extents() * if radii > 1.0 { radii } else { 1.0 };
        let to = from + displacement;
        let room = (from.min(to) - extents - self.low).min(self.high - (from.max(to) + extents));
        room.min_element() >= 0.0
    }
}

/// The balls, before the world of a character that none is near.
pub(super) struct BesideBalls<'a> {
    clearing: Clearing,
    /// Of the character.
    shape: &'a Shape,
    balls: &'a [Obstacle],
    asked: Asked,
}

/// The last question for contacts.
#[derive(Clone, Copy, Default)]
struct Asked {
    /// Where and within how many radii the character's shape was; `None` of another one.
    about: Option<(DVec3, f64)>,
    /// Whether the answer had a ball in it.
    has_ball: bool,
}

impl<'a> BesideBalls<'a> {
    pub(super) fn new(clearing: Clearing, shape: &'a Shape, balls: &'a [Obstacle]) -> Self {
        Self { clearing, shape, balls, asked: Asked::default() }
    }
}

impl Front for BesideBalls<'_> {
    fn before(&mut self, world: &dyn Collide, act: &mut dyn FnMut(&dyn Collide)) {
        let asked = Cell::new(Asked::default());
        let world = WithBalls { world, balls: self.balls };
        act(&Beyond { clearing: self.clearing, shape: self.shape, world, asked: &asked });
        self.asked = asked.get();
    }

    fn leave_of_world(&mut self, at: DVec3, radii: f64, _: &mut Vec<Contact>) -> bool {
        let bits = |(at, radii): (DVec3, f64)| (at.to_array().map(f64::to_bits), radii.to_bits());
        !self.asked.has_ball && self.asked.about.is_some_and(|about| bits(about) == bits((at, radii)))
    }
}

/// A world with balls, asked without them in a box that has none.
struct Beyond<'a> {
    clearing: Clearing,
    shape: &'a Shape,
    world: WithBalls<'a, &'a dyn Collide>,
    asked: &'a Cell<Asked>,
}

impl Beyond<'_> {
    fn holds_sweep(&self, sweep: &Sweep) -> bool {
        self.clearing.holds(&sweep.shape, sweep.shell(), (sweep.from, sweep.translation))
    }

    fn note(&self, shape: &Shape, about: (DVec3, f64), has_ball: bool) {
        let about = shape.is_identical(self.shape).then_some(about);
        self.asked.set(Asked { about, has_ball });
    }
}

impl Collide for Beyond<'_> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        if self.holds_sweep(sweep) { self.world.world.sweep(sweep) } else { self.world.sweep(sweep) }
    }

    fn sweep_gathering(&self, sweep: &Sweep, to: DVec3, radii: f64, found: &mut Vec<Contact>) -> Option<Hit> {
        if !(self.holds_sweep(sweep) && self.clearing.holds(&sweep.shape, radii, (to, DVec3::ZERO))) {
            return sweep_then_gather(self, sweep, (to, radii), found);
        }
        let hit = self.world.world.sweep_gathering(sweep, to, radii, found);
        if hit.is_none() {
            self.note(&sweep.shape, (to, radii), false);
        }
        hit
    }

    fn contacts_in_radii(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        found: &mut Vec<Contact>,
    ) {
        let mut has_ball = false;
        if self.clearing.holds(shape, radii, (at, DVec3::ZERO)) {
            self.world.world.contacts_in_radii(shape, at, radii, filter, found);
        } else {
            self.world.contacts_in_radii(shape, at, radii, filter, found);
            has_ball = found.iter().any(|contact| contact.surface.owner.ball().is_some());
        }
        self.note(shape, (at, radii), has_ball);
    }

    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        self.world.ray(from, translation, filter)
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        self.world.surface_velocity(surface, at)
    }

    fn traction(&self, surface: &Surface) -> Traction {
        self.world.traction(surface)
    }
}
