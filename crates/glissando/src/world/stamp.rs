//! Is it still the same world, and as it was? What was found out about it holds only then.
//!
//! A world's identity is an allocation of its own, which no other world can get while a copy of the stamp lives; a
//! number counts its changes. A copied world is another one.

use alloc::sync::Arc;

/// A world at one time; equal only to itself.
#[derive(Debug, Default)]
pub(crate) struct Stamp {
    identity: Arc<()>,
    changes: u64,
}

impl Stamp {
    /// The world is no longer as it was.
    pub(super) const fn change(&mut self) {
        self.changes += 1;
    }

    /// This moment, to be remembered.
    pub(crate) fn remembered(&self) -> Self {
        Self { identity: Arc::clone(&self.identity), changes: self.changes }
    }
}

impl Clone for Stamp {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Stamp {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.identity, &other.identity) && self.changes == other.changes
    }
}
