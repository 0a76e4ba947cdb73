//! The memory that a stage keeps of its movers from its last tick.

use super::leg::Leg;
use super::mover::{MoverState, Plan};
use super::mover_states::MoverStates;
use crate::motion::Turn;
use crate::world::Stamp;
use alloc::vec::Vec;
use core::ops::{Index, IndexMut};

/// The memory of all movers. It is apart from the movers themselves, as it is read in every tick.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownMovers {
    movers: Vec<Known>,
    /// Counts the changes of what is known. States that a tick left remember it: they are known as long as it stays.
    stamp: Stamp,
    /// The movers that do not rest in those states, in ascending order.
    pub(super) stirring: Vec<u32>,
}

impl KnownMovers {
    /// One more mover, of which nothing is known.
    pub(super) fn push(&mut self) {
        self.stamp.change();
        self.movers.push(Known::default());
    }

    pub(super) fn forget(&mut self, mover: usize) {
        self.stamp.change();
        self.movers[mover] = Known::default();
    }

    /// From here on, what is known is of other states.
    pub(super) const fn changes(&mut self) {
        self.stamp.change();
    }

    pub(super) const fn stamp(&self) -> &Stamp {
        &self.stamp
    }

    /// Whether these are the states that the last tick left, and nothing was changed since: all bodies are placed, and all movers rest
    /// that are not listed.
    pub(super) fn has_left(&self, states: &MoverStates) -> bool {
        states.are_left_by(&self.stamp)
    }
}

impl Index<usize> for KnownMovers {
    type Output = Known;

    fn index(&self, mover: usize) -> &Known {
        &self.movers[mover]
    }
}

impl IndexMut<usize> for KnownMovers {
    fn index_mut(&mut self, mover: usize) -> &mut Known {
        &mut self.movers[mover]
    }
}

/// The memory of one mover.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// A state whose pose the mover's body has; apart from the pose only right for one at rest.
    state: MoverState,
    is_placed: bool,
    /// Whether a tick changes nothing in that state.
    is_at_rest: bool,
    /// The part of its path that the mover was on.
    leg: Option<Leg>,
    /// The turn of the last plan.
    pub(super) turn: Turn,
}

impl Known {
    /// The body is where this state has it.
    pub(super) fn placed(state: &MoverState) -> Self {
        Self { state: *state, is_placed: true, ..Self::default() }
    }

    pub(super) fn is_placed_at(&self, state: &MoverState) -> bool {
        self.is_placed && self.state.pose == state.pose
    }

    /// Whether a tick changes nothing in a state.
    #[inline]
    pub(super) fn rests_in(&self, state: &MoverState) -> bool {
        self.is_at_rest && self.state.is_same(state)
    }

    /// The plan of a mover whose body is placed and that stays on its part of the path; false if it takes more to tell.
    #[inline]
    pub(super) fn plan(&self, state: &MoverState, dt: f64, plan: &mut Plan) -> bool {
        self.is_placed_at(state) && self.leg.as_ref().is_some_and(|leg| leg.plan(state, dt, plan))
    }

    /// Its body moves.
    pub(super) const fn is_leaving(&mut self) {
        (self.is_placed, self.is_at_rest) = (false, false);
    }

    /// Its body is where a state has it; `leg` is the part of the path at a time.
    #[inline]
    pub(super) fn arrive(
        &mut self,
        now: &MoverState,
        is_at_rest: bool,
        leg: impl FnOnce(f64) -> Option<Leg>,
    ) {
        (self.is_placed, self.is_at_rest) = (true, is_at_rest);
        if is_at_rest {
            self.state = *now;
            return;
        }
        self.state.pose = now.pose;
        if !self.leg.as_ref().is_some_and(|leg| leg.holds(now.clock)) {
            self.leg = leg(now.clock);
        }
    }
}
