//! The bound on a tick's work: counted in steps of arithmetic, never in time, so that it is reached at the same place
//! on every machine.
//!
//! Without it, three numbers could grow: the impacts of one tick, the contacts of one group (its solution costs up to the
//! cube of their number) and the rounds in which a group is solved. All of them draw on one budget.

/// Steps that every tick may take: some ten milliseconds.
pub const LEAST_WORK: u64 = 1 << 24;

/// Steps that a tick may take more for each ball or character: about a millisecond.
pub const WORK_PER_BALL: u64 = 1 << 20;

/// What one question to the world counts for.
const QUERY: u64 = 256;

/// The account of a tick.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    left: u64,
}

impl Work {
    /// All that a tick of so many balls and characters may take.
    pub(super) const fn of(bodies: usize) -> Self {
        Self { left: LEAST_WORK + WORK_PER_BALL * bodies as u64 }
    }

    /// Takes steps off; more than are left leave none.
    pub(super) const fn spend(&mut self, steps: usize) {
        self.left = self.left.saturating_sub(steps as u64);
    }

    /// Takes off what a question to the world counts for.
    pub(super) const fn ask(&mut self) {
        self.left = self.left.saturating_sub(QUERY);
    }

    pub(super) const fn is_spent(self) -> bool {
        self.left == 0
    }
}
