//! What a crowd's tick reads: every member, and the world for each: the same for all, or filtered by the member's contact
//! filter.

use super::behind_planes::Planes;
use super::member::{Member, MemberRef};
use crate::character::Front;
use crate::collide::Collide;
use crate::world::World;

/// The members, and a world for each.
pub(crate) trait Views {
    /// How many members there are.
    fn count(&self) -> usize;

    /// The member with this index.
    fn member(&self, index: usize) -> MemberRef<'_>;

    /// Its world.
    fn of(&self, member: usize) -> impl Collide;

    /// That world, if it is a plain one: what the member remembers of it can be used.
    fn plain(&self, member: usize) -> Option<&World>;

    /// The decorator before the plain world of a member; nothing of it is at the member's present place. As a rule there is none.
    fn front(&self, member: usize) -> Option<impl Front> {
        let _ = member;
        None::<Planes>
    }

    /// Whether it was found in this tick that no mobile body is within the region of its step, that it is clear of the contacts
    /// which it remembers, and that its numbers are sound.
    fn is_apart(&self, member: usize) -> bool {
        let _ = member;
        false
    }

    /// Index of what the member remembers.
    fn own(&self, member: usize) -> usize {
        member
    }
}

/// One plain world for all.
pub(super) struct Plain<'a> {
    pub(super) world: &'a World,
    pub(super) members: &'a [Member],
}

impl Views for Plain<'_> {
    fn count(&self) -> usize {
        self.members.len()
    }

    fn member(&self, index: usize) -> MemberRef<'_> {
        self.members[index].by_ref()
    }

    fn of(&self, _: usize) -> impl Collide {
        self.world
    }

    fn plain(&self, _: usize) -> Option<&World> {
        Some(self.world)
    }
}

/// One world for all.
pub(super) struct Same<'a> {
    pub(super) world: &'a dyn Collide,
    pub(super) members: &'a [Member],
}

impl Views for Same<'_> {
    fn count(&self) -> usize {
        self.members.len()
    }

    fn member(&self, index: usize) -> MemberRef<'_> {
        self.members[index].by_ref()
    }

    fn of(&self, _: usize) -> impl Collide {
        self.world
    }

    fn plain(&self, _: usize) -> Option<&World> {
        None
    }
}
