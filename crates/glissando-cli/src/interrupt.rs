//! Ctrl-C in a command that writes files: the tick at hand ends, and what was done is written and told.
//!
//! A second Ctrl-C ends the program at once.

use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a program that was interrupted: 128 and the number of the signal.
pub(crate) const EXIT: u8 = 130;

static IS_ASKED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C asks for an end.
///
/// # Errors
/// A system that takes no handler.
pub(crate) fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if IS_ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(EXIT));
        }
    })?;
    Ok(())
}

/// Whether an end was asked for.
pub(crate) fn is_asked() -> bool {
    IS_ASKED.load(Ordering::Relaxed)
}
