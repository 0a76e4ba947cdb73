//! The world for each member: the same for all, or filtered by the member's contact filter.

use crate::collide::Collide;

/// A world for each member.
pub(crate) trait Views {
    /// The world of the member with this index.
    fn of(&self, member: usize) -> impl Collide;
}

/// One world for all.
pub(super) struct Same<'a, C>(pub(super) &'a C);

impl<C: Collide> Views for Same<'_, C> {
    fn of(&self, _: usize) -> impl Collide {
        self.0
    }
}
