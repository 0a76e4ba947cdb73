//! When a soak ends before its count is done: after some seconds, or by Ctrl-C. What is done by then is put together and told.

use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The exit code of a program that was interrupted: 128 and the number of the signal.
pub(crate) const EXIT: u8 = 130;

static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C asks for an end; a second one ends the program at once.
///
/// # Errors
/// A system that takes no handler.
pub(crate) fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if IS_INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(EXIT));
        }
    })?;
    Ok(())
}

/// Whether the end was asked for by Ctrl-C.
pub(crate) fn is_interrupted() -> bool {
    IS_INTERRUPTED.load(Ordering::Relaxed)
}

/// The end of a soak.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Until {
    deadline: Option<Instant>,
}

impl Until {
    /// After so many seconds from now, or only by Ctrl-C.
    pub(crate) fn new(seconds: Option<u64>) -> Self {
        Self {
            deadline: seconds.and_then(|seconds| Instant::now().checked_add(Duration::from_secs(seconds))),
        }
    }

    /// Whether no more work is to be begun.
    pub(crate) fn is_over(&self) -> bool {
        is_interrupted() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Does the work of the numbers from `first` on, on all cores, up to `end` or until it is over: what came of each, in
    /// order, and the first number that was not done.
    pub(crate) fn work<T: Send>(
        &self,
        first: u64,
        end: u64,
        work: impl Fn(u64) -> T + Sync,
    ) -> (Vec<T>, u64) {
        let batch = rayon::current_num_threads() as u64 * EACH;
        let (mut done, mut from) = (Vec::new(), first);
        while from < end && !self.is_over() {
            let to = from.saturating_add(batch).min(end);
            done.par_extend((from..to).into_par_iter().map(&work));
            from = to;
        }
        (done, from)
    }
}

/// Pieces of work for each core in a batch: enough that no core waits for long.
const EACH: u64 = 4;
