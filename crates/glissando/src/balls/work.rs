//! The bound on a tick's work: counted in steps of arithmetic, never in time, so that it is reached at the same place
//! on every machine.
//!
//! Without it these would be unbounded: the impacts of one tick, the contacts of one group (whose solution costs up
//! to the cube of their number) and the rounds in which a group is solved. All of them draw on one budget.

/// Steps for every tick: some ten milliseconds.
pub const LEAST_WORK: u64 = 1 << 24;

/// Further steps for each ball or character: about a millisecond.
pub const WORK_PER_BALL: u64 = 1 << 20;

/// The cost of one query to the world, in steps.
const QUERY: u64 = 256;

/// The remaining budget of a tick.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    left: u64,
}

impl Work {
    /// The budget of a tick with this number of balls and characters.
    pub(super) const fn of(bodies: usize) -> Self {
        Self { left: LEAST_WORK + WORK_PER_BALL * bodies as u64 }
    }

    /// Subtracts steps, down to zero.
    pub(super) const fn spend(&mut self, steps: usize) {
        self.left = self.left.saturating_sub(steps as u64);
    }

    /// Subtracts the cost of a query to the world.
    pub(super) const fn ask(&mut self) {
        self.left = self.left.saturating_sub(QUERY);
    }

    pub(super) const fn is_spent(self) -> bool {
        self.left == 0
    }
}
