//! The world for each member: the same for all, or filtered by the member's contact filter.

use crate::collide::Collide;
use crate::world::World;

/// A world for each member.
pub(crate) trait Views {
    /// The world of the member with this index.
    fn of(&self, member: usize) -> impl Collide;

    /// That world, if it is a plain one: what the member remembers of it can be used.
    fn plain(&self, member: usize) -> Option<&World>;

    /// Index of what the member remembers.
    fn own(&self, member: usize) -> usize {
        member
    }
}

/// One plain world for all.
pub(super) struct Plain<'a>(pub(super) &'a World);

impl Views for Plain<'_> {
    fn of(&self, _: usize) -> impl Collide {
        self.0
    }

    fn plain(&self, _: usize) -> Option<&World> {
        Some(self.0)
    }
}

/// One world for all.
pub(super) struct Same<'a, C>(pub(super) &'a C);

impl<C: Collide> Views for Same<'_, C> {
    fn of(&self, _: usize) -> impl Collide {
        self.0
    }

    fn plain(&self, _: usize) -> Option<&World> {
        None
    }
}
