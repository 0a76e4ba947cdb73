//! The progress of a check on standard error, and its end by Ctrl-C.

use crate::{interrupt, output};
use glissando_check::{Progress, Stage};
use indicatif::ProgressBar;
use std::sync::Mutex;

/// The bar of the stage at hand.
#[derive(Default)]
pub(super) struct Watch(Mutex<Option<ProgressBar>>);

impl Watch {
    fn with(&self, act: impl FnOnce(&mut Option<ProgressBar>)) {
        if let Ok(mut bar) = self.0.lock() {
            act(&mut bar);
        }
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        self.with(|bar| {
            if let Some(bar) = bar.take() {
                bar.finish_and_clear();
            }
        });
    }
}

impl Progress for Watch {
    fn begin(&self, stage: Stage, steps: u64) {
        self.finish();
        self.with(|bar| {
            *bar = Some(match stage {
                Stage::Ground => output::bar(steps, "ground map"),
                Stage::Moves => output::bar(steps, "moves"),
                Stage::Findings => output::spinner("findings".to_owned()),
            });
        });
    }

    fn advance(&self, steps: u64) {
        self.with(|bar| {
            if let Some(bar) = bar {
                bar.inc(steps);
            }
        });
    }

    fn is_cancelled(&self) -> bool {
        interrupt::is_asked()
    }
}
