//! Stamps: whether a world is the same and unchanged, so that cached data about it is still valid.
//!
//! A world's identity is an allocation of its own, which no other world gets while a stamp refers to it; a counter
//! counts its changes. A cloned world has a new identity.

use alloc::sync::Arc;

/// A world in one state; equal only to itself.
#[derive(Debug, Default)]
pub(crate) struct Stamp {
    identity: Arc<()>,
    changes: u64,
}

impl Stamp {
    /// Records a change of the world.
    pub(super) const fn change(&mut self) {
        self.changes += 1;
    }

    /// A copy of this stamp, for a cache.
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
