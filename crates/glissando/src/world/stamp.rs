//! Stamps: whether a world is the same and unchanged, so that cached data about it is still valid.
//!
//! A body that has moved by a motion is *mobile* from then on: its next moves are no changes of what is at rest. Caches of
//! what is at rest stay valid while others move; whoever uses one looks for mobile bodies nearby first.
//!
//! A world's identity is an allocation of its own, which no other world gets while a stamp refers to it; a counter
//! counts its changes. A cloned world has a new identity.

use alloc::sync::Arc;

/// A world in one state; equal only to itself.
#[derive(Debug, Default)]
pub(crate) struct Stamp {
    identity: Arc<()>,
    changes: u64,
    /// Those of them that are not motions of mobile bodies.
    changes_at_rest: u64,
    /// How often a body was put at a pose.
    poses: u64,
}

impl Stamp {
    /// Records a change of the world.
    pub(crate) const fn change(&mut self) {
        self.changes += 1;
        self.changes_at_rest += 1;
    }

    /// Records that a body, mobile or not, got a motion or lost one.
    pub(super) const fn change_of(&mut self, is_mobile: bool) {
        self.changes += 1;
        if !is_mobile {
            self.changes_at_rest += 1;
        }
    }

    /// Records that a body, mobile or not, was put at a pose.
    pub(super) const fn change_of_pose(&mut self, is_mobile: bool) {
        self.change_of(is_mobile);
        self.poses += 1;
    }

    /// How often a body was put at a pose: in a world that is the same at rest, bodies are where they were as long as it is.
    pub(crate) const fn poses(&self) -> u64 {
        self.poses
    }

    /// Whether it is the same world, in which nothing but mobile bodies has changed.
    pub(crate) fn is_same_at_rest(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.identity, &other.identity) && self.changes_at_rest == other.changes_at_rest
    }

    /// Puts a copy of this stamp in the place of one that is often of the same world.
    pub(crate) fn remember(&self, kept: &mut Option<Self>) {
        match kept {
            Some(kept) if Arc::ptr_eq(&self.identity, &kept.identity) => {
                (kept.changes, kept.changes_at_rest, kept.poses) =
                    (self.changes, self.changes_at_rest, self.poses);
            }
            kept => *kept = Some(self.remembered()),
        }
    }

    /// A copy of this stamp, for a cache.
    pub(crate) fn remembered(&self) -> Self {
        Self {
            identity: Arc::clone(&self.identity),
            changes: self.changes,
            changes_at_rest: self.changes_at_rest,
            poses: self.poses,
        }
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
