//! Where a limit was reached, and only a part was tried.

use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU64, Ordering};

/// How often a limit of the check was reached. All zero: nothing was left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thinned {
    /// Columns of the ground map with more surfaces than are looked at (512).
    #[serde(default)]
    pub columns: u64,
    /// Traps of which only evenly spread places tried every move (150).
    #[serde(default)]
    pub traps: u64,
    /// Borders of unreached floors and traps of which only evenly spread places tried to cross (400), or only evenly
    /// spread pairs were asked why (120).
    #[serde(default)]
    pub borders: u64,
    /// Floors reached by jumps alone of which only evenly spread jumps were made again (60).
    #[serde(default)]
    pub jumps: u64,
    /// Pairs of regions with a way over and none back beyond the first 12, which alone are told.
    #[serde(default)]
    pub passages: u64,
}

impl Thinned {
    /// Whether nothing was left out.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// The same while many threads count.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) columns: AtomicU64,
    pub(crate) traps: AtomicU64,
    pub(crate) borders: AtomicU64,
    pub(crate) jumps: AtomicU64,
    pub(crate) passages: AtomicU64,
    /// Walls, and those of them that were pressed: a sample, and no limit.
    pub(crate) walls: AtomicU64,
    pub(crate) pressed: AtomicU64,
}

impl Counts {
    /// The numbers so far.
    pub(crate) fn thinned(&self) -> Thinned {
        let get = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Thinned {
            columns: get(&self.columns),
            traps: get(&self.traps),
            borders: get(&self.borders),
            jumps: get(&self.jumps),
            passages: get(&self.passages),
        }
    }
}

/// The stride by which `count` things are thinned to at most `most`; one more is counted where that leaves some out.
pub(crate) fn stride(count: usize, most: usize, thinned: &AtomicU64) -> usize {
    if count > most {
        thinned.fetch_add(1, Ordering::Relaxed);
    }
    count.div_ceil(most).max(1)
}
