//! The surroundings of balls in a tick: a world that may move.

use crate::collide::{Collide, Contact, Filter, Hit, Sweep};
use crate::geometry::Shape;
use crate::handle::Owner;
use crate::math::DVec3;
use crate::motion::Motion;
use alloc::vec::Vec;

/// A world during a tick. Moments are fractions of the tick, `0..=1`.
pub(crate) trait Surroundings {
    /// Whether nothing in it moves.
    fn is_still(&self) -> bool;

    /// Whether a ball inside a wall is held until it is free; else it may move without going deeper.
    fn holds_balls_inside_walls(&self) -> bool;

    /// The first touch of a sweep that takes this span of the tick.
    fn sweep(&self, sweep: &Sweep, span: (f64, f64)) -> Option<Hit>;

    /// The contacts at a moment of the tick, see [`Collide::contacts`].
    fn contacts(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        share: f64,
        found: &mut Vec<Contact>,
    );

    /// The motion of an owner in the tick.
    fn motion(&self, owner: Owner) -> Motion;
}

/// A world that stands still.
pub(super) struct Still<'a>(pub(super) &'a dyn Collide);

impl Surroundings for Still<'_> {
    fn is_still(&self) -> bool {
        true
    }

    fn holds_balls_inside_walls(&self) -> bool {
        false
    }

    fn sweep(&self, sweep: &Sweep, _: (f64, f64)) -> Option<Hit> {
        self.0.sweep(sweep)
    }

    fn contacts(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        _: f64,
        found: &mut Vec<Contact>,
    ) {
        self.0.contacts_in_radii(shape, at, radii, filter, found);
    }

    fn motion(&self, _: Owner) -> Motion {
        Motion::STILL
    }
}
